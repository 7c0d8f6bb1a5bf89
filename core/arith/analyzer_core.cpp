#include "core/arith/analyzer_core.h"

#include "core/arith/constraints.h"
#include "core/arith/expr_children.h"

namespace tir::arith {

void AnalyzerCore::changed()
{
    version = ++m_lastVersion;
}

const Expr* AnalyzerCore::simplify(const Expr* expr, int steps)
{
    expr = canonical.simplify(expr);
    for (int step = 0; step < steps && expr->kind != NodeKind::IntImm; ++step)
        expr = step % 2 == 0 ? rewriter.simplify(expr) : canonical.simplify(expr);
    return expr;
}

bool AnalyzerCore::canProveGreaterEqual(const Expr* expr, int64_t limit)
{
    return bounds.of(rewriter.simplify(expr)).min >= limit;
}

bool AnalyzerCore::canProveLess(const Expr* expr, int64_t limit)
{
    return bounds.of(rewriter.simplify(expr)).max < limit;
}

bool AnalyzerCore::canProve(const Expr* condition, ProofStrength strength)
{
    if (condition->kind == NodeKind::IntImm)
        return isTrue(condition);
    const Expr* simplified = simplify(condition);
    if (simplified->kind == NodeKind::IntImm)
        return isTrue(simplified);
    if (strength == ProofStrength::SymbolicBound && isPositiveBySets(condition))
        return true;
    return mentionsVScale(*simplified) && holdsForAllVectorSizes(simplified);
}

/// Whether the difference of the sides of a comparison, bounded by the ranges of its variables, decides it.
bool AnalyzerCore::isPositiveBySets(const Expr* condition)
{
    const auto* comparison = as<Binary>(condition);
    if (!comparison || !isComparison(comparison->op) || comparison->op == BinaryOp::EQ ||
        comparison->op == BinaryOp::NE)
        return false;
    // The difference of numbers that wrap is never negative; that of extreme constants may not fit.
    if (options.isSound && (wraps(comparison->a->dtype) || isLeftAlone(condition)))
        return false;
    const bool isLess = comparison->op == BinaryOp::LT || comparison->op == BinaryOp::LE;
    const bool isStrict = comparison->op == BinaryOp::LT || comparison->op == BinaryOp::GT;
    const Expr* difference = isLess ? exprs.matched(BinaryOp::Sub, comparison->b, comparison->a)
                                    : exprs.matched(BinaryOp::Sub, comparison->a, comparison->b);
    const IntSet set = intSets.of(simplify(difference));
    return set.min && bounds.of(simplify(set.min)).min >= (isStrict ? 1 : 0);
}

/// Scalable vectors have a few sizes that are known: 1 to 16 times their smallest size.
bool AnalyzerCore::holdsForAllVectorSizes(const Expr* condition)
{
    const auto withSize = [this](const auto& self, const Expr* expr, int64_t size) -> const Expr* {
        const auto* call = as<Call>(expr);
        if (call && call->isOp(OpId::vscale))
            return exprs.number(call->dtype, size);
        std::vector<const Expr*> children;
        collectChildren(*expr, children);
        bool isSame = true;
        for (const Expr*& child : children) {
            const Expr* made = self(self, child, size);
            isSame &= made == child;
            child = made;
        }
        return isSame ? expr : exprs.withChildren(expr, children);
    };
    constexpr int64_t LargestSize = 16;
    for (int64_t size = 1; size <= LargestSize; ++size)
        if (!isTrue(simplify(withSize(withSize, condition, size))))
            return false;
    return true;
}

bool AnalyzerCore::canProveEqual(const Expr* a, const Expr* b)
{
    const auto* left = as<IntImm>(a);
    const auto* right = as<IntImm>(b);
    if (left && right)
        return left->value == right->value;
    if (a == b)
        return true;
    if (a->dtype.isHandle() || b->dtype.isHandle())
        return false;
    const Expr* difference = exprs.matched(BinaryOp::Sub, a, b);
    return canProve(exprs.folded(BinaryOp::EQ, difference, exprs.constant(difference->dtype, 0)));
}

// ---- facts

void AnalyzerCore::bind(const Var* var, const Expr* value)
{
    value = rewriter.simplify(canonical.simplify(value));
    bounds.update(var, bounds.of(value));
    modularSets.update(var, modularSets.of(value));
    intSets.bind(var, intSets.of(value));
    if (!isLeftAlone(value)) {
        rewriter.bind(var, value);
        canonical.bind(var, value);
        comparisons.bind(var, value);
    }
    ++m_lastingChanges;
    changed();
}

void AnalyzerCore::bind(const Var* var, const Expr* min, const Expr* extent)
{
    if (isConstInt(extent, 1))
        return bind(var, min);
    const ConstIntBound first = bounds.of(min);
    const ConstIntBound count = bounds.of(extent);
    bounds.update(var, {first.min, addEnds(first.max, addEnds(count.max, -1))});
    const Expr* end = exprs.matched(BinaryOp::Add, extent, min);
    intSets.bind(var, {min, exprs.folded(BinaryOp::Sub, end, exprs.constant(end->dtype, 1))});
    comparisons.bind(var, min, extent);
    ++m_lastingChanges;
    changed();
}

void AnalyzerCore::updateBound(const Var* var, ConstIntBound bound)
{
    bounds.update(var, bound);
    ++m_lastingChanges;
    changed();
}

void AnalyzerCore::updateModularSet(const Var* var, ModularSet set)
{
    modularSets.update(var, set);
    ++m_lastingChanges;
    changed();
}

AnalyzerCore::Mark AnalyzerCore::enter(const Expr* condition)
{
    const Mark mark{bounds.mark(), modularSets.mark(), rewriter.mark(), intSets.mark(), comparisons.mark(),
                    version,       m_lastingChanges};
    bounds.enter(condition);
    changed();
    modularSets.enter(condition);
    changed();
    rewriter.enter(condition);
    if (!isLeftAlone(condition)) {
        intSets.enter(condition);
        comparisons.enter(condition);
    }
    changed();
    return mark;
}

namespace {

/// Calls `visit` with the bounds of x that follow from `x // c op k`, for c > 0, as comparisons.
template <class Visit>
void forEachBoundOfDividend(UniqueExprs& exprs, const Expr* condition, const Visit& visit)
{
    const auto* comparison = as<Binary>(condition);
    if (!comparison || !isComparison(comparison->op))
        return;
    const bool isMirrored = comparison->a->kind == NodeKind::IntImm;
    const auto* quotient = as<Binary>(isMirrored ? comparison->b : comparison->a);
    const auto* limit = as<IntImm>(isMirrored ? comparison->a : comparison->b);
    const auto* divisor = quotient && quotient->op == BinaryOp::FloorDiv ? as<IntImm>(quotient->b) : nullptr;
    if (!limit || !divisor || divisor->value <= 0)
        return;
    const auto multiple = [&](const Expr* factor) { return exprs.folded(BinaryOp::Mul, factor, divisor); };
    const Expr* first = multiple(limit);
    const Expr* next = multiple(exprs.folded(BinaryOp::Add, limit, exprs.number(limit->dtype, 1)));
    const auto atLeast = [&](const Expr* bound) { visit(exprs.folded(BinaryOp::GE, quotient->a, bound)); };
    const auto below = [&](const Expr* bound) { visit(exprs.folded(BinaryOp::LT, quotient->a, bound)); };
    switch (isMirrored ? mirrored(comparison->op) : comparison->op) {
    case BinaryOp::EQ:
        atLeast(first);
        below(next);
        break;
    case BinaryOp::LT:
        below(first);
        break;
    case BinaryOp::LE:
        below(next);
        break;
    case BinaryOp::GT:
        atLeast(next);
        break;
    case BinaryOp::GE:
        atLeast(first);
        break;
    default:
        break;
    }
}

} // namespace

AnalyzerCore::Mark AnalyzerCore::enterBranch(const Expr* condition)
{
    const Mark mark = enter(condition);
    forEachConjunct(exprs, condition, [&](const Expr* part) {
        forEachBoundOfDividend(exprs, part, [&](const Expr* bound) { enter(bound); });
    });
    return mark;
}

void AnalyzerCore::leave(const Mark& mark)
{
    bounds.leave(mark.bounds);
    modularSets.leave(mark.modularSets);
    rewriter.leave(mark.literals);
    intSets.leave(mark.intSets);
    comparisons.leave(mark.comparisons);
    // Without new bindings everything is as it was before the condition.
    if (m_lastingChanges == mark.changes)
        version = mark.version;
    else
        changed();
}

} // namespace tir::arith
