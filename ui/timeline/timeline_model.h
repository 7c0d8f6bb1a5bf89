/// The shared buffers of one step, launch by launch: who holds which bytes from when to when. No widgets,
/// no timers, no files; geometry is in passes/workbench/drawing/timeline_layout.h.

#pragma once

#include "core/analysis/shared_memory_liveness.h"

#include <QAbstractTableModel>

namespace tir::ui {

class TimelineModel : public QAbstractTableModel {
    Q_OBJECT
public:
    enum Column { Launch, Buffer, Type, Bytes, Offset, First, Last, ColumnCount };

    using QAbstractTableModel::QAbstractTableModel;

    /// Launches without shared buffers are left out.
    void setLaunches(std::vector<LaunchLiveness> launches);
    const std::vector<LaunchLiveness>& launches() const { return m_launches; }

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    struct Row {
        const LaunchLiveness* launch;
        const SharedBuffer* buffer;
    };
    std::vector<LaunchLiveness> m_launches;
    std::vector<Row> m_rows;
};

/// "peak 1 024 · taken 1 024 · waste 0 B", with what the numbers leave out.
QString bytesSummary(const LaunchLiveness& launch);

/// Several lines: what a buffer is, where it lies, when it lives.
QString bufferDescription(const LaunchLiveness& launch, const SharedBuffer& buffer);

} // namespace tir::ui
