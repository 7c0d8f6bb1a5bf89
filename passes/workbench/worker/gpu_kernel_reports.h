/// What a run on a GPU says of its kernels: their launches, what they take of the device, what they do.

#pragma once

#include "core/runtime/cuda/cuda_launcher.h"
#include "passes/workbench/execution/gpu_report.h"

namespace tir {

/// Adds a row for every kernel and configuration that was launched, and answers the row of each launch. The
/// module holds the kernels; the work of edited code is not known.
std::vector<size_t> addKernelReports(GpuReport& report, const std::vector<MadeLaunch>& launches,
                                     CudaContext& context, const Module& module);

} // namespace tir
