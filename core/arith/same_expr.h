/// Whether two expressions of one function are equal.

#pragma once

#include "core/ir/expr.h"

namespace tir {

/// Structural equality that also distinguishes buffers: two buffers of one shape are two memories.
bool isSameExpr(const Expr& a, const Expr& b);

} // namespace tir
