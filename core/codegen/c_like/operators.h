/// Operators that C and CUDA C share.

#pragma once

#include "core/ir/expr.h"

namespace tir {

/// "+", "&&"; empty for operations that are functions in C.
std::string_view symbolOf(BinaryOp op);

} // namespace tir
