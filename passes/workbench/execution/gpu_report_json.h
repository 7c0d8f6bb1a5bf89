/// A GpuReport as JSON, in the reply of the worker and under "gpu" in `tirc run --json`:
///
///     deviceName, arch, driver, via, compiler, skippedWays, isCached, isEdited, compilerLog, passes, repeat,
///     peakBytesPerSecond, peakOperationsPerSecond, multiprocessors, clockHertz
///     memory    of the device, before the run: {argumentBytes, freeBytes, totalBytes}
///     notCounted  why the work was not counted by execution although it was requested; "" else
///     kernels   [{name, grid, block, cluster, dynamicSharedBytes, isCooperative, isProgrammatic, launches,
///               timesNs, notTimed, batch, hasColdCaches, medianNs, quartilesNs, registers, staticSharedBytes, localBytes,
///               spillStoreBytes, spillLoadBytes, occupancy, whatIf, work, counted, isCountDifferent, bandwidthShare,
///               arithmeticShare, arithmeticType}]
///     notTimed  why a kernel was not timed although that was requested; "" else
///     occupancy {blocks, warps, warpLimit, share, limiters, summary}, or null
///     whatIf    {threads, registers, shared}: each [{threads, registers, sharedBytes, occupancy}]
///     work      of one launch, in the program's text: work_count_json.h; or null
///     counted   the same by execution on the CPU, of the first launch; null if it was not counted
///
/// Numbers that are not known are -1, peaks 0.

#pragma once

#include "passes/workbench/execution/gpu_report.h"
#include "passes/workbench/execution/json_fields.h"

namespace tir {

inline constexpr auto MemoryUseFields = [](auto& memory, const auto& field) {
    field("argumentBytes", memory.argumentBytes);
    field("freeBytes", memory.freeBytes);
    field("totalBytes", memory.totalBytes);
};

/// Of a kernel that was compiled and did not run.
inline constexpr auto ResourceFields = [](auto& report, const auto& field) {
    field("function", report.function);
    field("registers", report.registers);
    field("staticSharedBytes", report.staticSharedBytes);
    field("dynamicSharedBytes", report.dynamicSharedBytes);
    field("stackBytes", report.stackBytes);
    field("spillStoreBytes", report.spillStoreBytes);
    field("spillLoadBytes", report.spillLoadBytes);
    field("constantBytes", report.constantBytes);
    field("maxThreads", report.maxThreads);
    field("barriers", report.barriers);
};

nlohmann::json toJson(const Occupancy& occupancy);
nlohmann::json toJson(const OccupancyWhatIf& whatIf);
nlohmann::json toJson(const GpuReport& report);
nlohmann::json toJson(const ResourceReport& report);
/// Throws the exceptions of the JSON library if a key is missing.
GpuReport gpuReportFromJson(const nlohmann::json& json);

} // namespace tir
