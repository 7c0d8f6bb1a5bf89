/// The timeline and the call graph as SVG documents, for `tirc` and for reports.

#pragma once

#include "passes/workbench/drawing/call_graph_layout.h"
#include "passes/workbench/drawing/split_picture.h"
#include "passes/workbench/drawing/timeline_layout.h"

#include <array>
#include <span>
#include <string>
#include <vector>

namespace tir {

/// Colors as SVG takes them.
struct Palette {
    std::string background;
    std::string text;
    std::string muted; ///< axes, labels
    std::string grid;
    std::string barrier;
    std::string error;
    std::string waste; ///< allocated bytes under the boxes
    std::string onBox; ///< text on buffers and nodes
    std::array<std::string, 8> buffers;
    std::array<std::string, 6> nodes; ///< by CallNodeKind
};

Palette lightPalette();
Palette darkPalette();

/// All launches below each other, each with its label and its totals. For launches without shared memory, a line of
/// text. The positions of buffers in the launches `before` are outlined.
std::string timelineSvg(std::span<const LaunchLiveness> launches, const Palette& palette,
                        const TimelineOptions& options = {}, std::span<const LaunchLiveness> before = {});

/// The tool tip of a part of a picture.
struct PictureTip {
    Rect rect;
    std::string text;
};

struct SplitPicture {
    std::string svg;
    std::vector<PictureTip> tips;
};

inline constexpr double LeastSplitWidth = 660;
inline constexpr double MostSplitWidth = 1184; ///< where every reason is there in full

/// Host functions beside the kernels that were split off, with their arguments and the reasons. A width out of the limits
/// is the nearest one.
SplitPicture drawSplit(std::span<const SplitKernel> kernels, const Palette& palette,
                       double width = MostSplitWidth);

/// The nodes and edges of `graph` where the layout puts them.
std::string callGraphSvg(const CallGraphLayout& layout, const CallGraph& graph, const Palette& palette);

} // namespace tir
