#include "ui/run/run_model.h"

#include "ui/common/text.h"

#include <QFont>

#include <algorithm>

namespace tir::ui {
namespace {

QString shapeText(const RunTensor& tensor)
{
    if (tensor.isScalar)
        return RunModel::tr("scalar");
    QStringList extents;
    for (const int64_t extent : tensor.shape)
        extents.append(QString::number(extent));
    return extents.join(QStringLiteral(" × "));
}

QString number(double value)
{
    return QString::number(value, 'g', 6);
}

const RunTensor* find(const RunReport& report, const std::string& name)
{
    const auto found = std::find_if(report.tensors.begin(), report.tensors.end(),
                                    [&](const RunTensor& tensor) { return tensor.name == name; });
    return found == report.tensors.end() ? nullptr : &*found;
}

int mismatchCount(const RunResult& result)
{
    return int(std::count_if(result.report.tensors.begin(), result.report.tensors.end(),
                             [&](const RunTensor& tensor) {
                                 const RunTensor* other = find(*result.reference, tensor.name);
                                 return !other || other->after != tensor.after;
                             }));
}

QString comparisonText(const RunResult& result)
{
    if (!result.reference)
        return {};
    if (result.reference->status != RunStatus::Done)
        return RunModel::tr("the input %1: %2")
            .arg(toQString(toString(result.reference->status)), toQString(result.reference->message));
    const int mismatches = mismatchCount(result);
    if (mismatches == 0)
        return RunModel::tr("equal to the input's result");
    return mismatches == 1 ? RunModel::tr("1 tensor differs from the input's result")
                           : RunModel::tr("%1 tensors differ from the input's result").arg(mismatches);
}

} // namespace

void RunModel::setResult(const RunResult& result)
{
    beginResetModel();
    m_rows.clear();
    m_hasReference = result.reference && result.reference->status == RunStatus::Done;
    for (const RunTensor& tensor : result.report.tensors) {
        Row row;
        const TensorSummary summary = summarise(tensor);
        row.texts[Name] = toQString(tensor.name);
        row.texts[DType] = toQString(tensor.dtype);
        row.texts[Shape] = shapeText(tensor);
        row.texts[Min] = number(summary.min);
        row.texts[Max] = number(summary.max);
        row.texts[Mean] = number(summary.mean);
        row.texts[Values] = toQString(summary.firstValues);
        if (summary.nanCount > 0)
            row.texts[Values].prepend(tr("%1 NaN; ").arg(summary.nanCount));
        row.isChanged = tensor.isChanged();
        if (m_hasReference) {
            const RunTensor* other = find(*result.reference, tensor.name);
            row.isMismatch = !other || other->after != tensor.after;
            row.texts[Reference] = !other ? tr("missing") : row.isMismatch ? tr("differs") : tr("equal");
        }
        m_rows.push_back(std::move(row));
    }
    endResetModel();
}

void RunModel::clear()
{
    beginResetModel();
    m_rows.clear();
    m_hasReference = false;
    endResetModel();
}

int RunModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : int(m_rows.size());
}

int RunModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : int(ColumnCount);
}

QVariant RunModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid())
        return {};
    const Row& row = m_rows[size_t(index.row())];
    const bool isNumber = index.column() >= Min && index.column() <= Mean;
    switch (role) {
    case Qt::DisplayRole:
        return row.texts[index.column()];
    case Qt::TextAlignmentRole:
        return int((isNumber ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    case Qt::ToolTipRole:
        return index.column() == Name ? (row.isChanged ? tr("Written by the program") : tr("Only read"))
                                      : row.texts[index.column()];
    case IsChangedRole:
        return row.isChanged;
    case IsMismatchRole:
        return row.isMismatch;
    default:
        return {};
    }
}

QVariant RunModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal)
        return {};
    if (role == Qt::TextAlignmentRole)
        return int((section >= Min && section <= Mean ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    if (role != Qt::DisplayRole)
        return {};
    static const char* const names[] = {QT_TR_NOOP("Tensor"),   QT_TR_NOOP("Type"),      QT_TR_NOOP("Shape"),
                                        QT_TR_NOOP("vs input"), QT_TR_NOOP("Min"),       QT_TR_NOOP("Max"),
                                        QT_TR_NOOP("Mean"),     QT_TR_NOOP("Afterwards")};
    return tr(names[section]);
}

QString statusText(const RunResult& result)
{
    const RunReport& report = result.report;
    if (report.status != RunStatus::Done)
        return report.message.empty() ? toQString(toString(report.status))
                                      : QStringLiteral("%1: %2").arg(toQString(toString(report.status)),
                                                                     toQString(report.message));
    QStringList parts{RunModel::tr("%1 on the %2")
                          .arg(toQString(toString(report.status)), toQString(report.device).toUpper()),
                      RunModel::tr("compiled in %1").arg(durationText(report.compileNs)),
                      RunModel::tr("ran in %1").arg(durationText(report.runNs))};
    if (!report.returnValue.empty())
        parts.append(RunModel::tr("returned %1").arg(toQString(report.returnValue)));
    if (const QString comparison = comparisonText(result); !comparison.isEmpty())
        parts.append(comparison);
    return parts.join(QStringLiteral(" · "));
}

} // namespace tir::ui
