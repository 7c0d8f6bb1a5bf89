/// plan_and_update_buffer_allocation_location: moves the buffers of blocks to the innermost loop or block
/// around all their accesses.
///
///     S = T.sblock_alloc_buffer(...)    becomes    for k0 in range(4):
///     for k0 in range(4):                              with T.sblock(""):
///         ... S ...                                        S = T.sblock_alloc_buffer(...)
///                                                          ... S ...
///
/// Place: after lower_init_block, because an init accesses the buffer, too; before convert_blocks_to_opaque,
///        because the axes determine which loops reduce; before compact_buffer_allocation, which makes a buffer as
///        small as the region that is accessed while it is alive.
/// Leaves alone: parameters, AllocBuffer statements, the extents of buffers.

#include "core/support/text_format.h"
#include "passes/blocks/plan_and_update_buffer_allocation_location/allocation_places.h"
#include "passes/blocks/plan_and_update_buffer_allocation_location/exchanged_buffers.h"

#include "core/arith/block_regions.h"
#include "passes/framework/arithmetic.h"
#include "passes/framework/pass_mutator.h"
#include "passes/framework/tvm_defects.h"

#include <algorithm>

namespace tir::passes {
namespace {

class AllocationMover : public PassMutator {
public:
    AllocationMover(PassContext& context, const AllocationPlaces& places)
        : PassMutator(context),
          m_visible(places.accessed),
          m_plain(context.arena(), arithmeticOf(context))
    {
        for (const AllocationPlace& place : places.places)
            if (place.after)
                m_buffers[place.after].push_back(place.buffer);
    }

private:
    using PassMutator::visit;

    const Stmt* visit(const For& loop) override
    {
        const auto* buffers = m_buffers.find(&loop);
        if (!buffers)
            return Mutator::visit(loop);
        show(*buffers);
        For made = to<For>(*Mutator::visit(loop));
        hide(*buffers);
        SBlock block("", made.body);
        block.allocBuffers = arena().copy(*buffers);
        const arith::BlockRegions regions = arith::blockRegions(m_plain, block, m_visible);
        block.reads = arena().copy(regions.reads);
        block.writes = arena().copy(regions.writes);
        made.body = makeFrom<SBlockRealize>(*loop.body, ExprList(), boolImm(arena(), true),
                                            makeFrom<SBlock>(*loop.body, block));
        return makeFrom<For>(loop, made);
    }

    const Stmt* visit(const SBlock& block) override
    {
        if (block.init)
            fail("block " + quoted(block.name) + " has an init; LowerInitBlock lowers it", block);
        const std::vector<const Buffer*>* found = m_buffers.find(&block);
        const std::vector<const Buffer*> buffers = found ? *found : std::vector<const Buffer*>();
        show(buffers);
        for (const MatchBufferRegion* match : block.matchBuffers)
            m_visible[match->buffer->data] = match->buffer;
        const Stmt* visited = Mutator::visit(block);
        hide(buffers);
        SBlock made = to<SBlock>(*visited);
        made.reads = visibleOnly(made.reads);
        made.writes = visibleOnly(made.writes);
        const bool isSame = std::ranges::equal(buffers, block.allocBuffers);
        if (isSame && made.reads.data() == block.reads.data() && made.writes.data() == block.writes.data())
            return visited;
        if (!isSame)
            made.allocBuffers = arena().copy(buffers);
        return makeFrom<SBlock>(block, made);
    }

    std::span<const BufferRegion* const> visibleOnly(std::span<const BufferRegion* const> regions)
    {
        const auto isVisible = [this](const BufferRegion* region) {
            const Buffer* const* buffer = m_visible.find(region->buffer->data);
            return buffer && *buffer;
        };
        if (std::ranges::all_of(regions, isVisible))
            return regions;
        std::vector<const BufferRegion*> kept;
        std::ranges::copy_if(regions, std::back_inserter(kept), isVisible);
        return arena().copy(kept);
    }

    void show(const std::vector<const Buffer*>& buffers)
    {
        for (const Buffer* buffer : buffers)
            m_visible[buffer->data] = buffer;
    }
    void hide(const std::vector<const Buffer*>& buffers)
    {
        for (const Buffer* buffer : buffers)
            m_visible[buffer->data] = nullptr;
    }

    PointerMap<Stmt, std::vector<const Buffer*>> m_buffers; ///< to be allocated there
    arith::BuffersByData m_visible;
    arith::Analyzer m_plain; ///< knows no ranges
};

std::string nameOf(const Stmt& place)
{
    if (const auto* loop = as<For>(&place))
        return "loop " + quoted(loop->loopVar->name);
    const std::string_view name = to<SBlock>(place).name;
    return name.empty() ? "a block without a name" : "block " + quoted(name);
}

void explain(const AllocationPlace& place, PassContext& context)
{
    context.explain([place](NoteWriter& notes) {
        const std::string buffer = "buffer " + quoted(place.buffer->name);
        if (!place.after) {
            notes.note(buffer + " is removed: nothing accesses it", place.before);
            return;
        }
        std::string text = buffer + (place.after == place.before ? " stays in " : " moves into ") +
                           nameOf(*place.after) + ", the innermost place around all its accesses";
        if (place.keptOutBy)
            text += "; block " + quoted(place.keptOutBy->name) +
                    " accumulates in it, so it is outside of the loops that the block reduces over";
        if (place.isExchanged)
            text += "; each thread of the kernel has a copy of its own";
        notes.note(text, place.after);
    });
}

/// TVM has the host allocate memory of threads, which no kernel can take.
void keepInLaunch(AllocationPlace& place, PassContext& context)
{
    if (!place.inLaunch)
        return;
    if (context.mode() == Mode::Sound) {
        place.after = place.inLaunch;
        place.keptOutBy = nullptr;
        return;
    }
    context.reportDefect(
        tvm_defect::LocalOfTheHost,
        "local memory " + quoted(place.buffer->name) +
            " is allocated outside of the loop over threads: by the host, from which no kernel can take it",
        place.after);
}

FunctionOutcome run(const PrimFunc& function, PassContext& context)
{
    AllocationPlaces places = findAllocationPlaces(function);
    const PrimFunc* input = &function;
    if (context.mode() == Mode::Sound)
        input = shareExchangedBuffers(function, places, context);
    if (input != &function)
        places = findAllocationPlaces(*input);
    for (AllocationPlace& place : places.places)
        keepInLaunch(place, context);
    AllocationMover mover(context, places);
    const Stmt* body = mover.mutate(input->body);
    if (mover.error())
        return *mover.error();
    for (const AllocationPlace& place : places.places)
        explain(place, context);
    if (places.places.empty())
        context.note("nothing to do: no block allocates a buffer", &function);
    return withBody(context.arena(), *input, body);
}

} // namespace

PassInfo planAndUpdateBufferAllocationLocation()
{
    return {.name = "PlanAndUpdateBufferAllocationLocation",
            .summary = "Move the buffers of blocks to the innermost place around all their accesses",
            .required = {{ModuleProperty::NoBlockInits, "an init accesses the buffer, too"},
                         {ModuleProperty::BlockAxes,
                          "an accumulator must stay outside of the loops that its block reduces over"},
                         {ModuleProperty::Blocks, "buffers are moved from block to block"}},
            .established = {{ModuleProperty::PlacedBuffers, "each buffer moves to its accesses"}},
            .run = functionPass(run)};
}

} // namespace tir::passes
