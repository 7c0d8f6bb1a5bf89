// Launches: blocks in their order, on several cores where the launch takes long enough.

#include "core/runtime/simt/block_memory.h"
#include "core/runtime/simt/checker/checker.h"
#include "core/runtime/simt/emulator.h"
#include "core/runtime/simt/work_log.h"
#include "core/support/list_text.h"

#include <atomic>
#include <chrono>
#include <cstring>
#include <mutex>
#include <system_error>
#include <thread>
#include <utility>

namespace tir {

/// The blocks of one launch that no worker has taken yet, and the first that failed.
class BlockQueue {
public:
    /// `limit`: how many blocks of every axis run at most, the last one among them; 0: all.
    BlockQueue(const GpuLaunch& launch, int64_t limit)
    {
        for (size_t axis = 0; axis < 3; ++axis) {
            const uint64_t extent = uint64_t(launch.blockCounts[axis]);
            Axis& chosen = m_axes[axis];
            if (limit > 0 && extent > uint64_t(limit))
                chosen.step = (extent + uint64_t(limit) - 1) / uint64_t(limit);
            chosen.count = (extent + chosen.step - 1) / chosen.step;
            chosen.first = extent ? (extent - 1) % chosen.step : 0;
            m_count *= chosen.count;
            m_isPartial |= chosen.count < extent;
        }
        m_failed = m_count;
    }

    /// False: none is left, or an earlier one has failed.
    bool take(uint64_t& number)
    {
        number = m_next.fetch_add(1);
        return number < m_count && number < m_failed;
    }
    std::array<uint32_t, 3> indexOf(uint64_t number) const
    {
        std::array<uint32_t, 3> index;
        for (size_t axis = 0; axis < 3; ++axis) {
            index[axis] = uint32_t(m_axes[axis].first + number % m_axes[axis].count * m_axes[axis].step);
            number /= m_axes[axis].count;
        }
        return index;
    }
    /// Whether blocks of the grid are left out.
    bool isPartial() const { return m_isPartial; }
    uint64_t left() const { return m_count - std::min<uint64_t>(m_next, m_count); }

    void fail(uint64_t number, ProgramError error)
    {
        const std::lock_guard lock(m_mutex);
        if (number >= m_failed)
            return;
        m_failed = number;
        m_error = std::move(error);
    }
    /// Takes the counts of a worker, which become zero.
    void takeCounts(std::vector<uint64_t>& counts)
    {
        const std::lock_guard lock(m_mutex);
        m_counts.resize(counts.size());
        for (size_t slot = 0; slot < counts.size(); ++slot)
            m_counts[slot] += std::exchange(counts[slot], 0);
    }
    /// When all are done.
    const std::vector<uint64_t>& counts() const { return m_counts; }

