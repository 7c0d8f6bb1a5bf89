#include "passes/wrong_orders.h"

#include "core/support/check.h"

#include <algorithm>

namespace tir {
namespace {

constexpr bool Before = false;
constexpr bool After = true;

constexpr WrongOrder Orders[] = {
    {"split@late-merge", "wrong on purpose: the merge comes after the launch lowering", "split",
     "MergeSharedMemoryAllocations", After, "LowerDeviceKernelLaunch"},
    {"split@early-storage", "wrong on purpose: storage is legalized before the packed API", "split",
     "FP8StorageLegalize, BF16StorageLegalize", Before, "MakePackedAPI"},
    {"s_tir@late-reductions", "wrong on purpose: reductions over threads are lowered after their inits",
     "s_tir", "LowerCrossThreadReduction", After, "LowerInitBlock"},
    {"s_tir@late-plan", "wrong on purpose: buffers are moved when blocks have no axes any more", "s_tir",
     "PlanAndUpdateBufferAllocationLocation", After, "ConvertBlocksToOpaque"},
    {"s_tir@early-compaction",
     "wrong on purpose: buffers are compacted before they are moved to their accesses", "s_tir",
     "PlanAndUpdateBufferAllocationLocation", After, "CompactBufferAllocation"},
    {"s_tir@late-match", "wrong on purpose: matched buffers are lowered after their blocks", "s_tir",
     "LowerMatchBuffer", After, "LowerOpaqueBlock"},
    {"s_tir@late-pipelining", "wrong on purpose: software pipelines are injected after blocks are lowered",
     "s_tir", "InjectSoftwarePipeline", After, "LowerOpaqueBlock"},
    {"s_tir@forced-int32", "wrong on purpose: all indices are forced into 32 bits", "s_tir",
     "ForceNarrowIndexToInt32", After, "BindTarget"},
    {"s_tir@early-storage-rewrite", "wrong on purpose: memory is shared before there are launches", "s_tir",
     "StorageRewrite", Before, "LowerOpaqueBlock"},
    {"s_tir@late-double-buffer", "wrong on purpose: buffers are doubled after they share memory", "s_tir",
     "InjectDoubleBuffer", After, "StorageRewrite"},
    {"s_tir@early-barriers", "wrong on purpose: barriers are inserted before there are launches", "s_tir",
     R"(ThreadSync("shared"), ThreadSync("shared.dyn"), ThreadSync("warp"))", Before, "LowerOpaqueBlock"},
    {"s_tir@late-barriers", "wrong on purpose: barriers are inserted after the merge", "s_tir",
     R"(ThreadSync("shared.dyn"))", After, "MergeSharedMemoryAllocations"},
};

} // namespace

std::span<const WrongOrder> wrongOrders()
{
    return Orders;
}

std::vector<PassInvocation> reordered(std::vector<PassInvocation> passes, const WrongOrder& order)
{
    const auto parsed = parseInvocations(order.moved);
    TIR_CHECK(parsed) << "a wrong order cannot be read: " << order.moved;
    const std::vector<PassInvocation>& moved = *parsed;
    std::erase_if(passes, [&](const PassInvocation& pass) { return std::ranges::count(moved, pass) > 0; });
    auto position = std::ranges::find(passes, order.anchor, &PassInvocation::name);
    TIR_CHECK(position != passes.end()) << order.base << " has no " << order.anchor;
    passes.insert(order.isAfter ? position + 1 : position, moved.begin(), moved.end());
    return passes;
}

} // namespace tir
