/// Values for names from outside: `16`, `0.5`, `T.int64(16)`, `True`, `float16`, `(16, 16)`, else a text.

#pragma once

#include "core/script/reading/value.h"

namespace tir::script {

/// Numbers, numbers with a type, booleans, None, strings, tuples and lists of them, arithmetic on integers. Anything
/// else is taken as a string.
Value definedValue(Arena& arena, std::string_view text);

} // namespace tir::script
