#include "passes/blocks/inject_software_pipeline/overlap.h"

#include "core/arith/linear_expr.h"
#include "core/arith/same_expr.h"
#include "core/support/text_format.h"

#include <algorithm>

namespace tir::passes {
namespace {

/// Whether each iteration has an index of its own, the same in both regions.
bool areOfOneIteration(const BufferRegion& a, const BufferRegion& b, const Var& loopVar)
{
    for (size_t i = 0; i < std::min(a.region.size(), b.region.size()); ++i) {
        const Range& first = *a.region[i];
        const Range& second = *b.region[i];
        if (isConstInt(first.extent, 1) && isConstInt(second.extent, 1) &&
            isSameExpr(*first.min, *second.min) && linearExpr(*first.min).scaleOf(loopVar) != 0)
            return true;
    }
    return false;
}

/// A version holds what one iteration has written.
bool isReadFirst(const Pipeline& pipeline, const Buffer* buffer)
{
    for (const PipelineComponent& component : pipeline.components) {
        if (regionOf(component.block->reads, buffer))
            return true;
        if (regionOf(component.block->writes, buffer))
            return false;
    }
    return false;
}

/// A buffer without versions that components of two stages access, one of which writes it.
const Buffer* sharedByStages(const Pipeline& pipeline, const PipelineComponent& writer)
{
    for (const BufferRegion* written : writer.block->writes) {
        if (std::ranges::count(pipeline.buffers, written->buffer))
            continue;
        for (const PipelineComponent& other : pipeline.components)
            for (const auto& regions : {other.block->reads, other.block->writes}) {
                const BufferRegion* accessed = regionOf(regions, written->buffer);
                if (accessed && other.stage != writer.stage &&
                    !areOfOneIteration(*written, *accessed, *pipeline.loop->loopVar))
                    return written->buffer;
            }
    }
    return nullptr;
}

} // namespace

std::string whyNoOverlap(const Pipeline& pipeline, const std::vector<VersionedBuffer>& versions)
{
    for (const VersionedBuffer& version : versions)
        if (isReadFirst(pipeline, version.original))
            return "an iteration reads what an earlier one has left in " + quoted(version.original->name);
    for (const PipelineComponent& component : pipeline.components)
        if (const Buffer* buffer = sharedByStages(pipeline, component))
            return "several stages access " + quoted(buffer->name) +
                   ", which has no versions, because it is also used outside of the loop";
    return "";
}

} // namespace tir::passes
