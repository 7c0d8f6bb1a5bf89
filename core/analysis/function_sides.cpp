/// Kernels, regions, and functions with a device target are on the device; any other function is where its callers are,
/// and on the host if it has no callers.

#include "core/analysis/function_sides.h"

#include "core/support/text_format.h"

#include <compare>
#include <map>

namespace tir {
namespace {

struct Sides {
    bool host = false;
    bool device = false;
    bool operator==(const Sides&) const = default;
};

bool isOnDevice(const CallNode& node)
{
    return node.kind == CallNodeKind::DeviceRegion || node.kind == CallNodeKind::Kernel ||
           node.kind == CallNodeKind::DeviceHelper;
}

/// "'launch 1' of 'main'".
std::string callerText(const CallGraph& graph, size_t caller)
{
    const CallNode& node = graph.nodes[caller];
    if (node.kind == CallNodeKind::DeviceRegion)
        for (const CallEdge& edge : graph.edges)
            if (edge.to == caller && edge.kind == CallEdgeKind::Region)
                return node.label + " of " + quoted(graph.nodes[edge.from].label);
    return quoted(node.label);
}

std::string whatItIs(const CallNode& node)
{
    switch (node.kind) {
    case CallNodeKind::DeviceRegion:
        return "it binds threads";
    case CallNodeKind::Kernel:
        return "it is a kernel";
    case CallNodeKind::DeviceHelper:
        return "its target is " + (node.target.empty() ? std::string("a device") : node.target);
    case CallNodeKind::HostFunction:
    case CallNodeKind::External:
    case CallNodeKind::Opaque:
        return {};
    }
    return {};
}

} // namespace

std::string_view toString(Side side)
{
    switch (side) {
    case Side::Host:
        return "host";
    case Side::Device:
        return "device";
    case Side::Both:
        return "host and device";
    }
    return "";
}

std::vector<NodeSide> sidesOf(const CallGraph& graph)
{
    std::vector<Sides> sides(graph.nodes.size());
    std::vector<bool> isCalled(graph.nodes.size(), false);
    const auto isCall = [](const CallEdge& edge) {
        return edge.kind != CallEdgeKind::Region && edge.kind != CallEdgeKind::Launch;
    };
    for (const CallEdge& edge : graph.edges)
        isCalled[edge.to] = isCalled[edge.to] || isCall(edge);
    for (size_t i = 0; i < sides.size(); ++i) {
        sides[i].device = isOnDevice(graph.nodes[i]);
        sides[i].host = !sides[i].device && !isCalled[i];
    }
    for (bool hasChanged = true; hasChanged;) {
        hasChanged = false;
        for (const CallEdge& edge : graph.edges) {
            if (!isCall(edge))
                continue;
            const Sides before = sides[edge.to];
            sides[edge.to].host |= sides[edge.from].host && !isOnDevice(graph.nodes[edge.to]);
            sides[edge.to].device |= sides[edge.from].device;
            hasChanged |= !(before == sides[edge.to]);
        }
    }

    std::vector<NodeSide> result(sides.size());
    struct Caller {
        size_t callee;
        size_t caller;
        bool isLaunch;
        auto operator<=>(const Caller&) const = default;
    };
    std::map<Caller, int> callers; // with the number of calls
    for (const CallEdge& edge : graph.edges)
        if (edge.kind != CallEdgeKind::Region)
            ++callers[{edge.to, edge.from, edge.kind == CallEdgeKind::Launch}];
    for (size_t i = 0; i < sides.size(); ++i) {
        result[i].side = sides[i].device ? (sides[i].host ? Side::Both : Side::Device) : Side::Host;
        if (const std::string reason = whatItIs(graph.nodes[i]); !reason.empty())
            result[i].reasons.push_back(reason);
        else if (!isCalled[i])
            result[i].reasons.push_back("nothing on the device calls it");
    }
    for (const auto& [call, count] : callers) {
        const Sides caller = sides[call.caller];
        const Side from = caller.device ? (caller.host ? Side::Both : Side::Device) : Side::Host;
        result[call.callee].reasons.push_back(
            (call.isLaunch ? "launched by " : "called by ") + callerText(graph, call.caller) + " on the " +
            std::string(toString(from)) + (count > 1 ? ", " + std::to_string(count) + " times" : ""));
    }
    return result;
}

} // namespace tir
