/// compact_buffer_allocation: shrinks allocated buffers to the region that is accessed while they are alive.
///
///     S = T.sblock_alloc_buffer((128, 64))    becomes    S = T.sblock_alloc_buffer((16, 64))
///     for i in range(16):                                for i in range(16):
///         S[bx * 16 + i, 0] = 1                              S[bx * 16 + i - bx * 16, 0] = 1
///
/// Place: after plan_and_update_buffer_allocation_location and lift_thread_binding, which determine what is
///        around an allocation; after convert_blocks_to_opaque, because regions must be in terms of loops;
///        before flatten_buffer, which multiplies by the extents.
/// Leaves alone: parameters, and buffers over memory that other buffers use, too.

#include "core/analysis/text.h"
#include "core/ir/contains.h"
#include "core/ir/structural_equal.h"
#include "core/ir/visitor.h"
#include "core/support/list_text.h"
#include "core/support/text_format.h"
#include "passes/blocks/compact_buffer_allocation/access_regions.h"
#include "passes/framework/pass_mutator.h"

#include <algorithm>
#include <cstdint>

namespace tir::passes {
namespace {

constexpr std::string_view DimAlign = "buffer_dim_align";

/// The stride of an axis is `offset` modulo `factor`.
struct Alignment {
    int64_t axis;
    int64_t factor;
    int64_t offset;
};
using Alignments = PointerMap<Var, std::vector<Alignment>>; ///< by data variable

class AlignmentCollector : public Visitor {
public:
    Alignments found;
    std::optional<PassError> error;

private:
    /// Strides may be of 32 bits.
    static bool isStride(int64_t number) { return number > INT32_MIN && number <= INT32_MAX; }

    using Visitor::visit;

    void visit(const AllocBuffer& allocation) override
    {
        collect(allocation, allocation.annotations, [&](int64_t) { return allocation.buffer; });
    }
    void visit(const SBlock& block) override
    {
        collect(block, block.annotations, [&](int64_t index) {
            const bool isWrite = index >= 0 && size_t(index) < block.writes.size();
            return isWrite ? block.writes[size_t(index)]->buffer : nullptr;
        });
        visitChildren(block);
    }

    /// Entries [index among the writes, axis, factor, offset].
    template <class BufferOf>
    void collect(const Node& owner, Dict annotations, const BufferOf& bufferOf)
    {
        const AttrValue* entries = find(annotations, DimAlign);
        if (!entries)
            return;
        for (const AttrValue& entry : entries->items()) {
            int64_t fields[4];
            if (entry.items().size() != 4)
                continue;
            const bool isRead = std::ranges::equal(
                entry.items(), fields, [](const AttrValue& item, int64_t& to) { return item.toInt(to); });
            const Buffer* buffer = isRead ? bufferOf(fields[0]) : nullptr;
            if (buffer && !error && (!isStride(fields[2]) || !isStride(fields[3])))
                error = PassError{.message = "the alignment of buffer " + quoted(buffer->name) + " to " +
                                             std::to_string(fields[3]) + " modulo " +
                                             std::to_string(fields[2]) + " does not fit a stride",
                                  .node = &owner};
            if (buffer)
                found[buffer->data].push_back({fields[1], fields[2], fields[3]});
        }
    }
};

/// A buffer and its replacement.
struct Compacted {
    const Buffer* made;
    std::vector<const Expr*> starts; ///< of the region that is kept
};

class Compactor : public PassMutator {
public:
    Compactor(PassContext& context, const std::vector<AccessRegion>& regions, const Alignments& alignments)
        : PassMutator(context)
    {
        for (const AccessRegion& region : regions)
            add(region, alignments.find(region.buffer->data));
    }

private:
    using PassMutator::visit;

    void add(const AccessRegion& accessed, const std::vector<Alignment>* alignments)
    {
        const Buffer& buffer = *accessed.buffer;
        std::vector<const Expr*> starts;
        std::vector<const Expr*> extents;
        for (const Range* range : accessed.region) {
            starts.push_back(range->min);
            extents.push_back(range->extent);
        }
        const ExprList strides =
            alignments && !extents.empty() ? stridesOf(extents, *alignments) : ExprList();
        const auto isSame = [](ExprList a, ExprList b) {
            return std::ranges::equal(a, b,
                                      [](const Expr* x, const Expr* y) { return structuralEqual(*x, *y); });
        };
        const bool isWhole =
            std::ranges::all_of(starts, [](const Expr* start) { return isConstInt(start, 0); });
        if (isWhole && isSame(extents, buffer.shape) && isSame(strides, buffer.strides))
            return;
        const ExprList shape = arena().copy(extents);
        const Buffer* made =
            rebuilt(buffer, buffer.data, shape, strides, buffer.elemOffset, mutateLayout(buffer, shape));
        m_compacted[buffer.data] = {made, std::move(starts)};
    }

