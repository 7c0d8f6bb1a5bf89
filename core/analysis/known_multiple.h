/// What an integer expression is certainly a multiple of: enough to say that a vector access is aligned.

#pragma once

#include "core/ir/expr.h"

namespace tir {

/// The greatest factor that shows in the expression; 1 when none does, 0 for the constant zero (a multiple of
/// everything).
int64_t knownMultiple(const Expr& expr);

} // namespace tir
