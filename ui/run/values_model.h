/// A slice of a tensor as a table of numbers. Long slices are shown a window at a time. No widgets, no
/// timers, no files.

#pragma once

#include "ui/run/tensor_slice.h"
#include "ui/run/tensor_values.h"

#include <QAbstractTableModel>

namespace tir::ui {

class ValuesModel : public QAbstractTableModel {
    Q_OBJECT
public:
    enum Role { ElementRole = Qt::UserRole, IsMismatchRole };
    static constexpr int64_t MaxRows = 4096;
    static constexpr int64_t MaxColumns = 512;

    using QAbstractTableModel::QAbstractTableModel;

    void show(TensorValues values, const TensorSlice& slice, ValueKind kind);
    void clear();
    /// The cell of an element, moving the window to it; invalid when the slice does not hold it.
    QModelIndex indexOf(int64_t element);
    /// "rows 0 to 4095 of 65536"; empty when everything is in the window.
    QString windowText() const;

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    void moveTo(int64_t row, int64_t column);

    TensorValues m_values;
    TensorSlice m_slice;
    ValueKind m_kind = ValueKind::After;
    int64_t m_firstRow = 0;
    int64_t m_firstColumn = 0;
};

} // namespace tir::ui
