#include "ui/call_graph/call_graph_picture.h"

#include "ui/common/text.h"

#include <QStringList>

#include <map>
#include <set>
#include <unordered_map>

namespace tir::ui {
namespace {

QPointF toQt(const Point& point)
{
    return {point.x, point.y};
}

/// Labels of all edges between two nodes, one line each.
std::map<std::pair<size_t, size_t>, QStringList> labelsBetween(const CallGraph& graph)
{
    std::map<std::pair<size_t, size_t>, QStringList> labels;
    for (const CallEdge& edge : graph.edges) {
        const QString label = toQString(edgeLabel(edge));
        QStringList& lines = labels[{edge.from, edge.to}];
        if (!label.isEmpty() && !lines.contains(label))
            lines.append(label);
    }
    return labels;
}

/// The labels of the edges of every node, by its name.
std::map<std::string_view, std::multiset<std::string>> edgesByNode(const CallGraph& graph)
{
    std::map<std::string_view, std::multiset<std::string>> edges;
    for (const CallNode& node : graph.nodes)
        edges[node.id].insert("node " + nodeDetail(node));
    for (const CallEdge& edge : graph.edges) {
        const std::string& from = graph.nodes[edge.from].id;
        const std::string& to = graph.nodes[edge.to].id;
        edges[from].insert("to " + to + ' ' + edgeLabel(edge));
        edges[to].insert("from " + from + ' ' + edgeLabel(edge));
    }
    return edges;
}

} // namespace

std::vector<bool> differingNodes(const CallGraph& graph, const CallGraph& other)
{
    const auto own = edgesByNode(graph);
    const auto others = edgesByNode(other);
    std::vector<bool> differ;
    for (const CallNode& node : graph.nodes) {
        const auto found = others.find(node.id);
        differ.push_back(found == others.end() || found->second != own.at(node.id));
    }
    return differ;
}

int CallGraphPicture::nodeAt(QPointF point) const
{
    for (size_t node = nodes.size(); node-- > 0;)
        if (nodes[node].contains(point))
            return int(node);
    return -1;
}

CallGraphPicture placed(CallGraph graph, std::vector<NodeSide> sides, const CallGraphLayout& layout)
{
    CallGraphPicture picture;
    picture.size = {layout.width, layout.height};
    picture.sides = std::move(sides);
    for (const GraphRegion& region : layout.regionsOf(graph))
        picture.regions.push_back(
            {{region.rect.x, region.rect.y, region.rect.width, region.rect.height}, region.isDevice});

    std::unordered_map<std::string_view, size_t> boxes;
    for (size_t box = 0; box < layout.nodes.size(); ++box)
        boxes.emplace(layout.nodes[box].id, box);
    std::map<std::pair<size_t, size_t>, const GraphEdgePath*> paths;
    for (const GraphEdgePath& path : layout.edges)
        paths.emplace(std::pair(path.from, path.to), &path);

    for (const CallNode& node : graph.nodes) {
        const auto box = boxes.find(node.id);
        picture.nodes.push_back({});
        if (box != boxes.end()) {
            const Rect& rect = layout.nodes[box->second].rect;
            picture.nodes.back() = {rect.x, rect.y, rect.width, rect.height};
        }
    }
    auto labels = labelsBetween(graph);
    for (const CallEdge& edge : graph.edges) {
        CallGraphPicture::Line line;
        const auto from = boxes.find(graph.nodes[edge.from].id);
        const auto to = boxes.find(graph.nodes[edge.to].id);
        const auto path = from == boxes.end() || to == boxes.end()
                              ? paths.end()
                              : paths.find(std::pair(from->second, to->second));
        if (path != paths.end()) {
            for (const Point& point : path->second->curve)
                line.curve.push_back(toQt(point));
            line.tip = toQt(path->second->tip);
            line.label = toQt(path->second->label);
            line.labelWidth = path->second->labelWidth;
            line.text = std::exchange(labels[{edge.from, edge.to}], {}).join(QLatin1Char('\n'));
        }
        picture.lines.push_back(std::move(line));
    }
    picture.graph = std::move(graph);
    return picture;
}

} // namespace tir::ui
