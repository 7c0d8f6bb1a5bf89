// Calls: both kinds of choice, and operations on constants.

#include "core/arith/analyzer_core.h"
#include "core/arith/rewrite_simplifier.h"
#include "core/ir/make.h"

#include <algorithm>
#include <cmath>

namespace tir::arith {
namespace {

int leadingZeros(const IntImm& constant)
{
    const int bits = constant.dtype.bits;
    const uint64_t value =
        bits >= 64 ? uint64_t(constant.value) : uint64_t(constant.value) & ((uint64_t(1) << bits) - 1);
    return value == 0 ? bits : __builtin_clzll(value) - (64 - bits);
}

} // namespace

const Expr* RewriteSimplifier::visitCall(const Call& node)
{
    if (node.isOp(OpId::if_then_else))
        return visitIfThenElse(node);
    const Expr* made = visitChildren(&node);
    return foldedCall(to<Call>(*made));
}

const Expr* RewriteSimplifier::visitIfThenElse(const Call& node)
{
    const Expr* condition = visit(node.args[0]);
    if (const auto* constant = as<IntImm>(condition))
        return visit(node.args[constant->value ? 1 : 2]);
    const Expr* whenTrue = nullptr;
    const Expr* whenFalse = nullptr;
    {
        const CoreConstraint constraint(m_core, m_core.enterBranch(condition));
        whenTrue = visit(node.args[1]);
    }
    {
        const CoreConstraint constraint(
            m_core, m_core.enterBranch(m_core.rewriter.simplify(exprs().negation(condition))));
        whenFalse = visit(node.args[2]);
    }
    // Two choices with the same alternative are one.
    const auto* inner = as<Call>(whenTrue);
    if (inner && inner->isOp(OpId::if_then_else) && isConstNumber(inner->args[2]) &&
        inner->args[2] == whenFalse)
        return exprs().call(
            node, {exprs().folded(BinaryOp::And, condition, inner->args[0]), inner->args[1], whenFalse});
    return exprs().call(node, {condition, whenTrue, whenFalse});
}

const Expr* RewriteSimplifier::foldedCall(const Call& call)
{
    if (!call.op || call.args.empty())
        return &call;
    const auto* integer = as<IntImm>(call.args[0]);
    const auto* real = as<FloatImm>(call.args[0]);
    if (call.isOp(OpId::likely)) {
        if (integer)
            return integer;
        const bool isKnown = std::ranges::any_of(
            m_literals, [&](const Literal& literal) { return literal.condition == call.args[0]; });
        return isKnown ? exprs().constant(call.dtype, 1) : &call;
    }
    if (call.isOp(OpId::shift_right) || call.isOp(OpId::shift_left)) {
        const auto* count = as<IntImm>(call.args[1]);
        if (!integer || !count || count->value < 0 || count->value >= integer->dtype.bits)
            return &call;
        const bool isRight = call.isOp(OpId::shift_right);
        const auto bits = uint64_t(integer->value);
        if (!isRight)
            return exprs().number(call.dtype, int64_t(bits << count->value));
        return exprs().number(call.dtype, integer->dtype.isUInt() ? int64_t(bits >> count->value)
                                                                  : integer->value >> count->value);
    }
    if (call.isOp(OpId::clz) && integer)
        return exprs().number(call.dtype, leadingZeros(*integer));
    if (call.isOp(OpId::ceil)) {
        if (integer)
            return exprs().cast(call.dtype, integer);
        if (real)
            return exprs().real(call.dtype, std::ceil(real->value));
        const auto* logarithm = as<Call>(call.args[0]);
        const auto* operand =
            logarithm && logarithm->isOp(OpId::log2) ? as<FloatImm>(logarithm->args[0]) : nullptr;
        if (operand && operand->value > 0)
            return exprs().real(call.dtype, std::ceil(std::log2(operand->value)));
    }
    return &call;
}

} // namespace tir::arith
