/// Measures kernels: launches are repeated between two events of the GPU, after a warm-up that raises its clocks. The
/// GPU has other work until all of them are submitted, so that a time is that of the GPU alone: its caches are flushed, or
/// the launch is repeated if there is no memory for that. Measuring ends at its deadline, even while a launch is still
/// running.

#pragma once

#include "core/runtime/cuda/cuda_launcher.h"

namespace tir {

/// The clock of the host; tests replace it.
class HostClock {
public:
    virtual ~HostClock() = default;
    virtual int64_t nowNs() const;
    /// Lets some microseconds pass.
    virtual void pause();
};

struct KernelTimes {
    std::vector<int64_t> timesNs; ///< of one launch: each is the mean of a batch
    int64_t batch = 1;            ///< launches in a batch
};

struct TimingOptions {
    int batches = 10;
    bool hasColdCaches = false; ///< L2 is flushed before every launch
    int64_t deadlineNs = 0;     ///< on the host's clock
};

class KernelTimer {
public:
    /// All outlive this. Precondition of cold caches: context.canFlush().
    KernelTimer(CudaContext& context, CudaLauncher& launcher, HostClock& clock, TimingOptions options);

    /// Has fewer batches, or none, if the deadline comes before. Fails if a call of the driver fails, or if a launch
    /// runs past the deadline: the context is abandoned then.
    Result<KernelTimes> time(const MadeLaunch& launch);

private:
    /// Of one launch.
    Result<int64_t> warmUp(const MadeLaunch& launch);
    /// Of all launches together.
    Result<int64_t> timeBatch(const MadeLaunch& launch, int64_t count);
    CudaContext::Failure keepBusy(const MadeLaunch& launch);
    Result<int64_t> timeSubmitted(const MadeLaunch& launch, int64_t count);
    Result<int64_t> timeLaunches(const MadeLaunch& launch, int64_t count);
    Result<int64_t> waitForEnd();
    bool hasTimeFor(int64_t ns);

    CudaContext& m_context;
    CudaLauncher& m_launcher;
    HostClock& m_clock;
    const TimingOptions m_options;
    int64_t m_flushes = 1;          ///< before the launches, or other work
    bool m_hasStartedEarly = false; ///< the GPU, with the last launches before all of them were submitted
    bool m_isWarm = false;
    bool m_isOutOfTime = false;
};

} // namespace tir
