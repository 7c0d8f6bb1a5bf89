/// Where the functions of a call graph run, and why: on the host, on the device, or, a helper of both, on either.

#pragma once

#include "core/analysis/call_graph.h"

namespace tir {

enum class Side : uint8_t { Host, Device, Both };
std::string_view toString(Side side); ///< "host and device"

struct NodeSide {
    Side side = Side::Host;
    std::vector<std::string> reasons; ///< why, and who calls it: "called by 'main' on the host"
};

/// By node of the graph.
std::vector<NodeSide> sidesOf(const CallGraph& graph);

} // namespace tir
