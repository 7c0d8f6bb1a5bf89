/// Geometry of the shared-memory timeline of one launch: program order from left to right, addresses from
/// top to bottom, a box per buffer. Converts data and size to rectangles, and a point to the item that is
/// there. Does not paint. From top to bottom:
///
///     brackets of loops, outer ones first, then the labels of barriers
///     the plot: boxes, conflicts, lines of sizes, outlines of the previous layout
///     lanes of buffers without a constant offset
///     the axis: numbers of the statements, and their text where there is room
///
/// By buffer, each buffer has a row of the plot instead, in order of first use, with its name and size at the left;
/// there are no lines of sizes, no outlines, and no lanes.

#pragma once

#include "core/analysis/shared_memory_liveness.h"
#include "passes/workbench/drawing/former_layout.h"
#include "passes/workbench/drawing/geometry.h"

#include <functional>
#include <optional>

namespace tir {

/// What two pictures need in common so that equal sizes look equal.
struct TimelineScale {
    int64_t leastEnd = 0;    ///< the plot shows at least so many bytes
    double mostHeight = 1e9; ///< of the plot
    bool operator==(const TimelineScale&) const = default;
};

struct TimelineOptions {
    double width = 800; ///< of the whole picture, in pixels; at least this much is used
    double height = 300;
    double zoom = 1;        ///< stretches program order; at 1 it fills `width`
    double leftMargin = 64; ///< for addresses; by buffer it grows with the names, up to a third of `width`
    double topMargin = 8;
    double rightMargin = 16;
    double bottomMargin = 34;  ///< for the labels of the lowest line and one row of the axis
    double characterWidth = 7; ///< decides which labels fit into a box, unless `textWidth` is set
    double lineHeight = 16;
    std::function<double(std::string_view)> textWidth = {}; ///< in the font of the labels
    /// The line of a place in the text; 0 if there is none. Without it the axis counts statements from 1.
    std::function<int(Place)> lineOf = {};
    FormerLayout former = {}; ///< outlined
    bool isByBuffer = false;  ///< a row for each buffer instead of addresses
    TimelineScale scale = {}; ///< of addresses, to compare pictures with each other
    /// Whether the layout places the labels of boxes and statements; otherwise call placeWords() for the visible part.
    bool hasWords = true;
};

enum class BoxKind : uint8_t {
    Live,
    Unused,     ///< allocated, never touched: drawn over the whole launch
    OutOfScope, ///< is on memory that this launch does not have
    Unplaced,   ///< no constant address or size: in a separate lane below the addresses
};

struct TimelineBox {
    size_t buffer; ///< index into LaunchLiveness::buffers
    BoxKind kind;
    Rect rect;
    std::string label;  ///< name; shortened or empty when it does not fit
    std::string detail; ///< "512 bytes at 1024"; empty when it does not fit
    /// Position of the label: in the box, or beside it, and not over the label of another box; by buffer, at the left
    /// border of the visible part. Empty without a label.
    Rect labelRect = {};
    Rect detailRect = {};

