/// The plan in words.

#include "passes/memory/merge_shared_memory_allocations_plan.h"

#include <algorithm>

namespace tir::passes {
namespace {

std::string bytes(const Expr* expr)
{
    const auto* constant = as<IntImm>(expr);
    return constant ? std::to_string(constant->value) : "a symbolic number of";
}

std::string listed(const std::vector<const Var*>& data, const SharedAllocations& allocations)
{
    std::string text;
    for (const Var* var : data)
        text += (text.empty() ? "'" : ", '") + std::string(allocations.byData.at(var)->buffer->name) + "'";
    return text;
}

std::string sizeOf(const Buffer& buffer)
{
    const int64_t count = constantElementCount(buffer);
    return count < 0 ? "symbolic size" : std::to_string(count * buffer.dtype.bytes()) + " bytes";
}

std::string reason(const Placement& placement, const SharedAllocations& allocations)
{
    const std::string previous = listed(placement.previous, allocations);
    switch (placement.rule) {
    case PlacementRule::NewEntry:
        return "no free entry fits, so it gets an entry of its own";
    case PlacementRule::TinyEntry:
        return "an entry of at most 32 bits is never released and gets no bytes; any access to it fails";
    case PlacementRule::TakesOver:
        return "it takes over the entry of " + previous +
               ", which is dead by now: the smallest free one that is large enough and at most 16 times as "
               "large";
    case PlacementRule::Combines:
        return "no single free entry is large enough, so it takes the smaller ones of " + previous +
               " together";
    case PlacementRule::SharesSymbolic:
        return "it takes the free entry of symbolic size of " + previous +
               ", which does not record it, so it gets no bytes; any access to it fails";
    }
    return {};
}

} // namespace

void explainPlan(PassContext& context, const MergePlan& plan, const SharedAllocations& allocations)
{
    for (const Placement& placement : plan.placements) {
        const Buffer& buffer = *allocations.byData.at(placement.data)->buffer;
        const auto offset = plan.byteOffsets.find(placement.data);
        const std::string where = offset == plan.byteOffsets.end() ? "without a place"
                                  : as<IntImm>(offset->second)     ? "at byte " + bytes(offset->second)
                                                                   : "at a symbolic offset";
        context.note("'" + std::string(buffer.name) + "' (" + sizeOf(buffer) + ") lies " + where + ": " +
                         reason(placement, allocations),
                     allocations.byData.at(placement.data));
    }
    for (const AllocBuffer* alloc : allocations.inOrder) {
        const auto isPlaced = [&](const Placement& placement) {
            return placement.data == alloc->buffer->data;
        };
        if (std::ranges::none_of(plan.placements, isPlaced))
            context.note("'" + std::string(alloc->buffer->name) + "' is never accessed and gets no bytes",
                         alloc);
    }
}

} // namespace tir::passes
