/// What a run on a GPU measured, a kernel a row. No widgets, no timers, no files.

#pragma once

#include "passes/workbench/execution/gpu_report.h"

#include <QAbstractTableModel>
#include <QString>

#include <vector>

namespace tir::ui {

class KernelsModel : public QAbstractTableModel {
    Q_OBJECT
public:
    enum Column {
        Name,
        Grid,
        Block,
        Time,
        Bandwidth,
        Arithmetic,
        Registers,
        Shared,
        Local,
        OccupancyShare,
        Limiter,
        ColumnCount
    };

    using QAbstractTableModel::QAbstractTableModel;

    void setReport(const std::optional<GpuReport>& report);

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    struct Row {
        QString texts[ColumnCount];
        QString tips[ColumnCount];
    };
    std::vector<Row> m_rows;
};

/// Device, driver, compiler and how its times were taken.
QString gpuText(const GpuReport& report);

} // namespace tir::ui
