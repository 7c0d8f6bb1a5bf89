/// The functions of one step, one a row. No widgets, no timers, no files.

#pragma once

#include "core/analysis/functions.h"

#include <QAbstractTableModel>

namespace tir::ui {

class FunctionsModel : public QAbstractTableModel {
    Q_OBJECT
public:
    enum Column {
        Function,
        Target,
        Host,
        Convention,
        Symbol,
        ReturnType,
        Launch,
        DynamicBytes,
        StaticBytes,
        ColumnCount
    };

    using QAbstractTableModel::QAbstractTableModel;

    void setFunctions(std::vector<FunctionRow> functions);
    /// NoPlace for an invalid index.
    Place placeAt(const QModelIndex& index) const;
    /// The row of the function that starts at a place; -1 when none does.
    int rowOf(Place place) const;

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    std::vector<FunctionRow> m_functions;
};

} // namespace tir::ui
