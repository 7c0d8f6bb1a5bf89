#include "passes/blocks/compact_buffer_allocation/access_regions.h"

#include "core/analysis/text.h"
#include "core/arith/condition_bounds.h"
#include "core/arith/index_type.h"
#include "core/arith/region.h"
#include "core/arith/side_effect.h"
#include "core/ir/contains.h"
#include "core/ir/visitor.h"
#include "core/support/pointer_map.h"
#include "passes/blocks/thread_axes.h"

#include <algorithm>
#include <optional>

namespace tir::passes {
namespace {

using Sets = std::vector<arith::IntSet>;
using Ranges = std::span<const Range* const>;

/// The buffers over each data variable.
class BufferCollector : public Visitor {
public:
    PointerMap<Var, std::vector<const Buffer*>> byData;

private:
    using Visitor::visit;

    void visitChild(const Node& child, Role role) override
    {
        const auto* buffer = as<Buffer>(&child);
        if (!buffer)
            return Visitor::visitChild(child, role);
        std::vector<const Buffer*>& buffers = byData[buffer->data];
        if (std::ranges::find(buffers, buffer) == buffers.end())
            buffers.push_back(buffer);
        Visitor::visitChild(child, role);
    }
};

/// A loop or launch around a statement.
struct Iteration {
    const Var* var;
    std::string_view threadTag; ///< empty for a loop
};

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

class RegionCollector : public Visitor {
public:
    RegionCollector(Arena& arena, const PrimFunc& function, bool isStrict)
        : m_analyzer(arena),
          m_plain(arena),
          m_isStrict(isStrict)
    {
        static_cast<Visitor&>(m_collector).visit(function.body);
        visitChild(*function.body, Role::Scope);
    }

    std::vector<AccessRegion> regions;
    std::optional<RegionError> error;

private:
    using Visitor::visit;

    Arena& arena() { return m_plain.arena(); }

    /// The buffers of AllocBuffer statements live to the end of the body around them.
    void visitChild(const Node& child, Role role) override
    {
        if (role != Role::Scope)
            return Visitor::visitChild(child, role);
        const size_t before = m_allocations.size();
        Visitor::visitChild(child, role);
        while (m_allocations.size() > before) {
            const AllocBuffer& allocation = *m_allocations.back();
            m_allocations.pop_back();
            if (m_accessed.find(allocation.buffer))
                finish(*allocation.buffer, allocation);
        }
    }

    void visit(const AllocBuffer& allocation) override
    {
        const Buffer& buffer = *allocation.buffer;
        if (m_collector.byData[buffer.data].size() > 1)
            return;
        m_depths[buffer.data] = m_iterations.size();
        m_allocations.push_back(&allocation);
    }

    void visit(const For& loop) override
    {
        enter(loop.loopVar, loop.min, loop.extent, isThreadLoop(loop) ? threadTag(loop) : std::string_view());
        visitChildren(loop);
        leave();
    }

    void visit(const AttrStmt& attr) override
    {
        const bool isLaunch = attr.key == attr::ThreadExtent || attr.key == attr::VirtualThread;
        const IterVar* axis = isLaunch ? attr.iterVar() : nullptr;
        if (!axis)
            return visitChildren(attr);
        const Expr* min = axis->dom ? axis->dom->min : intImm(arena(), attr.value->dtype, 0);
        enter(axis->var, min, axis->dom ? axis->dom->extent : attr.value, axis->threadTag);
        visitChildren(attr);
        leave();
    }

    void visit(const Bind& bind) override
    {
        visitChildren(bind);
        define(bind.var, bind.value);
    }
    void visit(const Let& let) override
    {
        Visitor::visit(let.value);
        define(let.var, let.value);
        Visitor::visit(let.body);
        m_known.relaxed.erase(let.var);
        std::erase(m_defined, let.var);
    }

    void visit(const IfThenElse& branch) override
    {
        Visitor::visit(branch.condition);
        visitUnder(branch.condition, true, *branch.thenCase, Role::Scope);
        if (branch.elseCase)
            visitUnder(branch.condition, false, *branch.elseCase, Role::Scope);
    }

    void visit(const Call& call) override
    {
        if (!call.isOp(OpId::if_then_else) || call.args.size() != 3)
            return visitChildren(call);
        Visitor::visit(call.args[0]);
        visitUnder(call.args[0], true, *call.args[1], Role::Value);
        visitUnder(call.args[0], false, *call.args[2], Role::Value);
    }

    void visit(const SBlockRealize& realize) override
    {
        visitUnder(realize.predicate, true, *realize.block, Role::Part);
    }

