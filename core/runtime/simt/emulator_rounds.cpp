// A block whose threads wait for each other: each round resumes the threads that can continue. First complete warps,
// then the threads that are earliest in the program (lockstep), then those that wait for no other thread, and, when all
// have reached one barrier of the block, all threads.

#include "core/runtime/simt/checker/checker.h"
#include "core/runtime/simt/emulator.h"

#include <algorithm>
#include <coroutine>
#include <numeric>

namespace tir {
namespace {

std::coroutine_handle<> coroutine(void* address)
{
    return std::coroutine_handle<>::from_address(address);
}

uint32_t laneBit(const GpuThread& thread)
{
    return uint32_t(1) << (thread.number % SimtEmulator::WarpSize);
}

std::string waitText(const GpuThread& thread)
{
    return "thread (" + std::to_string(thread.index[0]) + ", " + std::to_string(thread.index[1]) + ", " +
           std::to_string(thread.index[2]) + ") waits at " + thread.barrier;
}

} // namespace

void SimtEmulator::runBlockWithBarriers(const GpuLaunch& launch, GpuBlock& block)
{
    const size_t count = size_t(block.threadCounts[0]) * block.threadCounts[1] * block.threadCounts[2];
    m_threads.assign(count, GpuThread{});
    m_coroutines.assign(count, nullptr);
    m_copies.assign(count, {});
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
        m_ready.clear();
        chooseThreads();
        if (m_ready.empty())
            failDiverged(launch, block);
        if (m_options.checker)
            tellChecker(block);
        for (const uint32_t number : m_ready)
            coroutine(m_coroutines[number]).resume();
    }
}

/// Threads that have ended do not count, as on most GPUs: a barrier holds those that still run. CUDA leaves it
/// undefined, so the checker reports it.
void SimtEmulator::chooseThreads()
{
    const GpuThread& any = m_threads[m_running.front()];
    const bool isOneBarrier = std::all_of(m_running.begin(), m_running.end(), [&](uint32_t number) {
        return m_threads[number].wait == Wait::Block && m_threads[number].barrier == any.barrier;
    });
    if (isOneBarrier) {
        m_ready = m_running;
        return;
    }
    for (size_t first = 0; first < m_running.size();) {
        size_t end = first;
        while (end < m_running.size() && m_running[end] / WarpSize == m_running[first] / WarpSize)
            ++end;
        chooseInWarp(first, end);
        first = end;
    }
    if (m_ready.empty())
        chooseEarliest();
    if (m_ready.empty())
        chooseHere();
}

/// The lanes m_running[first … end) of one warp that wait for each other and are complete.
void SimtEmulator::chooseInWarp(size_t first, size_t end)
{
    uint32_t present = 0;
    for (size_t at = first; at < end; ++at)
        present |= laneBit(m_threads[m_running[at]]);
    for (size_t at = first; at < end; ++at) {
        const GpuThread& thread = m_threads[m_running[at]];
        if (thread.wait != Wait::Warp)
            continue;
        const uint32_t needed = (thread.mask & present) | laneBit(thread);
        const bool isComplete = std::all_of(
            m_running.begin() + ptrdiff_t(first), m_running.begin() + ptrdiff_t(end), [&](uint32_t number) {
                const GpuThread& other = m_threads[number];
                return !(laneBit(other) & needed) ||
                       (other.wait == Wait::Warp && other.barrier == thread.barrier);
            });
        if (isComplete)
            m_ready.push_back(m_running[at]);
    }
}

void SimtEmulator::chooseEarliest()
{
    uint32_t earliest = UINT32_MAX;
    for (const uint32_t number : m_running)
        if (m_threads[number].wait == Wait::Step)
            earliest = std::min(earliest, m_threads[number].place);
    for (const uint32_t number : m_running)
        if (m_threads[number].wait == Wait::Step && m_threads[number].place == earliest)
            m_ready.push_back(number);
}

/// Of every warp the lanes that are at the earliest place together.
void SimtEmulator::chooseHere()
{
    for (size_t first = 0; first < m_running.size();) {
        const uint32_t warp = m_running[first] / WarpSize;
        uint32_t earliest = UINT32_MAX;
        size_t end = first;
        for (; end < m_running.size() && m_running[end] / WarpSize == warp; ++end)
            if (m_threads[m_running[end]].wait == Wait::Reconverge)
                earliest = std::min(earliest, m_threads[m_running[end]].place);
        uint32_t mask = 0;
        const auto isChosen = [&](const GpuThread& thread) {
            return thread.wait == Wait::Reconverge && thread.place == earliest;
        };
        for (size_t at = first; at < end; ++at)
            if (isChosen(m_threads[m_running[at]]))
                mask |= laneBit(m_threads[m_running[at]]);
        for (size_t at = first; at < end; ++at) {
            GpuThread& thread = m_threads[m_running[at]];
            if (!isChosen(thread))
                continue;
            thread.mask = mask;
            m_ready.push_back(thread.number);
        }
        first = end;
    }
}

/// Reports the completed wait of the threads that continue.
void SimtEmulator::tellChecker(const GpuBlock& block)
{
    Checker& checker = *m_options.checker;
    const GpuThread& any = m_threads[m_ready.front()];
    if (any.wait == Wait::Block && m_running.size() < m_threads.size()) {
        uint32_t ended = 0;
        while (ended < m_running.size() && m_running[ended] == ended)
            ++ended;
        checker.missedBarrier(block, any, m_threads[ended]);
    }
    if (any.wait == Wait::Block)
        checker.blockBarrier();
    if (any.wait == Wait::Step)
        checker.lockstepWait();
    for (size_t at = 0; at < m_ready.size() && any.wait == Wait::Warp; ++at)
        if (at == 0 || m_ready[at] / WarpSize != m_ready[at - 1] / WarpSize)
            checker.warpBarrier(m_ready[at] / WarpSize);
}

void SimtEmulator::failDiverged(const GpuLaunch& launch, const GpuBlock& block)
{
    const GpuThread& first = m_threads[m_running.front()];
    const auto second = std::find_if(m_running.rbegin(), m_running.rend(), [&](uint32_t number) {
        return m_threads[number].barrier != first.barrier;
    });
    // At one barrier all of them would go on.
    const GpuThread& other = m_threads[second == m_running.rend() ? m_running.back() : *second];
    if (m_options.checker)
        m_options.checker->divergence(block, first, other);
    m_error = {"BarrierDivergence",
               std::string(launch.kernel) + ": " + waitText(first) + ", but " + waitText(other)};
    escape();
}

} // namespace tir
