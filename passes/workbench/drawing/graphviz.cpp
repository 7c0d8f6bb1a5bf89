/// The only file that uses Graphviz. It keeps global state, is not safe for threads, reads numbers in the locale of the
/// process and writes to stderr: hence the lock, the locale and the error function here.

#include "passes/workbench/drawing/graphviz.h"

#include <gvc.h>

#include <locale.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <mutex>
#include <numeric>

namespace tir {
namespace {

constexpr double PointsPerInch = 72;

/// "C" numbers for this thread while it lives, whatever the desktop is set to.
class PlainNumbers {
public:
    PlainNumbers()
        : m_plain(newlocale(LC_NUMERIC_MASK, "C", nullptr)),
          m_before(m_plain ? uselocale(m_plain) : nullptr)
    {}
    ~PlainNumbers()
    {
        if (!m_plain)
            return;
        uselocale(m_before);
        freelocale(m_plain);
    }
    PlainNumbers(const PlainNumbers&) = delete;
    PlainNumbers& operator=(const PlainNumbers&) = delete;

private:
    locale_t m_plain;
    locale_t m_before;
};

int dropMessage(char*)
{
    return 0;
}

/// Graphviz takes texts by pointer to non-const and does not change them.
char* text(const char* constant)
{
    return const_cast<char*>(constant);
}

std::string inches(double points)
{
    std::array<char, 32> digits;
    const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), points / PointsPerInch,
                                   std::chars_format::fixed, 4)
                         .ptr;
    return {digits.data(), end};
}

template <class Item>
void set(Item* item, const char* name, const std::string& value)
{
    agsafeset(item, text(name), text(value.c_str()), text(""));
}

/// A graph in Graphviz' memory, laid out.
class DotGraph {
public:
    DotGraph(GVC_t* context, const GraphToLayOut& graph)
        : m_context(context),
          m_graph(agopen(text("calls"), Agdirected, nullptr))
    {
        if (!m_graph)
            return;
        set(m_graph, "nodesep", inches(28));
        set(m_graph, "ranksep", inches(32));
        for (const GraphToLayOut::Node& node : graph.nodes) {
            // Names by number: identifiers of a graph's nodes are unique, ours may hold anything.
            Agnode_t* made = agnode(m_graph, text(std::to_string(m_nodes.size()).c_str()), 1);
            set(made, "shape", "box");
            set(made, "fixedsize", "true");
            set(made, "label", "");
            set(made, "width", inches(node.width));
            set(made, "height", inches(node.height));
            m_nodes.push_back(made);
        }
        for (const GraphToLayOut::Edge& edge : graph.edges) {
            Agedge_t* made = agedge(m_graph, m_nodes[edge.from], m_nodes[edge.to],
                                    text(std::to_string(m_edges.size()).c_str()), 1);
            set(made, "fontname", "Courier"); // as wide as the font of the pictures at most
            set(made, "fontsize", "11");
            set(made, "label", edge.label);
            // The frame of the device is below the host function that launches, not beside its external functions.
            if (graph.nodes[edge.from].isDevice != graph.nodes[edge.to].isDevice)
                set(made, "weight", "8");
            m_edges.push_back(made);
        }
        if (graph.nodes.size() <= MostNodesWithRegions)
            addRegions(graph);
        m_isLaidOut = gvLayout(m_context, m_graph, "dot") == 0;
    }
    ~DotGraph()
    {
        if (m_isLaidOut)
            gvFreeLayout(m_context, m_graph);
        if (m_graph)
            agclose(m_graph);
    }
    DotGraph(const DotGraph&) = delete;
    DotGraph& operator=(const DotGraph&) = delete;