    ExprList stridesOf(const std::vector<const Expr*>& extents, const std::vector<Alignment>& alignments)
    {
        std::vector<const Expr*> strides(extents.size());
        const Expr* stride = intImm(arena(), extents[0]->dtype, 1);
        for (size_t axis = extents.size(); axis-- > 0;) {
            const Alignment* alignment = nullptr; // the last one for the axis
            for (const Alignment& each : alignments)
                if (size_t(each.axis) == axis)
                    alignment = &each;
            if (alignment && alignment->factor != 0) {
                const Expr* factor = intImm(arena(), stride->dtype, alignment->factor);
                const Expr* offset = intImm(arena(), stride->dtype, alignment->offset);
                const Expr* rest = binary(arena(), BinaryOp::FloorMod, stride, factor);
                const Expr* missing = binary(arena(), BinaryOp::Sub, tir::add(arena(), factor, offset), rest);
                stride = tir::add(arena(), stride, binary(arena(), BinaryOp::FloorMod, missing, factor));
            }
            strides[axis] = stride;
            stride = mul(arena(), stride, extents[axis]);
        }
        return arena().copy(strides);
    }

    const Buffer* mutateBufferDef(const Buffer* buffer) override
    {
        const Compacted* compacted = m_compacted.find(buffer->data);
        return compacted && compacted->made->dtype == buffer->dtype ? compacted->made
                                                                    : Mutator::mutateBufferDef(buffer);
    }

    const Expr* visit(const BufferLoad& load) override
    {
        const auto& visited = to<BufferLoad>(*Mutator::visit(load));
        const Compacted* compacted = m_compacted.find(load.buffer->data);
        if (!compacted)
            return &visited;
        return makeFrom<BufferLoad>(load, load.dtype, compacted->made, shifted(visited.indices, *compacted),
                                    visited.predicate);
    }

    const Stmt* visit(const BufferStore& store) override
    {
        const auto& visited = to<BufferStore>(*Mutator::visit(store));
        const Compacted* compacted = m_compacted.find(store.buffer->data);
        if (!compacted)
            return &visited;
        return makeFrom<BufferStore>(store, compacted->made, visited.value,
                                     shifted(visited.indices, *compacted), visited.predicate);
    }

    const Stmt* visit(const SBlock& block) override
    {
        const Stmt* visited = Mutator::visit(block);
        SBlock made = to<SBlock>(*visited);
        made.reads = shifted(made.reads);
        made.writes = shifted(made.writes);
        std::vector<const MatchBufferRegion*> matches(made.matchBuffers.begin(), made.matchBuffers.end());
        bool isSame = made.reads.data() == to<SBlock>(*visited).reads.data() &&
                      made.writes.data() == to<SBlock>(*visited).writes.data();
        for (const MatchBufferRegion*& match : matches)
            if (const BufferRegion* source = shifted(match->source); source != match->source) {
                match = makeFrom<MatchBufferRegion>(*match, match->buffer, source);
                isSame = false;
            }
        if (isSame)
            return visited;
        made.matchBuffers = arena().copy(matches);
        return makeFrom<SBlock>(block, made);
    }

    ExprList shifted(ExprList indices, const Compacted& compacted)
    {
        std::vector<const Expr*> made;
        for (size_t i = 0; i < indices.size(); ++i)
            made.push_back(binary(arena(), BinaryOp::Sub, indices[i], compacted.starts[i]));
        return arena().copy(made);
    }

    const BufferRegion* shifted(const BufferRegion* region)
    {
        const Compacted* compacted = m_compacted.find(region->buffer->data);
        if (!compacted)
            return region;
        std::vector<const Range*> ranges;
        for (size_t i = 0; i < region->region.size(); ++i) {
            const Range& range = *region->region[i];
            ranges.push_back(arena().make<Range>(
                binary(arena(), BinaryOp::Sub, range.min, compacted->starts[i]), range.extent));
        }
        return makeFrom<BufferRegion>(*region, compacted->made, arena().copy(ranges));
    }

    std::span<const BufferRegion* const> shifted(std::span<const BufferRegion* const> regions)
    {
        std::vector<const BufferRegion*> made;
        for (const BufferRegion* region : regions)
            made.push_back(shifted(region));
        return std::ranges::equal(made, regions) ? regions : arena().copy(made);
    }

