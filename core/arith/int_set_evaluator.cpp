#include "core/arith/int_set_evaluator.h"

#include "core/arith/analyzer_core.h"
#include "core/ir/contains.h"
#include "core/ir/integers.h"

#include <algorithm>

namespace tir::arith {
namespace {

/// Operations on sets of one analyzer.
class IntervalArithmetic {
public:
    explicit IntervalArithmetic(AnalyzerCore& core) : m_core(core), m_exprs(core.exprs) {}

    IntSet combine(const Binary& node, const IntSet& a, const IntSet& b)
    {
        if (a.isPoint() && b.isPoint())
            return IntSet::point(m_exprs.matched(node.op, a.min, b.min));
        if (!isArithmetic(node.op))
            return {m_exprs.constant(node.dtype, 0), m_exprs.constant(node.dtype, 1)};
        if (a.isNothing || b.isNothing)
            return IntSet::nothing();
        switch (node.op) {
        case BinaryOp::Add:
            return {both(BinaryOp::Add, a.min, b.min), both(BinaryOp::Add, a.max, b.max)};
        case BinaryOp::Sub:
            return {both(BinaryOp::Sub, a.min, b.max), both(BinaryOp::Sub, a.max, b.min)};
        case BinaryOp::Min:
            return {both(BinaryOp::Min, a.min, b.min), a.max && b.max ? both(BinaryOp::Min, a.max, b.max)
                                                       : a.max        ? a.max
                                                                      : b.max};
        case BinaryOp::Max:
            return {a.min && b.min ? both(BinaryOp::Max, a.min, b.min)
                    : a.min        ? a.min
                                   : b.min,
                    both(BinaryOp::Max, a.max, b.max)};
        case BinaryOp::Mul:
            return a.isPoint() ? scaled(BinaryOp::Mul, b, a.min) : scaled(BinaryOp::Mul, a, point(b));
        case BinaryOp::Div:
        case BinaryOp::FloorDiv:
            return scaled(node.op, a, point(b));
        case BinaryOp::Mod:
        case BinaryOp::FloorMod:
            return remainder(node, a, point(b));
        default:
            return IntSet::everything();
        }
    }

private:
    static const Expr* point(const IntSet& set) { return set.isPoint() ? set.min : nullptr; }

    const Expr* both(BinaryOp op, const Expr* a, const Expr* b)
    {
        return a && b ? m_exprs.matched(op, a, b) : nullptr;
    }
    const Expr* number(const Expr* like, int64_t value) { return m_exprs.constant(like->dtype, value); }
    bool isNonNegative(const Expr* expr) { return m_core.canProveGreaterEqual(expr, 0); }
    bool isNegative(const Expr* expr)
    {
        return m_core.canProveGreaterEqual(m_exprs.folded(BinaryOp::Sub, number(expr, 0), expr), 1);
    }

    /// Multiplied or divided by one number: a negative one exchanges the ends.
    IntSet scaled(BinaryOp op, const IntSet& set, const Expr* factor)
    {
        if (!factor || (op != BinaryOp::Mul && isConstInt(factor, 0)))
            return IntSet::everything();
        if (op == BinaryOp::Mul && isConstInt(factor, 0))
            return IntSet::point(factor);
        if (isConstInt(factor, 1))
            return set;
        if (isNonNegative(factor))
            return {both(op, set.min, factor), both(op, set.max, factor)};
        if (isNegative(factor))
            return {both(op, set.max, factor), both(op, set.min, factor)};
        if (!set.isBounded())
            return IntSet::everything();
        const Expr* sign = m_exprs.folded(BinaryOp::GE, factor, number(factor, 0));
        const Expr* first = both(op, set.min, factor);
        const Expr* last = both(op, set.max, factor);
        return {m_exprs.select(sign, first, last), m_exprs.select(sign, last, first)};
    }

