#include "ui/call_graph/call_graph_model.h"

#include "ui/common/text.h"

namespace tir::ui {

CallGraphModel::CallGraphModel(QObject* parent)
    : TableModel({{tr("Function")}, {tr("Kind")}, {tr("Callers")}, {tr("Callees")}}, parent)
{}

void CallGraphModel::setGraph(CallGraph graph)
{
    beginResetModel();
    m_graph = std::move(graph);
    endResetModel();
}

QString CallGraphModel::callersOf(size_t node) const
{
    QStringList names;
    for (const CallEdge& edge : m_graph.edges)
        if (edge.to == node)
            names.append(toQString(m_graph.nodes[edge.from].label));
    return names.join(QStringLiteral(", "));
}

QString CallGraphModel::calleesOf(size_t node) const
{
    QStringList names;
    for (const CallEdge& edge : m_graph.edges)
        if (edge.from == node)
            names.append(toQString(m_graph.nodes[edge.to].label));
    return names.join(QStringLiteral(", "));
}

QVariant CallGraphModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid() || role != Qt::DisplayRole)
        return {};
    const CallNode& node = m_graph.nodes[size_t(index.row())];
    switch (index.column()) {
    case Function:
        return toQString(node.label);
    case Kind:
        return toQString(toString(node.kind));
    case Callers:
        return callersOf(size_t(index.row()));
    case Callees:
        return calleesOf(size_t(index.row()));
    default:
        return {};
    }
}

} // namespace tir::ui