    PointerMap<Var, Compacted> m_compacted; ///< by data variable
};

std::string shapeText(const std::vector<const Expr*>& extents)
{
    return "(" + listText(extents, [](const Expr* extent) { return shortText(*extent); }) + ")";
}

/// `[bx * 16 + i, 0] for i in [0, 16)`
std::string accessText(const RegionAccess& access)
{
    std::string indices;
    for (const Range* range : access.region) {
        indices += (indices.empty() ? "" : ", ") + shortText(*range->min);
        if (!isConstInt(range->extent, 1))
            indices += " and the next up to " + shortText(*range->extent) + " in all";
    }
    std::string over;
    for (const arith::VarRange& each : access.over) {
        const auto isUsed = [&](const Range* range) {
            const auto isVar = [&](const Node& node) { return &node == each.var; };
            return contains(*range->min, isVar) || contains(*range->extent, isVar);
        };
        if (std::ranges::none_of(access.region, isUsed))
            continue;
        const std::string first = shortText(*each.min);
        const std::string end =
            first == "0" ? shortText(*each.extent) : first + " + " + shortText(*each.extent);
        over += (over.empty() ? " for " : ", ") + std::string(each.var->name) + " in [" + first + ", " + end +
                ")";
    }
    return "[" + indices + "]" + over;
}

/// The accesses that determine the region of a buffer; each access once.
std::string accessesText(const std::vector<RegionAccess>& accesses)
{
    constexpr size_t Most = 4;
    std::vector<std::string> texts;
    for (const RegionAccess& access : accesses)
        if (std::string text = accessText(access); std::ranges::find(texts, text) == texts.end())
            texts.push_back(std::move(text));
    std::string joined;
    for (size_t i = 0; i < texts.size() && i < Most; ++i)
        joined += (i == 0 ? "" : "; ") + texts[i];
    if (texts.size() > Most)
        joined += "; and " + std::to_string(texts.size() - Most) + " more";
    return joined;
}

void explain(const AccessRegion& accessed, PassContext& context)
{
    context.explain([accessed](NoteWriter& notes) {
        const Buffer& buffer = *accessed.buffer;
        NoteTable table{{"dimension", "before", "first accessed", "accessed"}, {}};
        std::vector<const Expr*> extents;
        bool isSmaller = false;
        for (size_t i = 0; i < accessed.region.size(); ++i) {
            const Range& range = *accessed.region[i];
            extents.push_back(range.extent);
            isSmaller |= !structuralEqual(*range.extent, *buffer.shape[i]);
            table.rows.push_back({std::to_string(i + 1), shortText(*buffer.shape[i]), shortText(*range.min),
                                  shortText(*range.extent)});
        }
        const std::vector<const Expr*> before(buffer.shape.begin(), buffer.shape.end());
        std::string text = "buffer " + quoted(buffer.name);
        if (isSmaller)
            text += " becomes " + shapeText(extents) + " instead of " + shapeText(before) +
                    ": no more is accessed while it is alive";
        else
            text += " keeps its extents " + shapeText(before) + ": all of it is accessed while it is alive";
        if (!accessed.whyWhole.empty())
            text += "; a dimension stays whole: " + accessed.whyWhole;
        text += "; it is accessed at " + accessesText(accessed.accesses);
        notes.note(std::move(text), accessed.allocation, std::move(table));
    });
}

FunctionOutcome run(const PrimFunc& function, PassContext& context)
{
    const auto found = accessRegions(
        context.arena(), function,
        {.isStrict = context.flagArgument("is_strict", 0, true), .isSound = context.mode() == Mode::Sound});
    if (const auto* error = std::get_if<RegionError>(&found))
        return PassError{.message = error->message, .node = error->node};
    const auto& regions = std::get<std::vector<AccessRegion>>(found);
    AlignmentCollector alignments;
    static_cast<Visitor&>(alignments).visit(function.body);
    if (alignments.error)
        return *alignments.error;
    const Stmt* body = Compactor(context, regions, alignments.found).mutate(function.body);
    for (const AccessRegion& region : regions)
        explain(region, context);
    if (regions.empty())
        context.note("nothing to do: the function allocates no buffer", &function);
    return withBody(context.arena(), function, body);
}

} // namespace

PassInfo compactBufferAllocation()
{
    return {
        .name = "CompactBufferAllocation",
        .summary = "Shrink allocated buffers to what is accessed while they are alive",
        .options = {{.name = "is_strict",
                     .values = "True or False",
                     .summary = "whether a buffer stays within the extents that it has now",
                     .choices = {"True", "False"}}},
        .required = {{ModuleProperty::NoBlockInits, "an init accesses the buffer, too"},
                     {ModuleProperty::NoBlockAxes, "regions are computed in terms of loops"},
                     {ModuleProperty::PlacedBuffers,
                      "a buffer that is allocated outside of the loops and blocks of threads that use it "
                      "keeps what all of them access, which may be more than a GPU has"},
                     {ModuleProperty::OwnMemory, "the accesses of a buffer say how much of it is needed"}},
        .run = functionPass(run)};
}

} // namespace tir::passes
