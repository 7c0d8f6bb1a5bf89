/// The kinds of values that positions in a text accept: the kind of a free name follows from its uses.

#pragma once

#include "core/script/reading/free_names.h"

namespace tir::script {

/// The kind of value that a position in the text accepts.
enum class Use : uint8_t {
    Any,
    Number,
    Integer,
    Shape,
    Condition,
    DType,
    Text,
    Sequence,
    Callee,
    Object,
    Target
};

/// The likeliest first.
using Kinds = std::vector<DefineKind>;

/// Empty where no defined value can be used.
Kinds kindsOf(Use use);
/// The advice for a name that cannot be given a value.
std::string adviceFor(Use use, const std::string& name);
/// Of a keyword argument.
Use keywordUse(std::string_view name);
/// Of an argument of `T.path(…)`, which has `count` of them.
Use argumentUse(std::string_view path, size_t position, size_t count);

} // namespace tir::script
