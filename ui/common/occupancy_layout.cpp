#include "ui/common/occupancy_layout.h"

#include <algorithm>
#include <cmath>

namespace tir::ui {
namespace {

/// Values at which the occupancy may change: a warp more, registers and shared memory as they are allocated.
int64_t stepOf(const GpuLimits& limits, DemandPart part)
{
    constexpr int WarpThreads = 32;
    switch (part) {
    case DemandPart::Threads:
        return WarpThreads;
    case DemandPart::Registers:
        return limits.registerUnit / WarpThreads;
    case DemandPart::Shared:
        return limits.sharedUnit;
    }
    return 1;
}

} // namespace

std::vector<OccupancyBar> occupancyBars(const GpuLimits& limits, const BlockDemand& demand,
                                        const QRectF& area, double rowHeight)
{
    constexpr double Gap = 6;
    const Occupancy occupancy = occupancyOf(limits, demand);
    std::vector<OccupancyBar> bars;
    double top = area.top();
    for (const ResourceUse& use : resourceUses(limits, demand)) {
        OccupancyBar bar{.use = use,
                         .isLimit = use.blocks == occupancy.blocks,
                         .frame = QRectF(area.left(), top, area.width(), rowHeight - Gap),
                         .blocks = {},
                         .rest = {}};
        const double ofBlock = use.total > 0 ? area.width() * double(use.ofBlock) / double(use.total) : 0;
        double left = area.left();
        for (int block = 0; block < occupancy.blocks; ++block, left += ofBlock)
            bar.blocks.emplace_back(left, bar.frame.top(), ofBlock, bar.frame.height());
        if (left < area.right() - 0.5)
            bar.rest = QRectF(QPointF(left, bar.frame.top()), bar.frame.bottomRight());
        bars.push_back(std::move(bar));
        top += rowHeight;
    }
    return bars;
}

int64_t valueOf(const BlockDemand& demand, DemandPart part)
{
    switch (part) {
    case DemandPart::Threads:
        return demand.threads;
    case DemandPart::Registers:
        return demand.registers;
    case DemandPart::Shared:
        return demand.sharedBytes;
    }
    return 0;
}

BlockDemand withValue(BlockDemand demand, DemandPart part, int64_t value)
{
    switch (part) {
    case DemandPart::Threads:
        demand.threads = int(value);
        break;
    case DemandPart::Registers:
        demand.registers = int(value);
        break;
    case DemandPart::Shared:
        demand.sharedBytes = value;
        break;
    }
    return demand;
}

int64_t leastOf(DemandPart part)
{
    return part == DemandPart::Threads ? 1 : 0;
}

int64_t greatestOf(const GpuLimits& limits, DemandPart part)
{
    switch (part) {
    case DemandPart::Threads:
        return limits.blockThreads;
    case DemandPart::Registers:
        return limits.threadRegisters;
    case DemandPart::Shared:
        return limits.blockSharedBytes;
    }
    return 1;
}

OccupancyCurve occupancyCurve(const GpuLimits& limits, const BlockDemand& demand, DemandPart part,
                              const QRectF& area)
{
    const int64_t greatest = greatestOf(limits, part);
    const int64_t step = stepOf(limits, part);
    const auto pointOf = [&](int64_t x, int64_t value) {
        const double share = occupancyOf(limits, withValue(demand, part, value)).share();
        return QPointF(area.left() + area.width() * double(x) / double(greatest),
                       area.bottom() - area.height() * share);
    };
    OccupancyCurve curve{.line = {}, .current = pointOf(valueOf(demand, part), valueOf(demand, part))};
    // Between two steps, a demand has the occupancy of the next one.
    for (int64_t from = 0; from < greatest; from += step) {
        const int64_t to = std::min(from + step, greatest);
        const QPointF end = pointOf(to, to);
        if (curve.line.empty() || curve.line.back().y() != end.y())
            curve.line.push_back(pointOf(from, to));
        else
            curve.line.pop_back();
        curve.line.push_back(end);
    }
    return curve;
}

std::vector<int64_t> axisMarks(const GpuLimits& limits, DemandPart part)
{
    switch (part) {
    case DemandPart::Threads:
        return {0, 512, greatestOf(limits, part)};
    case DemandPart::Registers:
        return {0, 128, greatestOf(limits, part)};
    case DemandPart::Shared: {
        constexpr int64_t Unit = 1024;
        const int64_t greatest = greatestOf(limits, part);
        return {0, greatest / 2 / Unit * Unit, greatest};
    }
    }
    return {};
}

int64_t valueAt(const GpuLimits& limits, DemandPart part, const QRectF& area, double x)
{
    const int64_t greatest = greatestOf(limits, part);
    const auto value = int64_t(std::lround((x - area.left()) / area.width() * double(greatest)));
    return std::clamp(value, leastOf(part), greatest);
}

} // namespace tir::ui
