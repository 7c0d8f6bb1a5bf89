/// lower_match_buffer: accesses of a matched buffer become accesses of the buffer that it is matched with.
///
///     M = T.match_buffer(A[i * 8:i * 8 + 8, 0:16], (8, 16))    becomes    A[i * 8 + 3, 4] = 0
///     M[3, 4] = 0
///
/// Place: after compact_buffer_allocation, which shifts the matched regions; before lower_opaque_block,
///        because only a block can match a buffer.
/// Leaves alone: blocks without matches.

#include "core/analysis/text.h"
#include "core/arith/element_offset.h"
#include "core/ir/substitute.h"
#include "core/support/text_format.h"
#include "passes/framework/arithmetic.h"
#include "passes/framework/pass_mutator.h"

namespace tir::passes {
namespace {

class MatchLowerer : public PassSubstituter {
public:
    MatchLowerer(PassContext& context, const PrimFunc& function)
        : PassSubstituter(context),
          m_analyzer(context.arena(), arithmeticOf(context)),
          m_offsets(context.arena(), arithmeticOf(context))
    {
        for (const Var* param : function.params)
            if (!param->dtype.isHandle())
                m_values[param] = param;
    }

private:
    using PassSubstituter::visit;

    const Stmt* visit(const For& loop) override
    {
        m_analyzer.bind(loop.loopVar, loop.min, loop.extent);
        return Mutator::visit(loop);
    }

    const Stmt* visit(const SBlock& block) override
    {
        for (const MatchBufferRegion* match : block.matchBuffers)
            bindMatch(*match);
        if (error())
            return &block;
        SBlock unmatched = block;
        unmatched.matchBuffers = {};
        const Stmt* visited = Mutator::visit(unmatched);
        SBlock made = to<SBlock>(*visited);
        made.reads = converted(block.reads, made.reads);
        made.writes = converted(block.writes, made.writes);
        const bool isSame = visited == &unmatched && block.matchBuffers.empty() &&
                            made.reads.data() == block.reads.data() &&
                            made.writes.data() == block.writes.data();
        return isSame ? &block : makeFrom<SBlock>(block, made);
    }

    const Expr* visit(const BufferLoad& load) override
    {
        const BufferRegion* source = sourceOf(load.buffer, load.predicate, load);
        if (!source)
            return Mutator::visit(load);
        return makeFrom<BufferLoad>(load, load.dtype, source->buffer,
                                    converted(*source, mutate(load.indices), load));
    }

    const Stmt* visit(const BufferStore& store) override
    {
        const BufferRegion* source = sourceOf(store.buffer, store.predicate, store);
        if (!source)
            return Mutator::visit(store);
        const Expr* value = mutate(store.value);
        return makeFrom<BufferStore>(store, source->buffer, value,
                                     converted(*source, mutate(store.indices), store));
    }

    /// Null for a buffer that nothing is matched to.
    const BufferRegion* sourceOf(const Buffer* buffer, const Expr* predicate, const Node& access)
    {
        const BufferRegion* const* source = m_sources.find(buffer);
        if (source && predicate)
            fail("an access of matched buffer " + quoted(buffer->name) + " cannot have a predicate", access);
        return source ? *source : nullptr;
    }

    /// Leading dimensions that the matched buffer does not have must have extent 1.
    ExprList converted(const BufferRegion& source, ExprList indices, const Node& access)
    {
        std::vector<const Expr*> made;
        const size_t extra = source.region.size() - indices.size();
        for (size_t i = 0; i < source.region.size(); ++i) {
            const Range& range = *source.region[i];
            if (i < extra && !m_analyzer.canProveEqual(range.extent, intImm(arena(), range.extent->dtype, 1)))
                fail("dimension " + std::to_string(i + 1) + " of the region of " +
                         quoted(source.buffer->name) +
                         " must have extent 1, because the matched buffer has fewer dimensions",
                     access);
            made.push_back(i < extra ? range.min : add(arena(), range.min, indices[i - extra]));
        }
        return arena().copy(made);
    }

    /// `regions`, which become `visited` apart from matched buffers.
    std::span<const BufferRegion* const> converted(std::span<const BufferRegion* const> regions,
                                                   std::span<const BufferRegion* const> visited)
    {
        std::vector<const BufferRegion*> made(visited.begin(), visited.end());
        bool isSame = true;
        for (size_t i = 0; i < regions.size(); ++i)
            if (const BufferRegion* const* source = m_sources.find(regions[i]->buffer)) {
                made[i] = converted(**source, *visited[i]);
                isSame = false;
            }
        return isSame ? visited : arena().copy(made);
    }

    const BufferRegion* converted(const BufferRegion& source, const BufferRegion& region)
    {
        std::vector<const Range*> ranges;
        const size_t extra = source.region.size() - region.region.size();
        for (size_t i = 0; i < source.region.size(); ++i) {
            const Range& outer = *source.region[i];
            const Range* inner = i < extra ? nullptr : region.region[i - extra];
            ranges.push_back(inner ? arena().make<Range>(add(arena(), outer.min, inner->min), inner->extent)
                                   : &outer);
        }
        return makeFrom<BufferRegion>(region, source.buffer, arena().copy(ranges));
    }

    // ---- binding the variables of a matched buffer

