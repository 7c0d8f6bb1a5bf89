/// What evaluating an expression does besides giving a value.

#pragma once

#include "core/ir/expr.h"

namespace tir::arith {

/// The strongest effect of its parts: a load reads state; a call has the effect that its operation is
/// registered with, and is opaque when there is none.
CallEffect sideEffect(const Expr& expr);

/// Evaluating it changes nothing and depends on nothing that changes.
inline bool isPure(const Expr& expr)
{
    return sideEffect(expr) <= CallEffect::Pure;
}

} // namespace tir::arith