    IntSet remainder(const Binary& node, const IntSet& set, const Expr* divisor)
    {
        if (!divisor || isConstInt(divisor, 0))
            return IntSet::everything();
        const Expr* zero = number(divisor, 0);
        const Expr* one = number(divisor, 1);
        const bool isFloor = node.op == BinaryOp::FloorMod;
        if (!isNonNegative(divisor)) {
            const Expr* size = m_exprs.select(m_exprs.folded(BinaryOp::GE, divisor, zero), divisor,
                                              m_exprs.folded(BinaryOp::Sub, zero, divisor));
            const Expr* last = m_exprs.folded(BinaryOp::Sub, size, one);
            return {m_exprs.folded(BinaryOp::Sub, zero, last), last};
        }
        const Expr* last = m_exprs.folded(BinaryOp::Sub, divisor, one);
        // TVM takes truncated remainders for non-negative.
        const bool isSigned = !isFloor && m_core.options.isSound && !(set.min && isNonNegative(set.min));
        if (isSigned)
            return {m_exprs.folded(BinaryOp::Sub, zero, last), last};
        const auto* constant = as<IntImm>(divisor);
        if (!isFloor || !constant)
            return {zero, last};
        if (set.isBounded()) {
            const Expr* first = both(BinaryOp::FloorDiv, set.min, divisor);
            const Expr* final = both(BinaryOp::FloorDiv, set.max, divisor);
            if (m_core.canProve(m_exprs.matched(BinaryOp::EQ, final, first))) {
                const Expr* start = both(BinaryOp::Mul, divisor, first);
                return {both(BinaryOp::Sub, set.min, start), both(BinaryOp::Sub, set.max, start)};
            }
        }
        const ModularSet known = m_core.modularSets.of(node.a);
        const int64_t step = zeroAwareGcd(known.coeff, constant->value);
        if (step <= 1)
            return {zero, last};
        const int64_t base = floorModulo(known.base, step);
        return {number(divisor, base), number(divisor, constant->value - step + base)};
    }

