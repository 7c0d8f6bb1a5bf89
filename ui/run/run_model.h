/// The tensors of a run, one a row, beside those of the reference run. No widgets, no timers, no files.

#pragma once

#include "ui/run/run_result.h"

#include <QAbstractTableModel>

namespace tir::ui {

class RunModel : public QAbstractTableModel {
    Q_OBJECT
public:
    enum Column { Name, DType, Shape, Reference, Min, Max, Mean, Values, ColumnCount };
    enum Role { IsChangedRole = Qt::UserRole, IsMismatchRole };

    using QAbstractTableModel::QAbstractTableModel;

    /// Of a result that has been examined.
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

} // namespace tir::ui
