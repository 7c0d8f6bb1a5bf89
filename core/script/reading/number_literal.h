/// Python's number literals: `1_000`, `0x1f`, `2.5e-3`.

#pragma once

#include "core/script/reading/value.h"

#include <optional>

namespace tir::script {

/// Nothing if the integer does not fit in 64 bits. Precondition: the syntax is an Integer or a Float.
std::optional<Value> numberLiteral(const Syntax& syntax);

} // namespace tir::script
