#include "core/arith/constraints.h"

#include <limits>

namespace tir::arith {

Offset withoutOffset(const Expr* expr)
{
    const auto* sum = as<Binary>(expr);
    const auto* constant = sum ? as<IntImm>(sum->b) : nullptr;
    if (constant && sum->op == BinaryOp::Add)
        return {sum->a, constant->value};
    if (constant && sum->op == BinaryOp::Sub && constant->value != std::numeric_limits<int64_t>::min())
        return {sum->a, -constant->value};
    return {expr, 0};
}

BinaryOp mirrored(BinaryOp comparison)
{
    switch (comparison) {
    case BinaryOp::LT:
        return BinaryOp::GT;
    case BinaryOp::LE:
        return BinaryOp::GE;
    case BinaryOp::GT:
        return BinaryOp::LT;
    case BinaryOp::GE:
        return BinaryOp::LE;
    default:
        return comparison;
    }
}

const Expr* normalizeBooleans(UniqueExprs& exprs, const Expr* condition)
{
    const auto* negation = as<Not>(condition);
    if (negation && negation->value->kind == NodeKind::Not)
        return normalizeBooleans(exprs, to<Not>(*negation->value).value);
    const auto* node = as<Binary>(negation ? negation->value : condition);
    if (!node)
        return condition;
    const Expr* a = node->a;
    const Expr* b = node->b;
    const auto negated = [&](const Expr* part) { return normalizeBooleans(exprs, exprs.negation(part)); };
    switch (node->op) {
    case BinaryOp::And:
        return negation ? exprs.binary(BinaryOp::Or, negated(a), negated(b)) : condition;
    case BinaryOp::Or:
        return negation ? exprs.binary(BinaryOp::And, negated(a), negated(b)) : condition;
    case BinaryOp::LT:
        return negation ? exprs.binary(BinaryOp::LE, b, a) : condition;
    case BinaryOp::LE:
        return negation ? exprs.binary(BinaryOp::LT, b, a) : condition;
    case BinaryOp::GT:
        return negation ? exprs.binary(BinaryOp::LE, a, b) : exprs.binary(BinaryOp::LT, b, a);
    case BinaryOp::GE:
        return negation ? exprs.binary(BinaryOp::LT, a, b) : exprs.binary(BinaryOp::LE, b, a);
    case BinaryOp::EQ:
        return negation ? exprs.binary(BinaryOp::NE, a, b) : condition;
    case BinaryOp::NE:
        return negation ? exprs.binary(BinaryOp::EQ, a, b) : condition;
    default:
        return condition;
    }
}

} // namespace tir::arith
