/// Places the connected parts of a graph in rows: Graphviz puts all of them side by side.

#pragma once

#include "passes/workbench/drawing/call_graph_layout.h"

namespace tir {

/// Parts keep their order, left to right and top to bottom. A graph that is not wider than `leastWidth` stays as it is.
/// `labelWidths` are those of the labels of the edges, 0 without a label.
void packComponents(CallGraphLayout& layout, const std::vector<double>& labelWidths, double leastWidth = 1200);

} // namespace tir
