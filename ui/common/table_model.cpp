#include "ui/common/table_model.h"

namespace tir::ui {

TableModel::TableModel(std::vector<TableColumn> columns, QObject* parent)
    : QAbstractTableModel(parent),
      m_columns(std::move(columns))
{}

int TableModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : int(count());
}

int TableModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : int(m_columns.size());
}

QVariant TableModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || size_t(section) >= m_columns.size())
        return {};
    const TableColumn& column = m_columns[size_t(section)];
    switch (role) {
    case Qt::DisplayRole:
        return column.title;
    case Qt::TextAlignmentRole:
        return alignmentOf(section);
    case Qt::ToolTipRole:
        return column.tip.isEmpty() ? QVariant() : column.tip;
    default:
        return {};
    }
}

QVariant TableModel::alignmentOf(int column) const
{
    const Qt::Alignment alignment = m_columns[size_t(column)].alignment;
    return alignment ? QVariant(int(alignment | Qt::AlignVCenter)) : QVariant();
}

} // namespace tir::ui
