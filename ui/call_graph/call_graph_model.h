/// Who calls whom in one step, as a table: functions, launches, helpers, with callers and callees. No
/// widgets, no timers, no files; geometry is in passes/workbench/drawing/call_graph_layout.h.

#pragma once

#include "core/analysis/call_graph.h"
#include "ui/common/table_model.h"

namespace tir::ui {

class CallGraphModel : public TableModel {
    Q_OBJECT
public:
    enum Column { Function, Kind, Callers, Callees, ColumnCount };

    explicit CallGraphModel(QObject* parent = nullptr);

    void setGraph(CallGraph graph);
    const CallGraph& graph() const { return m_graph; }

    QVariant data(const QModelIndex& index, int role) const override;

private:
    size_t count() const override { return m_graph.nodes.size(); }
    QString callersOf(size_t node) const;
    QString calleesOf(size_t node) const;

    CallGraph m_graph;
};

} // namespace tir::ui