    AnalyzerCore& m_core;
    UniqueExprs& m_exprs;
};

bool isExactly(const IntSet& set, const Expr* expr)
{
    return set.isPoint() && set.min == expr;
}

} // namespace

IntSet IntSetEvaluator::evaluate(const IntSet& set)
{
    // A domain that mentions itself through others ends here.
    if (m_depth >= m_domains.size() || set.isNothing)
        return set;
    ++m_depth;
    const IntSet first = set.min ? evaluate(set.min) : IntSet::everything();
    const IntSet last = set.min == set.max ? first : set.max ? evaluate(set.max) : IntSet::everything();
    --m_depth;
    return {first.min, last.max};
}

IntSet IntSetEvaluator::evaluate(const Expr* expr)
{
    const DepthGuard guard(m_core);
    if (guard.isTooDeep())
        return IntSet::everything();
    switch (expr->kind) {
    case NodeKind::IntImm:
        return IntSet::point(expr);
    case NodeKind::Var:
        return ofVar(to<Var>(*expr));
    case NodeKind::Binary:
        return ofBinary(to<Binary>(*expr));
    case NodeKind::BufferLoad:
        return ofLoad(to<BufferLoad>(*expr));
    case NodeKind::Cast:
        return ofCast(to<Cast>(*expr));
    case NodeKind::Ramp:
        return ofRamp(to<Ramp>(*expr));
    case NodeKind::Broadcast:
        return m_isVector ? evaluate(to<Broadcast>(*expr).value) : IntSet::everything();
    case NodeKind::Select: {
        const IntSet whenTrue = evaluate(to<Select>(*expr).trueValue);
        const IntSet whenFalse = evaluate(to<Select>(*expr).falseValue);
        return unite(m_core, whenFalse, whenTrue);
    }
    case NodeKind::Call:
        return to<Call>(*expr).isOp(OpId::vscale) ? IntSet::point(expr) : IntSet::everything();
    default:
        return IntSet::everything();
    }
}

IntSet IntSetEvaluator::ofVar(const Var& var)
{
    const size_t depth = m_depth;
    if (depth < m_ofVars.size())
        if (const auto known = m_ofVars[depth].find(&var); known != m_ofVars[depth].end())
            return known->second;
    IntSet set = IntSet::point(&var);
    bool isKnown = false;
    const auto add = [&](const IntSet& other) {
        set = isKnown ? intersect(m_core, set, other) : other;
        isKnown = true;
    };
    // To intersect, the analyzer enters branches, which moves the conditions and the domains.
    for (size_t index = 0; index < m_conditions.size(); ++index)
        if (m_conditions[index].var == &var)
            add(IntSet(m_conditions[index].set));
    if (const auto found = m_domains.find(&var); found != m_domains.end())
        add(IntSet(found->second));
    if (isExactly(set, &var))
        return set;
    const IntSet values = evaluate(set);
    m_ofVars.resize(std::max(m_ofVars.size(), depth + 1));
    m_ofVars[depth].emplace(&var, values);
    return values;
}

IntSet IntSetEvaluator::ofBinary(const Binary& node)
{
    const IntSet a = evaluate(node.a);
    const IntSet b = evaluate(node.b);
    if (isExactly(a, node.a) && isExactly(b, node.b))
        return IntSet::point(&node);
    if (m_core.options.isSound && mayWrap(node, a, b))
        return IntSet::everything();
    return IntervalArithmetic(m_core).combine(node, a, b);
}

ConstIntBound IntSetEvaluator::boundOf(const IntSet& set, DType type)
{
    const ConstIntBound whole = boundOfType(type);
    return {set.min ? m_core.bounds.of(set.min).min : whole.min,
            set.max ? m_core.bounds.of(set.max).max : whole.max};
}

bool IntSetEvaluator::mayWrap(const Binary& node, const IntSet& a, const IntSet& b)
{
    const bool combines = node.op == BinaryOp::Add || node.op == BinaryOp::Sub || node.op == BinaryOp::Mul;
    return combines && node.dtype.isIntegral() && wraps(node.dtype) && !a.isNothing && !b.isNothing &&
           !fits(combineBounds(node.op, boundOf(a, node.dtype), boundOf(b, node.dtype)), node.dtype);
}

IntSet IntSetEvaluator::ofCast(const Cast& node)
{
    const IntSet set = evaluate(node.value);
    if (isExactly(set, node.value))
        return IntSet::point(&node);
    // What does not fit wraps, so that the ends of the values are not those of the result.
    if (m_core.options.isSound && node.dtype.isIntegral() &&
        !fits(intersect(boundOf(set, node.value->dtype), m_core.bounds.of(node.value)), node.dtype))
        return IntSet::everything();
    const auto converted = [&](const Expr* end) {
        return end ? m_core.exprs.cast(node.dtype, end) : nullptr;
    };
    return {converted(set.min), converted(set.max), set.isNothing};
}

/// The content of memory is not known, only that the same address has the same value.
IntSet IntSetEvaluator::ofLoad(const BufferLoad& load)
{
    const bool isRelaxed = !load.dtype.isIntegral() || contains(load, [this](const Node& node) {
        const auto* var = as<Var>(&node);
        return var && m_domains.contains(var);
    });
    return isRelaxed ? IntSet::everything() : IntSet::point(&load);
}

IntSet IntSetEvaluator::ofRamp(const Ramp& ramp)
{
    const auto* stride = as<IntImm>(ramp.stride);
    if (!m_isVector || !stride || ramp.dtype.isScalable())
        return IntSet::everything();
    UniqueExprs& exprs = m_core.exprs;
    const Expr* first = exprs.number(ramp.base->dtype, 0);
    int64_t distance = 0;
    if (__builtin_mul_overflow(stride->value, ramp.dtype.lanes - 1, &distance))
        return IntSet::everything();
    const Expr* last = exprs.number(ramp.base->dtype, distance);
    const IntSet lanes = stride->value > 0 ? IntSet{first, last} : IntSet{last, first};
    const Binary sum(BinaryOp::Add, ramp.base, ramp.stride);
    return IntervalArithmetic(m_core).combine(sum, evaluate(ramp.base), lanes);
}

} // namespace tir::arith