    void bindMatch(const MatchBufferRegion& match)
    {
        const Buffer& buffer = *match.buffer;
        const BufferRegion* const* outer = m_sources.find(match.source->buffer);
        const BufferRegion& source = outer ? *converted(**outer, *match.source) : *match.source;
        checkMatch(match, *source.buffer);
        if (error())
            return;
        m_sources[&buffer] = &source;
        const std::string name = std::string(buffer.name);
        bind(buffer.data, source.buffer->data, name + ".data", match);
        bindOffset(match, source);
        const size_t extra = source.region.size() - buffer.shape.size();
        bindStrides(match, *source.buffer, extra);
        for (size_t i = 0; i < buffer.shape.size(); ++i)
            bind(buffer.shape[i], source.region[i + extra]->extent,
                 name + ".shape[" + std::to_string(i) + "]", match);
        context().explain([&match, to = source.buffer](NoteWriter& notes) {
            notes.note("accesses of " + quoted(match.buffer->name) + " become accesses of " +
                           quoted(to->name),
                       &match);
        });
    }

    void checkMatch(const MatchBufferRegion& match, const Buffer& source)
    {
        const Buffer& buffer = *match.buffer;
        const std::string names =
            quoted(buffer.name) + " and " + quoted(source.name) + ", to which it is matched,";
        if (buffer.scopeText() != source.scopeText())
            fail(names + " are in different memories", match);
        if (buffer.dtype != source.dtype)
            fail(names + " have different types", match);
        if (isConstInt(buffer.elemOffset, 0) && !isConstInt(source.elemOffset, 0))
            fail(quoted(buffer.name) + " has no offset, but " + quoted(source.name) +
                     ", to which it is matched, has one",
                 match);
        if (match.source->region.size() < buffer.shape.size())
            fail(quoted(buffer.name) + " has more dimensions than the region that it is matched to", match);
    }

    void bindOffset(const MatchBufferRegion& match, const BufferRegion& source)
    {
        const Buffer& buffer = *match.buffer;
        std::vector<const Expr*> starts;
        for (const Range* range : source.region)
            starts.push_back(range->min);
        const auto offsets = arith::elementOffset(m_offsets, *source.buffer, arena().copy(starts));
        const std::string name = std::string(buffer.name) + ".elem_offset";
        if (offsets.size() != 1) {
            bind(buffer.elemOffset, intImm(arena(), buffer.elemOffset->dtype, 0), name, match);
            return;
        }
        bind(buffer.elemOffset, offsets.front(), name, match);
        const Expr* factor = intImm(arena(), buffer.elemOffset->dtype, buffer.offsetFactor);
        const Expr* rest = binary(arena(), BinaryOp::Mod, buffer.elemOffset, factor);
        if (!m_analyzer.canProveEqual(rest, intImm(arena(), rest->dtype, 0)))
            fail("the offset of " + quoted(buffer.name) + ", " + shortText(*offsets.front()) +
                     ", must be a multiple of " + std::to_string(buffer.offsetFactor),
                 match);
    }

    void bindStrides(const MatchBufferRegion& match, const Buffer& source, size_t extra)
    {
        const Buffer& buffer = *match.buffer;
        if (buffer.strides.empty())
            return;
        const Expr* compact = intImm(arena(), buffer.strides.back()->dtype, 1);
        for (size_t i = buffer.strides.size(); i-- > 0;) {
            const Expr* stride = source.strides.empty() ? compact : source.strides[i + extra];
            bind(buffer.strides[i], stride, std::string(buffer.name) + ".strides[" + std::to_string(i) + "]",
                 match);
            compact = mul(arena(), compact, source.shape[i + extra]);
        }
    }

    /// Binds a variable to the value; if it is bound already, the values must be equal.
    void bind(const Expr* part, const Expr* value, const std::string& name, const MatchBufferRegion& match)
    {
        if (part->dtype != value->dtype && !part->dtype.isHandle())
            value = cast(arena(), part->dtype, value);
        value = substitute(arena(), value, m_values);
        const auto* var = as<Var>(part);
        const Expr* const* known = var ? m_values.find(var) : nullptr;
        if (var && !known) {
            m_values[var] = value;
            if (!var->dtype.isHandle())
                m_analyzer.bind(var, value);
            return;
        }
        const Expr* expected = known ? *known : part;
        if (!m_analyzer.canProveEqual(expected, value))
            fail(name + " is " + shortText(*expected) + ", but the region that " +
                     quoted(match.buffer->name) + " is matched to has " + shortText(*value),
                 match);
    }

    arith::Analyzer m_analyzer;
    arith::Analyzer m_offsets;                         ///< knows no ranges
    PointerMap<Buffer, const BufferRegion*> m_sources; ///< of matched buffers
};

FunctionOutcome run(const PrimFunc& function, PassContext& context)
{
    MatchLowerer lowerer(context, function);
    const Stmt* body = lowerer.mutate(function.body);
    if (lowerer.error())
        return *lowerer.error();
    if (body == function.body)
        context.note("nothing to do: no block matches a buffer", &function);
    return withBody(context.arena(), function, body);
}

} // namespace

PassInfo lowerMatchBuffer()
{
    return {.name = "LowerMatchBuffer",
            .summary = "Replace matched buffers by their source buffers",
            .required = {{ModuleProperty::Blocks, "only a block can match a buffer"}},
            .run = functionPass(run)};
}

} // namespace tir::passes
