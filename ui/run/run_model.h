/// The tensors of a run, one a row, beside those of the reference run. No widgets, no timers, no files.

#pragma once

#include "passes/workbench/run_request.h"

#include <QAbstractTableModel>
#include <QString>

#include <optional>

namespace tir {
struct TensorComparison;
}

namespace tir::ui {

/// A run of one step, and of the input for comparison when that was asked for.
struct RunResult {
    size_t number = 0; ///< of the step
    RunReport report;
    std::optional<RunReport> reference;
};

class RunModel : public QAbstractTableModel {
    Q_OBJECT
public:
    enum Column { Name, DType, Shape, Reference, Min, Max, Mean, Values, ColumnCount };
    enum Role { IsChangedRole = Qt::UserRole, IsMismatchRole };

    using QAbstractTableModel::QAbstractTableModel;

    void setResult(const RunResult& result);
    void clear();
    bool hasReference() const { return m_hasReference; }

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    struct Row {
        QString texts[ColumnCount];
        QString comparison; ///< with the reference, in full
        bool isChanged = false;
        bool isMismatch = false;
    };
    static void describe(Row& row, const TensorComparison* comparison);

    std::vector<Row> m_rows;
    bool m_hasReference = false;
};

/// "done: compiled in 12 ms, ran in 80 µs", or what went wrong; with the verdict of the comparison.
QString statusText(const RunResult& result);

} // namespace tir::ui
