/// What every step of the pipeline came to when it was verified and run with the same inputs, one a row; row
/// 0 is the input. No widgets, no timers, no files.

#pragma once

#include "passes/workbench/check/check.h"

#include <QAbstractTableModel>
#include <QStringList>

namespace tir::ui {

/// A check of all steps and the runs it rests on.
struct StepsChecked {
    std::shared_ptr<const Recording> recording;
    StepRuns runs;
    CheckReport report;
};

class StepRunsModel : public QAbstractTableModel {
    Q_OBJECT
public:
    enum Column { Step, Pass, Result, Reason, ColumnCount };

    using QAbstractTableModel::QAbstractTableModel;

    void setChecked(const StepsChecked& checked);
    void clear();

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    struct Row {
        QString texts[ColumnCount];
        bool isBad = false;
        bool isFirstBad = false;
    };
    std::vector<Row> m_rows;
};

/// The sentence over the table: the answer of the check.
QString statusText(const StepsChecked& checked);

} // namespace tir::ui
