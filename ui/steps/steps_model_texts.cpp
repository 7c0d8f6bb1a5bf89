/// The texts of the rows, and their tool tips.

#include "passes/framework/registry.h"
#include "ui/common/text.h"
#include "ui/session/entity_history.h"
#include "ui/session/session.h"
#include "ui/session/step_findings.h"
#include "ui/steps/steps_model.h"

#include <algorithm>

namespace tir::ui {
namespace {

constexpr int WarningsInToolTip = 3;
/// Shorter times are in the tool tip only: they take room from the names of the passes.
constexpr int64_t ShownDurationNs = 1'000'000;

} // namespace

QString StepsModel::passOf(size_t number) const
{
    return number == 0 ? tr("Input") : toQString(m_recording->steps[number - 1].pass.name);
}

/// 0 if it was recorded without times.
int64_t StepsModel::durationOf(const Row& row) const
{
    int64_t durationNs = 0;
    for (size_t number = spanOf(row).first; number > 0 && number <= row.number; ++number)
        durationNs += m_recording->steps[number - 1].durationNs;
    return durationNs;
}

QString StepsModel::lifeText(const QString& what, const std::vector<EntityState>& states, size_t number)
{
    switch (number < states.size() ? states[number] : EntityState::Absent) {
    case EntityState::Born:
        return tr("%1 appears here").arg(what);
    case EntityState::Changed:
        return tr("%1 changes here").arg(what);
    case EntityState::Gone:
        return tr("%1 is gone from here on").arg(what);
    case EntityState::Absent:
    case EntityState::Kept:
        break;
    }
    return {};
}

/// What the pass does, the result of the step, the diagnostics that it introduces, and why it should not run here, line by
/// line. Precondition: the row of a step.
QString StepsModel::toolTipOf(const Row& row) const
{
    const size_t number = row.number;
    QStringList lines;
    if (number == 0) {
        lines.append(tr("The module as it was opened"));
    } else {
        const Step& step = m_recording->steps[number - 1];
        QString verdict = toQString(toString(step.verdict));
        if (const QString changes = textOf(row, Changes); !changes.isEmpty())
            verdict = tr("%1, %2 lines").arg(verdict, changes);
        lines.append(tr("%1: %2").arg(toQString(toString(step.pass)), verdict));
        if (const PassInfo* pass = findPass(step.pass.name); pass && !pass->summary.empty())
            lines.append(toQString(pass->summary));
        for (const ContractBreach& breach : step.breaches) {
            const Diagnostic diagnostic = toDiagnostic(breach);
            lines.append(toQString(diagnostic.message));
            for (const DiagnosticNote& note : diagnostic.notes)
                lines.append(toQString(note.message));
        }
        if (step.durationNs > 0)
            lines.append(tr("took %1").arg(durationText(step.durationNs)));
    }
    for (const QString& life : {lifeText(tr("The selection"), m_history, number),
                                lifeText(tr("The watched '%1'").arg(m_watched), m_watch, number)})
        if (!life.isEmpty())
            lines.append(life);
    if (number < m_compared.size() && m_compared[number].isOnlyHere)
        lines.append(tr("The pinned run (A) has no such step"));
    else if (number < m_compared.size() && m_compared[number].isOther)
        lines.append(m_compared[number].verdict && *m_compared[number].verdict != verdictOf(number)
                         ? tr("Produces a different module than the pinned run (A: %1)")
                               .arg(toQString(toString(*m_compared[number].verdict)))
                         : tr("Produces a different module than the pinned run"));
    if (number < m_warnings.size()) {
        const QStringList& warnings = m_warnings[number];
        for (const QString& message : warnings.first(std::min<qsizetype>(WarningsInToolTip, warnings.size())))
            lines.append(tr("warning: %1").arg(message));
        if (warnings.size() > WarningsInToolTip)
            lines.append(tr("%n more warning(s)", nullptr, int(warnings.size()) - WarningsInToolTip));
    }
    if (m_firstWrong == number)
        lines.append(tr("The first step at which a run goes wrong"));
    else if (number < m_marks.size() && m_marks[number] == RunMark::Wrong)
        lines.append(tr("An execution of this step goes wrong"));
    else if (number < m_marks.size() && m_marks[number] == RunMark::Inherited)
        lines.append(tr("An execution of this step goes wrong in the same way as one of an earlier step"));
    else if (number < m_marks.size() && m_marks[number] == RunMark::Agrees)
        lines.append(tr("An execution of this step gives the expected result"));
    return lines.join(QLatin1Char('\n'));
}

QString StepsModel::textOf(const Row& row, int column) const
{
    switch (column) {
    case Number:
        return row.group ? QString() : QString::number(row.number);
    case Pass:
        return row.group ? toQString(row.group->steps.title) : passOf(row.number);
    case Changes: {
        const std::optional<LineCounts> counts = countsOf(row);
        return !counts || counts->added + counts->removed == 0
                   ? QString()
                   : QStringLiteral("+%1 \u2212%2").arg(counts->added).arg(counts->removed);
    }
    case Duration: {
        const int64_t durationNs = durationOf(row);
        return durationNs < ShownDurationNs ? QString() : durationText(durationNs);
    }
    default:
        return {};
    }
}

QVariant StepsModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    switch (section) {
    case Number:
        return QStringLiteral("#");
    case Pass:
        return tr("Pass");
    case Changes:
        return tr("Lines");
    case Duration:
        return tr("Time");
    default:
        return {};
    }
}

} // namespace tir::ui
