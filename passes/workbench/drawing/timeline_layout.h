/// Geometry of the shared-memory timeline of one launch: program order from left to right, addresses from
/// top to bottom, a box per buffer. Data and size in, rectangles out, and back from a point to what lies
/// there. Nothing is painted here.

#pragma once

#include "core/analysis/shared_memory_liveness.h"
#include "passes/workbench/drawing/geometry.h"

#include <functional>
#include <optional>

namespace tir {

struct TimelineOptions {
    double width = 800; ///< of the whole picture, in pixels; at least this much is used
    double height = 300;
    double zoom = 1;        ///< stretches program order; at 1 it fills `width`
    double leftMargin = 64; ///< for addresses
    double topMargin = 8;
    double rightMargin = 16;
    double bottomMargin = 28;  ///< for statement numbers
    double characterWidth = 7; ///< decides which words fit a box, unless `textWidth` does
    double lineHeight = 16;
    std::function<double(std::string_view)> textWidth = {}; ///< of the font that paints the words
};

enum class BoxKind : uint8_t {
    Live,
    Unused,     ///< allocated, never touched: drawn over the whole launch
    OutOfScope, ///< is on memory that this launch does not have
    Unplaced,   ///< no constant address or size: in a lane of its own below the addresses
};

struct TimelineBox {
    size_t buffer; ///< index into LaunchLiveness::buffers
    BoxKind kind;
    Rect rect;
    std::string label;  ///< name; shortened or empty when it does not fit
    std::string detail; ///< "512 bytes at 1024"; empty when it does not fit
    /// Where the words are: in the box, and on no words of another box. Empty without words.
    Rect labelRect = {};
    Rect detailRect = {};
};

struct AxisMark {
    double position; ///< x of statements, y of addresses
    std::string label;
};

struct BarrierLine {
    double x;
    int tick;
};

struct TimelineLayout {
    double width = 0; ///< of the whole picture; grows with the zoom
    double height = 0;
    Rect plot; ///< where addresses are drawn
    double tickWidth = 0;
    int tickCount = 0;
    int64_t addressEnd = 0;           ///< bytes from top to bottom of the plot
    std::optional<double> unusedFrom; ///< y of the end of the allocated bytes, when the plot goes further
    std::optional<double> limit;      ///< y of the limit of the device, when the launch takes more
    std::vector<TimelineBox> boxes;
    std::vector<AxisMark> addressMarks; ///< from 0 on, ascending
    std::vector<AxisMark> tickMarks;    ///< statements counted from 1, at the middle of their column
    std::vector<BarrierLine> barriers;

    double xOfTick(int tick) const { return plot.x + tick * tickWidth; } ///< left edge
    double yOfAddress(int64_t byte) const;
    /// The statement under x; nothing outside of the plot.
    std::optional<int> tickAt(double x) const;
    /// The topmost box at a point, which is the last one drawn; null when there is none.
    const TimelineBox* boxAt(double x, double y) const;
};

TimelineLayout layoutTimeline(const LaunchLiveness& launch, const TimelineOptions& options = {});

} // namespace tir
