// Launches: blocks one after the other; the threads of a block one after the other, or, where there are
// barriers, in rounds.

#include "core/runtime/block_memory.h"
#include "core/runtime/checker/checker.h"
#include "core/runtime/machine.h"

#include <array>
#include <coroutine>
#include <numeric>

namespace tir {
namespace {

constexpr size_t MaxWarps = size_t(Machine::MaxThreadsPerBlock) / Machine::WarpSize;

std::string inWords(const int64_t (&counts)[3])
{
    return "(" + std::to_string(counts[0]) + ", " + std::to_string(counts[1]) + ", " +
           std::to_string(counts[2]) + ")";
}

bool canLaunch(const GpuLaunch& launch)
{
    int64_t threads = 1;
    for (size_t axis = 0; axis < 3; ++axis) {
        if (launch.blockCounts[axis] < 0 || launch.blockCounts[axis] > INT32_MAX ||
            launch.threadCounts[axis] < 0 || launch.threadCounts[axis] > Machine::MaxThreadsPerBlock)
            return false;
        threads *= launch.threadCounts[axis];
    }
    return threads <= Machine::MaxThreadsPerBlock;
}

std::coroutine_handle<> coroutine(void* address)
{
    return std::coroutine_handle<>::from_address(address);
}

/// What the threads of a warp or a block wait for. Threads that have ended do not count: a barrier holds
/// those that still run.
struct Waiting {
    const GpuThread* any = nullptr;
    const GpuThread* other = nullptr; ///< waits at another barrier than `any`
    bool isForBlock = true;           ///< all of them
    bool isForWarp = true;

    void add(const GpuThread& thread)
    {
        isForBlock = isForBlock && thread.wait == Wait::Block;
        isForWarp = isForWarp && thread.wait == Wait::Warp;
        if (!any)
            any = &thread;
        else if (any->barrier != thread.barrier)
            other = &thread;
    }
};

/// The least number that is not among the sorted ones.
size_t firstMissing(const std::vector<uint32_t>& numbers)
{
    size_t number = 0;
    while (number < numbers.size() && numbers[number] == number)
        ++number;
    return number;
}

std::string divergence(const char* kernel, const GpuThread& first, const GpuThread& second)
{
    const auto position = [](const GpuThread& thread) {
        return "thread (" + std::to_string(thread.index[0]) + ", " + std::to_string(thread.index[1]) + ", " +
               std::to_string(thread.index[2]) + ") waits at " + thread.barrier;
    };
    return std::string(kernel) + ": " + position(first) + ", but " + position(second);
}

} // namespace

void Machine::launch(const GpuLaunch& launch)
{
    if (!canLaunch(launch)) {
        m_error = {"LaunchError", std::string(launch.kernel) + " cannot be launched with grid " +
                                      inWords(launch.blockCounts) + " and block " +
                                      inWords(launch.threadCounts)};
        escape();
    }
    GpuBlock block = {};
    block.memory = m_blockMemory.get();
    m_blockMemory->dynamicLimit = launch.dynamicBytes;
    for (size_t axis = 0; axis < 3; ++axis) {
        block.threadCounts[axis] = uint32_t(launch.threadCounts[axis]);
        block.blockCounts[axis] = uint32_t(launch.blockCounts[axis]);
    }
    m_isLaunching = true;
    if (m_checker)
        m_checker->startLaunch();
    uint32_t(&index)[3] = block.index;
    for (index[2] = 0; index[2] < block.blockCounts[2]; ++index[2])
        for (index[1] = 0; index[1] < block.blockCounts[1]; ++index[1])
            for (index[0] = 0; index[0] < block.blockCounts[0]; ++index[0]) {
                m_blockMemory->startBlock();
                if (m_checker)
                    m_checker->startBlock(block);
                if (launch.startThread)
                    runBlockWithBarriers(launch, block);
                else
                    launch.runBlock(this, &block, launch.environment);
            }
    m_isLaunching = false;
    if (m_checker)
        m_checker->endLaunch();
}

void Machine::runBlockWithBarriers(const GpuLaunch& launch, GpuBlock& block)
{
    const size_t count = size_t(block.threadCounts[0]) * block.threadCounts[1] * block.threadCounts[2];
    m_threads.assign(count, GpuThread{});
    m_coroutines.assign(count, nullptr);
    for (size_t number = 0; number < count; ++number) {
        const uint32_t x = uint32_t(number) % block.threadCounts[0];
        const uint32_t row = uint32_t(number) / block.threadCounts[0];
        m_threads[number].number = uint32_t(number);
        m_threads[number].index[0] = x;
        m_threads[number].index[1] = row % block.threadCounts[1];
        m_threads[number].index[2] = row / block.threadCounts[1];
        m_coroutines[number] = launch.startThread(this, &block, &m_threads[number], launch.environment);
    }

    m_running.resize(count);
    std::iota(m_running.begin(), m_running.end(), 0);
    for (;;) {
        std::erase_if(m_running, [&](uint32_t number) { return coroutine(m_coroutines[number]).done(); });
        if (m_running.empty())
            return;
        Waiting all;
        std::array<Waiting, MaxWarps> warps;
        for (const uint32_t number : m_running) {
            all.add(m_threads[number]);
            warps[number / WarpSize].add(m_threads[number]);
        }

        const Waiting* diverged = all.isForBlock && all.other ? &all : nullptr;
        bool isAnyReady = all.isForBlock;
        for (const Waiting& warp : warps)
            if (!all.isForBlock && warp.any && warp.isForWarp) {
                isAnyReady = true;
                diverged = warp.other ? &warp : diverged;
            }
        if (!isAnyReady) // a warp waits for the block and for itself at the same time
            diverged = &all;
        if (m_checker && diverged)
            m_checker->divergence(block, *diverged->any, *diverged->other, false);
        else if (m_checker && all.isForBlock) {
            const size_t ended = firstMissing(m_running);
            if (ended < count)
                m_checker->divergence(block, *all.any, m_threads[ended], true);
            m_checker->blockBarrier();
        }
        if (diverged) {
            m_error = {"BarrierDivergence", divergence(launch.kernel, *diverged->any, *diverged->other)};
            escape();
        }
        if (m_checker)
            for (size_t warp = 0; warp < warps.size() && !all.isForBlock; ++warp)
                if (warps[warp].any && warps[warp].isForWarp)
                    m_checker->warpBarrier(warp);
        for (const uint32_t number : m_running)
            if (all.isForBlock || warps[number / WarpSize].isForWarp)
                coroutine(m_coroutines[number]).resume();
    }
}

void* tirscope_offer(GpuThread* thread)
{
    return &thread->offered[++thread->offers % 2];
}

const void* tirscope_offered(const GpuBlock* block, const GpuThread* thread, uint32_t choice, int32_t operand,
                             int32_t width)
{
    const int32_t lane = int32_t(thread->number % Machine::WarpSize);
    const int32_t groupSize =
        width > 0 && width <= int32_t(Machine::WarpSize) ? width : int32_t(Machine::WarpSize);
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
    const bool exists = isInside && source >= 0 && number < count;
    const GpuThread& from = exists ? *(thread - lane + source) : *thread;
    return &from.offered[thread->offers % 2];
}

} // namespace tir