    bool hasLabelInside() const
    {
        constexpr double Rounding = 1;
        return labelRect.x >= rect.x - Rounding && labelRect.right() <= rect.right() + Rounding &&
               labelRect.y >= rect.y - Rounding && labelRect.bottom() <= rect.bottom() + Rounding;
    }
};

struct AxisMark {
    double position; ///< x of statements, y of addresses
    std::string label;
};

/// A statement as far as it fits its column.
struct StatementWords {
    int tick;
    std::string words;
};

struct LoopBox {
    size_t loop; ///< index into LaunchLiveness::loops
    Rect rect;
    std::string label; ///< "k × 16"; less or nothing where it does not fit
};

struct BarrierBar {
    double x; ///< of its middle
    int tick;
    double width;
    std::string label; ///< "barrier" or "sync", above the plot; empty if there is no room
};

/// The bytes that two buffers share; by buffer, in the row of one of them.
struct ConflictBox {
    size_t conflict; ///< index into LaunchLiveness::conflicts
    Rect rect;
    std::string label; ///< both names; empty when they do not fit
    Rect labelRect = {};
};

/// Where a buffer was before the step.
struct OutlineBox {
    size_t buffer; ///< that is elsewhere now
    Rect rect;
};

enum class MemoryLineKind : uint8_t {
    Size,     ///< peak, lower bound, reserved bytes
    Former,   ///< reserved bytes before the step
    Limit,    ///< of a family of devices
    Exceeded, ///< the limit of the device, which the launch exceeds
};

/// A number of bytes, drawn as a line across the plot.
struct MemoryLine {
    MemoryLineKind kind;
    int64_t bytes;
    double y;
    std::string label; ///< "peak = reserved 1,024"; empty when it does not fit
    Rect labelRect = {};
};

/// The part of the plot for the bytes of one buffer.
struct BufferRow {
    double y;
    double height;
    int64_t begin; ///< its first byte
    int64_t size;  ///< not above 0: not known
};

struct TimelineLayout {
    double width = 0; ///< of the whole picture; grows with the zoom
    double height = 0;
    Rect plot; ///< where addresses are drawn
    double tickWidth = 0;
    int tickCount = 0;
    int64_t addressEnd = 0;           ///< bytes from top to bottom of the plot
    std::optional<double> unusedFrom; ///< y of the end of the allocated bytes, if the plot extends beyond it
    std::vector<BufferRow> rows;      ///< by buffer: of LaunchLiveness::buffers; by address: empty
    std::vector<TimelineBox> boxes;
    std::vector<LoopBox> loops;
    std::vector<ConflictBox> conflicts;
    std::vector<OutlineBox> outlines;
    std::vector<MemoryLine> lines;      ///< ascending
    std::vector<AxisMark> addressMarks; ///< from 0 on, ascending; by buffer, the borders of the rows
    std::vector<AxisMark> tickMarks;    ///< lines of statements, at the middle of their column
    bool hasStatements = false;         ///< columns are wide enough for the statements, below the marks
    std::vector<StatementWords> statements;
    std::vector<BarrierBar> barriers;
    double barrierWordsY = 0;     ///< top of the row of their labels
    std::optional<double> lanesY; ///< top of the lanes of buffers without a constant place, if there are any
    double axisY = 0;             ///< top of the row of tick marks

    double xOfTick(int tick) const { return plot.x + tick * tickWidth; } ///< left edge
    double yOfAddress(int64_t byte) const;
    /// Of bytes of a buffer during ticks; both ticks belong to it, `end` does not.
    Rect rectOf(size_t buffer, int firstTick, int lastTick, int64_t begin, int64_t end) const;
    /// The statement under x; nothing outside of the plot.
    std::optional<int> tickAt(double x) const;
    /// The topmost box at a point, which is drawn last, or the one whose row has its name there; null if there is none.
    const TimelineBox* boxAt(double x, double y) const;
};

struct DeviceLimit {
    int64_t bytes;
    std::string label; ///< "limit 166,912 (sm_80)"
};
/// The shared memory of a block on the target of a launch, or on common devices where that is not known, ascending: of
/// the kinds, static or dynamic, that the launch uses.
std::vector<DeviceLimit> deviceLimits(const LaunchLiveness& launch);

/// With a left margin that is at least as wide as the labels of addresses.
TimelineOptions withRoomForAddresses(TimelineOptions options, const LaunchLiveness& launch);

TimelineLayout layoutTimeline(const LaunchLiveness& launch, const TimelineOptions& options = {});
/// The sizes, the plot, and the rows only, for a picture that is not looked at yet. Time: does not depend on how many
/// statements there are, except to find barriers.
TimelineLayout measureTimeline(const LaunchLiveness& launch, const TimelineOptions& options);

/// Places the labels of the boxes and statements in `visible`, and of no others.
void placeWords(TimelineLayout& layout, const LaunchLiveness& launch, const TimelineOptions& options,
                const Rect& visible);
/// Of the names and sizes of the buffers beside their rows.
double rowWordsWidth(const LaunchLiveness& launch, const TimelineOptions& options);
/// Labels `layout.lines`, whose kind, bytes, and y are set.
void labelLines(TimelineLayout& layout, const LaunchLiveness& launch, const TimelineOptions& options);

/// In the font of the options.
double textWidth(std::string_view text, const TimelineOptions& options);
/// Ends in "…" where it does not fit; empty when that leaves less than `least` characters.
std::string shortened(std::string_view text, double width, const TimelineOptions& options, size_t least = 3);
/// The same for names, which are often alike at their start: has "…" in the middle.
std::string shortenedName(std::string_view name, double width, const TimelineOptions& options);

} // namespace tir
