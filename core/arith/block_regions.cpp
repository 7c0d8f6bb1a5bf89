#include "core/arith/block_regions.h"

#include "core/arith/condition_bounds.h"
#include "core/ir/substitute.h"
#include "core/ir/visitor.h"

#include <algorithm>

namespace tir::arith {
namespace {

using Sets = std::vector<IntSet>;

/// Regions of several buffers.
class Regions {
public:
    explicit Regions(Analyzer& plain) : m_plain(plain) {}

    void add(const Buffer* buffer, const Sets& sets)
    {
        const auto found = std::ranges::find(m_entries, buffer, &Entry::buffer);
        if (found == m_entries.end()) {
            m_entries.push_back({buffer, sets});
            return;
        }
        for (size_t i = 0; i < sets.size(); ++i)
            found->sets[i] = unite(m_plain, {found->sets[i], sets[i]});
    }
    bool has(const Buffer* buffer) const
    {
        return std::ranges::find(m_entries, buffer, &Entry::buffer) != m_entries.end();
    }

    std::vector<const BufferRegion*> toRegions() const
    {
        Arena& arena = m_plain.arena();
        std::vector<const BufferRegion*> made;
        for (const Entry& entry : m_entries) {
            std::vector<const Range*> ranges;
            for (size_t i = 0; i < entry.sets.size(); ++i)
                ranges.push_back(rangeOf(entry.sets[i], entry.buffer->shape[i]));
            made.push_back(arena.make<BufferRegion>(entry.buffer, arena.copy(ranges)));
        }
        return made;
    }

private:
    struct Entry {
        const Buffer* buffer;
        Sets sets;
    };

    const Range* rangeOf(const IntSet& set, const Expr* size) const
    {
        Arena& arena = m_plain.arena();
        if (set.isBounded() && (set.isPoint() || m_plain.canProveEqual(set.min, set.max)))
            return arena.make<Range>(set.min, intImm(arena, set.min->dtype, 1));
        return coverRange(m_plain, set, arena.make<Range>(intImm(arena, size->dtype, 0), size));
    }

    Analyzer& m_plain;
    std::vector<Entry> m_entries;
};

/// Visits everything but other blocks.
class RegionCollector : public Visitor {
public:
    RegionCollector(Analyzer& plain, const SBlock& block, const BuffersByData& visible)
        : reads(plain),
          writes(plain),
          opaque(plain),
          m_plain(plain),
          m_visible(visible)
    {
        for (const MatchBufferRegion* match : block.matchBuffers)
            if (bufferOf(match->source->buffer->data))
                m_matches[match->buffer->data] = match;
    }

    Regions reads;
    Regions writes;
    Regions opaque; ///< used through their data variable

private:
    using Visitor::visit;

    void visit(const For& loop) override
    {
        m_known.relaxed[loop.loopVar] = intSetFromRange(m_plain, loop.min, loop.extent);
        visitChildren(loop);
        m_known.relaxed.erase(loop.loopVar);
    }

    void visit(const IfThenElse& branch) override
    {
        Visitor::visit(branch.condition);
        visitUnder(branch.condition, true, branch.thenCase);
        if (branch.elseCase)
            visitUnder(branch.condition, false, branch.elseCase);
    }

    void visit(const Bind& bind) override
    {
        visitChildren(bind);
        m_values[bind.var] = valued(bind.value);
    }

    void visit(const Let& let) override
    {
        Visitor::visit(let.value);
        m_values[let.var] = valued(let.value);
        Visitor::visit(let.body);
    }

    void visit(const BufferLoad& load) override
    {
        visitChildren(load);
        add(reads, load.buffer, setsOf(load.indices));
    }

    void visit(const BufferStore& store) override
    {
        visitChildren(store);
        add(writes, store.buffer, setsOf(store.indices));
    }

    void visit(const Call& call) override
    {
        if (call.isOp(OpId::if_then_else) && call.args.size() == 3) {
            Visitor::visit(call.args[0]);
            visitUnder(call.args[0], true, call.args[1]);
            visitUnder(call.args[0], false, call.args[2]);
            return;
        }
        const bool isPointer = call.isOp(OpId::tvm_access_ptr) && call.args.size() == 5;
        const auto* data = isPointer ? as<Var>(call.args[1]) : nullptr;
        const auto* mask = isPointer ? as<IntImm>(call.args[4]) : nullptr;
        if (!data || !mask)
            return visitChildren(call);
        const Buffer* buffer = bufferOf(data);
        if (buffer && (mask->value & 1) != 0)
            add(reads, buffer, wholeOf(*buffer));
        if (buffer && (mask->value & 2) != 0)
            add(writes, buffer, wholeOf(*buffer));
    }

