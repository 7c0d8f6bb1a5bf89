#include "core/arith/simplifier.h"

#include "core/arith/same_expr.h"
#include "core/ir/contains.h"

#include <algorithm>
#include <limits>
#include <numeric>

namespace tir {
namespace {

bool isSame(const Expr* a, const Expr* b)
{
    return isSameExpr(*a, *b);
}

bool isZero(const Expr* expr)
{
    const auto* real = as<FloatImm>(expr);
    return isConstInt(expr, 0) || (real && real->value == 0);
}

bool isDivision(BinaryOp op)
{
    return op >= BinaryOp::Div && op <= BinaryOp::FloorMod;
}

} // namespace

bool isPure(const Expr& expr)
{
    return !contains(expr, [](const Node& node) {
        if (node.kind == NodeKind::BufferLoad || node.kind == NodeKind::ProducerLoad)
            return true;
        const auto* call = as<Call>(&node);
        return call && !(call->op && call->op->effect <= CallEffect::Pure);
    });
}

// ---- context

void Simplifier::bindRange(const Var& var, const Expr& min, const Expr& extent)
{
    if (isConstInt(&extent, 1))
        m_values.insert_or_assign(&var, &min);
    m_bounds.bindRange(var, min, extent);
}

void Simplifier::bindValue(const Var& var, const Expr& value)
{
    if (isPure(value))
        m_values.insert_or_assign(&var, &value);
    if (value.dtype.isIntegral())
        m_bounds.bindValue(var, value);
}

Simplifier::Mark Simplifier::assume(const Expr& condition, bool holds)
{
    const Mark before = mark();
    const auto* call = as<Call>(&condition);
    if (call && call->isOp("tirx.likely")) {
        assume(*call->args[0], holds);
        return before;
    }
    const auto* both = as<Binary>(&condition);
    if (both && both->op == (holds ? BinaryOp::And : BinaryOp::Or)) {
        assume(*both->a, holds);
        assume(*both->b, holds);
        return before;
    }
    // What a buffer holds may change while the condition is thought to hold.
    if (!isPure(condition))
        return before;
    if (holds)
        m_bounds.enter(condition);
    else
        m_bounds.enterNegated(condition);
    m_facts.push_back({&condition, holds});
    return before;
}

void Simplifier::forget(Mark mark)
{
    m_bounds.leave(mark.bounds);
    m_facts.resize(mark.facts);
}

const Expr* Simplifier::mutateUnder(const Expr& condition, bool holds, const Expr* value)
{
    const Mark before = assume(condition, holds);
    const Expr* made = mutate(value);
    forget(before);
    return made;
}

const Expr* Simplifier::known(const Expr* condition)
{
    if (condition->dtype != Bool || as<IntImm>(condition))
        return condition;
    for (const Fact& fact : m_facts) {
        if (isSame(fact.condition, condition))
            return boolImm(arena(), fact.holds);
        if (isSame(negated(fact.condition), condition))
            return boolImm(arena(), !fact.holds);
    }
    return condition;
}

/// What was is kept where it says the same.
const Expr* Simplifier::kept(const Expr& original, const Expr* made)
{
    return isSame(&original, made) ? &original : made;
}

// ---- expressions

const Expr* Simplifier::visit(const Var& var)
{
    const auto found = m_values.find(&var);
    return found == m_values.end() ? known(&var) : found->second;
}

const Expr* Simplifier::visit(const Binary& node)
{
    const Expr* a = mutate(node.a);
    const Expr* b = mutate(node.b);
    if (isDivision(node.op) && isZero(b))
        return kept(node, arena().make<Binary>(node.op, a, b));
    return kept(node, simplified(node.op, a, b));
}

const Expr* Simplifier::simplified(BinaryOp op, const Expr* a, const Expr* b)
{
    if (op == BinaryOp::And || op == BinaryOp::Or) {
        // The first two stand together.
        const auto* right = as<Binary>(b);
        if (right && right->op == op)
            return simplified(op, simplified(op, a, right->a), right->b);
        return known(constantOr(nullptr, op, a, b));
    }
    if (isComparison(op))
        return comparison(op, a, b);
    if (!a->dtype.isScalar())
        if (const Expr* vector = vectorSum(op, a, b))
            return vector;
    if (isIndexType(a->dtype))
        return indexArithmetic(op, a, b);
    if (op == BinaryOp::Min || op == BinaryOp::Max)
        return extremum(op, a, b);
    return constantOr(nullptr, op, a, b);
}

/// Folded, else `fallback`, else the operation itself.
const Expr* Simplifier::constantOr(const Expr* fallback, BinaryOp op, const Expr* a, const Expr* b)
{
    if (const Expr* folded = foldBinary(arena(), op, a, b))
        return folded;
    return fallback ? fallback : arena().make<Binary>(op, a, b);
}

/// Ramps and broadcasts, lane by lane.
const Expr* Simplifier::vectorSum(BinaryOp op, const Expr* a, const Expr* b)
{
    const int lanes = a->dtype.lanes;
    const auto* ramp = as<Ramp>(a);
    const auto* otherRamp = as<Ramp>(b);
    const auto* spread = as<Broadcast>(a);
    const auto* otherSpread = as<Broadcast>(b);
    if (!(ramp || spread) || !(otherRamp || otherSpread))
        return nullptr;
    const auto together = [&](const Expr* x, const Expr* y) { return simplified(op, x, y); };
    if (spread && otherSpread) {
        if (isDivision(op) && isZero(otherSpread->value))
            return nullptr;
        return arena().make<Broadcast>(together(spread->value, otherSpread->value), lanes);
    }
    if ((op == BinaryOp::FloorDiv || op == BinaryOp::FloorMod) && ramp && otherSpread)
        return vectorDivision(op, *ramp, *otherSpread->value);
    if (op != BinaryOp::Add && op != BinaryOp::Sub && !(op == BinaryOp::Mul && !(ramp && otherRamp)))
        return nullptr;
    const auto first = [](const Ramp* own, const Broadcast* same) { return own ? own->base : same->value; };
    const auto step = [&](const Ramp* own, const Broadcast* same) -> const Expr* {
        if (own)
            return own->stride;
        return op == BinaryOp::Mul ? same->value : constant(arena(), same->value->dtype, 0);
    };
    const Expr* base = together(first(ramp, spread), first(otherRamp, otherSpread));
    return arena().make<Ramp>(base, together(step(ramp, spread), step(otherRamp, otherSpread)), lanes);
}

/// A ramp whose stride the divisor divides, or whose lanes all have the same quotient; null otherwise.
const Expr* Simplifier::vectorDivision(BinaryOp op, const Ramp& ramp, const Expr& divisor)
{
    const auto* stride = as<IntImm>(ramp.stride);
    const auto* size = as<IntImm>(&divisor);
    if (!stride || !size || size->value <= 0 || !isIndexType(ramp.base->dtype))
        return nullptr;
    const int lanes = ramp.dtype.lanes;
    const bool isQuotient = op == BinaryOp::FloorDiv;
    const Expr* base = simplified(op, ramp.base, &divisor);
    if (stride->value % size->value == 0)
        return isQuotient ? static_cast<const Expr*>(arena().make<Ramp>(
                                base, number(size->dtype, stride->value / size->value), lanes))
                          : arena().make<Broadcast>(base, lanes);
    const CanonicalSum sum = sumOf(ramp.base);
    const int64_t block = std::gcd(sum.commonFactor(), size->value);
    const int64_t first = block == 0 ? 0 : ((sum.base() % block) + block) % block;
    if (stride->value < 0 || block == 0 || first + (lanes - 1) * stride->value >= block)
        return nullptr;
    return isQuotient ? static_cast<const Expr*>(arena().make<Broadcast>(base, lanes))
                      : arena().make<Ramp>(base, ramp.stride, lanes);
}

const Expr* Simplifier::indexArithmetic(BinaryOp op, const Expr* a, const Expr* b)
{
    const auto* constant = as<IntImm>(b);
    const bool isPositive = constant && constant->value > 0;
    switch (op) {
    case BinaryOp::Add:
    case BinaryOp::Sub:
        return sumOf(a).plus(sumOf(b), op == BinaryOp::Add ? 1 : -1).toExpr();
    case BinaryOp::Mul:
        return product(a, b);
    case BinaryOp::FloorDiv:
        if (isPositive)
            return sumOf(a).dividedBy(constant->value).toExpr();
        break;
    case BinaryOp::FloorMod:
        if (isPositive)
            return sumOf(a).modulo(constant->value).toExpr();
        break;
    case BinaryOp::Div:
        if (isPositive && sumOf(a).commonFactorWithBase() % constant->value == 0)
            return sumOf(a).dividedBy(constant->value).toExpr();
        break;
    case BinaryOp::Mod:
        // The sign is that of the dividend, whatever that of the divisor.
        if (constant && constant->value < 0 && constant->value != std::numeric_limits<int64_t>::min())
            return constantOr(nullptr, op, a, number(constant->dtype, -constant->value));
        break;
    case BinaryOp::Min:
    case BinaryOp::Max:
        return extremum(op, a, b);
    case BinaryOp::EQ:
    case BinaryOp::NE:
    case BinaryOp::LT:
    case BinaryOp::LE:
    case BinaryOp::GT:
    case BinaryOp::GE:
    case BinaryOp::And:
    case BinaryOp::Or:
        break;
    }
    return constantOr(nullptr, op, a, b);
}

/// Constant factors go last.
const Expr* Simplifier::product(const Expr* a, const Expr* b)
{
    if (const auto* factor = as<IntImm>(b))
        return sumOf(a).times(factor->value).toExpr();
    if (const auto* factor = as<IntImm>(a))
        return sumOf(b).times(factor->value).toExpr();
    int64_t scale = 1;
    const auto unscaled = [&](const Expr* expr) {
        const auto* scaled = as<Binary>(expr);
        const auto* factor = scaled && scaled->op == BinaryOp::Mul ? as<IntImm>(scaled->b) : nullptr;
        scale *= factor ? factor->value : 1;
        return factor ? scaled->a : expr;
    };
    const Expr* left = unscaled(a);
    const Expr* right = unscaled(b);
    return mul(arena(), mul(arena(), left, right), number(a->dtype, scale));
}

const Expr* Simplifier::extremum(BinaryOp op, const Expr* a, const Expr* b)
{
    if (isSame(a, b))
        return a;
    if (a->dtype.isIntegral() && a->dtype.isScalar()) {
        const bool isMin = op == BinaryOp::Min;
        const ConstBound left = m_bounds.of(*a);
        const ConstBound right = m_bounds.of(*b);
        if (left.max <= right.min)
            return isMin ? a : b;
        if (right.max <= left.min)
            return isMin ? b : a;
        if (isIndexType(a->dtype)) {
            const CanonicalSum difference = sumOf(a).plus(sumOf(b), -1);
            if (difference.isConstant())
                return (difference.base() <= 0) == isMin ? a : b;
        }
    }
    return constantOr(nullptr, op, a, b);
}

/// Terms are widened one by one: the sum stays a sum.
const Expr* Simplifier::widened(const Expr& value)
{
    const CanonicalSum narrow = sumOf(&value);
    CanonicalSum wide(arena(), m_bounds, Int64, narrow.base());
    for (const SplitTerm& term : narrow.terms()) {
        CanonicalSum part = sumOf(cast(arena(), Int64, term.index));
        if (term.upper != 0)
            part = part.modulo(term.upper);
        if (term.lower != 1)
            part = part.dividedBy(term.lower);
        wide = wide.plus(part, term.scale);
    }
    return wide.toExpr();
}

const Expr* Simplifier::visit(const Cast& node)
{
    const Expr* value = mutate(node.value);
    if (value->dtype == Int32 && node.dtype == Int64 && as<Binary>(value))
        return kept(node, widened(*value));
    const auto* ramp = as<Ramp>(value);
    if (!ramp || !node.dtype.isIntegral() || node.dtype.isBool())
        return kept(node, cast(arena(), node.dtype, value));
    const auto converted = [&](const Expr* part) { return cast(arena(), node.dtype.element(), part); };
    return kept(node, arena().make<Ramp>(converted(ramp->base), converted(ramp->stride), node.dtype.lanes));
}

const Expr* Simplifier::visit(const Let& let)
{
    const Expr* value = mutate(let.value);
    if (value->kind == NodeKind::IntImm || value->kind == NodeKind::FloatImm ||
        value->kind == NodeKind::Var) {
        m_values.insert_or_assign(let.var, value);
        return mutate(let.body);
    }
    const Expr* body = mutate(let.body);
    return value == let.value && body == let.body ? &let : makeFrom<Let>(let, let.var, value, body);
}

const Expr* Simplifier::visit(const Select& select)
{
    const Expr* condition = mutate(select.condition);
    if (const auto* constant = as<IntImm>(condition))
        return mutate(constant->value ? select.trueValue : select.falseValue);
    const Expr* whenTrue = mutateUnder(*condition, true, select.trueValue);
    const Expr* whenFalse = mutateUnder(*condition, false, select.falseValue);
    if (isSame(whenTrue, whenFalse))
        return whenTrue;
    if (condition == select.condition && whenTrue == select.trueValue && whenFalse == select.falseValue)
        return &select;
    return makeFrom<Select>(select, condition, whenTrue, whenFalse);
}

const Expr* Simplifier::visit(const Call& call)
{
    if (call.isOp("tirx.if_then_else")) {
        const Expr* condition = mutate(call.args[0]);
        if (const auto* constant = as<IntImm>(condition))
            return mutate(call.args[constant->value ? 1 : 2]);
        const Expr* whenTrue = mutateUnder(*condition, true, call.args[1]);
        const Expr* whenFalse = mutateUnder(*condition, false, call.args[2]);
        if (condition == call.args[0] && whenTrue == call.args[1] && whenFalse == call.args[2])
            return &call;
        const std::vector<const Expr*> args{condition, whenTrue, whenFalse};
        return makeFrom<Call>(call, call.dtype, call.op, arena().copy(args), call.annotations);
    }
    const Expr* made = Mutator::visit(call);
    const auto& visited = to<Call>(*made);
    if (visited.isOp("tirx.likely") && as<IntImm>(visited.args[0]))
        return visited.args[0];
    return made;
}

} // namespace tir
