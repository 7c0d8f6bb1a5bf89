#include "passes/workbench/execution/gpu_text.h"

#include "core/support/decimal.h"
#include "core/support/list_text.h"
#include "core/support/text_format.h"

#include <algorithm>
#include <charconv>

namespace tir {
namespace {

std::string number(double value)
{
    return decimalText(value, 3);
}

std::string percent(double share)
{
    return number(100 * share) + " %";
}

std::string duration(int64_t nanoseconds)
{
    if (nanoseconds < 1000)
        return std::to_string(nanoseconds) + " ns";
    if (nanoseconds < 1000000)
        return number(double(nanoseconds) / 1e3) + " µs";
    return number(double(nanoseconds) / 1e6) + " ms";
}

/// A line for each way of counting the work, and for each share of it that is not known.
std::vector<std::string> workLines(const KernelReport& kernel)
{
    std::vector<std::string> lines;
    if (kernel.counted)
        lines.push_back("counted by execution: " + toString(*kernel.counted) +
                        (kernel.isCountDifferent ? " (the first launch; others differ)" : ""));
    if (kernel.work)
        lines.push_back((kernel.work->isExact ? "counted in the text: " : "estimated from the text: ") +
                        toString(*kernel.work));
    lines.insert(lines.end(), kernel.noShares.begin(), kernel.noShares.end());
    return lines;
}

/// "32: 50 %, 64: 100 %".
template <class Value>
std::string caseList(const std::vector<OccupancyCase>& cases, Value valueOf)
{
    std::string text;
    for (const OccupancyCase& row : cases)
        text += (text.empty() ? "" : ", ") + std::to_string(valueOf(row.demand)) + ": " +
                percent(row.occupancy.share());
    return text;
}

/// Empty if no function is for a GPU.
std::string deviceOfModule(const Module& module)
{
    if (std::string arch = archOf(module); !arch.empty())
        return arch;
    for (const ModuleEntry& entry : module.functions) {
        const Target* target = targetOf(*entry.function);
        if (!target || deviceType(*target) == DeviceType::CPU)
            continue;
        std::string text(target->kindName);
        for (const std::string_view detail : {"arch", "mcpu"})
            if (const AttrValue* value = find(target->attrs, detail);
                value && value->kind() == AttrValue::Kind::String)
                text += ' ' + std::string(value->text());
        return text;
    }
    return {};
}

bool hasTarget(const Module& module)
{
    return std::ranges::any_of(module.functions,
                               [](const ModuleEntry& entry) { return targetOf(*entry.function) != nullptr; });
}

} // namespace

std::string archOf(const Module& module)
{
    for (const ModuleEntry& entry : module.functions) {
        const Target* target = targetOf(*entry.function);
        const AttrValue* arch = target ? find(target->attrs, "arch") : nullptr;
        if (arch && arch->text().starts_with("sm_"))
            return std::string(arch->text());
    }
    return {};
}

std::string deviceOf(const Recording& recording, size_t number)
{
    if (std::string device = deviceOfModule(recording.module(number)); !device.empty())
        return device;
    for (size_t other = 0; other < recording.moduleCount(); ++other)
        if (const Module& module = recording.module(other); hasTarget(module))
            return deviceOfModule(module);
    return {};
}

std::string headline(const GpuReport& report)
{
    return report.deviceName + " (" + report.arch + "), kernels by " + report.compiler +
           (report.via == "nvptx" ? " and the driver" : "") + (report.isCached ? ", compiled before" : "") +
           (report.driver.empty() ? "" : ", driver for CUDA " + report.driver);
}

std::vector<std::string> remarks(const GpuReport& report)
{
    std::vector<std::string> lines;
    if (report.isEdited)
        lines.emplace_back("edited CUDA C ran instead of the generated one");
    for (const std::string& way : report.skippedWays)
        lines.push_back("skipped " + way);
    if (!report.passes.empty())
        lines.push_back("run first to get to kernels: " + listText(report.passes));
    if (const std::string memory = inWords(report.memory); !memory.empty())
        lines.push_back("memory: " + memory + " before the run");
    if (std::ranges::any_of(report.kernels, [&](const KernelReport& kernel) {
            return !kernel.timesNs.empty() && int(kernel.timesNs.size()) < report.repeat;
        }))
        lines.emplace_back("timing ended early: its share of the time limit was used up");
    if (!report.notCounted.empty())
        lines.push_back("not counted by execution: " + report.notCounted);
    lines.emplace_back(
        "not observed on a GPU: accesses of memory, launches and branches that the run does not reach");
    return lines;
}

std::string toText(const std::vector<CountedLaunches>& counted)
{
    std::string text;
    for (const CountedLaunches& launches : counted)
        text += launches.kernel + ": " +
                launchInWords({.grid = launches.grid,
                               .block = launches.block,
                               .dynamicSharedBytes = launches.dynamicSharedBytes,
                               .launches = launches.launches}) +
                "\n  counted by execution: " + toString(launches.work) +
                (launches.isDifferent ? " (the first launch; others differ)" : "") + "\n";
    return text;
}

std::string inWords(const GpuMemoryUse& memory)
{
    if (memory.totalBytes == 0)
        return {};
    return byteText(uint64_t(memory.argumentBytes)) + " for the arguments, " +
           byteText(uint64_t(memory.freeBytes)) + " of " + byteText(uint64_t(memory.totalBytes)) + " free";
}

std::string launchInWords(const KernelReport& kernel)
{
    std::string text = "grid " + tupleText(kernel.grid) + ", block " + tupleText(kernel.block);
    if (kernel.cluster[0] > 0)
        text += ", cluster " + tupleText(kernel.cluster);
    if (kernel.dynamicSharedBytes > 0)
        text += ", " + std::to_string(kernel.dynamicSharedBytes) + " bytes of dynamic shared memory";
    if (kernel.isCooperative)
        text += ", cooperative";
    if (kernel.isProgrammatic)
        text += ", may start before the kernel ahead of it ends";
    if (kernel.launches > 1)
        text += ", " + std::to_string(kernel.launches) + " times";
    return text;
}

std::string timeInWords(const KernelReport& kernel)
{
    if (kernel.timesNs.empty())
        return kernel.notTimed.empty() ? "not timed" : "not timed: " + kernel.notTimed;
    const auto [low, high] = kernel.quartilesNs();
    std::string text = duration(kernel.medianNs()) + " (median of " + std::to_string(kernel.timesNs.size()) +
                       (kernel.batch > 1 ? " batches of " + std::to_string(kernel.batch) : std::string()) +
                       (low < high ? ", half of them " + duration(low) + " to " + duration(high) : "") +
                       (kernel.hasColdCaches ? ", caches cold)" : ", caches warm)");
    if (kernel.bandwidthShare >= 0)
        text += ", " + percent(kernel.bandwidthShare) + " of the memory's bandwidth";
    if (kernel.arithmeticShare >= 0)
        text += ", " + percent(kernel.arithmeticShare) + " of the arithmetic on " + kernel.arithmeticType;
    return text;
}

std::vector<std::string> inWords(const OccupancyWhatIf& whatIf)
{
    std::vector<std::string> lines;
    const auto add = [&](const char* what, const std::string& list) {
        if (!list.empty())
            lines.push_back(what + list);
    };
    add("threads per block: ", caseList(whatIf.threads, [](const BlockDemand& d) { return d.threads; }));
    add("registers per thread, up to: ",
        caseList(whatIf.registers, [](const BlockDemand& d) { return d.registers; }));
    add("shared bytes per block, up to: ",
        caseList(whatIf.shared, [](const BlockDemand& d) { return d.sharedBytes; }));
    return lines;
}

std::optional<BlockDemand> demandOf(const ResourceReport& report)
{
    int64_t dynamicBytes = 0;
    const std::string& text = report.dynamicSharedBytes;
    const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), dynamicBytes);
    const bool isConstant = text.empty() || (failure == std::errc() && end == text.data() + text.size());
    if (!isConstant || report.maxThreads <= 0 || report.registers < 0)
        return std::nullopt;
    return BlockDemand{.threads = report.maxThreads,
                       .registers = report.registers,
                       .sharedBytes = std::max<int64_t>(report.staticSharedBytes, 0) + dynamicBytes};
}

