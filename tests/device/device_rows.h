/// Programs on a GPU, compiled in several ways: whether the results are those of the CPU, and how long kernels take.

#pragma once

#include "core/runtime/cuda/cuda_compile.h"
#include "core/runtime/cuda/kernel_timing.h"
#include "passes/workbench/execution/gpu_report.h"
#include "tests/device/device_programs.h"

#include <QString>

#include <optional>

namespace tir::testing {

enum class DeviceVerdict {
    Agrees,
    Differs,
    Failed,      ///< on the GPU
    Refused,     ///< this way does not compile the program, or the GPU lacks a feature
    NoCompiler,  ///< this way is not installed
    NotCompared, ///< there is no reference
};

/// One program, compiled in one way.
struct DeviceRow {
    const DeviceProgram* program = nullptr;
    KernelWay way = KernelWay::Nvrtc;
    DeviceVerdict verdict = DeviceVerdict::NotCompared;
    QString why = {}; ///< empty if it agrees
    double worst = 0; ///< |GPU - CPU|; negative: not known
    std::optional<GpuReport> gpu = {};
};

/// In worker processes, several at a time. The programs outlive the rows, which are in their order.
std::vector<DeviceRow> runOnDevice(const std::vector<DeviceProgramGroup>& groups,
                                   const std::vector<KernelWay>& ways, unsigned threads);

enum class TimedSizes { Tested, Measured };

/// Adds times to the rows that agree, one after the other. Results at sizes for measuring are compared with the formulas
/// at some elements; the verdict becomes Differs if they are others.
void timeOnDevice(std::vector<DeviceRow>& rows, TimedSizes sizes, HostClock& clock);

/// Of the programs that agree.
QStringList featuresOf(const std::vector<DeviceRow>& rows);

} // namespace tir::testing
