#include "passes/workbench/worker/time_kernels.h"

#include <algorithm>
#include <cstdio>

#include <fcntl.h>
#include <unistd.h>

namespace tir {
namespace {

constexpr double MostSeconds = 10;
constexpr double MostOfTheLimit = 0.5; ///< of what is left of it

/// While it lives, output to the standard output is dropped: kernels that print do so whenever they are launched.
class Silence {
public:
    Silence() : m_kept(dup(STDOUT_FILENO))
    {
        std::fflush(stdout);
        const int nothing = open("/dev/null", O_WRONLY | O_CLOEXEC);
        if (m_kept >= 0 && nothing >= 0)
            dup2(nothing, STDOUT_FILENO);
        if (nothing >= 0)
            close(nothing);
    }
    Silence(const Silence&) = delete;
    Silence& operator=(const Silence&) = delete;
    ~Silence()
    {
        std::fflush(stdout);
        if (m_kept >= 0) {
            dup2(m_kept, STDOUT_FILENO);
            close(m_kept);
        }
    }

private:
    int m_kept;
};

void noneIsTimed(GpuReport& report, const std::string& why)
{
    for (KernelReport& kernel : report.kernels) {
        kernel.timesNs.clear();
        kernel.notTimed = why;
    }
}

} // namespace

void timeKernels(GpuReport& report, CudaContext& context, CudaLauncher& launcher,
                 const std::vector<size_t>& rows, HostClock& clock, const KernelTiming& timing)
{
    const std::vector<MadeLaunch>& launches = launcher.launches();
    if (launches.empty())
        return;
    const auto budgetNs = int64_t(1e9 * std::min(MostSeconds, timing.secondsLeft * MostOfTheLimit));
    if (timing.runNs > budgetNs)
        return noneIsTimed(report, "the run itself took too long to be repeated within the time limit");
    if (const auto failure = context.prepareFlush(); failure && timing.hasColdCaches)
        return noneIsTimed(report, "caches cannot be flushed: " + failure->message);
    const Silence silence; // the run has printed it once
    KernelTimer timer(context, launcher, clock,
                      {.batches = timing.batches,
                       .hasColdCaches = timing.hasColdCaches,
                       .deadlineNs = timing.nowNs + budgetNs});
    std::vector<bool> isTimed(report.kernels.size());
    for (size_t number = 0; number < launches.size(); ++number) {
        if (isTimed[rows[number]])
            continue;
        isTimed[rows[number]] = true;
        KernelReport& kernel = report.kernels[rows[number]];
        if (!launcher.canRepeat(launches[number])) {
            kernel.notTimed = "memory that it works on has been freed";
            continue;
        }
        const Result<KernelTimes> times = timer.time(launches[number]);
        if (!times)
            return noneIsTimed(report, times.diagnostics().front().message);
        kernel.timesNs = times->timesNs;
        if (kernel.timesNs.empty())
            kernel.notTimed = "the share of the time limit for timing was used up";
        kernel.batch = times->batch;
        kernel.hasColdCaches = timing.hasColdCaches;
    }
    report.repeat = timing.batches;
    addShares(report);
}

} // namespace tir