    /// Call it when all are done. Nothing if none failed.
    std::optional<ProgramError> error() const
    {
        return m_failed < m_count ? std::optional(m_error) : std::nullopt;
    }

private:
    struct Axis {
        uint64_t first = 0;
        uint64_t step = 1;
        uint64_t count = 0;
    };
    std::array<Axis, 3> m_axes;
    uint64_t m_count = 1;
    bool m_isPartial = false;
    std::atomic<uint64_t> m_next = 0;
    std::atomic<uint64_t> m_failed = 0; ///< the count if none failed
    std::mutex m_mutex;
    ProgramError m_error;
    std::vector<uint64_t> m_counts; ///< by all workers
};

namespace {

using Clock = std::chrono::steady_clock;

/// Launches that are done by then do not pay for threads.
constexpr auto AloneFor = std::chrono::milliseconds(1);

bool hasValidSizes(const GpuLaunch& launch)
{
    int64_t threads = 1;
    for (size_t axis = 0; axis < 3; ++axis) {
        if (launch.blockCounts[axis] < 1 || launch.blockCounts[axis] > SimtEmulator::MaxBlocks[axis] ||
            launch.threadCounts[axis] < 1 || launch.threadCounts[axis] > SimtEmulator::MaxThreads[axis])
            return false;
        threads *= launch.threadCounts[axis];
    }
    return threads <= SimtEmulator::MaxThreadsPerBlock;
}

/// Precondition: it has valid sizes.
bool hasTooManyThreads(const GpuLaunch& launch)
{
    const int64_t* counts = launch.threadCounts;
    return launch.declaredThreads > 0 && counts[0] * counts[1] * counts[2] > launch.declaredThreads;
}

unsigned coresOf(const EmulatorOptions& options, const GpuLaunch& launch)
{
    // Unlowered kernels take much memory for each thread.
    if (launch.isOrdered || launch.isLockstep || options.checker)
        return 1;
    return options.cores ? options.cores : std::max(1u, std::thread::hardware_concurrency());
}

} // namespace

void SimtEmulator::refuse(const GpuLaunch& launch)
{
    const std::string sizes =
        "with grid " + tupleText(launch.blockCounts) + " and block " + tupleText(launch.threadCounts) +
        (hasValidSizes(launch)
             ? ", since its thread axes declare " + std::to_string(launch.declaredThreads) + " threads"
             : "");
    if (m_options.checker)
        m_options.checker->refusedLaunch(launch.kernel, "no GPU launches a kernel " + sizes);
    m_error = {"LaunchError", std::string(launch.kernel) + " cannot be launched " + sizes};
}

void SimtEmulator::launch(const GpuLaunch& launch)
{
    if (!hasValidSizes(launch) || hasTooManyThreads(launch)) {
        refuse(launch);
        escape();
    }
    {
        std::jmp_buf outer;
        std::memcpy(&outer, &m_escape, sizeof outer);
        BlockQueue queue(launch, m_options.blockLimit);
        if (m_options.partialGrids && queue.isPartial())
            m_options.partialGrids->emplace(std::to_array(launch.blockCounts), int64_t(queue.left()));
        m_isLaunching = true;
        if (m_options.checker)
            m_options.checker->startLaunch(queue.isPartial());
        takeBlocks(launch, queue, coresOf(m_options, launch) > 1);
        m_isLaunching = false;
        if (m_options.checker)
            m_options.checker->endLaunch();
        std::memcpy(&m_escape, &outer, sizeof outer);
        const auto error = queue.error();
        if (!error && m_options.work)
            m_options.work->add(launch, queue.counts());
        if (!error)
            return;
        m_error = *error;
    }
    escape();
}

void SimtEmulator::takeBlocks(const GpuLaunch& launch, BlockQueue& queue, bool mayCallOthers)
{
    std::vector<std::thread> others;
    tryBlocks(launch, queue, mayCallOthers ? &others : nullptr);
    queue.takeCounts(m_counts);
    for (std::thread& other : others)
        other.join();
}

/// The target of jumps after errors: owns nothing that would have to be destroyed.
void SimtEmulator::tryBlocks(const GpuLaunch& launch, BlockQueue& queue, std::vector<std::thread>* others)
{
    if (setjmp(m_escape) != 0) {
        queue.fail(m_block, std::move(m_error));
        return;
    }
    const auto started = Clock::now();
    while (queue.take(m_block)) {
        if (others && others->empty() && queue.left() > 0 && Clock::now() - started > AloneFor)
            callOthers(launch, queue, *others);
        runBlock(launch, queue.indexOf(m_block));
    }
}

void SimtEmulator::callOthers(const GpuLaunch& launch, BlockQueue& queue, std::vector<std::thread>& others)
{
    const uint64_t wanted = std::min<uint64_t>(coresOf(m_options, launch) - 1, queue.left());
    try {
        while (others.size() < wanted)
            others.emplace_back([&] { SimtEmulator(m_options).takeBlocks(launch, queue, false); });
    } catch (const std::system_error&) { // as many as there are
    }
}

void SimtEmulator::runBlock(const GpuLaunch& launch, const std::array<uint32_t, 3>& index)
{
    GpuBlock block = {};
    block.memory = m_blockMemory.get();
    block.counts = m_counts.data();
    for (size_t axis = 0; axis < 3; ++axis) {
        block.threadCounts[axis] = uint32_t(launch.threadCounts[axis]);
        block.blockCounts[axis] = uint32_t(launch.blockCounts[axis]);
        block.index[axis] = index[axis];
    }
    m_blockMemory->startBlock(launch.dynamicBytes, !launch.isLockstep);
    if (m_options.checker)
        m_options.checker->startBlock(block);
    if (launch.startThread)
        runBlockWithBarriers(launch, block);
    else
        launch.runBlock(this, &block, launch.environment);
}

} // namespace tir
