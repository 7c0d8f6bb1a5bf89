#include "ui/functions/functions_model.h"

#include "ui/common/text.h"
#include "ui/common/theme.h"

#include <algorithm>
#include <ranges>

namespace tir::ui {
namespace {

QString textOf(const FunctionRow& function, int column)
{
    switch (column) {
    case FunctionsModel::Function:
        return toQString(function.name);
    case FunctionsModel::Target:
        return toQString(function.target);
    case FunctionsModel::Host:
        return toQString(function.host);
    case FunctionsModel::Convention:
        return toQString(function.convention);
    case FunctionsModel::Symbol:
        return function.isPrivate ? FunctionsModel::tr("private") : toQString(function.symbol);
    case FunctionsModel::ReturnType:
        return toQString(function.returnType);
    case FunctionsModel::Launch: {
        QStringList params;
        for (const std::string& param : function.launchParams)
            params.append(toQString(param));
        return params.join(QStringLiteral(", "));
    }
    case FunctionsModel::DynamicBytes:
        return toQString(function.dynamicBytes);
    case FunctionsModel::StaticBytes:
        return toQString(function.staticBytes);
    default:
        return {};
    }
}

} // namespace

FunctionsModel::FunctionsModel(QObject* parent)
    : TableModel({{tr("Function"), Qt::AlignLeft},
                  {tr("Target"), Qt::AlignLeft},
                  {tr("Host"), Qt::AlignLeft},
                  {tr("Convention"), Qt::AlignLeft},
                  {tr("Symbol"), Qt::AlignLeft},
                  {tr("Returns"), Qt::AlignLeft},
                  {tr("Launch"), Qt::AlignLeft},
                  {tr("Dynamic"), Qt::AlignRight},
                  {tr("Static"), Qt::AlignRight}},
                 parent)
{}

void FunctionsModel::setFunctions(std::vector<FunctionRow> functions,
                                  const std::optional<std::vector<FunctionRow>>& pinned)
{
    beginResetModel();
    m_rows.clear();
    m_isCompared = pinned.has_value();
    for (FunctionRow& function : functions)
        m_rows.push_back({.own = std::move(function), .pinned = std::nullopt});
    const size_t count = m_rows.size();
    for (const FunctionRow& function : pinned.value_or(std::vector<FunctionRow>())) {
        const auto same = std::find_if(m_rows.begin(), m_rows.begin() + ptrdiff_t(count),
                                       [&](const Row& row) { return row.own->name == function.name; });
        if (same == m_rows.begin() + ptrdiff_t(count))
            m_rows.push_back({.own = std::nullopt, .pinned = function});
        else
            same->pinned = function;
    }
    endResetModel();
}

bool FunctionsModel::differs(const Row& row, int column) const
{
    if (!m_isCompared)
        return false;
    if (!row.own || !row.pinned)
        return column == Function;
    // The name is marked when anything differs: the cell may be out of view.
    if (column == Function)
        return std::ranges::any_of(std::views::iota(int(Function) + 1, int(ColumnCount)),
                                   [&](int other) { return differs(row, other); });
    return textOf(*row.own, column) != textOf(*row.pinned, column);
}

QString FunctionsModel::text(const Row& row, int column) const
{
    const QString own = textOf(row.own ? *row.own : *row.pinned, column);
    if (!differs(row, column))
        return own;
    if (!row.own || !row.pinned)
        return (row.own ? tr("%1 (only in B)") : tr("%1 (only in A)")).arg(own);
    if (column == Function)
        return tr("%1 ≠ A").arg(own);
    const auto shown = [](const QString& cell) { return cell.isEmpty() ? QStringLiteral("–") : cell; };
    return QStringLiteral("%1 | %2").arg(shown(textOf(*row.pinned, column)), shown(own));
}

Place FunctionsModel::placeAt(const QModelIndex& index) const
{
    const Row* row = index.isValid() ? &m_rows[size_t(index.row())] : nullptr;
    return row && row->own ? row->own->place : NoPlace;
}

int FunctionsModel::rowOf(Place place) const
{
    for (size_t row = 0; row < m_rows.size(); ++row)
        if (m_rows[row].own && m_rows[row].own->place == place)
            return int(row);
    return -1;
}

int FunctionsModel::rowOf(const std::string& name) const
{
    const auto row =
        std::ranges::find_if(m_rows, [&](const Row& each) { return each.own && each.own->name == name; });
    return row == m_rows.end() ? -1 : int(row - m_rows.begin());
}

QVariant FunctionsModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid())
        return {};
    const Row& row = m_rows[size_t(index.row())];
    switch (role) {
    case Qt::DisplayRole:
        return text(row, index.column());
    case DiffersRole:
        return differs(row, index.column());
    case Qt::ForegroundRole:
        return differs(row, index.column()) ? QVariant(theme().warning) : QVariant();
    case Qt::TextAlignmentRole:
        return alignmentOf(index.column());
    case Qt::ToolTipRole:
        if (differs(row, index.column()) && index.column() != Function)
            return tr("A: %1\nB: %2")
                .arg(textOf(*row.pinned, index.column()), textOf(*row.own, index.column()));
        return index.column() == Function && row.own && row.own->isEntry ? tr("The entry of the module")
                                                                         : text(row, index.column());
    default:
        return {};
    }
}

} // namespace tir::ui
