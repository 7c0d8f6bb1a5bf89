/// The shared buffers of one step, launch by launch: who holds which bytes from when to when. No widgets,
/// no timers, no files; geometry is in passes/workbench/drawing/timeline_layout.h.

#pragma once

#include "passes/workbench/drawing/former_layout.h"
#include "ui/common/table_model.h"

#include <QStringList>

#include <functional>

namespace tir::ui {

class TimelineModel : public TableModel {
    Q_OBJECT
public:
    enum Column { Launch, Buffer, Type, Bytes, Offset, First, Last, ColumnCount };

    explicit TimelineModel(QObject* parent = nullptr);

    /// With the launches before the step, for outlines.
    void setLaunches(std::vector<LaunchLiveness> launches, const std::vector<LaunchLiveness>& before = {});
    /// Those with shared buffers.
    const std::vector<LaunchLiveness>& launches() const { return m_launches; }
    /// By launch: where its buffers were before the step.
    const std::vector<FormerLayout>& former() const { return m_former; }
    /// The values of symbolic sizes that the launches are shown with: "n = 64, m = 8"; empty without any.
    QString sizesText() const;
    /// The labels of the launches without shared buffers.
    const QStringList& launchesWithout() const { return m_without; }

    QVariant data(const QModelIndex& index, int role) const override;

private:
    size_t count() const override { return m_rows.size(); }
    struct Row {
        const LaunchLiveness* launch;
        const SharedBuffer* buffer;
    };
    std::vector<LaunchLiveness> m_launches;
    std::vector<FormerLayout> m_former;
    QStringList m_without;
    std::vector<Row> m_rows;
};

/// Buffers whose memory belongs to another launch.
qint64 outOfScopeCount(const LaunchLiveness& launch);

/// "peak 1,024 · reserved 1,024 · 0 could be shared", with symbolic sizes "reserved 256 + n * 4 bytes"; after "2 out of
/// scope" and the number of overlaps, if there are any;
/// for a launch that exceeds the memory of its device, "245,760 > 232,448 bytes (sm_90)", unless later passes may change
/// that.
QString bytesSummary(const LaunchLiveness& launch);
/// The reason in full; empty when the launch takes no more than its device has.
QString limitWarning(const LaunchLiveness& launch);

/// Several lines: the buffer, its memory, its lifetime. Without `lineOf`, statements have their numbers in the launch.
QString bufferDescription(const LaunchLiveness& launch, const SharedBuffer& buffer,
                          const std::function<int(Place)>& lineOf = {});
/// Who shares which bytes with whom, and when.
QString conflictDescription(const LaunchLiveness& launch, const MemoryConflict& conflict);
/// Several lines: the statement and the bytes that it touches. Without `lineOf` its number in the launch.
QString statementDescription(const LaunchLiveness& launch, int tick,
                             const std::function<int(Place)>& lineOf = {});
std::span<const TouchedBytes> touchesAt(const LaunchLiveness& launch, int tick);

} // namespace tir::ui
