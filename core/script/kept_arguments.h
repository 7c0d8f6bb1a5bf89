/// Arguments and options that a text gives and this version does not know are kept as attributes or
/// annotations under keys of our own, and printed again where they stood.

#pragma once

#include "core/ir/attr_value.h"

#include <string_view>

namespace tir::script {

/// Before the name of an argument of a loop or allocation, or of an option of a function's decorator.
inline constexpr std::string_view KeptPrefix = "tirscope.keyword.";
/// Of a call: the names of its last arguments, a list of texts.
inline constexpr std::string_view KeptNames = "tirscope.keywords";

inline bool isKept(const DictEntry& entry)
{
    return entry.key.kind == AttrValue::Kind::String && entry.key.text.starts_with(KeptPrefix);
}

/// Lists, tuples and None among the arguments of an operation that nobody knows.
inline constexpr std::string_view ListOp = "tirscope.list";
inline constexpr std::string_view TupleOp = "tirscope.tuple";
inline constexpr std::string_view NoneOp = "tirscope.none";

} // namespace tir::script
