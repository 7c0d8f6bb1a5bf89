/// The union graph, and the parts of every layout.

#include "passes/workbench/drawing/call_graph_layout.h"

#include "passes/workbench/drawing/kernel_places.h"
#include "passes/workbench/drawing/layout_parts.h"
#include "passes/workbench/drawing/pack_components.h"

#include <algorithm>
#include <map>
#include <unordered_map>

namespace tir {
namespace {

/// Nodes by id and edges by their two ends, each with the widest label of any step. A kernel and the region that it was
/// are one node.
GraphToLayOut unionOf(std::span<const CallGraph> steps, const std::map<std::string, std::string>& regions,
                      const GraphOptions& options)
{
    GraphToLayOut all;
    std::map<std::string, size_t> nodes;
    std::map<std::pair<size_t, size_t>, size_t> edges;
    const auto widthOf = [&](const std::string& text) {
        return double(text.size()) * options.characterWidth;
    };
    for (const CallGraph& step : steps) {
        std::vector<size_t> indices;
        const std::vector<NodeSide> sides = sidesOf(step);
        for (const CallNode& node : step.nodes) {
            const auto region = regions.find(node.id);
            const std::string& id = region == regions.end() ? node.id : region->second;
            const auto [entry, isNew] = nodes.try_emplace(id, all.nodes.size());
            if (isNew)
                all.nodes.push_back({.id = id,
                                     .width = options.leastNodeWidth,
                                     .height = options.nodeHeight,
                                     .isExternal = node.kind == CallNodeKind::External});
            GraphToLayOut::Node& known = all.nodes[entry->second];
            const double words = std::max(widthOf(node.label), widthOf(nodeDetail(node)));
            known.width = std::max(known.width, words + 4 * options.characterWidth);
            known.isDevice |= sides[indices.size()].side == Side::Device;
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
    const std::vector<size_t> components = componentsOf(all);
    for (size_t node = 0; node < all.nodes.size(); ++node)
        all.nodes[node].component = components[node];
    return all;
}

/// Adds the kernels to a layout that has the regions which they were.
void addKernels(CallGraphLayout& layout, const std::map<std::string, std::string>& regions)
{
    std::map<std::string_view, std::vector<std::string_view>> kernels; // by region
    for (const auto& [kernel, region] : regions)
        kernels[region].push_back(kernel);
    std::vector<std::vector<size_t>> copies(layout.nodes.size()); // by node
    for (size_t node = 0; node < copies.size(); ++node)
        if (const auto found = kernels.find(layout.nodes[node].id); found != kernels.end())
            for (const std::string_view kernel : found->second) {
                copies[node].push_back(layout.nodes.size());
                layout.nodes.push_back(layout.nodes[node]);
                layout.nodes.back().id = kernel;
            }
    for (size_t edge = 0, count = layout.edges.size(); edge < count; ++edge) {
        const auto add = [&](size_t from, size_t to) {
            layout.edges.push_back(layout.edges[edge]);
            layout.edges.back().from = from;
            layout.edges.back().to = to;
        };
        const auto [from, to] = std::pair(layout.edges[edge].from, layout.edges[edge].to);
        for (const size_t kernel : copies[to])
            add(from, kernel);
        for (const size_t kernel : copies[from]) {
            add(kernel, to);
            for (const size_t called : copies[to])
                add(kernel, called);
        }
    }
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

std::vector<GraphRegion> CallGraphLayout::regionsOf(const CallGraph& step) const
{
    std::unordered_map<size_t, size_t>
        sizes; // of components, which are laid out with frames unless they are large
    std::unordered_map<std::string_view, const GraphNodeBox*> boxes;
    for (const GraphNodeBox& box : nodes) {
        ++sizes[box.component];
        boxes.emplace(box.id, &box);
    }
    std::map<std::pair<size_t, bool>, Rect> frames; // by component and side
    for (const CallNode& node : step.nodes) {
        const auto found = node.kind == CallNodeKind::External ? boxes.end() : boxes.find(node.id);
        if (found == boxes.end())
            continue;
        const GraphNodeBox* box = found->second;
        if (nodes.size() > MostNodesWithRegions && sizes[box->component] > MostNodesWithRegions)
            continue;
        const auto [frame, isNew] = frames.try_emplace({box->component, box->isDevice}, box->rect);
        Rect& rect = frame->second;
        const double right = std::max(rect.right(), box->rect.right());
        const double bottom = std::max(rect.bottom(), box->rect.bottom());
        rect.x = std::min(rect.x, box->rect.x);
        rect.y = std::min(rect.y, box->rect.y);
        rect.width = right - rect.x;
        rect.height = bottom - rect.y;
    }
    std::vector<GraphRegion> regions;
    for (const auto& [key, rect] : frames)
        regions.push_back({{rect.x - RegionMargin, rect.y - RegionMargin, rect.width + 2 * RegionMargin,
                            rect.height + 2 * RegionMargin},
                           key.second});
    return regions;
}

CallGraph drawnCallGraph(const Module& module)
{
    const CallGraph graph = callGraph(module);
    const auto isExternal = [](const CallNode& node) { return node.kind == CallNodeKind::External; };
    CallGraph drawn;
    std::vector<size_t> indices(graph.nodes.size()); // in `drawn`
    for (size_t index = 0; index < graph.nodes.size(); ++index)
        if (!isExternal(graph.nodes[index])) {
            indices[index] = drawn.nodes.size();
            drawn.nodes.push_back(graph.nodes[index]);
        }
    std::map<std::pair<size_t, size_t>, size_t> externals; // by caller and callee in `graph`
    for (CallEdge edge : graph.edges) {
        const CallNode& callee = graph.nodes[edge.to];
        const auto [external, isNew] = externals.try_emplace({edge.from, edge.to}, drawn.nodes.size());
        if (isExternal(callee) && isNew) {
            drawn.nodes.push_back(callee);
            drawn.nodes.back().id += " called by " + graph.nodes[edge.from].id;
        }
        edge.to = isExternal(callee) ? external->second : indices[edge.to];
        edge.from = indices[edge.from];
        drawn.edges.push_back(std::move(edge));
    }
    return drawn;
}

CallGraphLayout layoutCallGraph(std::span<const CallGraph> steps, const GraphOptions& options)
{
    const std::map<std::string, std::string> regions = regionsByKernel(steps);
    const GraphToLayOut graph = unionOf(steps, regions, options);
    const bool isLarge = graph.nodes.size() > MostNodesWithRegions;
    std::optional<CallGraphLayout> layout = isLarge ? layoutParts(graph) : layoutWithGraphviz(graph);
    const bool isByGraphviz = layout.has_value();
    if (!isByGraphviz)
        layout = layoutInRows(graph);
    for (size_t node = 0; node < graph.nodes.size(); ++node) {
        layout->nodes[node].component = graph.nodes[node].component;
        layout->nodes[node].isDevice = graph.nodes[node].isDevice;
    }
    if (isByGraphviz) {
        std::vector<double> labelWidths;
        for (const GraphToLayOut::Edge& edge : graph.edges)
            labelWidths.push_back(double(edge.label.size()) * options.characterWidth);
        packComponents(*layout, labelWidths);
    }
    addKernels(*layout, regions);
    return std::move(*layout);
}

std::string nodeDetail(const CallNode& node)
{
    const std::string text(toString(node.kind));
    if (node.target.empty())
        return text;
    // A host function with the target of a device: its launches are compiled for that.
    const bool isOfHost = node.target == "llvm" || node.target == "c";
    return node.kind == CallNodeKind::HostFunction && !isOfHost ? text + " (device: " + node.target + ")"
                                                                : text + ", " + node.target;
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
