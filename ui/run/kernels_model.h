/// The measurements of a run's launches: a row for each kernel and configuration. No widgets, no timers, no files.

#pragma once

#include "core/analysis/launch_demand.h"
#include "passes/workbench/execution/run_request.h"
#include "ui/common/table_model.h"

#include <QString>

#include <vector>

namespace tir::ui {

class KernelsModel : public TableModel {
    Q_OBJECT
public:
    /// Results first: they are in view without scrolling.
    enum Column {
        Name,
        Time,
        Spread,
        Bandwidth,
        Arithmetic,
        OccupancyShare,
        Limiter,
        Registers,
        Shared,
        Local,
        Grid,
        Block,
        Launches,
        Bytes,
        BytesInText,
        Operations,
        OperationsInText,
        ColumnCount
    };

    explicit KernelsModel(QObject* parent = nullptr);

    /// Of a run on a GPU, or of a counted run on the CPU, whose report says nothing about shared memory that `launches`,
    /// those of its module, allocate.
    void setReport(const RunReport& report, const std::vector<LaunchDemand>& launches = {});
    void clear() { setReport({}); }
    /// Whether a row has something in the column.
    bool hasContent(int column) const;
    /// The demand of a block of the row; registers are -1 if they are not known.
    BlockDemand demandOf(int row) const;

    QVariant data(const QModelIndex& index, int role) const override;

private:
    size_t count() const override { return m_rows.size(); }
    struct Row {
        QString texts[ColumnCount];
        QString tips[ColumnCount];
        BlockDemand demand;
    };
    static Row rowOf(const KernelReport& kernel);
    static Row rowOf(const CountedLaunches& counted, const std::vector<LaunchDemand>& launches);

    std::vector<Row> m_rows;
};

/// Device, driver, compiler, and how its times were taken.
QString gpuText(const GpuReport& report);

} // namespace tir::ui
