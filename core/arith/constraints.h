/// Conditions that hold: their parts, and their negations in a normal form.

#pragma once

#include "core/arith/unique_exprs.h"

namespace tir::arith {

/// An expression as a term plus a constant.
struct Offset {
    const Expr* base;
    int64_t offset;
};
/// `x + 3` is x and 3, `x - 3` is x and -3; any other expression is itself and 0.
Offset withoutOffset(const Expr* expr);

/// `a < b` is `b > a`.
BinaryOp mirrored(BinaryOp comparison);

/// `condition` (unique) without double negations, with negations moved to its comparisons, and with `<` and
/// `<=` in place of `>` and `>=`.
const Expr* normalizeBooleans(UniqueExprs& exprs, const Expr* condition);

/// Calls `visit(const Expr*)` for every part of a condition that holds because the whole does: those joined
/// by `and`, and the negations of those joined by a negated `or`.
template <class Visit>
void forEachConjunct(UniqueExprs& exprs, const Expr* condition, const Visit& visit)
{
    if (const auto* both = as<Binary>(condition); both && both->op == BinaryOp::And) {
        forEachConjunct(exprs, both->a, visit);
        forEachConjunct(exprs, both->b, visit);
        return;
    }
    const auto* negation = as<Not>(condition);
    const auto* either = negation ? as<Binary>(negation->value) : nullptr;
    if (either && either->op == BinaryOp::Or) {
        forEachConjunct(exprs, normalizeBooleans(exprs, exprs.negation(either->a)), visit);
        forEachConjunct(exprs, normalizeBooleans(exprs, exprs.negation(either->b)), visit);
        return;
    }
    visit(condition);
}

} // namespace tir::arith
