#include "core/arith/linear_arithmetic.h"

#include "core/ir/contains.h"

namespace tir::arith {

const Expr* LinearArithmetic::normalized(const Expr* condition)
{
    const auto* comparison = as<Binary>(condition);
    if (!comparison || !isComparison(comparison->op))
        return condition;
    const Expr* a = comparison->a;
    const Expr* b = comparison->b;
    BinaryOp op = comparison->op;
    if (op == BinaryOp::GT || op == BinaryOp::GE) {
        std::swap(a, b);
        op = op == BinaryOp::GT ? BinaryOp::LT : BinaryOp::LE;
    }
    const Expr* difference = sub(a, b);
    if (op == BinaryOp::LT) {
        difference = add(difference, number(difference, 1));
        op = BinaryOp::LE;
    }
    difference = simplify(difference);
    return m_exprs.binary(op, difference, number(difference, 0));
}

std::optional<Linear> LinearArithmetic::linear(const Expr* expr, const Var* var)
{
    if (expr == var)
        return Linear{number(expr, 1), number(expr, 0)};
    if (!mentions(expr, var))
        return Linear{number(expr, 0), expr};
    const auto* node = as<Binary>(expr);
    if (!node || (node->op != BinaryOp::Add && node->op != BinaryOp::Sub && node->op != BinaryOp::Mul))
        return std::nullopt;
    const auto a = linear(node->a, var);
    const auto b = linear(node->b, var);
    if (!a || !b)
        return std::nullopt;
    if (node->op != BinaryOp::Mul)
        return Linear{m_exprs.matched(node->op, a->factor, b->factor),
                      m_exprs.matched(node->op, a->rest, b->rest)};
    const bool isLeft = !isConstInt(a->factor, 0);
    if (isLeft && !isConstInt(b->factor, 0))
        return std::nullopt;
    return Linear{isLeft ? mul(a->factor, b->rest) : mul(a->rest, b->factor), mul(a->rest, b->rest)};
}

} // namespace tir::arith
