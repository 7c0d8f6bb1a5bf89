/// Lays out a large graph one connected part at a time: Graphviz needs minutes for thousands of parts at once.

#pragma once

#include "passes/workbench/drawing/graphviz.h"

namespace tir {

/// Calls Graphviz once for parts of the same shape and puts the parts side by side. Linear in the number of parts. Nothing
/// if Graphviz reports a failure.
std::optional<CallGraphLayout> layoutParts(const GraphToLayOut& graph);

} // namespace tir
