/// Who calls whom in one step, as a table: functions, launches, helpers, with callers and callees. No
/// widgets, no timers, no files; geometry is in passes/workbench/drawing/call_graph_layout.h.

#pragma once

#include "core/analysis/call_graph.h"

#include <QAbstractTableModel>

namespace tir::ui {

class CallGraphModel : public QAbstractTableModel {
    Q_OBJECT
public:
    enum Column { Function, Kind, Callers, Callees, ColumnCount };

    using QAbstractTableModel::QAbstractTableModel;

    void setGraph(CallGraph graph);
    const CallGraph& graph() const { return m_graph; }

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    QString callersOf(size_t node) const;
    QString calleesOf(size_t node) const;

    CallGraph m_graph;
};

} // namespace tir::ui
