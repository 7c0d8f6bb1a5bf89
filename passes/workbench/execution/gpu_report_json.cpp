#include "passes/workbench/execution/gpu_report_json.h"

#include "passes/workbench/execution/work_count_json.h"

namespace tir {
namespace {

using Json = nlohmann::json;

constexpr OccupancyLimiter AllLimiters[] = {OccupancyLimiter::Threads, OccupancyLimiter::Blocks,
                                            OccupancyLimiter::Registers, OccupancyLimiter::Shared};

Json toJson(const std::vector<OccupancyCase>& cases)
{
    Json rows = Json::array();
    for (const OccupancyCase& row : cases)
        rows.push_back({{"threads", row.demand.threads},
                        {"registers", row.demand.registers},
                        {"sharedBytes", row.demand.sharedBytes},
                        {"occupancy", tir::toJson(row.occupancy)}});
    return rows;
}

Json toJson(const std::optional<WorkCount>& work)
{
    return work ? tir::toJson(*work) : Json();
}

Json toJson(const KernelReport& kernel)
{
    return {{"name", kernel.name},
            {"grid", kernel.grid},
            {"block", kernel.block},
            {"cluster", kernel.cluster},
            {"dynamicSharedBytes", kernel.dynamicSharedBytes},
            {"isCooperative", kernel.isCooperative},
            {"isProgrammatic", kernel.isProgrammatic},
            {"launches", kernel.launches},
            {"timesNs", kernel.timesNs},
            {"notTimed", kernel.notTimed},
            {"batch", kernel.batch},
            {"hasColdCaches", kernel.hasColdCaches},
            {"medianNs", kernel.medianNs()},
            {"quartilesNs", kernel.quartilesNs()},
            {"registers", kernel.resources.registers},
            {"staticSharedBytes", kernel.resources.staticSharedBytes},
            {"localBytes", kernel.localBytes},
            {"spillStoreBytes", kernel.resources.spillStoreBytes},
            {"spillLoadBytes", kernel.resources.spillLoadBytes},
            {"occupancy", kernel.occupancy ? tir::toJson(*kernel.occupancy) : Json()},
            {"whatIf", tir::toJson(kernel.whatIf)},
            {"work", toJson(kernel.work)},
            {"counted", toJson(kernel.counted)},
            {"isCountDifferent", kernel.isCountDifferent},
            {"bandwidthShare", kernel.bandwidthShare},
            {"arithmeticShare", kernel.arithmeticShare},
            {"arithmeticType", kernel.arithmeticType},
            {"noShares", kernel.noShares}};
}

Occupancy occupancyFrom(const Json& json)
{
    Occupancy occupancy{
        .blocks = json.at("blocks"), .warps = json.at("warps"), .warpLimit = json.at("warpLimit")};
    for (const Json& name : json.at("limiters"))
        for (const OccupancyLimiter limiter : AllLimiters)
            if (name == toString(limiter))
                occupancy.limiters.push_back(limiter);
    return occupancy;
}

std::vector<OccupancyCase> casesFrom(const Json& json)
{
    std::vector<OccupancyCase> cases;
    for (const Json& row : json)
        cases.push_back({.demand = {.threads = row.at("threads"),
                                    .registers = row.at("registers"),
                                    .sharedBytes = row.at("sharedBytes")},
                         .occupancy = occupancyFrom(row.at("occupancy"))});
    return cases;
}

KernelReport kernelFrom(const Json& json)
{
    KernelReport kernel{.name = json.at("name"),
                        .grid = json.at("grid"),
                        .block = json.at("block"),
                        .cluster = json.at("cluster"),
                        .dynamicSharedBytes = json.at("dynamicSharedBytes"),
                        .isCooperative = json.at("isCooperative"),
                        .isProgrammatic = json.at("isProgrammatic"),
                        .launches = json.at("launches"),
                        .timesNs = json.at("timesNs"),
                        .notTimed = json.at("notTimed"),
                        .batch = json.at("batch"),
                        .hasColdCaches = json.at("hasColdCaches"),
                        .resources = {.function = json.at("name"),
                                      .registers = json.at("registers"),
                                      .staticSharedBytes = json.at("staticSharedBytes"),
                                      .spillStoreBytes = json.at("spillStoreBytes"),
                                      .spillLoadBytes = json.at("spillLoadBytes")},
                        .localBytes = json.at("localBytes"),
                        .whatIf = {.threads = casesFrom(json.at("whatIf").at("threads")),
                                   .registers = casesFrom(json.at("whatIf").at("registers")),
                                   .shared = casesFrom(json.at("whatIf").at("shared"))},
                        .isCountDifferent = json.at("isCountDifferent"),
                        .bandwidthShare = json.at("bandwidthShare"),
                        .arithmeticShare = json.at("arithmeticShare"),
                        .arithmeticType = json.at("arithmeticType"),
                        .noShares = json.at("noShares")};
    if (!json.at("occupancy").is_null())
        kernel.occupancy = occupancyFrom(json.at("occupancy"));
    if (const Json& work = json.at("work"); !work.is_null())
        kernel.work = workCountFromJson(work);
    if (const Json& counted = json.at("counted"); !counted.is_null())
        kernel.counted = workCountFromJson(counted);
    return kernel;
}

} // namespace

Json toJson(const GpuMemoryUse& memory)
{
    return {{"argumentBytes", memory.argumentBytes},
            {"freeBytes", memory.freeBytes},
            {"totalBytes", memory.totalBytes}};
}

GpuMemoryUse memoryUseFromJson(const Json& json)
{
    return {.argumentBytes = json.at("argumentBytes"),
            .freeBytes = json.at("freeBytes"),
            .totalBytes = json.at("totalBytes")};
}

Json toJson(const Occupancy& occupancy)
{
    Json limiters = Json::array();
    for (const OccupancyLimiter limiter : occupancy.limiters)
        limiters.push_back(toString(limiter));
    return {{"blocks", occupancy.blocks},       {"warps", occupancy.warps},
            {"warpLimit", occupancy.warpLimit}, {"share", occupancy.share()},
            {"limiters", std::move(limiters)},  {"summary", toString(occupancy)}};
}

Json toJson(const OccupancyWhatIf& whatIf)
{
    return {{"threads", toJson(whatIf.threads)},
            {"registers", toJson(whatIf.registers)},
            {"shared", toJson(whatIf.shared)}};
}

Json toJson(const ResourceReport& report)
{
    return {{"function", report.function},
            {"registers", report.registers},
            {"staticSharedBytes", report.staticSharedBytes},
            {"dynamicSharedBytes", report.dynamicSharedBytes},
            {"stackBytes", report.stackBytes},
            {"spillStoreBytes", report.spillStoreBytes},
            {"spillLoadBytes", report.spillLoadBytes},
            {"constantBytes", report.constantBytes},
            {"maxThreads", report.maxThreads},
            {"barriers", report.barriers}};
}

Json toJson(const GpuReport& report)
{
    Json kernels = Json::array();
    for (const KernelReport& kernel : report.kernels)
        kernels.push_back(toJson(kernel));
    return {{"deviceName", report.deviceName},
            {"arch", report.arch},
            {"driver", report.driver},
            {"via", report.via},
            {"compiler", report.compiler},
            {"skippedWays", report.skippedWays},
            {"isCached", report.isCached},
            {"isEdited", report.isEdited},
            {"compilerLog", report.compilerLog},
            {"passes", report.passes},
            {"repeat", report.repeat},
            {"memory", toJson(report.memory)},
            {"peakBytesPerSecond", report.peakBytesPerSecond},
            {"peakOperationsPerSecond", report.peakOperationsPerSecond},
            {"multiprocessors", report.multiprocessors},
            {"clockHertz", report.clockHertz},
            {"notCounted", report.notCounted},
            {"kernels", std::move(kernels)}};
}

GpuReport gpuReportFromJson(const Json& json)
{
    GpuReport report{.deviceName = json.at("deviceName"),
                     .arch = json.at("arch"),
                     .driver = json.at("driver"),
                     .via = json.at("via"),
                     .compiler = json.at("compiler"),
                     .skippedWays = json.at("skippedWays"),
                     .isCached = json.at("isCached"),
                     .isEdited = json.at("isEdited"),
                     .compilerLog = json.at("compilerLog"),
                     .passes = json.at("passes"),
                     .repeat = json.at("repeat"),
                     .memory = memoryUseFromJson(json.at("memory")),
                     .peakBytesPerSecond = json.at("peakBytesPerSecond"),
                     .peakOperationsPerSecond = json.at("peakOperationsPerSecond"),
                     .multiprocessors = json.at("multiprocessors"),
                     .clockHertz = json.at("clockHertz"),
                     .notCounted = json.at("notCounted"),
                     .kernels = {}};
    for (const Json& kernel : json.at("kernels"))
        report.kernels.push_back(kernelFrom(kernel));
    return report;
}

} // namespace tir
