/// The shared buffers of one step, launch by launch: who holds which bytes from when to when. No widgets,
/// no timers, no files; geometry is in passes/workbench/drawing/timeline_layout.h.

#pragma once

#include "core/analysis/shared_memory_liveness.h"

#include <QAbstractTableModel>
#include <QStringList>

namespace tir::ui {

class TimelineModel : public QAbstractTableModel {
    Q_OBJECT
public:
    enum Column { Launch, Buffer, Type, Bytes, Offset, First, Last, ColumnCount };

    using QAbstractTableModel::QAbstractTableModel;

    void setLaunches(std::vector<LaunchLiveness> launches);
    /// Those with shared buffers.
    const std::vector<LaunchLiveness>& launches() const { return m_launches; }
    /// The labels of the others.
    const QStringList& launchesWithout() const { return m_without; }

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
    QStringList m_without;
    std::vector<Row> m_rows;
};

/// "peak 1 024 · reserved 1 024 · 0 B unused", with what the numbers leave out; for a launch that takes more than
/// its device has, "245 760 B > 232 448 B (sm_90)".
QString bytesSummary(const LaunchLiveness& launch);
/// The reason in full; empty when the launch takes no more than its device has.
QString limitWarning(const LaunchLiveness& launch);

/// Several lines: what a buffer is, where it lies, when it lives.
QString bufferDescription(const LaunchLiveness& launch, const SharedBuffer& buffer);

} // namespace tir::ui
