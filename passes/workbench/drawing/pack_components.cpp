#include "passes/workbench/drawing/pack_components.h"

#include "passes/workbench/drawing/graphviz.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace tir {
namespace {

constexpr double Aspect = 2.4; ///< of the whole picture: views are wider than high

/// The nodes of a part, and the box around everything that is drawn of it.
struct PartBox {
    double left = std::numeric_limits<double>::max();
    double top = std::numeric_limits<double>::max();
    double right = std::numeric_limits<double>::lowest();
    double bottom = std::numeric_limits<double>::lowest();
    double dx = 0; ///< how far it moves
    double dy = 0;

    double width() const { return right - left; }
    double height() const { return bottom - top; }
    void include(Point point)
    {
        left = std::min(left, point.x);
        right = std::max(right, point.x);
        top = std::min(top, point.y);
        bottom = std::max(bottom, point.y);
    }
};

void move(Point& point, const PartBox& part)
{
    point.x += part.dx;
    point.y += part.dy;
}

} // namespace

void packComponents(CallGraphLayout& layout, const std::vector<double>& labelWidths, double leastWidth)
{
    if (layout.width <= leastWidth)
        return;
    std::vector<size_t> components;
    for (const GraphNodeBox& node : layout.nodes)
        components.push_back(node.component);
    std::vector<PartBox> parts(layout.nodes.size()); // by the first node of each
    for (size_t node = 0; node < layout.nodes.size(); ++node) {
        const Rect& rect = layout.nodes[node].rect;
        parts[components[node]].include({rect.x - RegionMargin, rect.y - RegionMargin});
        parts[components[node]].include({rect.right() + RegionMargin, rect.bottom() + RegionMargin});
    }
    for (size_t number = 0; number < layout.edges.size(); ++number) {
        const GraphEdgePath& edge = layout.edges[number];
        PartBox& part = parts[components[edge.from]];
        for (const Point& point : edge.curve)
            part.include(point);
        part.include(edge.tip);
        if (labelWidths[number] == 0)
            continue;
        part.include({edge.label.x - labelWidths[number] / 2, edge.label.y});
        part.include({edge.label.x + labelWidths[number] / 2, edge.label.y});
    }

    double area = 0;
    double widest = leastWidth;
    for (size_t node = 0; node < parts.size(); ++node)
        if (components[node] == node) {
            area += (parts[node].width() + PartGap) * (parts[node].height() + PartGap);
            widest = std::max(widest, parts[node].width());
        }
    const double rowWidth = std::max(widest, std::sqrt(area * Aspect));
    double x = 0;
    double y = 0;
    double rowHeight = 0;
    layout.width = 0;
    for (size_t node = 0; node < parts.size(); ++node) {
        if (components[node] != node)
            continue;
        PartBox& part = parts[node];
        if (x > 0 && x + part.width() > rowWidth) {
            x = 0;
            y += rowHeight + PartGap;
            rowHeight = 0;
        }
        part.dx = x - part.left;
        part.dy = y - part.top;
        x += part.width() + PartGap;
        rowHeight = std::max(rowHeight, part.height());
        layout.width = std::max(layout.width, x - PartGap);
    }
    layout.height = y + rowHeight;

    for (size_t node = 0; node < layout.nodes.size(); ++node) {
        layout.nodes[node].rect.x += parts[components[node]].dx;
        layout.nodes[node].rect.y += parts[components[node]].dy;
    }
    for (GraphEdgePath& edge : layout.edges) {
        const PartBox& part = parts[components[edge.from]];
        for (Point& point : edge.curve)
            move(point, part);
        move(edge.tip, part);
        move(edge.label, part);
    }
}

} // namespace tir
