#include "core/runtime/occupancy.h"

#include "core/support/decimal.h"
#include "core/support/gpu_arch.h"
#include "core/support/text_format.h"

#include <algorithm>
#include <array>
#include <limits>

namespace tir {
namespace {

constexpr int WarpThreads = 32;
constexpr int Partitions = 4; ///< of a multiprocessor; a warp's registers are in one
constexpr int KiB = 1024;

int64_t roundedUp(int64_t value, int64_t unit)
{
    return (value + unit - 1) / unit * unit;
}

constexpr int64_t NoLimit = std::numeric_limits<int>::max();

int64_t warpsOf(const BlockDemand& demand)
{
    return roundedUp(demand.threads, WarpThreads) / WarpThreads;
}

int64_t registersOfWarp(const GpuLimits& limits, const BlockDemand& demand)
{
    return roundedUp(std::max<int64_t>(demand.registers, 0) * WarpThreads, limits.registerUnit);
}

int64_t sharedOfBlock(const GpuLimits& limits, const BlockDemand& demand)
{
    return roundedUp(demand.sharedBytes + limits.reservedBytes, limits.sharedUnit);
}

int64_t blocksByRegisters(const GpuLimits& limits, const BlockDemand& demand, int64_t warps)
{
    if (demand.registers > limits.threadRegisters)
        return 0;
    const int64_t ofWarp = registersOfWarp(limits, demand);
    if (ofWarp <= 0)
        return NoLimit;
    const int64_t warpsHeld = limits.registers / Partitions / ofWarp * Partitions;
    // The launch is checked as if every partition had as many warps as the fullest.
    return warpsHeld < roundedUp(warps, Partitions) ? 0 : warpsHeld / warps;
}

int64_t blocksByShared(const GpuLimits& limits, const BlockDemand& demand)
{
    if (demand.sharedBytes > limits.blockSharedBytes)
        return 0;
    const int64_t ofBlock = sharedOfBlock(limits, demand);
    return ofBlock > 0 ? limits.sharedBytes / ofBlock : NoLimit;
}

/// The demands `at(0)` … `at(last)`: only the largest before each drop of the occupancy.
template <class At>
std::vector<OccupancyCase> casesWhereItFalls(const GpuLimits& limits, int64_t last, At at)
{
    std::vector<OccupancyCase> cases;
    for (int64_t step = 0; step <= last; ++step) {
        const BlockDemand demand = at(step);
        const Occupancy occupancy = occupancyOf(limits, demand);
        if (occupancy.blocks == 0)
            break;
        if (!cases.empty() && cases.back().occupancy.blocks == occupancy.blocks)
            cases.pop_back();
        cases.push_back({demand, occupancy});
    }
    return cases;
}

/// Where it is not among the rows yet.
void insertOwn(std::vector<OccupancyCase>& cases, const GpuLimits& limits, const BlockDemand& own,
               bool (*isBefore)(const BlockDemand&, const BlockDemand&))
{
    const auto place = std::find_if(cases.begin(), cases.end(),
                                    [&](const OccupancyCase& row) { return !isBefore(row.demand, own); });
    if (place == cases.end() || isBefore(own, place->demand))
        cases.insert(place, {own, occupancyOf(limits, own)});
}

} // namespace

std::optional<GpuLimits> gpuLimits(std::string_view arch)
{
    const GpuArch* known = findGpuArch(arch);
    if (!known || known->multiprocessor.warps == 0)
        return std::nullopt;
    const bool isVolta = known->number < 80;
    return GpuLimits{.arch = std::string(arch),
                     .warps = known->multiprocessor.warps,
                     .blocks = known->multiprocessor.blocks,
                     .registers = 64 * KiB,
                     .sharedBytes = int64_t(known->multiprocessor.sharedKiB) * KiB,
                     .blockSharedBytes = int64_t(known->blockSharedKiB) * KiB,
                     .reservedBytes = isVolta ? 0 : KiB,
                     .sharedUnit = isVolta ? 256 : 128};
}

std::vector<std::string> occupancyArchs()
{
    std::vector<std::string> archs;
    for (const GpuArch& known : gpuArchs())
        if (std::string arch = "sm_" + std::to_string(known.number); gpuLimits(arch))
            archs.push_back(std::move(arch));
    return archs;
}

std::string_view toString(OccupancyLimiter limiter)
{
    switch (limiter) {
    case OccupancyLimiter::Threads:
        return "threads";
    case OccupancyLimiter::Blocks:
        return "blocks";
    case OccupancyLimiter::Registers:
        return "registers";
    case OccupancyLimiter::Shared:
        return "shared memory";
    }
    return "";
}

std::array<ResourceUse, 4> resourceUses(const GpuLimits& limits, const BlockDemand& demand)
{
    const int64_t warps = warpsOf(demand);
    return {{{.resource = OccupancyLimiter::Threads,
              .ofBlock = warps,
              .total = limits.warps,
              .blocks = demand.threads > limits.blockThreads ? 0 : limits.warps / warps},
             {.resource = OccupancyLimiter::Blocks,
              .ofBlock = 1,
              .total = limits.blocks,
              .blocks = limits.blocks},
             {.resource = OccupancyLimiter::Registers,
              .ofBlock = registersOfWarp(limits, demand) * warps,
              .total = limits.registers,
              .blocks = blocksByRegisters(limits, demand, warps)},
             {.resource = OccupancyLimiter::Shared,
              .ofBlock = sharedOfBlock(limits, demand),
              .total = limits.sharedBytes,
              .blocks = blocksByShared(limits, demand)}}};
}

Occupancy occupancyOf(const GpuLimits& limits, const BlockDemand& demand)
{
    const std::array<ResourceUse, 4> uses = resourceUses(limits, demand);
    const int64_t blocks = std::ranges::min(uses, {}, &ResourceUse::blocks).blocks;
    Occupancy occupancy{
        .blocks = int(blocks), .warps = int(blocks * warpsOf(demand)), .warpLimit = limits.warps};
    for (const ResourceUse& use : uses)
        if (use.blocks == blocks)
            occupancy.limiters.push_back(use.resource);
    return occupancy;
}

OccupancyWhatIf occupancyWhatIf(const GpuLimits& limits, const BlockDemand& demand)
{
    OccupancyWhatIf whatIf;
    for (int threads = WarpThreads; threads <= limits.blockThreads; threads *= 2) {
        BlockDemand other = demand;
        other.threads = threads;
        whatIf.threads.push_back({other, occupancyOf(limits, other)});
    }
    insertOwn(whatIf.threads, limits, demand,
              [](const BlockDemand& a, const BlockDemand& b) { return a.threads < b.threads; });

    // A thread gets its registers in units of eight.
    const int registerStep = limits.registerUnit / WarpThreads;
    whatIf.registers = casesWhereItFalls(limits, limits.threadRegisters / registerStep, [&](int64_t step) {
        BlockDemand other = demand;
        other.registers = int(std::min<int64_t>((step + 1) * registerStep, limits.threadRegisters));
        return other;
    });
    if (demand.registers > 0)
        insertOwn(whatIf.registers, limits, demand,
                  [](const BlockDemand& a, const BlockDemand& b) { return a.registers < b.registers; });

    whatIf.shared = casesWhereItFalls(limits, limits.blockSharedBytes / limits.sharedUnit, [&](int64_t step) {
        BlockDemand other = demand;
        other.sharedBytes = step * limits.sharedUnit;
        return other;
    });
    insertOwn(whatIf.shared, limits, demand,
              [](const BlockDemand& a, const BlockDemand& b) { return a.sharedBytes < b.sharedBytes; });
    return whatIf;
}

std::string toString(const Occupancy& occupancy)
{
    if (occupancy.blocks == 0)
        return "cannot be launched: one block needs more " + limitersText(occupancy) + " than available";
    return decimalText(100 * occupancy.share(), 3) + " % (" + std::to_string(occupancy.warps) + " of " +
           std::to_string(occupancy.warpLimit) + " warps, " + counted(occupancy.blocks, "block") +
           "), limited by " + limitersText(occupancy);
}

std::string limitersText(const Occupancy& occupancy)
{
    const size_t count = occupancy.limiters.size();
    std::string text;
    for (size_t i = 0; i < count; ++i)
        text += (i == 0 ? "" : i + 1 < count ? ", " : " and ") + std::string(toString(occupancy.limiters[i]));
    return text;
}

} // namespace tir