    void visit(const SBlock& block) override
    {
        if (block.init || !block.iterVars.empty())
            fail("block " + quoted(block.name) + " has " + (block.init ? "an init" : "axes") +
                     "; LowerInitBlock and ConvertBlocksToOpaque lower them",
                 block);
        const Declared declaredBefore = m_declared;
        for (const auto& list : {block.reads, block.writes})
            for (const BufferRegion* region : list)
                m_declared[region->buffer].clear();
        for (const auto& list : {block.reads, block.writes})
            for (const BufferRegion* region : list)
                m_declared[region->buffer].push_back(region);
        enterForced(block, "explicit_read_region", block.reads);
        enterForced(block, "explicit_write_region", block.writes);
        for (const Buffer* buffer : block.allocBuffers)
            m_depths[buffer->data] = m_iterations.size();
        for (const MatchBufferRegion* match : block.matchBuffers)
            access(*match->source->buffer, match->source->region);
        visitChild(*block.body, Role::Scope);
        m_declared = declaredBefore;
        m_forced.clear();
        for (const Buffer* buffer : block.allocBuffers)
            finishAllocation(*buffer, block);
    }

    /// Loads of these buffers count as the region that the block declares.
    void enterForced(const SBlock& block, std::string_view key, std::span<const BufferRegion* const> regions)
    {
        const AttrValue* indices = find(block.annotations, key);
        if (!indices)
            return;
        for (const AttrValue& item : indices->items()) {
            int64_t index = -1;
            if (item.toInt(index) && index >= 0 && size_t(index) < regions.size())
                m_forced[regions[size_t(index)]->buffer] = regions[size_t(index)];
            else
                fail("annotation \"" + std::string(key) + "\" names region " + std::to_string(index) +
                         ", but the block declares " + std::to_string(regions.size()),
                     block);
        }
    }

    void visit(const BufferLoad& load) override
    {
        if (const BufferRegion* const* forced = m_forced.find(load.buffer))
            access(*load.buffer, (*forced)->region);
        else
            access(*load.buffer, load.indices);
        visitChildren(load);
    }
    void visit(const BufferStore& store) override
    {
        access(*store.buffer, store.indices);
        visitChildren(store);
    }

    /// The use of a pointer may access everything that the block declares.
    void visit(const Var& var) override
    {
        const auto* buffers = role() == Role::Value ? m_collector.byData.find(&var) : nullptr;
        if (!buffers)
            return;
        for (const Buffer* buffer : *buffers) {
            const auto* declared = m_declared.find(buffer);
            if (!declared || declared->empty()) {
                access(*buffer, whole(*buffer));
                continue;
            }
            for (const BufferRegion* region : std::vector(*declared))
                access(*buffer, region->region);
        }
    }

    void visitUnder(const Expr* condition, bool holds, const Node& body, Role role)
    {
        const arith::ConditionScope scope(m_plain, m_known, condition, holds);
        if (role == Role::Part)
            Visitor::visit(condition);
        visitChild(body, role);
    }

    void enter(const Var* var, const Expr* min, const Expr* extent, std::string_view tag)
    {
        m_iterations.push_back({var, tag});
        m_analyzer.bind(var, min, extent);
        m_known.relaxed[var] = arith::intSetFromRange(m_plain, min, extent);
    }
    void leave()
    {
        m_known.relaxed.erase(m_iterations.back().var);
        m_iterations.pop_back();
    }

    void define(const Var* var, const Expr* value)
    {
        if (!arith::isIndexType(value->dtype))
            return;
        m_analyzer.bind(var, value);
        m_known.relaxed[var] = arith::IntSet::point(value);
        m_defined.push_back(var);
    }

    /// Of the variables that stand for everything they run through, outermost first.
    arith::VarRanges relaxedRanges()
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

    std::vector<const Range*> whole(const Buffer& buffer)
    {
        std::vector<const Range*> ranges;
        for (const Expr* extent : buffer.shape)
            ranges.push_back(arena().make<Range>(intImm(arena(), extent->dtype, 0), extent));
        return ranges;
    }

    void access(const Buffer& buffer, ExprList indices)
    {
        if (!m_depths.find(buffer.data))
            return;
        std::vector<const Range*> ranges;
        for (size_t i = 0; i < indices.size(); ++i)
            ranges.push_back(rangeOf(*indices[i], buffer.shape[i]));
        access(buffer, ranges);
    }

    /// What an index reads of a dimension of `size` elements. Vectors that are not a ramp read any of them.
    const Range* rangeOf(const Expr& index, const Expr* size)
    {
        if (index.dtype.isScalar())
            return arena().make<Range>(&index, intImm(arena(), index.dtype, 1));
        const auto* ramp = as<Ramp>(&index);
        if (const auto* stride = ramp ? as<IntImm>(ramp->stride) : nullptr; stride && stride->value > 0)
            return arena().make<Range>(ramp->base,
                                       intImm(arena(), stride->dtype, stride->value * index.dtype.lanes));
        return arena().make<Range>(intImm(arena(), size->dtype, 0), size);
    }

