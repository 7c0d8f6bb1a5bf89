/// Geometry of the pictures of an occupancy: bars for the share of a multiprocessor that resident blocks use, and
/// curves of the occupancy of other demands. No widgets.

#pragma once

#include "core/runtime/occupancy.h"

#include <QPointF>
#include <QRectF>

#include <vector>

namespace tir::ui {

/// One resource of a multiprocessor.
struct OccupancyBar {
    ResourceUse use;
    bool isLimit = false;       ///< it keeps a further block out; several may do so
    QRectF frame;               ///< all there is of the resource
    std::vector<QRectF> blocks; ///< the share of each resident block
    QRectF rest;                ///< the unused rest; may be empty
};

/// In the order of OccupancyLimiter, below each other, each `rowHeight` high.
std::vector<OccupancyBar> occupancyBars(const GpuLimits& limits, const BlockDemand& demand,
                                        const QRectF& area, double rowHeight);

/// The varied part of a demand.
enum class DemandPart { Threads, Registers, Shared };
inline constexpr DemandPart AllDemandParts[] = {DemandPart::Threads, DemandPart::Registers,
                                                DemandPart::Shared};

int64_t valueOf(const BlockDemand& demand, DemandPart part);
BlockDemand withValue(BlockDemand demand, DemandPart part, int64_t value);
/// The least and the greatest value that a GPU accepts.
int64_t leastOf(DemandPart part);
int64_t greatestOf(const GpuLimits& limits, DemandPart part);

/// Values for the marks of its axis: 0, the greatest, and some between.
std::vector<int64_t> axisMarks(const GpuLimits& limits, DemandPart part);

/// The share of warps over the values of one part of the demand, from 0 to the greatest.
struct OccupancyCurve {
    std::vector<QPointF> line; ///< steps, from left to right
    QPointF current;           ///< the demand itself
};
OccupancyCurve occupancyCurve(const GpuLimits& limits, const BlockDemand& demand, DemandPart part,
                              const QRectF& area);
/// The value at a horizontal position.
int64_t valueAt(const GpuLimits& limits, DemandPart part, const QRectF& area, double x);

} // namespace tir::ui
