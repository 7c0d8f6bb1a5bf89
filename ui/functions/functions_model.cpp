#include "ui/functions/functions_model.h"

#include "ui/common/text.h"

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

void FunctionsModel::setFunctions(std::vector<FunctionRow> functions)
{
    beginResetModel();
    m_functions = std::move(functions);
    endResetModel();
}

Place FunctionsModel::placeAt(const QModelIndex& index) const
{
    return index.isValid() ? m_functions[size_t(index.row())].place : NoPlace;
}

int FunctionsModel::rowOf(Place place) const
{
    for (size_t row = 0; row < m_functions.size(); ++row)
        if (m_functions[row].place == place)
            return int(row);
    return -1;
}

int FunctionsModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : int(m_functions.size());
}

int FunctionsModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : int(ColumnCount);
}

QVariant FunctionsModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid())
        return {};
    const FunctionRow& function = m_functions[size_t(index.row())];
    const bool isBytes = index.column() == DynamicBytes || index.column() == StaticBytes;
    switch (role) {
    case Qt::DisplayRole:
        return textOf(function, index.column());
    case Qt::TextAlignmentRole:
        return int((isBytes ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    case Qt::ToolTipRole:
        return index.column() == Function && function.isEntry ? tr("The entry of the module")
                                                              : textOf(function, index.column());
    default:
        return {};
    }
}

QVariant FunctionsModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal)
        return {};
    if (role == Qt::TextAlignmentRole)
        return int((section >= DynamicBytes ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    if (role != Qt::DisplayRole)
        return {};
    static const char* const names[] = {
        QT_TR_NOOP("Function"),   QT_TR_NOOP("Target"),  QT_TR_NOOP("Host"),
        QT_TR_NOOP("Convention"), QT_TR_NOOP("Symbol"),  QT_TR_NOOP("Returns"),
        QT_TR_NOOP("Launch"),     QT_TR_NOOP("Dynamic"), QT_TR_NOOP("Static")};
    return tr(names[section]);
}

} // namespace tir::ui
