/// Laying out a graph of labelled boxes: through Graphviz, or in plain rows where that fails.

#pragma once

#include "passes/workbench/drawing/call_graph_layout.h"

#include <optional>

namespace tir {

struct GraphToLayOut {
    struct Node {
        std::string id;
        double width;
        double height;
    };
    struct Edge {
        size_t from; ///< indices into nodes
        size_t to;
        std::string label;
    };
    std::vector<Node> nodes;
    std::vector<Edge> edges;
};

/// Nothing when Graphviz reports a failure. Safe to call from several threads: calls wait for each other.
std::optional<CallGraphLayout> layoutWithGraphviz(const GraphToLayOut& graph);

/// Callers above callees, straight edges. Never fails.
CallGraphLayout layoutInRows(const GraphToLayOut& graph);

} // namespace tir