    void access(const Buffer& buffer, const std::vector<const Range*>& region)
    {
        access(buffer, Ranges(region));
    }

    /// Iterations around the allocation stay symbolic, unless they are threads that share the memory.
    void access(const Buffer& buffer, Ranges region)
    {
        const size_t* depth = m_depths.find(buffer.data);
        if (!depth)
            return;
        std::vector<arith::VarDomains::node_type> fixed;
        for (size_t i = 0; i < *depth; ++i)
            if (!isSharedBy(buffer.scope(), m_iterations[i].threadTag))
                fixed.push_back(m_known.relaxed.extract(m_iterations[i].var));
        const Expr* predicate = nullptr;
        for (const Expr* condition : m_known.pending)
            predicate = predicate ? binary(arena(), BinaryOp::And, predicate, condition) : condition;
        arith::VarRanges over = relaxedRanges();
        const Sets sets = arith::estimateRegionUpperBound(
            m_analyzer, region, over, predicate ? m_analyzer.simplify(predicate) : nullptr);
        m_accesses[&buffer].push_back({{region.begin(), region.end()}, std::move(over)});
        for (auto& entry : fixed)
            m_known.relaxed.insert(std::move(entry));
        Sets& all = m_accessed[&buffer];
        if (all.empty())
            all = sets;
        else
            for (size_t i = 0; i < all.size() && i < sets.size(); ++i)
                all[i] = arith::unite(m_plain, {all[i], sets[i]});
    }

    // ---- at the end of the life of a buffer

    void finishAllocation(const Buffer& buffer, const SBlock& block)
    {
        if (m_collector.byData[buffer.data].size() > 1)
            fail("buffer " + quoted(buffer.name) + ", which block " + quoted(block.name) +
                     " allocates, shares its memory with another buffer",
                 block);
        else if (!m_accessed.find(&buffer))
            fail("buffer " + quoted(buffer.name) + " is allocated in block " + quoted(block.name) +
                     " but not accessed in it",
                 block);
        else
            finish(buffer, block);
    }

    void finish(const Buffer& buffer, const Node& allocation)
    {
        AccessRegion made{&buffer, {}, &allocation, {}, std::move(m_accesses[&buffer])};
        const Sets& sets = m_accessed[&buffer];
        for (size_t i = 0; i < buffer.shape.size() && i < sets.size(); ++i)
            made.region.push_back(narrowed(sets[i], buffer.shape[i], made.whyWhole));
        regions.push_back(std::move(made));
    }

    const Range* narrowed(const arith::IntSet& set, const Expr* size, std::string& whyWhole)
    {
        const Range* whole = arena().make<Range>(intImm(arena(), size->dtype, 0), size);
        const Range* range = arith::coverRange(m_plain, set, whole);
        const Expr* min = range->min;
        const Expr* extent = range->extent;
        if (m_isStrict) {
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
            return std::ranges::any_of(m_iterations,
                                       [&](const Iteration& each) { return each.var == &node; });
        };
        if (contains(*extent, isIterated)) {
            const int64_t most = m_analyzer.constIntBound(extent).max;
            if (most == arith::ConstIntBound::PosInf) {
                whyWhole =
                    "how much is accessed depends on loops around the allocation: " + shortText(*extent);
                return whole;
            }
            extent = intImm(arena(), extent->dtype, most);
        }
        return arena().make<Range>(min, extent);
    }

    void fail(std::string message, const Node& node)
    {
        if (!error)
            error = {std::move(message), &node};
    }

    using Declared = PointerMap<Buffer, std::vector<const BufferRegion*>>;

    BufferCollector m_collector;
    arith::Analyzer m_analyzer; ///< knows all ranges
    arith::Analyzer m_plain;    ///< knows none
    bool m_isStrict;
    arith::KnownDomains m_known;
    std::vector<Iteration> m_iterations;
    std::vector<const Var*> m_defined;             ///< by bindings
    PointerMap<Var, size_t> m_depths;              ///< by data variable: iterations around the allocation
    std::vector<const AllocBuffer*> m_allocations; ///< alive
    PointerMap<Buffer, Sets> m_accessed;
    PointerMap<Buffer, std::vector<RegionAccess>> m_accesses;
    Declared m_declared;                              ///< by the innermost block
    PointerMap<Buffer, const BufferRegion*> m_forced; ///< what loads count as
};

} // namespace

std::variant<std::vector<AccessRegion>, RegionError> accessRegions(Arena& arena, const PrimFunc& function,
                                                                   bool isStrict)
{
    RegionCollector collector(arena, function, isStrict);
    if (collector.error)
        return *collector.error;
    return std::move(collector.regions);
}

} // namespace tir::passes
