#include "ui/run/step_runs_model.h"

#include "passes/workbench/check/step_faults.h"
#include "ui/common/text.h"
#include "ui/common/theme.h"

#include <QBrush>
#include <QFont>

#include <algorithm>

namespace tir::ui {
namespace {

/// A module that cannot be executed: the reason is in the next column, except that of an ill-formed one.
QString refusedText(const Recording& recording, size_t number)
{
    const bool isIllFormed = number == 0 ? hasError(recording.inputDiagnostics)
                                         : recording.steps[number - 1].verdict == Verdict::IllFormed;
    return isIllFormed ? StepRunsModel::tr("not run: ill-formed") : StepRunsModel::tr("not run");
}

/// The result of executing a step; steps without a result have the module of the step before. A pass that failed has no
/// module of its own.
QString resultText(const StepsChecked& checked, size_t number)
{
    if (const UncheckedStep* unchecked = checked.report.findUnchecked(number))
        return toQString(toString(unchecked->gap));
    const StepRun* run = checked.runs.find(number);
    const bool hasFailed = number > 0 && checked.recording->steps[number - 1].verdict == Verdict::Failed;
    if (!run && hasFailed)
        return StepRunsModel::tr("failed");
    if (!run)
        return checked.runs.notCompared.empty() ? StepRunsModel::tr("same module") : QString();
    if (run->status == RunStatus::Refused)
        return refusedText(*checked.recording, number);
    if (run->status != RunStatus::Done)
        return toQString(toString(run->status));
    if (number == 0)
        return StepRunsModel::tr("reference");
    return run->comparison.isEqual() ? StepRunsModel::tr("equal") : StepRunsModel::tr("differs");
}

QString reasonText(const StepsChecked& checked, size_t number)
{
    const UncheckedStep* unchecked = checked.report.findUnchecked(number);
    return toQString(unchecked ? unchecked->reason : reasonOf(*checked.recording, number, checked.runs));
}

} // namespace

StepRunsModel::StepRunsModel(QObject* parent)
    : TableModel({{tr("Step"), Qt::AlignLeft},
                  {tr("Pass"), Qt::AlignLeft},
                  {tr("Result"), Qt::AlignLeft},
                  {tr("Why"), Qt::AlignLeft}},
                 parent)
{}

void StepRunsModel::setChecked(const StepsChecked& checked)
{
    beginResetModel();
    m_rows.clear();
    for (size_t number = 0; number < checked.recording->moduleCount(); ++number) {
        Row row;
        row.isFirstBad = checked.report.firstBad == number;
        row.isBad = row.isFirstBad ||
                    std::ranges::find(checked.report.laterBad, number) != checked.report.laterBad.end();
        row.texts[Step] = QString::number(number);
        row.texts[Pass] = number == 0 ? tr("Input") : toQString(checked.recording->pass(number));
        row.texts[Result] = resultText(checked, number);
        row.texts[Reason] = reasonText(checked, number);
        if (const auto pinned = counterpartOf(checked.steps, &AlignedStep::b, number))
            addPinned(row, resultText(*checked.pinned, *pinned), reasonText(*checked.pinned, *pinned));
        m_rows.push_back(std::move(row));
    }
    endResetModel();
}

void StepRunsModel::addPinned(Row& row, const QString& result, const QString& reason)
{
    if (result != row.texts[Result])
        row.texts[Result] = QStringLiteral("%1 | %2").arg(result, row.texts[Result]);
    if (!reason.isEmpty() && reason != row.texts[Reason])
        row.texts[Reason] +=
            (row.texts[Reason].isEmpty() ? QString() : QStringLiteral("; ")) + tr("A: %1").arg(reason);
}

void StepRunsModel::clear()
{
    beginResetModel();
    m_rows.clear();
    endResetModel();
}

QVariant StepRunsModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid())
        return {};
    const Row& row = m_rows[size_t(index.row())];
    switch (role) {
    case Qt::DisplayRole:
    case Qt::ToolTipRole:
        return row.texts[index.column()];
    case Qt::ForegroundRole:
        return row.isBad ? QVariant(QBrush(theme().error)) : QVariant();
    case Qt::FontRole: {
        QFont font = smallFont();
        font.setBold(row.isFirstBad);
        return font;
    }
    default:
        return {};
    }
}

} // namespace tir::ui
