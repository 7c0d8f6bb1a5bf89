/// Who calls whom: functions, device regions before the split, kernels after it, helpers.

#pragma once

#include "core/ir/places.h"

#include <string>
#include <string_view>
#include <vector>

namespace tir {

enum class CallNodeKind : uint8_t {
    HostFunction,
    DeviceRegion, ///< an outermost launch that still is in its function
    Kernel,
    DeviceHelper, ///< a device function that is not a kernel
    External,     ///< call_extern or a packed function that the module does not hold
    Opaque,       ///< not TIR
};
std::string_view toString(CallNodeKind kind);

enum class CallEdgeKind : uint8_t {
    Call,    ///< a plain call inside the module
    Region,  ///< a function contains a device region
    Launch,  ///< a kernel launch through call_packed
    Extern,  ///< call_extern
    Packed,  ///< call_packed of something else
    CPacked, ///< call_cpacked
};
std::string_view toString(CallEdgeKind kind);

struct CallNode {
    CallNodeKind kind = CallNodeKind::HostFunction;
    std::string id;          ///< stable over the steps of a recording: "main", "main/region 1", "extern exp"
    std::string label;       ///< function name or "launch 1"
    std::string target = {}; ///< kind of the function's target: "cuda", "llvm", ""
    Place place = NoPlace;   ///< of the function or of the launch statement
    const Node* node = nullptr;
};

struct CallEdge {
    size_t from = 0; ///< indices into nodes
    size_t to = 0;
    CallEdgeKind kind = CallEdgeKind::Call;
    std::string grid = {}; ///< "32" or "(32, 4)"; empty when there is none
    std::string block = {};
    std::string dynamicBytes = {}; ///< empty when there is none
    Place place = NoPlace;         ///< of the call or of the launch statement
};

struct CallGraph {
    std::vector<CallNode> nodes; ///< functions in module order, regions after their function
    std::vector<CallEdge> edges;
};

CallGraph callGraph(const Module& module);

/// The part of a graph that is at most `depth` calls, in either direction, from the node with an id; empty if it has none.
CallGraph neighborhood(const CallGraph& graph, std::string_view id, int depth);

} // namespace tir
