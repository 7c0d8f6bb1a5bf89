/// Geometry of the call graph. The graphs of all steps of a recording are laid out together, once, so that
/// a function stays where it is while the steps go by; a step draws those nodes and edges that it has. A kernel is where
/// its region was.

#pragma once

#include "core/analysis/function_sides.h"
#include "passes/workbench/drawing/geometry.h"

#include <span>

namespace tir {

struct GraphNodeBox {
    std::string id; ///< CallNode::id
    Rect rect;
    size_t component = 0;  ///< nodes that edges connect have the same
    bool isDevice = false; ///< in any step
};

/// Frame around the functions of one component that are on the host, or on the device. External functions have none.
struct GraphRegion {
    Rect rect;
    bool isDevice;
};

/// All edges between two nodes, whatever their kind.
struct GraphEdgePath {
    size_t from; ///< indices into CallGraphLayout::nodes
    size_t to;
    std::vector<Point> curve; ///< a start point, then three points per cubic Bézier piece
    Point tip;                ///< of the arrow head, which starts at the end of the curve
    Point label;              ///< center of the label beside the edge
    double labelWidth = 0;    ///< room for it: that of the widest label of any step
};

struct CallGraphLayout {
    double width = 0;
    double height = 0;
    std::vector<GraphNodeBox> nodes;
    std::vector<GraphEdgePath> edges;

    const GraphNodeBox* find(std::string_view id) const;
    const GraphEdgePath* find(std::string_view fromId, std::string_view toId) const;
    /// The node at a point, of several with one place the first; null if there is none.
    const GraphNodeBox* nodeAt(double x, double y) const;
    /// Frames around the nodes of a step; empty for graphs that are too large for frames.
    std::vector<GraphRegion> regionsOf(const CallGraph& step) const;
};

struct GraphOptions {
    double characterWidth = 7.5; ///< of labels, in pixels
    double nodeHeight = 40;      ///< room for the name and one line below
    double leastNodeWidth = 110;
};

/// The call graph as it is drawn: every caller has separate nodes for the external functions that it calls. A shared
/// node would connect all functions of a module.
CallGraph drawnCallGraph(const Module& module);

/// By Graphviz' `dot`, one call at a time in the whole process; in plain rows by depth when Graphviz is not
/// able to. Slow for hundreds of nodes: run it in a job.
CallGraphLayout layoutCallGraph(std::span<const CallGraph> steps, const GraphOptions& options = {});

/// The second line of a node: "kernel, cuda".
std::string nodeDetail(const CallNode& node);
/// The label of an edge: "launch 32 × 128, 512 bytes", "call"; empty for a region without a launch.
std::string edgeLabel(const CallEdge& edge);

} // namespace tir
