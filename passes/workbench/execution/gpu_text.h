/// A GpuReport as text, for tirc and the window.

#pragma once

#include "core/ir/module.h"
#include "passes/framework/recording.h"
#include "passes/workbench/execution/gpu_report.h"

#include <string_view>

namespace tir {

/// The GPU architecture that a function of the module is compiled for: "sm_90"; empty if the module does not state one.
std::string archOf(const Module& module);
/// The device that the module is compiled for: "sm_90", "rocm gfx90a", "vulkan"; of a module without targets, that of
/// the first module of the run with some. Empty if there is only code for the CPU.
std::string deviceOf(const Recording& recording, size_t number);
/// "NVIDIA H100 (sm_90), kernels by NVRTC 13.0": one line, without a break at its end.
std::string headline(const GpuReport& report);
/// Further facts for the user: ways that failed, edited code, passes that were run.
std::vector<std::string> remarks(const GpuReport& report);
/// "grid (4, 4, 1), block (16, 16, 1), cluster (2, 1, 1), 2112 bytes of dynamic shared memory".
std::string launchInWords(const KernelReport& kernel);
/// "2 KiB for the arguments, 78 GiB of 80 GiB free"; empty if the device's memory is not known.
std::string inWords(const GpuMemoryUse& memory);
/// "3.20 µs (median of 10), 12 % of the memory's bandwidth, 3 % of the arithmetic on float32"; "not timed",
/// with the reason if there is one.
std::string timeInWords(const KernelReport& kernel);
/// Three lines: other blocks, other registers, other shared memory; empty tables are left out.
std::vector<std::string> inWords(const OccupancyWhatIf& whatIf);
/// The demand of a block of the kernel; nothing if its threads or registers are not known, or if the launch computes
/// its dynamic shared memory.
std::optional<BlockDemand> demandOf(const ResourceReport& report);
/// "occupancy 50 % …" and the lines of what-if, for the architecture; empty if it is not known.
std::vector<std::string> occupancyLines(const ResourceReport& report, std::string_view arch);
/// All of it, for a terminal.
std::string toText(const GpuReport& report);
/// Two lines for each kernel and configuration: the launch, and its work.
std::string toText(const std::vector<CountedLaunches>& counted);

} // namespace tir
