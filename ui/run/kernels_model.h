/// The measurements of a run's launches: a row for each kernel and configuration. No widgets, no timers, no files.

#pragma once

#include "passes/workbench/execution/run_request.h"

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
        Launches,
        Time,
        Spread,
        Caches,
        Bandwidth,
        Arithmetic,
        Bytes,
        BytesInText,
        Operations,
        OperationsInText,
        Registers,
        Shared,
        Local,
        OccupancyShare,
        Limiter,
        ColumnCount
    };

    using QAbstractTableModel::QAbstractTableModel;

    /// Of a run on a GPU, or of a counted run on the CPU.
    void setReport(const RunReport& report);
    void clear() { setReport({}); }
    /// Whether a row has something in the column.
    bool hasContent(int column) const;
    /// The demand of a block of the row; registers are -1 if they are not known.
    BlockDemand demandOf(int row) const;

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    struct Row {
        QString texts[ColumnCount];
        QString tips[ColumnCount];
        BlockDemand demand;
    };
    static Row rowOf(const KernelReport& kernel);
    static Row rowOf(const CountedLaunches& launches);

    std::vector<Row> m_rows;
};

/// Device, driver, compiler, and how its times were taken.
QString gpuText(const GpuReport& report);

} // namespace tir::ui
