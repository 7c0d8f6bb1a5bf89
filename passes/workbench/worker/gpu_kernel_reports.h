/// The kernels in the report of a GPU run: their launches, resources, and work.

#pragma once

#include "core/runtime/cuda/cuda_launcher.h"
#include "passes/workbench/execution/gpu_report.h"

namespace tir {

/// Adds a row for every kernel and configuration that was launched, and returns the row of each launch. The module
/// contains the kernels; the work of edited code is not known.
std::vector<size_t> addKernelReports(GpuReport& report, const std::vector<MadeLaunch>& launches,
                                     CudaContext& context, const Module& module);

} // namespace tir
