/// The union graph, and what a layout consists of whoever made it.

#include "passes/workbench/drawing/call_graph_layout.h"

#include "passes/workbench/drawing/graphviz.h"

#include <algorithm>
#include <map>

namespace tir {
namespace {

/// Nodes by id and edges by their two ends, each with the widest words that any step shows there.
GraphToLayOut unionOf(std::span<const CallGraph> steps, const GraphOptions& options)
{
    GraphToLayOut all;
    std::map<std::string, size_t> nodes;
    std::map<std::pair<size_t, size_t>, size_t> edges;
    const auto widthOf = [&](const std::string& text) {
        return double(text.size()) * options.characterWidth;
    };
    for (const CallGraph& step : steps) {
        std::vector<size_t> indices;
        for (const CallNode& node : step.nodes) {
            const auto [entry, isNew] = nodes.try_emplace(node.id, all.nodes.size());
            if (isNew)
                all.nodes.push_back({node.id, options.leastNodeWidth, options.nodeHeight});
            GraphToLayOut::Node& known = all.nodes[entry->second];
            const double words = std::max(widthOf(node.label), widthOf(nodeDetail(node)));
            known.width = std::max(known.width, words + 4 * options.characterWidth);
            indices.push_back(entry->second);
        }
        for (const CallEdge& edge : step.edges) {
            const std::pair ends(indices[edge.from], indices[edge.to]);
            const auto [entry, isNew] = edges.try_emplace(ends, all.edges.size());
            if (isNew)
                all.edges.push_back({ends.first, ends.second, ""});
            std::string& label = all.edges[entry->second].label;
            if (const std::string words = edgeLabel(edge); words.size() > label.size())
                label = words;
        }
    }
    return all;
}

} // namespace

const GraphNodeBox* CallGraphLayout::find(std::string_view id) const
{
    const auto found =
        std::find_if(nodes.begin(), nodes.end(), [&](const auto& node) { return node.id == id; });
    return found == nodes.end() ? nullptr : &*found;
}

const GraphEdgePath* CallGraphLayout::find(std::string_view fromId, std::string_view toId) const
{
    const auto found = std::find_if(edges.begin(), edges.end(), [&](const auto& edge) {
        return nodes[edge.from].id == fromId && nodes[edge.to].id == toId;
    });
    return found == edges.end() ? nullptr : &*found;
}

const GraphNodeBox* CallGraphLayout::nodeAt(double x, double y) const
{
    for (const GraphNodeBox& node : nodes)
        if (node.rect.contains(x, y))
            return &node;
    return nullptr;
}

CallGraphLayout layoutCallGraph(std::span<const CallGraph> steps, const GraphOptions& options)
{
    const GraphToLayOut graph = unionOf(steps, options);
    if (std::optional<CallGraphLayout> layout = layoutWithGraphviz(graph))
        return std::move(*layout);
    return layoutInRows(graph);
}

std::string nodeDetail(const CallNode& node)
{
    std::string text(toString(node.kind));
    return node.target.empty() ? text : text + ", " + node.target;
}

std::string edgeLabel(const CallEdge& edge)
{
    std::string text = edge.kind == CallEdgeKind::Region ? "" : std::string(toString(edge.kind));
    const auto append = [&](std::string_view separator, const std::string& words) {
        text += (text.empty() ? "" : std::string(separator)) + words;
    };
    if (!edge.grid.empty() || !edge.block.empty())
        append(" ", (edge.grid.empty() ? "1" : edge.grid) + " × " + (edge.block.empty() ? "1" : edge.block));
    if (!edge.dynamicBytes.empty())
        append(", ", edge.dynamicBytes + " bytes");
    return text;
}

} // namespace tir
