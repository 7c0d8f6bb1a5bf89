#include "ui/run/run_model.h"

#include "passes/workbench/compare_runs.h"
#include "ui/common/text.h"
#include "ui/common/theme.h"

#include <QBrush>
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

QString comparisonText(const RunResult& result)
{
    if (!result.reference)
        return {};
    if (result.reference->status != RunStatus::Done)
        return RunModel::tr("the input %1: %2")
            .arg(toQString(toString(result.reference->status)), toQString(result.reference->message));
    const RunComparison comparison = compareRuns(result.report, *result.reference);
    if (!comparison.returnDifference.empty())
        return toQString(comparison.returnDifference);
    const auto mismatches = std::ranges::count_if(comparison.tensors, [](const TensorComparison& tensor) {
        return tensor.verdict != TensorComparison::Verdict::Equal;
    });
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
    const RunComparison comparison =
        m_hasReference ? compareRuns(result.report, *result.reference) : RunComparison();
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
        if (m_hasReference)
            describe(row, comparison.find(tensor.name));
        m_rows.push_back(std::move(row));
    }
    endResetModel();
}

/// "equal", or what differs; null: the reference has no such tensor.
void RunModel::describe(Row& row, const TensorComparison* comparison)
{
    row.isMismatch = !comparison || comparison->verdict != TensorComparison::Verdict::Equal;
    row.texts[Reference] = !comparison ? tr("missing") : row.isMismatch ? tr("differs") : tr("equal");
    if (comparison && row.isMismatch)
        row.comparison = toQString(explain(*comparison));
    else if (comparison)
        row.comparison = comparison->tolerance.relative == 0
                             ? tr("Equal bit for bit")
                             : tr("Equal within %1, relative and absolute").arg(comparison->tolerance.relative);
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
        return index.column() == Name        ? (row.isChanged ? tr("Written by the program") : tr("Only read"))
               : index.column() == Reference ? row.comparison
                                             : row.texts[index.column()];
    case Qt::ForegroundRole:
        return index.column() == Reference && row.isMismatch ? QVariant(QBrush(theme().error)) : QVariant();
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