    void visit(const Var& var) override
    {
        const Buffer* buffer = role() == Role::Value ? bufferOf(&var) : nullptr;
        if (buffer)
            add(opaque, buffer, wholeOf(*buffer));
    }

    /// The declared regions of the inner block, in terms of the loops around it.
    void visit(const SBlockRealize& realize) override
    {
        const SBlock& block = *realize.block;
        VarValues values;
        for (size_t i = 0; i < block.iterVars.size() && i < realize.iterValues.size(); ++i)
            values[block.iterVars[i]->var] = realize.iterValues[i];
        const auto addAll = [&](Regions& regions, std::span<const BufferRegion* const> declared) {
            for (const BufferRegion* region : declared) {
                Sets sets;
                for (const Range* range : region->region)
                    sets.push_back(setOf(*range, values));
                add(regions, region->buffer, sets);
            }
        };
        addAll(reads, block.reads);
        addAll(writes, block.writes);
    }

    void visitUnder(const Expr* condition, bool holds, const Node* body)
    {
        const ConditionScope scope(m_plain, m_known, condition, holds);
        Visitor::visit(body);
    }

    const Expr* valued(const Expr* expr) { return substitute(m_plain.arena(), expr, m_values); }

    Sets setsOf(ExprList indices)
    {
        Sets sets;
        for (const Expr* index : indices)
            sets.push_back(evalVectorSet(m_plain, valued(index), m_known.relaxed));
        return sets;
    }

    IntSet setOf(const Range& range, const VarValues& values)
    {
        Arena& arena = m_plain.arena();
        const Range inner(substitute(arena, range.min, values), substitute(arena, range.extent, values));
        return evalSet(m_plain, inner, m_known.relaxed);
    }

    Sets wholeOf(const Buffer& buffer)
    {
        Arena& arena = m_plain.arena();
        Sets sets;
        for (const Expr* size : buffer.shape)
            sets.push_back(evalSet(m_plain, Range(intImm(arena, size->dtype, 0), size), m_known.relaxed));
        return sets;
    }

    /// Null for a buffer that does not count.
    const Buffer* bufferOf(const Var* data) const
    {
        if (const MatchBufferRegion* const* match = m_matches.find(data))
            return (*match)->buffer;
        const Buffer* const* buffer = m_visible.find(data);
        return buffer ? *buffer : nullptr;
    }

    /// Accesses of a matched buffer are accesses of the buffer it is matched to.
    void add(Regions& regions, const Buffer* buffer, Sets sets)
    {
        const MatchBufferRegion* const* match = m_matches.find(buffer->data);
        if (!match) {
            if (bufferOf(buffer->data))
                regions.add(buffer, sets);
            return;
        }
        const BufferRegion& source = *(*match)->source;
        const size_t extra = source.region.size() - std::min(sets.size(), source.region.size());
        Sets shifted;
        for (size_t i = 0; i < source.region.size(); ++i) {
            const Range& range = *source.region[i];
            shifted.push_back(i < extra ? intSetFromRange(m_plain, range.min, range.extent)
                                        : moved(sets[i - extra], range));
        }
        regions.add(source.buffer, shifted);
    }

    IntSet moved(const IntSet& set, const Range& by)
    {
        Arena& arena = m_plain.arena();
        if (!set.isBounded())
            return intSetFromRange(m_plain, by.min, by.extent);
        const Expr* min = tir::add(arena, by.min, set.min);
        return {min, set.isPoint() ? min : tir::add(arena, by.min, set.max)};
    }

    Analyzer& m_plain;
    const BuffersByData& m_visible;
    PointerMap<Var, const MatchBufferRegion*> m_matches; ///< by data variable of the matched buffer
    KnownDomains m_known;
    VarValues m_values; ///< of bindings
};

} // namespace

BlockRegions blockRegions(Analyzer& plain, const SBlock& block, const BuffersByData& visible)
{
    RegionCollector collector(plain, block, visible);
    Visitor& visitor = collector;
    if (block.init)
        visitor.visit(block.init);
    visitor.visit(block.body);
    std::vector<const BufferRegion*> reads = collector.reads.toRegions();
    std::vector<const BufferRegion*> writes = collector.writes.toRegions();
    const auto isOpaque = [&](const BufferRegion* region) { return collector.opaque.has(region->buffer); };
    std::erase_if(writes, isOpaque);
    // The accumulator of a reduction is read by its own update only.
    std::erase_if(reads, [&](const BufferRegion* read) {
        return isOpaque(read) || (block.init && collector.writes.has(read->buffer));
    });
    for (const BufferRegion* region : collector.opaque.toRegions()) {
        reads.push_back(region);
        writes.push_back(region);
    }
    return {std::move(reads), std::move(writes)};
}

} // namespace tir::arith
