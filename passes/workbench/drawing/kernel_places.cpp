#include "passes/workbench/drawing/kernel_places.h"

#include <algorithm>
#include <set>
#include <vector>

namespace tir {
namespace {

/// Ids of the regions, or of the kernels, by the id of the function that launches them.
using Launched = std::map<std::string, std::vector<std::string>>;

Launched launchedBy(const CallGraph& graph, CallNodeKind kind)
{
    Launched launched;
    for (const CallEdge& edge : graph.edges) {
        const CallNode& callee = graph.nodes[edge.to];
        std::vector<std::string>& ids = launched[graph.nodes[edge.from].id];
        if (callee.kind == kind && std::ranges::find(ids, callee.id) == ids.end())
            ids.push_back(callee.id);
    }
    return launched;
}

} // namespace

std::map<std::string, std::string> regionsByKernel(std::span<const CallGraph> steps)
{
    std::map<std::string, std::string> regions;
    Launched before;
    for (const CallGraph& step : steps) {
        Launched now = launchedBy(step, CallNodeKind::DeviceRegion);
        for (const auto& [function, kernels] : launchedBy(step, CallNodeKind::Kernel)) {
            const auto had = before.find(function);
            const auto has = now.find(function);
            if (had == before.end() || (has != now.end() && !has->second.empty()))
                continue;
            for (size_t i = 0; i < std::min(kernels.size(), had->second.size()); ++i)
                regions.try_emplace(kernels[i], had->second[i]);
        }
        before = std::move(now);
    }
    for (const CallGraph& step : steps) {
        std::set<std::string> taken;
        for (const CallNode& node : step.nodes)
            if (!regions.contains(node.id))
                taken.insert(node.id);
        for (const CallNode& node : step.nodes)
            if (const auto found = regions.find(node.id);
                found != regions.end() && !taken.insert(found->second).second)
                regions.erase(found);
    }
    return regions;
}

} // namespace tir
