/// Running a request on a GPU: kernels compiled for it, host code on the CPU with its launches going to the
/// CUDA driver.

#pragma once

#include "passes/workbench/execution/list_devices.h"
#include "passes/workbench/worker/run_here.h"

namespace tir {

class HostClock;

/// Precondition: cudaOrdinal(request.device). Refused when the driver, the device or a compiler is missing;
/// it never runs anywhere else instead.
RunReport runOnGpu(const RunRequest& request, const Confine& confine = {},
                   const MemoryHeard& memoryHeard = {});
/// The same with a given clock for the time limit of measuring.
RunReport runOnGpu(const RunRequest& request, const Confine& confine, const MemoryHeard& memoryHeard,
                   HostClock& clock);

} // namespace tir
