#include "passes/blocks/compact_buffer_allocation/access_regions.h"

#include "core/ir/visitor.h"
#include "core/support/pointer_map.h"
#include "core/support/text_format.h"
#include "passes/blocks/compact_buffer_allocation/iteration_domains.h"
#include "passes/blocks/thread_axes.h"
#include "passes/framework/axis_statement.h"

#include <algorithm>
#include <optional>

namespace tir::passes {
namespace {

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

class RegionCollector : public Visitor {
public:
    RegionCollector(Arena& arena, const PrimFunc& function, RegionOptions options) : m_domains(arena, options)
    {
        static_cast<Visitor&>(m_collector).visit(function.body);
        visitChild(*function.body, Role::Scope);
    }

    std::vector<AccessRegion> regions;
    std::optional<RegionError> error;

private:
    using Visitor::visit;

    Arena& arena() { return m_domains.arena(); }

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
        m_depths[buffer.data] = m_domains.depth();
        m_allocations.push_back(&allocation);
    }

    void visit(const For& loop) override
    {
        m_domains.enter(loop.loopVar, loop.min, loop.extent,
                        isThreadLoop(loop) ? threadTag(loop) : std::string_view());
        visitChildren(loop);
        m_domains.leave();
    }

    void visit(const AttrStmt& attr) override
    {
        const IterVar* axis = axisOfStatement(attr);
        if (!axis)
            return visitChildren(attr);
        const Expr* min = axis->dom ? axis->dom->min : intImm(arena(), attr.value->dtype, 0);
        m_domains.enter(axis->var, min, axis->dom ? axis->dom->extent : attr.value, axis->threadTag);
        visitChildren(attr);
        m_domains.leave();
    }

    void visit(const Bind& bind) override
    {
        visitChildren(bind);
        m_domains.define(bind.var, bind.value);
    }
    void visit(const Let& let) override
    {
        Visitor::visit(let.value);
        m_domains.define(let.var, let.value);
        Visitor::visit(let.body);
        m_domains.undefine(let.var);
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
            m_depths[buffer->data] = m_domains.depth();
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
        const arith::ConditionScope scope = m_domains.under(condition, holds);
        if (role == Role::Part)
            Visitor::visit(condition);
        visitChild(body, role);
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

    /// The part of a dimension of `size` elements that an index accesses. Vectors that are not a ramp can access any
    /// element.
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
        Estimate estimate = m_domains.estimate(region, buffer.scope(), *depth);
        const Sets& sets = estimate.sets;
        m_accesses[&buffer].push_back({{region.begin(), region.end()}, std::move(estimate.over)});
        Sets& all = m_accessed[&buffer];
        if (all.empty())
            all = sets;
        else
            for (size_t i = 0; i < all.size() && i < sets.size(); ++i)
                all[i] = m_domains.united(all[i], sets[i]);
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
            made.region.push_back(m_domains.narrowed(sets[i], buffer.shape[i], made.whyWhole));
        regions.push_back(std::move(made));
    }

    void fail(std::string message, const Node& node)
    {
        if (!error)
            error = {std::move(message), &node};
    }

    using Declared = PointerMap<Buffer, std::vector<const BufferRegion*>>;

    BufferCollector m_collector;
    IterationDomains m_domains;
    PointerMap<Var, size_t> m_depths;              ///< by data variable: iterations around the allocation
    std::vector<const AllocBuffer*> m_allocations; ///< alive
    PointerMap<Buffer, Sets> m_accessed;
    PointerMap<Buffer, std::vector<RegionAccess>> m_accesses;
    Declared m_declared;                              ///< by the innermost block
    PointerMap<Buffer, const BufferRegion*> m_forced; ///< replacement of the region of loads
};

} // namespace

std::variant<std::vector<AccessRegion>, RegionError> accessRegions(Arena& arena, const PrimFunc& function,
                                                                   RegionOptions options)
{
    RegionCollector collector(arena, function, options);
    if (collector.error)
        return *collector.error;
    return std::move(collector.regions);
}

} // namespace tir::passes
