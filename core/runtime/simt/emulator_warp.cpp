// Data exchange between the lanes of a warp.

#include "core/runtime/simt/checker/checker.h"
#include "core/runtime/simt/emulator.h"

#include <algorithm>
#include <cstring>

namespace tir {

void* tirscope_offer(GpuThread* thread)
{
    return &thread->offered[++thread->offers % 2];
}

namespace {

/// Another lane, or whose value the thread gets in its place.
struct Lane {
    const GpuThread* thread; ///< whose value it gets
    int64_t number;          ///< in the block, of the requested thread; it may not exist
};

Lane laneOf(const GpuBlock* block, const GpuThread* thread, uint32_t choice, int32_t operand, int32_t width)
{
    const int32_t lane = int32_t(thread->number % SimtEmulator::WarpSize);
    const int32_t groupSize =
        width > 0 && width <= int32_t(SimtEmulator::WarpSize) ? width : int32_t(SimtEmulator::WarpSize);
    const int32_t group = lane / groupSize * groupSize;
    int32_t source = lane;
    bool isInside = true;
    switch (LaneChoice(choice)) {
    case LaneChoice::Index:
        source = group + (operand % groupSize + groupSize) % groupSize;
        break;
    case LaneChoice::Up:
        source = lane - operand;
        isInside = source >= group;
        break;
    case LaneChoice::Down:
        source = lane + operand;
        isInside = source < group + groupSize;
        break;
    case LaneChoice::Xor:
        source = lane ^ operand;
        isInside = source < group + groupSize; // lanes of earlier groups can be read
        break;
    }
    const uint32_t count = block->threadCounts[0] * block->threadCounts[1] * block->threadCounts[2];
    const int64_t number = int64_t(thread->number) - lane + source;
    if (!isInside || source < 0) // gets its own, on a GPU too
        return {thread, thread->number};
    return {number < count ? thread - lane + source : thread, number};
}

} // namespace

const void* tirscope_offered(const GpuBlock* block, const GpuThread* thread, uint32_t choice, int32_t operand,
                             int32_t width)
{
    return &laneOf(block, thread, choice, operand, width).thread->offered[thread->offers % 2];
}

void tirscope_check_offer(SimtEmulator* emulator, const GpuThread* thread)
{
    emulator->checker()->offer(*thread);
}

void tirscope_check_receive(SimtEmulator* emulator, const GpuBlock* block, const GpuThread* thread,
                            uint32_t site, uint32_t choice, int32_t operand, int32_t width)
{
    const auto [from, number] = laneOf(block, thread, choice, operand, width);
    emulator->checker()->receive(*block, *thread, site, from->number == number ? from : nullptr,
                                 uint32_t(number) % WarpLanes);
}

uint32_t tirscope_vote(const GpuBlock* block, const GpuThread* thread, uint32_t vote, uint32_t mask,
                       bool isOfBlock)
{
    const uint32_t count = block->threadCounts[0] * block->threadCounts[1] * block->threadCounts[2];
    const GpuThread* threads = thread - thread->number;
    const uint32_t lane = thread->number % WarpLanes;
    const uint32_t first = isOfBlock ? 0 : thread->number - lane;
    const uint32_t end = isOfBlock ? count : std::min(count, first + WarpLanes);
    mask |= uint32_t(1) << lane;
    const Vote kind = Vote(vote);
    uint32_t result = kind == Vote::All ? 1 : kind == Vote::Min ? UINT32_MAX : 0;
    for (uint32_t number = first; number < end; ++number) {
        // One that has ended has offered less often.
        const GpuThread& other = threads[number];
        const bool isPart = isOfBlock || (mask >> (number - first) & 1);
        if (!isPart || int32_t(other.offers - thread->offers) < 0)
            continue;
        uint32_t word = 0;
        std::memcpy(&word, &other.offered[thread->offers % 2], sizeof word);
        switch (kind) {
        case Vote::Any:
            result |= word != 0;
            break;
        case Vote::All:
            result &= word != 0;
            break;
        case Vote::Ballot:
            result |= uint32_t(word != 0) << (number - first);
            break;
        case Vote::Sum:
            result += word;
            break;
        case Vote::Min:
            result = std::min(result, word);
            break;
        }
    }
    return result;
}

} // namespace tir
