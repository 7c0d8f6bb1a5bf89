/// The base of table models whose columns are fixed. A subclass states its columns and its number of rows, and implements
/// data().

#pragma once

#include <QAbstractTableModel>

#include <vector>

namespace tir::ui {

struct TableColumn {
    QString title;
    Qt::Alignment alignment =
        {};           ///< of the header and, through alignmentOf(), of the cells; empty: the view's default
    QString tip = {}; ///< of the header
};

class TableModel : public QAbstractTableModel {
    Q_OBJECT
public:
    int rowCount(const QModelIndex& parent = {}) const final;
    int columnCount(const QModelIndex& parent = {}) const final;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const final;

protected:
    TableModel(std::vector<TableColumn> columns, QObject* parent);

    /// The number of rows.
    virtual size_t count() const = 0;
    /// For Qt::TextAlignmentRole of a cell.
    QVariant alignmentOf(int column) const;

private:
    std::vector<TableColumn> m_columns;
};

} // namespace tir::ui
