#include "core/runtime/cuda/kernel_timing.h"

#include <algorithm>
#include <chrono>
#include <thread>

namespace tir {
namespace {

using Failure = CudaContext::Failure;

/// An idle GPU lowers its clocks and takes about so long to raise them.
constexpr int64_t WarmUpNs = 50000000;
/// A batch of launches takes about so long, which is far more than the resolution of events; at most so many.
constexpr int64_t BatchNs = 1000000;
constexpr int64_t MaxBatch = 1000;
/// Each flush takes longer than most kernels.
constexpr int64_t MaxColdBatch = 20;
/// Flushes before a batch. A flush takes some microseconds at least, and submitting a launch about three.
constexpr int64_t MaxFlushes = 512;

} // namespace

int64_t HostClock::nowNs() const
{
    return std::chrono::nanoseconds(std::chrono::steady_clock::now().time_since_epoch()).count();
}

void HostClock::pause()
{
    std::this_thread::sleep_for(std::chrono::microseconds(20));
}

KernelTimer::KernelTimer(CudaContext& context, CudaLauncher& launcher, HostClock& clock,
                         TimingOptions options)
    : m_context(context),
      m_launcher(launcher),
      m_clock(clock),
      m_options(options)
{}

Result<KernelTimes> KernelTimer::time(const MadeLaunch& launch)
{
    if (!hasTimeFor(0))
        return KernelTimes();
    const Result<int64_t> once = m_isWarm ? timeLaunches(launch, 1) : warmUp(launch);
    if (!once)
        return once.diagnostics();
    m_isWarm = true;
    KernelTimes times;
    times.batch = std::clamp<int64_t>(BatchNs / std::max<int64_t>(*once, 1), 1,
                                      m_options.hasColdCaches ? MaxColdBatch : MaxBatch);
    while (int(times.timesNs.size()) < m_options.batches && hasTimeFor(*once * times.batch)) {
        const Result<int64_t> batch = timeBatch(launch, times.batch);
        if (!batch)
            return batch.diagnostics();
        times.timesNs.push_back(*batch / times.batch);
    }
    return times;
}

bool KernelTimer::hasTimeFor(int64_t ns)
{
    m_isOutOfTime = m_isOutOfTime || m_clock.nowNs() + ns > m_options.deadlineNs;
    return !m_isOutOfTime;
}

Result<int64_t> KernelTimer::warmUp(const MadeLaunch& launch)
{
    int64_t onceNs = 0;
    int64_t count = 1;
    for (int64_t passedNs = 0; passedNs < WarmUpNs;) {
        const Result<int64_t> taken = timeLaunches(launch, count);
        if (!taken)
            return taken;
        // A launch too short for the events counts for something, so that the warm-up ends.
        onceNs = std::max<int64_t>(*taken / count, 1);
        passedNs += std::max<int64_t>(*taken, 1000 * count);
        count = std::clamp<int64_t>((WarmUpNs - passedNs) / onceNs, 1, std::min(2 * count, MaxBatch));
        if (!hasTimeFor(onceNs * count))
            break;
    }
    return onceNs;
}

Result<int64_t> KernelTimer::timeBatch(const MadeLaunch& launch, int64_t count)
{
    if (!m_options.hasColdCaches)
        return timeSubmitted(launch, count);
    int64_t totalNs = 0;
    for (int64_t number = 0; number < count; ++number) {
        const Result<int64_t> taken = timeSubmitted(launch, 1);
        if (!taken)
            return taken;
        totalNs += *taken;
    }
    return totalNs;
}

/// Work that is not timed, while the launches are submitted.
CudaContext::Failure KernelTimer::keepBusy(const MadeLaunch& launch)
{
    Failure failure;
    for (int64_t number = 0; number < m_flushes && !failure; ++number)
        failure = m_context.canFlush() ? m_context.flushCaches() : m_launcher.repeat(launch);
    if (!failure && !m_options.hasColdCaches) // caches contain what a launch leaves there
        failure = m_launcher.repeat(launch);
    return failure;
}

/// The GPU is busy while the launches are submitted, so that submitting is not in the time. If the GPU reaches the first
/// launch before all are submitted, there is more work before them in the next try.
Result<int64_t> KernelTimer::timeSubmitted(const MadeLaunch& launch, int64_t count)
{
    for (;;) {
        if (Failure failure = keepBusy(launch))
            return *failure;
        const Result<int64_t> taken = timeLaunches(launch, count);
        if (!taken || !m_hasStartedEarly || m_flushes == MaxFlushes || !hasTimeFor(2 * *taken))
            return taken;
        m_flushes *= 2;
    }
}

Result<int64_t> KernelTimer::timeLaunches(const MadeLaunch& launch, int64_t count)
{
    Failure failure = m_context.startClock();
    for (int64_t number = 0; number < count && !failure; ++number)
        failure = m_launcher.repeat(launch);
    if (!failure)
        failure = m_context.stopClock();
    if (failure)
        return *failure;
    const Result<bool> hasStarted = m_context.hasStarted();
    if (!hasStarted)
        return hasStarted.diagnostics();
    m_hasStartedEarly = *hasStarted;
    return waitForEnd();
}

/// Does not block: a kernel that depends on state before its first launch might never end.
Result<int64_t> KernelTimer::waitForEnd()
{
    for (;;) {
        const Result<bool> hasStopped = m_context.hasStopped();
        if (!hasStopped)
            return hasStopped.diagnostics();
        if (*hasStopped)
            return m_context.elapsedNs();
        if (m_clock.nowNs() > m_options.deadlineNs) {
            m_context.abandon();
            return error("timing", "a repeated launch did not end in the time for measuring");
        }
        m_clock.pause();
    }
}

} // namespace tir
