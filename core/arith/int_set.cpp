#include "core/arith/int_set.h"

#include "core/arith/analyzer.h"
#include "core/arith/constraints.h"
#include "core/arith/int_set_evaluator.h"

namespace tir::arith {
namespace {

/// Sets of the analyzer's own expressions, and back.
class Translator {
public:
    explicit Translator(Analyzer& analyzer) : m_core(analyzer.core()), m_arena(analyzer.arena()) {}

    AnalyzerCore& core() { return m_core; }
    const Expr* in(const Expr* expr) { return expr ? m_core.exprs.of(expr) : nullptr; }
    IntSet in(const IntSet& set) { return {in(set.min), in(set.max), set.isNothing}; }
    VarDomains in(const VarDomains& domains)
    {
        VarDomains made;
        for (const auto& [var, set] : domains)
            made.emplace(var, in(set));
        return made;
    }
    const Expr* out(const Expr* expr)
    {
        return expr ? m_core.exprs.copyOut(m_arena, expr, nullptr) : nullptr;
    }
    IntSet out(const IntSet& set)
    {
        const Expr* min = out(set.min);
        return {min, set.max == set.min ? min : out(set.max), set.isNothing};
    }

private:
    AnalyzerCore& m_core;
    Arena& m_arena;
};

const Expr* lastOf(UniqueExprs& exprs, const Expr* min, const Expr* extent)
{
    const Expr* end = exprs.matched(BinaryOp::Add, extent, min);
    return exprs.folded(BinaryOp::Sub, end, exprs.constant(end->dtype, 1));
}

} // namespace

// ---- sets of unique expressions

IntSet unite(AnalyzerCore& core, const IntSet& a, const IntSet& b)
{
    if (a.isNothing || b.isNothing)
        return a.isNothing ? b : a;
    const auto end = [&](BinaryOp op, const Expr* x, const Expr* y) {
        return x && y ? core.simplify(core.exprs.matched(op, x, y)) : nullptr;
    };
    return {end(BinaryOp::Min, a.min, b.min), end(BinaryOp::Max, a.max, b.max)};
}

IntSet intersect(AnalyzerCore& core, const IntSet& a, const IntSet& b)
{
    if (a.isNothing || b.isNothing)
        return IntSet::nothing();
    const auto end = [&](BinaryOp op, const Expr* x, const Expr* y) {
        return x && y ? core.exprs.matched(op, x, y) : x ? x : y;
    };
    const IntSet made{end(BinaryOp::Max, a.min, b.min), end(BinaryOp::Min, a.max, b.max)};
    if (made.isBounded() && core.canProve(core.exprs.matched(BinaryOp::LT, made.max, made.min)))
        return IntSet::nothing();
    return made;
}

IntSet IntSetAnalyzer::of(const Expr* expr)
{
    return IntSetEvaluator(m_core, m_domains, m_conditions, false).evaluate(expr);
}

IntSet IntSetAnalyzer::of(const Expr* expr, const VarDomains& domains, bool isVector)
{
    return IntSetEvaluator(m_core, domains, {}, isVector).evaluate(expr);
}

IntSet IntSetAnalyzer::of(const IntSet& set, const VarDomains& domains)
{
    return IntSetEvaluator(m_core, domains, {}, false).evaluate(set);
}

void IntSetAnalyzer::enter(const Expr* condition)
{
    UniqueExprs& exprs = m_core.exprs;
    forEachConjunct(exprs, condition, [&](const Expr* part) {
        const auto* comparison = as<Binary>(part);
        if (!comparison || !isComparison(comparison->op))
            return;
        const auto add = [&](const Expr* subject, BinaryOp op, const Expr* limit) {
            const auto* var = as<Var>(subject);
            if (!var || !var->dtype.isIntegral() || var == limit)
                return;
            const Expr* one = exprs.constant(limit->dtype, 1);
            if (op == BinaryOp::LE)
                m_conditions.push_back({var, {nullptr, limit}});
            else if (op == BinaryOp::LT)
                m_conditions.push_back({var, {nullptr, exprs.folded(BinaryOp::Sub, limit, one)}});
            else if (op == BinaryOp::GE)
                m_conditions.push_back({var, {limit, nullptr}});
            else if (op == BinaryOp::GT)
                m_conditions.push_back({var, {exprs.folded(BinaryOp::Add, limit, one), nullptr}});
            else if (op == BinaryOp::EQ)
                m_conditions.push_back({var, IntSet::point(limit)});
        };
        add(comparison->a, comparison->op, comparison->b);
        add(comparison->b, mirrored(comparison->op), comparison->a);
    });
}

// ---- for passes

IntSet intSetFromRange(Analyzer& analyzer, const Expr* min, const Expr* extent)
{
    if (isConstInt(extent, 1))
        return IntSet::point(min);
    Translator translate(analyzer);
    const Expr* last = lastOf(translate.core().exprs, translate.in(min), translate.in(extent));
    return {min, translate.out(last)};
}

IntSet evalSet(Analyzer& analyzer, const Expr* expr, const VarDomains& domains)
{
    Translator translate(analyzer);
    return translate.out(translate.core().intSets.of(translate.in(expr), translate.in(domains)));
}

IntSet evalSet(Analyzer& analyzer, const IntSet& set, const VarDomains& domains)
{
    Translator translate(analyzer);
    return translate.out(translate.core().intSets.of(translate.in(set), translate.in(domains)));
}

IntSet evalSet(Analyzer& analyzer, const Range& range, const VarDomains& domains)
{
    Translator translate(analyzer);
    const Expr* min = translate.in(range.min);
    const Expr* last =
        isConstInt(range.extent, 1) ? min : lastOf(translate.core().exprs, min, translate.in(range.extent));
    return translate.out(translate.core().intSets.of(IntSet{min, last}, translate.in(domains)));
}

IntSet evalVectorSet(Analyzer& analyzer, const Expr* expr, const VarDomains& domains)
{
    Translator translate(analyzer);
    return translate.out(translate.core().intSets.of(translate.in(expr), translate.in(domains), true));
}

IntSet unite(Analyzer& analyzer, const std::vector<IntSet>& sets)
{
    if (sets.size() == 1)
        return sets[0];
    Translator translate(analyzer);
    IntSet all = IntSet::nothing();
    for (const IntSet& set : sets)
        all = unite(translate.core(), all, translate.in(set));
    return translate.out(all);
}

IntSet intersect(Analyzer& analyzer, const std::vector<IntSet>& sets)
{
    if (sets.size() == 1)
        return sets[0];
    Translator translate(analyzer);
    IntSet all = IntSet::everything();
    for (const IntSet& set : sets)
        all = intersect(translate.core(), all, translate.in(set));
    const auto simplified = [&](const Expr* end) { return end ? translate.core().simplify(end) : nullptr; };
    return translate.out(IntSet{simplified(all.min), simplified(all.max), all.isNothing});
}

IntSet uniteTouching(Analyzer& analyzer, const std::vector<IntSet>& sets)
{
    if (sets.size() == 1)
        return sets[0];
    Translator translate(analyzer);
    AnalyzerCore& core = translate.core();
    // The first number of `next` is not beyond the successor of the last number of `before`.
    const auto reaches = [&](const IntSet& before, const IntSet& next) {
        if (!before.max || !next.min)
            return true;
        const Expr* end =
            core.exprs.folded(BinaryOp::Add, before.max, core.exprs.constant(before.max->dtype, 1));
        return core.canProve(core.exprs.matched(BinaryOp::LE, next.min, end));
    };
    IntSet all = IntSet::nothing();
    for (const IntSet& each : sets) {
        const IntSet set = translate.in(each);
        if (set.isNothing)
            continue;
        if (all.isNothing)
            all = set;
        else if (reaches(all, set) && reaches(set, all))
            all = {all.min && set.min ? core.exprs.matched(BinaryOp::Min, all.min, set.min) : nullptr,
                   all.max && set.max ? core.exprs.matched(BinaryOp::Max, all.max, set.max) : nullptr};
    }
    return translate.out(all);
}

const Range* coverRange(Analyzer& analyzer, const IntSet& set, const Range* whole)
{
    if (!set.isBounded())
        return whole;
    Translator translate(analyzer);
    UniqueExprs& exprs = translate.core().exprs;
    const Expr* min = translate.in(set.min);
    const Expr* max = translate.in(set.max);
    const Expr* end = exprs.folded(BinaryOp::Add, max, exprs.constant(max->dtype, 1));
    const Expr* extent = translate.core().simplify(exprs.matched(BinaryOp::Sub, end, min));
    return analyzer.arena().make<Range>(translate.out(translate.core().simplify(min)), translate.out(extent));
}

} // namespace tir::arith