std::vector<std::string> occupancyLines(const ResourceReport& report, std::string_view arch)
{
    const std::optional<BlockDemand> demand = demandOf(report);
    const std::optional<GpuLimits> limits = gpuLimits(arch);
    if (!demand || !limits)
        return {};
    std::vector<std::string> lines = inWords(occupancyWhatIf(*limits, *demand));
    lines.insert(lines.begin(), "occupancy " + toString(occupancyOf(*limits, *demand)));
    return lines;
}

std::string toText(const GpuReport& report)
{
    std::string text = headline(report) + "\n";
    for (const std::string& line : remarks(report))
        text += "  " + line + "\n";
    for (const KernelReport& kernel : report.kernels) {
        text += kernel.name + ": " + launchInWords(kernel) + "\n  " + timeInWords(kernel) + "\n";
        for (const std::string& line : workLines(kernel))
            text += "  " + line + "\n";
        const std::string resources = toString(kernel.resources);
        text += "  " + resources.substr(kernel.name.size() + 2);
        if (kernel.localBytes >= 0)
            text += ", " + std::to_string(kernel.localBytes) + " bytes of local memory per thread";
        text += "\n";
        if (kernel.occupancy)
            text += "  occupancy " + toString(*kernel.occupancy) + "\n";
        for (const std::string& line : inWords(kernel.whatIf))
            text += "    " + line + "\n";
    }
    return text;
}

} // namespace tir
