/// Draws layouts as SVG; positions are theirs, only texts and colors are chosen here.

#include "passes/workbench/drawing/svg.h"

#include "passes/workbench/drawing/svg_writer.h"

#include <cmath>

namespace tir {
namespace {

std::string curveCommands(const std::vector<Point>& curve)
{
    std::string commands;
    for (size_t i = 0; i < curve.size(); ++i) {
        commands += i == 0 ? "M" : (i == 1 ? " C" : " ");
        commands += svgNumber(curve[i].x + SvgPadding) + "," + svgNumber(curve[i].y + SvgPadding);
    }
    return commands;
}

/// A triangle from the end of the curve to the tip.
std::string arrowCommands(Point base, Point tip)
{
    double dx = tip.x - base.x;
    double dy = tip.y - base.y;
    const double length = std::hypot(dx, dy);
    if (length < 1)
        return {};
    dx *= 4 / length;
    dy *= 4 / length;
    const auto at = [](double x, double y) {
        return svgNumber(x + SvgPadding) + "," + svgNumber(y + SvgPadding);
    };
    return "M" + at(tip.x, tip.y) + " L" + at(base.x - dy, base.y + dx) + " L" +
           at(base.x + dy, base.y - dx) + " Z";
}

} // namespace

Palette lightPalette()
{
    return {
        .background = "#ffffff",
        .text = "#1c2733",
        .muted = "#5b6875",
        .grid = "#e3e8ed",
        .barrier = "#b4540a",
        .error = "#d6392b",
        .waste = "#f1f4f7",
        .onBox = "#10202c",
        .buffers = {"#8ecae6", "#ffc978", "#a8d896", "#d8b4e8", "#f5a89b", "#9bd8cf", "#e6d690", "#b9c4f2"},
        .nodes = {"#d8e6f7", "#f7e2bf", "#c9e8c0", "#d3eee9", "#eceff2", "#eceff2"}};
}

Palette darkPalette()
{
    return {
        .background = "#171d24",
        .text = "#e4eaf0",
        .muted = "#98a5b3",
        .grid = "#2c3641",
        .barrier = "#f0a35e",
        .error = "#e5574a",
        .waste = "#202832",
        .onBox = "#0d151c",
        .buffers = {"#5aa9cf", "#d9a04e", "#7fb86b", "#b58ccb", "#d68072", "#68b5aa", "#bfae5f", "#8f9cd8"},
        .nodes = {"#7fa6d6", "#d3a85f", "#86bb78", "#77b8ae", "#8b98a5", "#8b98a5"}};
}

std::string callGraphSvg(const CallGraphLayout& layout, const CallGraph& graph, const Palette& palette)
{
    SvgWriter svg(layout.width + 2 * SvgPadding, layout.height + 2 * SvgPadding, palette.background);
    for (const GraphRegion& region : layout.regionsOf(graph)) {
        const Rect rect{region.rect.x + SvgPadding, region.rect.y + SvgPadding, region.rect.width,
                        region.rect.height};
        const CallNodeKind kind = region.isDevice ? CallNodeKind::Kernel : CallNodeKind::HostFunction;
        svg.rect(rect, {{"fill", palette.nodes[size_t(kind)]},
                        {"fill-opacity", "0.2"},
                        {"stroke", palette.muted},
                        {"stroke-dasharray", "2 3"},
                        {"rx", "6"}});
        svg.words({rect.x + 6, rect.y + 11}, region.isDevice ? "device" : "host",
                  {{"fill", palette.muted}, {"font-size", "10"}});
    }
    for (const CallEdge& edge : graph.edges) {
        const GraphEdgePath* path = layout.find(graph.nodes[edge.from].id, graph.nodes[edge.to].id);
        if (!path || path->curve.empty())
            continue;
        const bool isLaunch = edge.kind == CallEdgeKind::Launch || edge.kind == CallEdgeKind::Region;
        const std::string& color = isLaunch ? palette.text : palette.muted;
        svg.path(curveCommands(path->curve),
                 {{"fill", "none"}, {"stroke", color}, {"stroke-width", isLaunch ? "2" : "1.2"}});
        if (const std::string arrow = arrowCommands(path->curve.back(), path->tip); !arrow.empty())
            svg.path(arrow, {{"fill", color}});
        svg.words({path->label.x + SvgPadding, path->label.y + SvgPadding + SvgBaseline}, edgeLabel(edge),
                  {{"fill", palette.muted}, {"font-size", "11"}, {"text-anchor", "middle"}});
    }
    for (const CallNode& node : graph.nodes) {
        const GraphNodeBox* box = layout.find(node.id);
        if (!box)
            continue;
        Rect rect = box->rect;
        rect.x += SvgPadding;
        rect.y += SvgPadding;
        const Point center = rect.center();
        svg.beginGroup(node.id);
        svg.rect(rect, {{"fill", palette.nodes[size_t(node.kind)]}, {"stroke", palette.muted}, {"rx", "6"}});
        svg.words({center.x, center.y - 8 + SvgBaseline}, node.label,
                  {{"fill", palette.onBox}, {"text-anchor", "middle"}, {"font-weight", "bold"}});
        svg.words({center.x, center.y + 9 + SvgBaseline}, nodeDetail(node),
                  {{"fill", palette.onBox}, {"font-size", "11"}, {"text-anchor", "middle"}});
        svg.endGroup();
    }
    return svg.finish();
}

} // namespace tir
