/// A known divisor of an integer expression: enough to show that a vector access is aligned.

#pragma once

#include "core/ir/expr.h"

namespace tir {

/// The greatest divisor that follows from the expression; 1 if none is known, 0 for the constant zero (a multiple of
/// everything).
int64_t knownMultiple(const Expr& expr);

} // namespace tir
