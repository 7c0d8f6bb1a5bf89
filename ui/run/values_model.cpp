#include "ui/run/values_model.h"

#include "ui/common/text.h"
#include "ui/common/theme.h"

#include <QBrush>

#include <algorithm>
#include <cmath>

namespace tir::ui {

void ValuesModel::show(TensorValues values, const TensorSlice& slice, ValueKind kind)
{
    beginResetModel();
    m_values = std::move(values);
    m_slice = slice;
    m_kind = kind;
    m_firstRow = m_firstColumn = 0;
    endResetModel();
}

void ValuesModel::clear()
{
    show({}, {}, ValueKind::After);
}

/// Windows start at multiples of half their size, so that they also contain adjacent elements.
void ValuesModel::moveTo(int64_t row, int64_t column)
{
    const auto startFor = [](int64_t wanted, int64_t first, int64_t window) {
        if (wanted >= first && wanted < first + window)
            return first;
        const int64_t half = window / 2;
        return std::max<int64_t>(0, (wanted / half - 1) * half);
    };
    const int64_t firstRow = startFor(row, m_firstRow, MaxRows);
    const int64_t firstColumn = startFor(column, m_firstColumn, MaxColumns);
    if (firstRow == m_firstRow && firstColumn == m_firstColumn)
        return;
    beginResetModel();
    m_firstRow = firstRow;
    m_firstColumn = firstColumn;
    endResetModel();
}

QModelIndex ValuesModel::indexOf(int64_t element)
{
    const auto [row, column] = m_slice.find(element);
    if (row < 0)
        return {};
    moveTo(row, column);
    return index(int(row - m_firstRow), int(column - m_firstColumn));
}

QString ValuesModel::windowText() const
{
    const auto range = [](const QString& text, int64_t first, int64_t window, int64_t all) {
        return text.arg(digitsText(first), digitsText(std::min(first + window, all) - 1), digitsText(all));
    };
    QStringList parts;
    if (m_slice.rows() > MaxRows)
        parts.append(range(tr("rows %1 to %2 of %3"), m_firstRow, MaxRows, m_slice.rows()));
    if (m_slice.columns() > MaxColumns)
        parts.append(range(tr("columns %1 to %2 of %3"), m_firstColumn, MaxColumns, m_slice.columns()));
    return parts.join(QStringLiteral(", "));
}

int ValuesModel::rowCount(const QModelIndex& parent) const
{
    const bool hasValues = !m_values.isEmpty() && m_values.isReadable();
    return parent.isValid() || !hasValues ? 0 : int(std::min(m_slice.rows() - m_firstRow, MaxRows));
}

int ValuesModel::columnCount(const QModelIndex& parent) const
{
    const bool hasValues = !m_values.isEmpty() && m_values.isReadable();
    return parent.isValid() || !hasValues ? 0 : int(std::min(m_slice.columns() - m_firstColumn, MaxColumns));
}

QVariant ValuesModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid())
        return {};
    const int64_t element = m_slice.elementAt(m_firstRow + index.row(), m_firstColumn + index.column());
    if (element < 0)
        return {};
    switch (role) {
    case Qt::DisplayRole:
        return m_values.text(m_kind, element);
    case Qt::TextAlignmentRole:
        return int(Qt::AlignRight | Qt::AlignVCenter);
    case Qt::ForegroundRole:
        if (m_values.isMismatch(element))
            return QBrush(theme().error);
        return std::isfinite(m_values.at(m_kind, element)) ? QVariant() : QVariant(QBrush(theme().warning));
    case ElementRole:
        return qlonglong(element);
    case IsMismatchRole:
        return m_values.isMismatch(element);
    default:
        return {};
    }
}

QVariant ValuesModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (role == Qt::TextAlignmentRole)
        return int(Qt::AlignRight | Qt::AlignVCenter);
    if (role != Qt::DisplayRole)
        return {};
    if (orientation == Qt::Horizontal)
        return m_slice.isFolded() ? QStringLiteral("+%1").arg(section)
                                  : QString::number(m_firstColumn + section);
    const int64_t row = m_firstRow + section;
    return QString::number(m_slice.isFolded() ? row * m_slice.columns() : row);
}

} // namespace tir::ui
