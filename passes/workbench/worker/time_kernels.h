/// The times of the kernels in the report of a GPU run that is done.

#pragma once

#include "core/runtime/cuda/kernel_timing.h"
#include "passes/workbench/execution/gpu_report.h"

namespace tir {

struct KernelTiming {
    int batches = 10;
    bool hasColdCaches = false;
    int64_t runNs = 0;      ///< how long the run itself took
    int64_t nowNs = 0;      ///< on the host's clock
    double secondsLeft = 0; ///< of the time limit
};

/// Repeats the first launch of each row of the report; kernels find in memory what the run left there. `rows`: the row of
/// each launch. Takes no more than its own share of the time limit: the results of the run are there already. A kernel
/// without times has the reason.
void timeKernels(GpuReport& report, CudaContext& context, CudaLauncher& launcher,
                 const std::vector<size_t>& rows, HostClock& clock, const KernelTiming& timing);

} // namespace tir
