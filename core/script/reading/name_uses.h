/// What the places of a text take: the kind of the value of a free name follows from where the name is used.

#pragma once

#include "core/script/reading/free_names.h"

namespace tir::script {

/// What a place in the text takes.
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
/// What to do about a name that no definition can give a value.
std::string adviceFor(Use use, const std::string& name);
/// Of a keyword argument.
Use keywordUse(std::string_view name);
/// Of an argument of `T.path(…)`, which has `count` of them.
Use argumentUse(std::string_view path, size_t position, size_t count);

} // namespace tir::script
