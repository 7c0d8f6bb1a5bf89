/// Side effects of evaluating an expression.

#pragma once

#include "core/ir/expr.h"

namespace tir::arith {

/// The strongest effect of its parts: a load reads state; a call has the registered effect of its operation, and is
/// opaque without one.
CallEffect sideEffect(const Expr& expr);

/// Evaluating it changes nothing and depends on nothing that changes.
inline bool isPure(const Expr& expr)
{
    return sideEffect(expr) <= CallEffect::Pure;
}

} // namespace tir::arith
