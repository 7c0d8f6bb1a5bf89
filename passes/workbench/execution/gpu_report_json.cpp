#include "passes/workbench/execution/gpu_report_json.h"

#include "passes/workbench/execution/work_count_json.h"

namespace tir {
namespace {

std::optional<OccupancyLimiter> limiterFromString(std::string_view name)
{
    for (const OccupancyLimiter limiter : {OccupancyLimiter::Threads, OccupancyLimiter::Blocks,
                                           OccupancyLimiter::Registers, OccupancyLimiter::Shared})
        if (name == toString(limiter))
            return limiter;
    return std::nullopt;
}

constexpr auto OccupancyFields = [](auto& occupancy, const auto& field) {
    field("blocks", occupancy.blocks);
    field("warps", occupancy.warps);
    field("warpLimit", occupancy.warpLimit);
    field.names("limiters", occupancy.limiters, limiterFromString);
    field.derived("share", [&] { return occupancy.share(); });
    field.derived("summary", [&] { return toString(occupancy); });
};

constexpr auto CaseFields = [](auto& row, const auto& field) {
    field("threads", row.demand.threads);
    field("registers", row.demand.registers);
    field("sharedBytes", row.demand.sharedBytes);
    field("occupancy", row.occupancy, OccupancyFields);
};

constexpr auto WhatIfFields = [](auto& whatIf, const auto& field) {
    field("threads", whatIf.threads, CaseFields);
    field("registers", whatIf.registers, CaseFields);
    field("shared", whatIf.shared, CaseFields);
};

constexpr auto KernelFields = [](auto& kernel, const auto& field) {
    field("name", kernel.name);
    field("grid", kernel.grid);
    field("block", kernel.block);
    field("cluster", kernel.cluster);
    field("dynamicSharedBytes", kernel.dynamicSharedBytes);
    field("isCooperative", kernel.isCooperative);
    field("isProgrammatic", kernel.isProgrammatic);
    field("launches", kernel.launches);
    field("timesNs", kernel.timesNs);
    field("notTimed", kernel.notTimed);
    field("batch", kernel.batch);
    field("hasColdCaches", kernel.hasColdCaches);
    field.derived("medianNs", [&] { return kernel.medianNs(); });
    field.derived("quartilesNs", [&] { return kernel.quartilesNs(); });
    field("registers", kernel.resources.registers);
    field("staticSharedBytes", kernel.resources.staticSharedBytes);
    field("localBytes", kernel.localBytes);
    field("spillStoreBytes", kernel.resources.spillStoreBytes);
    field("spillLoadBytes", kernel.resources.spillLoadBytes);
    field("occupancy", kernel.occupancy, OccupancyFields);
    field("whatIf", kernel.whatIf, WhatIfFields);
    field("work", kernel.work, WorkCountFields);
    field("counted", kernel.counted, WorkCountFields);
    field("isCountDifferent", kernel.isCountDifferent);
    field("bandwidthShare", kernel.bandwidthShare);
    field("arithmeticShare", kernel.arithmeticShare);
    field("arithmeticType", kernel.arithmeticType);
    field("noShares", kernel.noShares);
};

constexpr auto GpuReportFields = [](auto& report, const auto& field) {
    field("deviceName", report.deviceName);
    field("arch", report.arch);
    field("driver", report.driver);
    field("via", report.via);
    field("compiler", report.compiler);
    field("skippedWays", report.skippedWays);
    field("isCached", report.isCached);
    field("isEdited", report.isEdited);
    field("compilerLog", report.compilerLog);
    field("passes", report.passes);
    field("repeat", report.repeat);
    field("memory", report.memory, MemoryUseFields);
    field("peakBytesPerSecond", report.peakBytesPerSecond);
    field("peakOperationsPerSecond", report.peakOperationsPerSecond);
    field("multiprocessors", report.multiprocessors);
    field("clockHertz", report.clockHertz);
    field("notCounted", report.notCounted);
    field("kernels", report.kernels, KernelFields);
};

} // namespace

nlohmann::json toJson(const Occupancy& occupancy)
{
    return writeFields(occupancy, OccupancyFields);
}

nlohmann::json toJson(const OccupancyWhatIf& whatIf)
{
    return writeFields(whatIf, WhatIfFields);
}

nlohmann::json toJson(const ResourceReport& report)
{
    return writeFields(report, ResourceFields);
}

nlohmann::json toJson(const GpuReport& report)
{
    return writeFields(report, GpuReportFields);
}

GpuReport gpuReportFromJson(const nlohmann::json& json)
{
    GpuReport report;
    readFields(json, report, GpuReportFields);
    for (KernelReport& kernel : report.kernels)
        kernel.resources.function = kernel.name;
    return report;
}

} // namespace tir