    std::optional<CallGraphLayout> read(const GraphToLayOut& graph) const
    {
        if (!m_isLaidOut)
            return {};
        const boxf bounds = GD_bb(m_graph);
        const auto toPoint = [&](const pointf& point) {
            return Point{point.x - bounds.LL.x, bounds.UR.y - point.y};
        };
        CallGraphLayout layout;
        layout.width = bounds.UR.x - bounds.LL.x;
        layout.height = bounds.UR.y - bounds.LL.y;
        for (size_t i = 0; i < m_nodes.size(); ++i) {
            const Point center = toPoint(ND_coord(m_nodes[i]));
            const GraphToLayOut::Node& node = graph.nodes[i];
            layout.nodes.push_back(
                {.id = node.id,
                 .rect = {center.x - node.width / 2, center.y - node.height / 2, node.width, node.height}});
        }
        for (size_t i = 0; i < m_edges.size(); ++i) {
            GraphEdgePath& path = layout.edges.emplace_back();
            path.from = graph.edges[i].from;
            path.to = graph.edges[i].to;
            const splines* curve = ED_spl(m_edges[i]);
            if (curve && curve->size > 0) {
                const bezier& piece = curve->list[0];
                for (int point = 0; point < piece.size; ++point)
                    path.curve.push_back(toPoint(piece.list[point]));
                path.tip = piece.eflag ? toPoint(piece.ep) : path.curve.back();
            }
            if (const textlabel_t* label = ED_label(m_edges[i]); label && label->set) {
                path.label = toPoint(label->pos);
                path.labelWidth = label->dimen.x;
            }
        }
        return layout;
    }

private:
    /// The nodes of a component that are on the same side stay together.
    void addRegions(const GraphToLayOut& graph)
    {
        for (size_t i = 0; i < graph.nodes.size(); ++i) {
            const GraphToLayOut::Node& node = graph.nodes[i];
            if (node.isExternal)
                continue;
            const std::string name = std::string(node.isDevice ? "cluster_device_" : "cluster_host_") +
                                     std::to_string(node.component);
            Agraph_t* region = agsubg(m_graph, text(name.c_str()), 1);
            set(region, "margin", std::to_string(int(RegionMargin) + 2));
            agsubnode(region, m_nodes[i], 1);
        }
    }

    GVC_t* m_context;
    Agraph_t* m_graph;
    std::vector<Agnode_t*> m_nodes;
    std::vector<Agedge_t*> m_edges;
    bool m_isLaidOut = false;
};

/// Longest way from a root, cycles cut: the row of each node.
std::vector<size_t> depths(const GraphToLayOut& graph)
{
    std::vector<size_t> depth(graph.nodes.size(), 0);
    for (size_t round = 0; round < graph.nodes.size(); ++round) {
        bool hasChanged = false;
        for (const GraphToLayOut::Edge& edge : graph.edges)
            if (edge.from != edge.to && depth[edge.to] <= depth[edge.from] &&
                depth[edge.from] + 1 < graph.nodes.size()) {
                depth[edge.to] = depth[edge.from] + 1;
                hasChanged = true;
            }
        if (!hasChanged)
            break;
    }
    return depth;
}

} // namespace

std::vector<size_t> componentsOf(const GraphToLayOut& graph)
{
    std::vector<size_t> parents(graph.nodes.size());
    std::iota(parents.begin(), parents.end(), size_t(0));
    const auto rootOf = [&](size_t node) {
        while (parents[node] != node)
            node = parents[node] = parents[parents[node]];
        return node;
    };
    for (const GraphToLayOut::Edge& edge : graph.edges) {
        const size_t from = rootOf(edge.from);
        const size_t to = rootOf(edge.to);
        parents[std::max(from, to)] = std::min(from, to);
    }
    for (size_t node = 0; node < parents.size(); ++node)
        parents[node] = rootOf(node);
    return parents;
}

std::optional<CallGraphLayout> layoutWithGraphviz(const GraphToLayOut& graph)
{
    static std::mutex OneAtATime;
    const std::lock_guard lock(OneAtATime);
    const PlainNumbers numbers;
    agseterrf(dropMessage);
    static GVC_t* const Context = gvContext(); // plugins are loaded once
    if (!Context || graph.nodes.empty())
        return {};
    return DotGraph(Context, graph).read(graph);
}

CallGraphLayout layoutInRows(const GraphToLayOut& graph)
{
    constexpr double ColumnGap = 28;
    constexpr double RowGap = 44;
    CallGraphLayout layout;
    const std::vector<size_t> depth = depths(graph);
    std::vector<double> rowEnd;
    for (size_t i = 0; i < graph.nodes.size(); ++i) {
        const GraphToLayOut::Node& node = graph.nodes[i];
        rowEnd.resize(std::max(rowEnd.size(), depth[i] + 1), 0);
        const Rect rect{rowEnd[depth[i]], double(depth[i]) * (node.height + RowGap), node.width, node.height};
        rowEnd[depth[i]] = rect.right() + ColumnGap;
        layout.width = std::max(layout.width, rect.right());
        layout.height = std::max(layout.height, rect.bottom());
        layout.nodes.push_back({.id = node.id, .rect = rect});
    }
    for (const GraphToLayOut::Edge& edge : graph.edges) {
        const Rect& from = layout.nodes[edge.from].rect;
        const Rect& to = layout.nodes[edge.to].rect;
        const Point start{from.center().x, from.bottom()};
        const Point end{to.center().x, to.y};
        const Point middle{(start.x + end.x) / 2, (start.y + end.y) / 2};
        layout.edges.push_back({edge.from, edge.to, {start, middle, middle, end}, end, middle});
    }
    return layout;
}

} // namespace tir
