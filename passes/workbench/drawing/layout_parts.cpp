#include "passes/workbench/drawing/layout_parts.h"

#include <algorithm>
#include <map>

namespace tir {
namespace {

/// A part, and which nodes and edges of the whole graph are in it.
struct GraphPart {
    GraphToLayOut graph;
    std::vector<size_t> nodes;
    std::vector<size_t> edges;
};

std::vector<GraphPart> partsOf(const GraphToLayOut& graph)
{
    std::vector<GraphPart> parts;
    std::vector<size_t> partOf(graph.nodes.size());   // by node
    std::vector<size_t> numberOf(graph.nodes.size()); // in its part
    for (size_t node = 0; node < graph.nodes.size(); ++node) {
        const size_t first = graph.nodes[node].component;
        if (first == node) {
            partOf[node] = parts.size();
            parts.emplace_back();
        }
        GraphPart& part = parts[partOf[node] = partOf[first]];
        numberOf[node] = part.nodes.size();
        part.nodes.push_back(node);
        part.graph.nodes.push_back(graph.nodes[node]);
        part.graph.nodes.back().component = 0;
    }
    for (size_t edge = 0; edge < graph.edges.size(); ++edge) {
        const GraphToLayOut::Edge& drawn = graph.edges[edge];
        GraphPart& part = parts[partOf[drawn.from]];
        part.edges.push_back(edge);
        part.graph.edges.push_back({numberOf[drawn.from], numberOf[drawn.to], drawn.label});
    }
    return parts;
}

/// Equal for parts whose layouts are equal.
std::string shapeOf(const GraphToLayOut& part)
{
    std::string shape;
    for (const GraphToLayOut::Node& node : part.nodes)
        shape += std::to_string(node.width) + "x" + std::to_string(node.height) +
                 (node.isExternal ? "e"
                  : node.isDevice ? "d"
                                  : "h") +
                 ";";
    for (const GraphToLayOut::Edge& edge : part.edges)
        shape += std::to_string(edge.from) + ">" + std::to_string(edge.to) + ":" + edge.label + ";";
    return shape;
}

/// Adds the layout of a part to the right of what is there.
void append(CallGraphLayout& all, const CallGraphLayout& laidOut, const GraphPart& part,
            const GraphToLayOut& graph)
{
    const double dx = all.width > 0 ? all.width + PartGap : 0;
    const auto moved = [dx](Point point) { return Point{point.x + dx, point.y}; };
    for (size_t node = 0; node < part.nodes.size(); ++node) {
        GraphNodeBox& box = all.nodes[part.nodes[node]];
        box = laidOut.nodes[node];
        box.id = graph.nodes[part.nodes[node]].id;
        box.rect.x += dx;
    }
    for (size_t edge = 0; edge < part.edges.size(); ++edge) {
        GraphEdgePath& path = all.edges[part.edges[edge]];
        path = laidOut.edges[edge];
        path.from = graph.edges[part.edges[edge]].from;
        path.to = graph.edges[part.edges[edge]].to;
        std::ranges::transform(path.curve, path.curve.begin(), moved);
        path.tip = moved(path.tip);
        path.label = moved(path.label);
    }
    all.width = dx + laidOut.width;
    all.height = std::max(all.height, laidOut.height);
}

} // namespace

std::optional<CallGraphLayout> layoutParts(const GraphToLayOut& graph)
{
    CallGraphLayout all;
    all.nodes.resize(graph.nodes.size());
    all.edges.resize(graph.edges.size());
    std::map<std::string, CallGraphLayout> known; // by shape
    for (const GraphPart& part : partsOf(graph)) {
        const auto [laidOut, isNew] = known.try_emplace(shapeOf(part.graph));
        if (isNew) {
            std::optional<CallGraphLayout> made = layoutWithGraphviz(part.graph);
            if (!made)
                return {};
            laidOut->second = *std::move(made);
        }
        append(all, laidOut->second, part, graph);
    }
    return all;
}

} // namespace tir
