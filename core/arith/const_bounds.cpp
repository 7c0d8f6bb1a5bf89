#include "core/arith/const_bounds.h"

#include "core/arith/same_expr.h"

#include <algorithm>

namespace tir {
namespace {

__extension__ using Wide = __int128;

constexpr int64_t NoMin = ConstBound::NoMin;
constexpr int64_t NoMax = ConstBound::NoMax;

/// Ends that are out of reach stay so.
bool isInfinite(int64_t end)
{
    return end == NoMin || end == NoMax;
}

int64_t saturated(Wide value)
{
    return value <= NoMin ? NoMin : value >= NoMax ? NoMax : int64_t(value);
}

int64_t addEnds(int64_t a, int64_t b)
{
    if (isInfinite(a))
        return a;
    return isInfinite(b) ? b : saturated(Wide(a) + b);
}

int64_t negated(int64_t end)
{
    return end == NoMin ? NoMax : end == NoMax ? NoMin : -end;
}

int64_t mulEnds(int64_t a, int64_t b)
{
    if (a == 0 || b == 0)
        return 0;
    if (isInfinite(a) || isInfinite(b))
        return (a < 0) == (b < 0) ? NoMax : NoMin;
    return saturated(Wide(a) * b);
}

int64_t divEnds(int64_t a, int64_t b, bool isFloor)
{
    if (isInfinite(a))
        return (a < 0) == (b < 0) ? NoMax : NoMin;
    if (isInfinite(b))
        return isFloor && a != 0 && (a < 0) != (b < 0) ? -1 : 0;
    const int64_t quotient = a / b;
    return isFloor && a % b != 0 && (a < 0) != (b < 0) ? quotient - 1 : quotient;
}

template <class Op>
ConstBound ofCorners(ConstBound a, ConstBound b, const Op& op)
{
    const int64_t corners[] = {op(a.min, b.min), op(a.min, b.max), op(a.max, b.min), op(a.max, b.max)};
    return {*std::ranges::min_element(corners), *std::ranges::max_element(corners)};
}

ConstBound joined(ConstBound a, ConstBound b)
{
    return {std::min(a.min, b.min), std::max(a.max, b.max)};
}

ConstBound intersected(ConstBound a, ConstBound b)
{
    return {std::max(a.min, b.min), std::min(a.max, b.max)};
}

/// A program does not divide by zero: a divisor that may be zero is at least one away from it.
ConstBound ofDivision(ConstBound a, ConstBound b, bool isFloor)
{
    const auto divide = [isFloor](int64_t x, int64_t y) { return divEnds(x, y, isFloor); };
    if (b.min == 0)
        b.min = 1;
    if (b.max == 0)
        b.max = -1;
    if (b.min > b.max)
        return {};
    if (b.min > 0 || b.max < 0)
        return ofCorners(a, b, divide);
    return joined(ofCorners(a, {b.min, -1}, divide), ofCorners(a, {1, b.max}, divide));
}

int64_t shiftedLeft(int64_t value, int64_t count)
{
    return mulEnds(value, int64_t(1) << std::clamp<int64_t>(count, 0, 62));
}

int64_t shiftedRight(int64_t value, int64_t count)
{
    return isInfinite(value) ? value : value >> std::clamp<int64_t>(count, 0, 63);
}

} // namespace

ConstBound boundOfType(DType type)
{
    if (type.isBool())
        return {0, 1};
    if (type.isUInt())
        return {0, type.bits >= 63 ? NoMax : (int64_t(1) << type.bits) - 1};
    if (type.isInt() && type.bits < 64)
        return {-(int64_t(1) << (type.bits - 1)), (int64_t(1) << (type.bits - 1)) - 1};
    return {};
}

void ConstBounds::bindRange(const Var& var, const Expr& min, const Expr& extent)
{
    const ConstBound first = of(min);
    const ConstBound count = of(extent);
    bind(var, {first.min, addEnds(first.max, addEnds(count.max, -1))});
}

size_t ConstBounds::enter(const Expr& condition)
{
    const size_t mark = m_conditions.size();
    if (const auto* call = as<Call>(&condition); call && call->isOp("tirx.likely"))
        enter(*call->args[0]);
    else if (const auto* negation = as<Not>(&condition))
        enterNegated(*negation->value);
    else if (const auto* binary = as<Binary>(&condition)) {
        if (binary->op == BinaryOp::And) {
            enter(*binary->a);
            enter(*binary->b);
        } else if (isComparison(binary->op)) {
            addComparison(*binary, false);
        }
    }
    return mark;
}

size_t ConstBounds::enterNegated(const Expr& condition)
{
    const size_t mark = m_conditions.size();
    if (const auto* call = as<Call>(&condition); call && call->isOp("tirx.likely"))
        enterNegated(*call->args[0]);
    else if (const auto* negation = as<Not>(&condition))
        enter(*negation->value);
    else if (const auto* binary = as<Binary>(&condition)) {
        if (binary->op == BinaryOp::Or) {
            enterNegated(*binary->a);
            enterNegated(*binary->b);
        } else if (isComparison(binary->op)) {
            addComparison(*binary, true);
        }
    }
    return mark;
}

/// One side is a constant; the other gets a bound.
void ConstBounds::addComparison(const Binary& comparison, bool isNegated)
{
    if (!comparison.a->dtype.isIntegral() || !comparison.a->dtype.isScalar())
        return;
    const auto* left = as<IntImm>(comparison.a);
    const auto* right = as<IntImm>(comparison.b);
    if ((left == nullptr) == (right == nullptr))
        return;
    const Expr& subject = left ? *comparison.b : *comparison.a;
    const int64_t limit = left ? left->value : right->value;
    const auto below = [&] { add(subject, {NoMin, addEnds(limit, -1)}); };
    const auto atMost = [&] { add(subject, {NoMin, limit}); };
    const auto above = [&] { add(subject, {addEnds(limit, 1), NoMax}); };
    const auto atLeast = [&] { add(subject, {limit, NoMax}); };
    switch (comparison.op) {
    case BinaryOp::EQ:
        return isNegated ? void() : add(subject, {limit, limit});
    case BinaryOp::NE:
        return isNegated ? add(subject, {limit, limit}) : void();
    case BinaryOp::LT:
        return left ? (isNegated ? atMost() : above()) : (isNegated ? atLeast() : below());
    case BinaryOp::LE:
        return left ? (isNegated ? below() : atLeast()) : (isNegated ? above() : atMost());
    case BinaryOp::GT:
        return left ? (isNegated ? atLeast() : below()) : (isNegated ? atMost() : above());
    case BinaryOp::GE:
        return left ? (isNegated ? above() : atMost()) : (isNegated ? below() : atLeast());
    case BinaryOp::Add:
    case BinaryOp::Sub:
    case BinaryOp::Mul:
    case BinaryOp::Div:
    case BinaryOp::Mod:
    case BinaryOp::FloorDiv:
    case BinaryOp::FloorMod:
    case BinaryOp::Min:
    case BinaryOp::Max:
    case BinaryOp::And:
    case BinaryOp::Or:
        return;
    }
}

/// A bound of `x // c` also bounds x.
void ConstBounds::add(const Expr& expr, ConstBound bound)
{
    m_conditions.push_back({&expr, bound});
    const auto* division = as<Binary>(&expr);
    const auto* divisor = division && division->op == BinaryOp::FloorDiv ? as<IntImm>(division->b) : nullptr;
    if (!divisor || divisor->value <= 0)
        return;
    const int64_t c = divisor->value;
    add(*division->a, {isInfinite(bound.min) ? bound.min : mulEnds(bound.min, c),
                       isInfinite(bound.max) ? bound.max : addEnds(mulEnds(bound.max, c), c - 1)});
}

ConstBound ConstBounds::of(const Expr& expr) const
{
    ConstBound bound = ofNode(expr);
    for (const Condition& condition : m_conditions)
        if (isSameExpr(*condition.expr, expr))
            bound = intersected(bound, condition.bound);
    return bound;
}

ConstBound ConstBounds::ofNode(const Expr& expr) const
{
    const ConstBound whole = boundOfType(expr.dtype);
    if (const auto* constant = as<IntImm>(&expr))
        return {constant->value, constant->value};
    if (const auto* var = as<Var>(&expr)) {
        if (const auto found = m_vars.find(var); found != m_vars.end())
            return found->second;
        return var->isSize ? intersected(whole, {0, NoMax}) : whole;
    }
    if (const auto* binary = as<Binary>(&expr))
        return isArithmetic(binary->op) && expr.dtype.isIntegral() ? ofBinary(*binary) : whole;
    if (const auto* cast = as<Cast>(&expr))
        return cast->value->dtype.isIntegral() ? intersected(of(*cast->value), whole) : whole;
    if (const auto* select = as<Select>(&expr))
        return joined(of(*select->trueValue), of(*select->falseValue));
    if (const auto* broadcast = as<Broadcast>(&expr))
        return of(*broadcast->value);
    if (const auto* ramp = as<Ramp>(&expr)) {
        const ConstBound last =
            ofCorners(of(*ramp->stride), {ramp->dtype.lanes - 1, ramp->dtype.lanes - 1}, mulEnds);
        const ConstBound base = of(*ramp->base);
        return {addEnds(base.min, std::min<int64_t>(last.min, 0)),
                addEnds(base.max, std::max<int64_t>(last.max, 0))};
    }
    const auto* call = as<Call>(&expr);
    if (!call || !expr.dtype.isIntegral())
        return whole;
    if (call->isOp("tirx.if_then_else"))
        return joined(of(*call->args[1]), of(*call->args[2]));
    if (call->isOp("tirx.shift_left"))
        return ofCorners(of(*call->args[0]), of(*call->args[1]), shiftedLeft);
    if (call->isOp("tirx.shift_right"))
        return ofCorners(of(*call->args[0]), of(*call->args[1]), shiftedRight);
    if (call->isOp("tirx.bitwise_and")) {
        const ConstBound a = of(*call->args[0]);
        const ConstBound b = of(*call->args[1]);
        if (a.min >= 0 && b.min >= 0)
            return {0, std::min(a.max, b.max)};
        return a.min >= 0 ? ConstBound{0, a.max} : b.min >= 0 ? ConstBound{0, b.max} : whole;
    }
    return whole;
}

ConstBound ConstBounds::ofModulo(ConstBound a, ConstBound b, bool isFloor) const
{
    if (b.min > 0) {
        const int64_t top = addEnds(b.max, -1);
        if (a.min >= 0)
            return a.max < b.min ? a : ConstBound{0, std::min(a.max, top)};
        return isFloor
                   ? ConstBound{0, top}
                   : ConstBound{std::max(a.min, negated(top)), std::min(std::max<int64_t>(a.max, 0), top)};
    }
    const int64_t size = std::max(addEnds(b.max, -1), addEnds(negated(b.min), -1));
    if (isFloor)
        return {std::min<int64_t>(0, addEnds(b.min, 1)), std::max<int64_t>(0, addEnds(b.max, -1))};
    return {a.min >= 0 ? 0 : negated(size), a.max <= 0 ? 0 : size};
}

ConstBound ConstBounds::ofBinary(const Binary& node) const
{
    const ConstBound a = of(*node.a);
    const ConstBound b = of(*node.b);
    switch (node.op) {
    case BinaryOp::Add:
        return {addEnds(a.min, b.min), addEnds(a.max, b.max)};
    case BinaryOp::Sub:
        return {addEnds(a.min, negated(b.max)), addEnds(a.max, negated(b.min))};
    case BinaryOp::Mul:
        return ofCorners(a, b, mulEnds);
    case BinaryOp::Div:
        return ofDivision(a, b, false);
    case BinaryOp::FloorDiv:
        return ofDivision(a, b, true);
    case BinaryOp::Mod:
        return ofModulo(a, b, false);
    case BinaryOp::FloorMod:
        return ofModulo(a, b, true);
    case BinaryOp::Min:
        return {std::min(a.min, b.min), std::min(a.max, b.max)};
    case BinaryOp::Max:
        return {std::max(a.min, b.min), std::max(a.max, b.max)};
    case BinaryOp::EQ:
    case BinaryOp::NE:
    case BinaryOp::LT:
    case BinaryOp::LE:
    case BinaryOp::GT:
    case BinaryOp::GE:
    case BinaryOp::And:
    case BinaryOp::Or:
        return {0, 1};
    }
    return {};
}

} // namespace tir
