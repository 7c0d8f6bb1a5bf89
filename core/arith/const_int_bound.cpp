#include "core/arith/const_int_bound.h"

#include "core/arith/analyzer_core.h"
#include "core/arith/constraints.h"
#include "core/arith/side_effect.h"
#include "core/ir/integers.h"

#include <algorithm>
#include <cmath>

namespace tir::arith {
namespace {

/// Scalable vectors are at most 16 times as long as their shortest form.
constexpr int64_t LargestVScale = 16;

constexpr int64_t PosInf = ConstIntBound::PosInf;
constexpr int64_t NegInf = ConstIntBound::NegInf;

bool isInfinite(int64_t end)
{
    return end >= PosInf || end <= NegInf;
}

int64_t saturated(WideInteger value)
{
    return value <= NegInf ? NegInf : value >= PosInf ? PosInf : int64_t(value);
}

int64_t negatedEnd(int64_t end)
{
    return end <= NegInf ? PosInf : -end;
}

int64_t divideEnds(int64_t a, int64_t b)
{
    if (isInfinite(a))
        return b > 0 ? a : negatedEnd(a);
    return a / b;
}

int64_t floorDivideEnds(int64_t a, int64_t b)
{
    if (isInfinite(a))
        return b > 0 ? a : negatedEnd(a);
    return floorDivide(a, b);
}

int64_t shiftLeft(int64_t a, int64_t count)
{
    return multiplyEnds(a, int64_t(1) << std::clamp<int64_t>(count, 0, 62));
}

int64_t shiftRight(int64_t a, int64_t count)
{
    return isInfinite(a) ? a : a >> std::clamp<int64_t>(count, 0, 63);
}

template <class Op>
ConstIntBound ofCorners(ConstIntBound a, ConstIntBound b, const Op& op)
{
    const auto [min, max] =
        std::minmax({op(a.min, b.min), op(a.min, b.max), op(a.max, b.min), op(a.max, b.max)});
    return {min, max};
}

ConstIntBound unite(ConstIntBound a, ConstIntBound b)
{
    return {std::min(a.min, b.min), std::max(a.max, b.max)};
}

/// A program does not divide by zero: a divisor that is at least 0 is at least 1.
ConstIntBound withoutZero(ConstIntBound divisor)
{
    if (divisor.min == 0 && divisor.max > 0)
        divisor.min = 1;
    return divisor;
}

template <class Op>
ConstIntBound ofDivision(ConstIntBound a, ConstIntBound b, DType type, const Op& op)
{
    b = withoutZero(b);
    if (b.min > b.max) // conditions that contradict each other
        return boundOfType(type);
    if (b.min > 0 || b.max < 0)
        return ofCorners(a, b, op);
    if (b.min == 0 && b.max == 0)
        return boundOfType(type);
    // The divisor is negative, or negative and positive: the quotient is largest in magnitude next to zero.
    const ConstIntBound below = ofCorners(a, {b.min, -1}, op);
    if (b.max > 0)
        return unite(below, ofCorners(a, {1, b.max}, op));
    // For a divisor without positive values, TVM counts those of the type that are far from zero.
    const int64_t least = boundOfType(type).min;
    return least < 0 ? unite(below, ofCorners(a, {least, least}, op)) : below;
}

/// The operand of `cast(int, ceil(log2(cast(float64, n))))`, which is how programs write the number of bits.
const Expr* ceilLog2Operand(const Cast& cast)
{
    const auto operandOf = [](const Expr* expr, OpId op) -> const Expr* {
        const auto* call = as<Call>(expr);
        return call && call->isOp(op) ? call->args[0] : nullptr;
    };
    const Expr* logarithm = operandOf(cast.value, OpId::ceil);
    const Expr* argument = logarithm ? operandOf(logarithm, OpId::log2) : nullptr;
    const auto* real = as<Cast>(argument);
    return real && real->dtype == Float64 && real->value->dtype.isIntegral() ? real->value : nullptr;
}

int64_t ceilLog2(int64_t value)
{
    return value <= 0 ? NegInf : isInfinite(value) ? PosInf : int64_t(std::ceil(std::log2(double(value))));
}

} // namespace

int64_t addEnds(int64_t a, int64_t b)
{
    if (isInfinite(a))
        return a;
    return isInfinite(b) ? b : saturated(WideInteger(a) + b);
}

int64_t multiplyEnds(int64_t a, int64_t b)
{
    return saturated(WideInteger(a) * b);
}

ConstIntBound intersect(ConstIntBound a, ConstIntBound b)
{
    return {std::max(a.min, b.min), std::min(a.max, b.max)};
}

ConstIntBound combineBounds(BinaryOp op, ConstIntBound a, ConstIntBound b)
{
    if (op == BinaryOp::Add)
        return {addEnds(a.min, b.min), addEnds(a.max, b.max)};
    if (op == BinaryOp::Sub)
        return {addEnds(a.min, negatedEnd(b.max)), addEnds(a.max, negatedEnd(b.min))};
    return ofCorners(a, b, multiplyEnds);
}

ConstIntBound boundOfType(DType type)
{
    if (type.isBool())
        return {0, 1};
    if (type.isUInt())
        return {0, type.bits >= 63 ? PosInf : (int64_t(1) << type.bits) - 1};
    if (type.isInt() && type.bits < 64)
        return {-(int64_t(1) << (type.bits - 1)), (int64_t(1) << (type.bits - 1)) - 1};
    return {};
}

bool fits(ConstIntBound bound, DType type)
{
    const ConstIntBound whole = boundOfType(type);
    return bound.min >= whole.min && bound.max <= whole.max;
}

bool wraps(DType type)
{
    constexpr int FewestBits = 32; // of the integers whose overflow is undefined
    return type.isUInt() || type.bits < FewestBits;
}

const ConstIntBound* ConstIntBoundAnalyzer::find(const Var* var) const
{
    const VarBound* found = m_vars.find(var);
    return found && found->isSet ? &found->bound : nullptr;
}

void ConstIntBoundAnalyzer::add(const Expr* expr, ConstIntBound bound)
{
    // A comparison of two constants implies nothing about either, and memory may change.
    if (expr->kind != NodeKind::IntImm && isPure(*expr))
        m_conditions.push_back({expr, bound});
}

void ConstIntBoundAnalyzer::enter(const Expr* condition)
{
    forEachConjunct(m_core.exprs, condition, [&](const Expr* part) {
        const auto* comparison = as<Binary>(part);
        if (!comparison || !isComparison(comparison->op))
            return;
        const auto* left = as<IntImm>(comparison->a);
        const auto* right = as<IntImm>(comparison->b);
        if (!left && !right)
            return;
        const bool isMirrored = left != nullptr;
        const Expr* expr = isMirrored ? comparison->b : comparison->a;
        const int64_t limit = isMirrored ? left->value : right->value;
        switch (isMirrored ? mirrored(comparison->op) : comparison->op) {
        case BinaryOp::EQ:
            return add(expr, {limit, limit});
        case BinaryOp::LT:
            return add(expr, {NegInf, addEnds(limit, -1)});
        case BinaryOp::LE:
            return add(expr, {NegInf, limit});
        case BinaryOp::GT:
            return add(expr, {addEnds(limit, 1), PosInf});
        case BinaryOp::GE:
            return add(expr, {limit, PosInf});
        default:
            return;
        }
    });
}

ConstIntBound ConstIntBoundAnalyzer::of(const Expr* expr)
{
    if (const auto* constant = as<IntImm>(expr)) {
        if (constant->dtype.isUInt() && constant->value < 0) // from 2^63 on
            return {0, ConstIntBound::PosInf};
        // TVM takes the extreme integers of 64 bits for infinity.
        const bool isExtreme =
            constant->value >= ConstIntBound::PosInf || constant->value <= ConstIntBound::NegInf;
        return m_core.options.isSound && isExtreme ? ConstIntBound{}
                                                   : ConstIntBound{constant->value, constant->value};
    }
    if (const Memo* memo = m_memo.find(expr); memo && memo->version == m_core.version)
        return memo->bound;
    const DepthGuard guard(m_core);
    if (guard.isTooDeep())
        return boundOfType(expr->dtype);
    ConstIntBound bound = ofNode(expr);
    if (m_core.options.isSound) { // an end that is infinite on the wrong side would stay so
        bound.min = std::min(bound.min, PosInf - 1);
        bound.max = std::max(bound.max, NegInf + 1);
    }
    for (const Condition& condition : m_conditions)
        if (condition.expr == expr)
            bound = intersect(bound, condition.bound);
    m_memo[expr] = {bound, m_core.version};
    return bound;
}

ConstIntBound ConstIntBoundAnalyzer::ofNode(const Expr* expr)
{
    const ConstIntBound whole = boundOfType(expr->dtype);
    switch (expr->kind) {
    case NodeKind::Var: {
        const auto& var = to<Var>(*expr);
        if (const ConstIntBound* found = find(&var))
            return *found;
        return var.isSize ? ConstIntBound{0, PosInf} : whole;
    }
    case NodeKind::Binary: {
        if (!isArithmetic(to<Binary>(*expr).op) || !expr->dtype.isIntegral())
            return whole;
        const ConstIntBound bound = ofBinary(to<Binary>(*expr));
        return m_core.options.isSound && wraps(expr->dtype) && !fits(bound, expr->dtype) ? whole : bound;
    }
    case NodeKind::Broadcast:
        return of(to<Broadcast>(*expr).value);
    case NodeKind::Call:
        return ofCall(to<Call>(*expr));
    case NodeKind::Cast:
        return ofCast(to<Cast>(*expr));
    case NodeKind::Let: {
        const auto& let = to<Let>(*expr);
        if (!find(let.var)) {
            update(let.var, of(let.value));
            ++m_core.version;
        }
        return of(let.body);
    }
    case NodeKind::Ramp: {
        const auto& ramp = to<Ramp>(*expr);
        if (ramp.dtype.isScalable())
            return whole;
        const int64_t last = ramp.dtype.lanes - 1;
        const ConstIntBound base = of(ramp.base);
        const ConstIntBound offset = ofCorners(of(ramp.stride), {last, last}, multiplyEnds);
        return unite(base, {addEnds(base.min, offset.min), addEnds(base.max, offset.max)});
    }
    case NodeKind::Select:
        return unite(of(to<Select>(*expr).trueValue), of(to<Select>(*expr).falseValue));
    default:
        return whole;
    }
}

ConstIntBound ConstIntBoundAnalyzer::ofCast(const Cast& cast)
{
    const Expr* counted = cast.dtype.isInt() ? ceilLog2Operand(cast) : nullptr;
    ConstIntBound bound;
    if (counted) {
        const ConstIntBound operand = of(counted);
        bound = {ceilLog2(operand.min), ceilLog2(operand.max)};
    } else {
        bound = of(cast.value);
    }
    const ConstIntBound whole = boundOfType(cast.dtype);
    // A value that does not fit wraps to any value of the type.
    if (m_core.options.isSound && !fits(bound, cast.dtype))
        return whole;
    return intersect(bound, whole);
}

ConstIntBound ConstIntBoundAnalyzer::ofCall(const Call& call)
{
    const ConstIntBound whole = boundOfType(call.dtype);
    if (!call.dtype.isIntegral())
        return whole;
    if (call.isOp(OpId::if_then_else))
        return unite(of(call.args[1]), of(call.args[2]));
    if (call.isOp(OpId::vscale))
        return {1, LargestVScale};
    if (call.isOp(OpId::shift_left)) {
        // Shifts lose the upper bits in every type.
        const ConstIntBound bound = ofCorners(of(call.args[0]), of(call.args[1]), shiftLeft);
        return m_core.options.isSound && !fits(bound, call.dtype) ? whole : bound;
    }
    if (call.isOp(OpId::shift_right))
        return ofCorners(of(call.args[0]), of(call.args[1]), shiftRight);
    if (call.isOp(OpId::bitwise_and)) {
        const ConstIntBound a = of(call.args[0]);
        const ConstIntBound b = of(call.args[1]);
        if (a.min >= 0 && b.min >= 0)
            return {0, std::min(a.max, b.max)};
        return a.min >= 0 ? ConstIntBound{0, a.max} : b.min >= 0 ? ConstIntBound{0, b.max} : whole;
    }
    return whole;
}

ConstIntBound ConstIntBoundAnalyzer::ofBinary(const Binary& node)
{
    const ConstIntBound a = of(node.a);
    const ConstIntBound b = of(node.b);
    switch (node.op) {
    case BinaryOp::Add:
    case BinaryOp::Sub:
    case BinaryOp::Mul:
        return combineBounds(node.op, a, b);
    case BinaryOp::Div:
        return ofDivision(a, b, node.dtype, divideEnds);
    case BinaryOp::FloorDiv:
        return ofDivision(a, b, node.dtype, floorDivideEnds);
    case BinaryOp::Mod:
    case BinaryOp::FloorMod:
        return ofModulo(node, a, withoutZero(b));
    case BinaryOp::Min:
        return {std::min(a.min, b.min), std::min(a.max, b.max)};
    case BinaryOp::Max:
        return {std::max(a.min, b.min), std::max(a.max, b.max)};
    default:
        return boundOfType(node.dtype);
    }
}

ConstIntBound ConstIntBoundAnalyzer::ofModulo(const Binary& node, ConstIntBound a, ConstIntBound b)
{
    const bool isFloor = node.op == BinaryOp::FloorMod;
    const bool isSound = m_core.options.isSound;
    if (b.min > 0) {
        // All remainders are congruent modulo the divisor and the coefficient of the dividend.
        if (b.min == b.max && (isFloor || a.min >= 0 || !isSound)) {
            const ModularSet set = m_core.modularSets.of(node.a);
            const int64_t step = zeroAwareGcd(set.coeff, b.min);
            if (step > 1) {
                // TVM takes the base modulo the divisor: it can miss the smallest remainders.
                const int64_t first = floorModulo(set.base, isSound ? step : b.min);
                return {first, b.min - step + first};
            }
        }
        const int64_t top = addEnds(b.max, -1);
        if (a.min >= 0)
            return a.max < b.min ? a : ConstIntBound{0, std::min(a.max, top)};
        if (isFloor)
            return {0, top};
        return {std::max(a.min, -top), std::min(std::max<int64_t>(a.max, 0), top)};
    }
    if (!isFloor)
        return boundOfType(node.dtype);
    return {std::min<int64_t>(0, addEnds(b.min, 1)), std::max<int64_t>(0, addEnds(b.max, -1))};
}

} // namespace tir::arith
