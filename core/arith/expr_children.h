/// Taking expressions apart and putting them together, whatever their kind.

#pragma once

#include "core/ir/expr.h"

#include <vector>

namespace tir::arith {

/// The children of an expression that are expressions, in the order of evaluation.
void collectChildren(const Expr& expr, std::vector<const Expr*>& into);
/// `expr` with other children (as many as it has), in `arena`; not of a variable.
Expr* remade(Arena& arena, const Expr& expr, ExprList children);

/// Calls `visit(const Expr*)` for the factors of a product, from left to right.
template <class Visit>
void forEachFactor(const Expr* expr, const Visit& visit)
{
    const auto* node = as<Binary>(expr);
    if (!node || node->op != BinaryOp::Mul)
        return visit(expr);
    forEachFactor(node->a, visit);
    forEachFactor(node->b, visit);
}

} // namespace tir::arith
