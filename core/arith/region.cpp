#include "core/arith/region.h"

#include "core/arith/analyzer.h"
#include "core/ir/make.h"
#include "core/ir/visitor.h"

#include <algorithm>

namespace tir::arith {
namespace {

/// The set that one iterator and the extent of an access cover together; nothing if there are gaps, because the extent
/// is smaller than the step.
std::optional<IntSet> coveredBy(Analyzer& analyzer, const IterSum& first, const Expr* extent)
{
    Arena& arena = analyzer.arena();
    const auto zero = [&](const Expr* like) { return intImm(arena, like->dtype, 0); };
    if (analyzer.canProve(binary(arena, BinaryOp::EQ, extent, zero(extent))))
        return IntSet::nothing();
    if (first.args.empty())
        return intSetFromRange(analyzer, first.base, extent);
    TIR_CHECK(first.args.size() == 1) << "the index is not fused to one iterator";
    const IterSplit& split = first.args[0];
    if (!analyzer.canProve(binary(arena, BinaryOp::GE, extent, split.scale)))
        return std::nullopt;
    const Expr* last = binary(arena, BinaryOp::Sub, split.extent, intImm(arena, split.extent->dtype, 1));
    const Expr* distance = mul(arena, last, split.scale);
    if (analyzer.canProve(binary(arena, BinaryOp::LT, split.scale, zero(split.scale))))
        return intSetFromRange(analyzer, add(arena, first.base, distance),
                               binary(arena, BinaryOp::Sub, extent, distance));
    return intSetFromRange(analyzer, first.base, add(arena, extent, distance));
}

} // namespace

VarDomains asIntSets(Analyzer& analyzer, const VarRanges& domains)
{
    VarDomains sets;
    for (const VarRange& domain : domains)
        sets[domain.var] = intSetFromRange(analyzer, domain.min, domain.extent);
    return sets;
}

std::optional<std::vector<IntSet>> estimateRegionStrictBound(Analyzer& analyzer, Region region,
                                                             const VarRanges& domains, const Expr* predicate)
{
    std::vector<const Expr*> indices;
    for (const Range* range : region) {
        if (!isConstNumber(range->extent))
            return std::nullopt;
        indices.push_back(range->min);
    }
    const IterMap map = detectIterMap(analyzer, indices, domains, {.predicate = predicate});
    if (!map || map.indices.empty())
        return std::nullopt;
    std::vector<IntSet> sets;
    for (size_t i = 0; i < region.size(); ++i) {
        const std::optional<IntSet> set = coveredBy(analyzer, map.indices[i], region[i]->extent);
        if (!set)
            return std::nullopt;
        sets.push_back(*set);
    }
    return sets;
}

std::optional<std::vector<IntSet>> estimateRegionLowerBound(Analyzer& analyzer, Region region,
                                                            const VarRanges& domains, const Expr* predicate)
{
    return estimateRegionStrictBound(analyzer, region, domains, predicate);
}

std::vector<IntSet> estimateRegionUpperBound(Analyzer& analyzer, Region region, const VarRanges& domains,
                                             const Expr* predicate)
{
    if (auto exact = estimateRegionStrictBound(analyzer, region, domains, predicate))
        return *std::move(exact);
    const VarDomains sets = asIntSets(analyzer, domains);
    std::vector<IntSet> result;
    for (const Range* range : region) {
        const std::vector<const Expr*> index{range->min};
        const IterMap map = detectIterMap(analyzer, index, domains, {.predicate = predicate});
        std::optional<IntSet> set;
        if (map) {
            const Expr* extent =
                isConstNumber(range->extent) ? range->extent : evalSet(analyzer, range->extent, sets).max;
            if (extent)
                set = coveredBy(analyzer, map.indices[0], extent);
        }
        result.push_back(set ? *set : evalSet(analyzer, *range, sets));
    }
    return result;
}

// ---- the accesses in a statement

namespace {

class TouchedDomain : public Visitor {
public:
    TouchedDomain(Analyzer& analyzer, const Buffer& buffer, TouchedAccesses accesses)
        : m_analyzer(analyzer),
          m_buffer(buffer),
          m_accesses(accesses)
    {}

    std::vector<const Range*> ranges()
    {
        std::vector<const Range*> result;
        for (const std::vector<IntSet>& sets : m_sets)
            result.push_back(coverRange(m_analyzer, unite(m_analyzer, sets), nullptr));
        return result;
    }

    using Visitor::visit;

private:
    void visit(const For& loop) override
    {
        bind(loop.loopVar, loop.min, loop.extent);
        visitChildren(loop);
    }
    void visit(const AttrStmt& attr) override
    {
        const IterVar* axis = attr.iterVar();
        if (axis && (attr.key == attr::ThreadExtent || attr.key == attr::VirtualThread))
            bind(axis->var, intImm(m_analyzer.arena(), attr.value->dtype, 0), attr.value);
        visitChildren(attr);
    }
    void visit(const BufferLoad& load) override
    {
        if (m_accesses.loads && load.buffer == &m_buffer)
            touch(load.indices);
        visitChildren(load);
    }
    void visit(const BufferStore& store) override
    {
        if (m_accesses.stores && store.buffer == &m_buffer)
            touch(store.indices);
        visitChildren(store);
    }

    void bind(const Var* var, const Expr* min, const Expr* extent)
    {
        m_domains[var] = intSetFromRange(m_analyzer, min, extent);
    }
    void touch(ExprList indices)
    {
        m_sets.resize(indices.size());
        for (size_t i = 0; i < indices.size(); ++i)
            m_sets[i].push_back(evalSet(m_analyzer, indices[i], m_domains));
    }

    Analyzer& m_analyzer;
    const Buffer& m_buffer;
    TouchedAccesses m_accesses;
    VarDomains m_domains;
    std::vector<std::vector<IntSet>> m_sets;
};

} // namespace

std::vector<const Range*> domainTouched(Analyzer& analyzer, const Stmt& stmt, const Buffer& buffer,
                                        TouchedAccesses accesses)
{
    TouchedDomain touched(analyzer, buffer, accesses);
    touched.visit(&stmt);
    return touched.ranges();
}

} // namespace tir::arith
