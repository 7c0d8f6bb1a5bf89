#include "passes/blocks/compact_buffer_allocation/iteration_domains.h"

#include "core/analysis/text.h"
#include "core/arith/index_type.h"
#include "core/arith/side_effect.h"
#include "core/ir/contains.h"
#include "core/ir/structural_equal.h"
#include "passes/blocks/thread_axes.h"

#include <algorithm>

namespace tir::passes {
namespace {

/// Whether all threads along the axis share the memory.
bool isSharedBy(const StorageScope& scope, std::string_view threadTag)
{
    if (threadTag.empty())
        return false;
    if (scope.rank == StorageRank::Warp)
        return threadTag == "threadIdx.x";
    const int rank = isBlockAxis(threadTag) ? 0 : threadTag.starts_with("clusterCtaIdx") ? 2 : 1;
    return int(scope.rank) <= rank;
}

} // namespace

void IterationDomains::enter(const Var* var, const Expr* min, const Expr* extent, std::string_view threadTag)
{
    m_iterations.push_back({var, threadTag});
    m_analyzer.bind(var, min, extent);
    m_known.relaxed[var] = arith::intSetFromRange(m_plain, min, extent);
}

void IterationDomains::leave()
{
    m_known.relaxed.erase(m_iterations.back().var);
    m_iterations.pop_back();
}

void IterationDomains::define(const Var* var, const Expr* value)
{
    if (!arith::isIndexType(value->dtype))
        return;
    m_analyzer.bind(var, value);
    m_known.relaxed[var] = arith::IntSet::point(value);
    m_defined.push_back(var);
}

void IterationDomains::undefine(const Var* var)
{
    m_known.relaxed.erase(var);
    std::erase(m_defined, var);
}

/// The bounds of a union are simplified separately, after which their difference may no longer simplify to a constant.
arith::IntSet IterationDomains::united(const arith::IntSet& a, const arith::IntSet& b)
{
    const auto isSame = [](const Expr* x, const Expr* y) { return x && y && structuralEqual(*x, *y); };
    if (m_options.isSound && isSame(a.min, b.min) && isSame(a.max, b.max))
        return a;
    return arith::unite(m_plain, {a, b});
}

/// Of the variables that are relaxed over their whole domain, outermost first.
arith::VarRanges IterationDomains::relaxedRanges()
{
    arith::VarRanges ranges;
    const auto add = [&](const Var* var) {
        const auto domain = m_known.relaxed.find(var);
        if (domain == m_known.relaxed.end())
            return;
        const Expr* zero = intImm(arena(), var->dtype, 0);
        const Range* range = arith::coverRange(m_plain, domain->second, nullptr);
        ranges.push_back(range ? arith::VarRange{var, range->min, range->extent}
                               : arith::VarRange{var, zero, zero}); // as TVM does
    };
    for (const Iteration& each : m_iterations)
        add(each.var);
    std::ranges::for_each(m_defined, add);
    return ranges;
}

Estimate IterationDomains::estimate(Ranges region, const StorageScope& scope, size_t depth)
{
    std::vector<arith::VarDomains::node_type> fixed;
    for (size_t i = 0; i < depth; ++i)
        if (!isSharedBy(scope, m_iterations[i].threadTag))
            fixed.push_back(m_known.relaxed.extract(m_iterations[i].var));
    const Expr* predicate = nullptr;
    for (const Expr* condition : m_known.pending)
        predicate = predicate ? binary(arena(), BinaryOp::And, predicate, condition) : condition;
    arith::VarRanges over = relaxedRanges();
    Sets sets = arith::estimateRegionUpperBound(m_analyzer, region, over,
                                                predicate ? m_analyzer.simplify(predicate) : nullptr);
    for (auto& entry : fixed)
        m_known.relaxed.insert(std::move(entry));
    return {std::move(sets), std::move(over)};
}

const Range* IterationDomains::narrowed(const arith::IntSet& set, const Expr* size, std::string& whyWhole)
{
    const Range* whole = arena().make<Range>(intImm(arena(), size->dtype, 0), size);
    const Range* range = arith::coverRange(m_plain, set, whole);
    const Expr* min = range->min;
    const Expr* extent = range->extent;
    if (m_options.isStrict) {
        min = binary(arena(), BinaryOp::Max, intImm(arena(), min->dtype, 0), min);
        if (!m_analyzer.canProveLessEqualThanSymbolicShape(extent, size))
            extent = binary(arena(), BinaryOp::Min, size, extent);
    }
    min = m_analyzer.simplify(min);
    extent = m_analyzer.simplify(extent);
    if (arith::sideEffect(*extent) > CallEffect::Pure) {
        whyWhole = "how much is accessed depends on memory: " + shortText(*extent);
        return whole;
    }
    const auto isIterated = [this](const Node& node) {
        return std::ranges::any_of(m_iterations, [&](const Iteration& each) { return each.var == &node; });
    };
    if (contains(*extent, isIterated)) {
        const int64_t most = m_analyzer.constIntBound(extent).max;
        const bool saysNothing = m_options.isSound && most >= m_analyzer.constIntBound(size).max;
        if (most == arith::ConstIntBound::PosInf || saysNothing) {
            whyWhole = "how much is accessed depends on loops around the allocation: " + shortText(*extent);
            return whole;
        }
        extent = intImm(arena(), extent->dtype, most);
    }
    return arena().make<Range>(min, extent);
}

} // namespace tir::passes
