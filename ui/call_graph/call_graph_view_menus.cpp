/// The context menus of nodes and edges of the call graph.

#include "ui/call_graph/call_graph_view.h"
#include "ui/common/text.h"
#include "ui/session/session.h"

#include <QApplication>
#include <QClipboard>
#include <QMenu>

namespace tir::ui {

void CallGraphView::fillNodeMenu(QMenu& menu, const CallNode& node)
{
    const auto goTo = [this, number = m_session.step()](Place place) {
        if (m_session.step() == number)
            m_session.selectPlace(place);
    };
    if (node.place != NoPlace)
        menu.addAction(tr("Show in the Code"), this, [goTo, place = node.place] { goTo(place); });
    // The whole graph: callers may be out of the neighborhood that is shown.
    const CallGraph& graph = m_all->own[m_session.step()]->graph;
    constexpr int MostCalls = 12;
    int calls = 0;
    for (const CallEdge& edge : graph.edges)
        if (graph.nodes[edge.to].id == node.id && edge.place != NoPlace && ++calls <= MostCalls)
            menu.addAction(tr("Go to the Call in %1").arg(toQString(graph.nodes[edge.from].label)), this,
                           [goTo, place = edge.place] { goTo(place); });
    menu.addAction(tr("Copy the Name"), this,
                   [name = toQString(node.label)] { QApplication::clipboard()->setText(name); });
    if (m_depth == 0)
        menu.addAction(tr("Only What Is Near"), this, [this, goTo, place = node.place] {
            if (place != NoPlace)
                goTo(place);
            setDepth(m_lastDepth);
        });
    else
        menu.addAction(tr("All Functions"), this, [this] { setDepth(0); });
    menu.addSeparator();
}

void CallGraphView::fillEdgeMenu(QMenu& menu, const CallEdge& edge)
{
    const CallGraph& graph = m_model.graph();
    const auto add = [&](const QString& text, Place place) {
        if (place != NoPlace)
            menu.addAction(text, this, [this, place, number = m_session.step()] {
                if (m_session.step() == number)
                    m_session.selectPlace(place);
            });
    };
    add(edge.kind == CallEdgeKind::Region || edge.kind == CallEdgeKind::Launch ? tr("Go to the Launch")
                                                                               : tr("Go to the Call"),
        edge.place);
    for (const size_t end : {edge.from, edge.to})
        add(tr("Go to %1").arg(toQString(graph.nodes[end].label)), graph.nodes[end].place);
    menu.addSeparator();
}

} // namespace tir::ui
