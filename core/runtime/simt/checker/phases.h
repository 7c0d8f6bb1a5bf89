/// The time of a checked program. It is counted in phases: a new one begins with every block of a launch, at every
/// barrier of a block, and after a launch. Blocks run one after the other, so that one number decides whether two
/// accesses are in the same phase, block, or launch.

#pragma once

#include "core/codegen/llvm_ir/emulator_abi.h"
#include "core/runtime/simt/checker/shadow.h"

#include <array>
#include <vector>

namespace tir {

class Phases {
public:
    uint32_t now() const { return m_now; }
    /// The first of the launch, or of the host's time since the last one.
    uint32_t launch() const { return m_launch; }
    /// The first of the block.
    uint32_t block() const { return m_block; }
    /// The first since the last barrier that the program has, or of the block.
    uint32_t barrier() const { return m_barrier; }

    void startLaunch();
    void endLaunch() { m_launch = m_block = ++m_now; }
    void startBlock(const GpuBlock& block);
    /// Whether no block of the launch has started yet.
    bool isBeforeBlocks() const { return m_blocks.empty(); }
    /// Iterations are like blocks. False if the loop is inside of another one: then nothing changes.
    bool parallelLoop(ParallelEvent event);
    void blockBarrier();
    /// Threads in lockstep have waited for each other, where the program has no barrier.
    void lockstepWait();
    void warpBarrier(size_t warp);

    /// The thread, or the host if it is null, accesses memory now.
    Stamp stampOf(const GpuThread* thread, uint32_t site) const
    {
        Stamp stamp = {m_now, {}, site};
        if (thread)
            stamp.time.bits = thread->number | m_warpTimes[thread->number / 32] << ThreadTime::ThreadBits;
        return stamp;
    }
    /// The position of the block of the launch that ran in the phase; zeros if none did.
    std::array<uint32_t, 3> blockAt(uint32_t phase) const;

private:
    struct BlockStart {
        uint32_t phase;
        std::array<uint32_t, 3> index;
    };

    uint32_t m_now = 1;
    uint32_t m_launch = 1;
    uint32_t m_block = 1;
    uint32_t m_barrier = 1;
    std::vector<BlockStart> m_blocks; ///< of the launch so far, in order
    std::array<uint32_t, 32> m_warpTimes = {};
    uint32_t m_parallelDepth = 0; ///< of the loops of the host that are being executed
};

} // namespace tir
