#include "core/runtime/simt/checker/phases.h"

#include <algorithm>
#include <iterator>

namespace tir {

void Phases::startLaunch()
{
    m_launch = ++m_now;
    m_blocks.clear();
}

void Phases::startBlock(const GpuBlock& block)
{
    m_block = m_barrier = ++m_now;
    m_blocks.push_back({m_now, {block.index[0], block.index[1], block.index[2]}});
    m_warpTimes.fill(0);
}

bool Phases::parallelLoop(ParallelEvent event)
{
    if (event == ParallelEvent::End)
        --m_parallelDepth;
    const bool isOutermost = m_parallelDepth == (event == ParallelEvent::Iteration ? 1 : 0);
    if (event == ParallelEvent::Start)
        ++m_parallelDepth;
    if (!isOutermost)
        return false;
    m_block = m_barrier = ++m_now;
    if (event != ParallelEvent::Iteration)
        m_launch = m_now;
    return true;
}

void Phases::blockBarrier()
{
    lockstepWait();
    m_barrier = m_now;
}

void Phases::lockstepWait()
{
    ++m_now;
    m_warpTimes.fill(0);
}

void Phases::warpBarrier(size_t warp)
{
    constexpr uint32_t MaxWarpTime = (1u << (32 - ThreadTime::ThreadBits)) - 1;
    if (++m_warpTimes[warp] == MaxWarpTime)
        blockBarrier();
}

std::array<uint32_t, 3> Phases::blockAt(uint32_t phase) const
{
    const auto after =
        std::upper_bound(m_blocks.begin(), m_blocks.end(), phase,
                         [](uint32_t at, const BlockStart& start) { return at < start.phase; });
    return after == m_blocks.begin() ? std::array<uint32_t, 3>{} : std::prev(after)->index;
}

} // namespace tir
