/// Laying out a graph of labeled boxes: through Graphviz, or in plain rows where that fails.

#pragma once

#include "passes/workbench/drawing/call_graph_layout.h"

#include <optional>

namespace tir {

struct GraphToLayOut {
    struct Node {
        std::string id;
        double width;
        double height;
        size_t component = 0; ///< first node that it is connected with
        bool isDevice = false;
        bool isExternal = false; ///< in no region
    };
    struct Edge {
        size_t from; ///< indices into nodes
        size_t to;
        std::string label;
    };
    std::vector<Node> nodes;
    std::vector<Edge> edges;
};

/// Larger connected graphs are laid out without regions: that would take seconds.
inline constexpr size_t MostNodesWithRegions = 200;
/// Between parts that no edge connects.
inline constexpr double PartGap = 30;
/// From nodes to the frame around them.
inline constexpr double RegionMargin = 14;

/// For each node the first node that it is connected with.
std::vector<size_t> componentsOf(const GraphToLayOut& graph);

/// Nothing when Graphviz reports a failure. Safe to call from several threads: calls wait for each other.
std::optional<CallGraphLayout> layoutWithGraphviz(const GraphToLayOut& graph);

/// Callers above callees, straight edges. Never fails.
CallGraphLayout layoutInRows(const GraphToLayOut& graph);

} // namespace tir
