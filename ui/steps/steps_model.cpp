#include "ui/steps/steps_model.h"

#include "passes/workbench/check/step_faults.h"
#include "passes/workbench/trace/trace_file.h"
#include "ui/common/text.h"
#include "ui/session/entity_history.h"
#include "ui/session/session.h"
#include "ui/session/step_findings.h"

#include <algorithm>
#include <utility>

namespace tir::ui {
namespace {

/// As in a constructor call.
QString argumentsOf(PassInvocation pass)
{
    const bool isOfTvm = !std::exchange(pass.tvmName, {}).empty();
    const QString arguments = toQString(toString(pass)).mid(qsizetype(pass.name.size()));
    return isOfTvm ? arguments + StepsModel::tr(" of your TVM") : arguments;
}

/// Whether a recorded pass does nothing but run a list of passes.
bool runsList(const PassInvocation& pass)
{
    return pass.name == "sequential" || pass.name == "_pipeline";
}

/// How far the steps are indented, by module number: by the passes that run them, except for those that run a list. Such
/// a pass ends after all steps of its list, and would leave the steps before the list as their parents.
std::vector<int> depthsOf(const Recording& recording)
{
    struct Open {
        size_t depth;
        bool runsList;
    };
    std::vector<int> depths(recording.moduleCount(), 0);
    std::vector<Open> open; // the passes around a step, most of which end after it
    for (size_t number = recording.moduleCount() - 1; number > 0; --number) {
        const Step& step = recording.steps[number - 1];
        while (!open.empty() && open.back().depth >= step.depth)
            open.pop_back();
        const auto lists = std::ranges::count(open, true, &Open::runsList);
        depths[number] = std::max(0, int(step.depth) - int(lists));
        open.push_back({step.depth, runsList(step.pass)});
    }
    return depths;
}

/// A step that was read has changed the module, if it is not unchanged.
Verdict shown(Verdict verdict)
{
    return verdict == Verdict::Imported ? Verdict::Changed : verdict;
}

QStringList introducedWarnings(const StepDiagnostics& step)
{
    QStringList messages;
    for (const Diagnostic* diagnostic : step.introduced)
        if (diagnostic->severity == Severity::Warning)
            messages.append(toQString(diagnostic->message));
    return messages;
}

} // namespace

void StepsModel::setRecording(std::shared_ptr<const Recording> recording,
                              const std::vector<StepDiagnostics>& diagnostics)
{
    beginResetModel();
    m_recording = std::move(recording);
    m_counts.clear();
    m_groupCounts.clear();
    m_groups.clear();
    m_depths.clear();
    m_firstWrong.reset();
    m_marks.clear();
    m_warnings.clear();
    m_history.clear();
    m_watch.clear();
    for (const StepDiagnostics& step : diagnostics)
        m_warnings.push_back(introducedWarnings(step));
    if (m_recording) {
        m_depths = depthsOf(*m_recording);
        for (const StepGroup& group : stepGroups(*m_recording))
            m_groups.push_back({group});
    }
    arrange();
    m_firstBad = SIZE_MAX;
    for (size_t number = m_recording ? m_recording->moduleCount() : 0; number-- > 0;)
        if (isBad(number) && !isCaughtFailure(*m_recording, number))
            m_firstBad = number;
    endResetModel();
}

void StepsModel::setLineCounts(std::vector<LineCounts> counts, std::vector<LineCounts> ofGroups)
{
    m_counts = std::move(counts);
    m_groupCounts = std::move(ofGroups);
    if (rowCount() > 0)
        emit dataChanged(index(0, Changes), index(rowCount() - 1, Changes));
}

void StepsModel::setFindings(const StepFindings& findings)
{
    m_firstWrong = findings.firstWrong();
    m_marks.clear();
    for (size_t number = 0; m_recording && number < m_recording->moduleCount(); ++number)
        m_marks.push_back(findings.at(number).mark);
    if (rowCount() > 0)
        emit dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1));
}

void StepsModel::arrange()
{
    m_rows.clear();
    auto group = m_groups.begin();
    for (size_t number = 0; m_recording && number < m_recording->moduleCount(); ++number) {
        if (group != m_groups.end() && number > group->steps.span.last)
            ++group;
        const bool isInGroup = group != m_groups.end() && group->steps.span.contains(number);
        if (isInGroup && number == group->steps.span.first)
            m_rows.push_back({group->steps.span.last, &*group});
        if (!isInGroup || !group->isCollapsed)
            m_rows.push_back({number, nullptr});
    }
}

void StepsModel::setCollapsed(int row, bool isCollapsed)
{
    const Group* of = m_rows[size_t(row)].group;
    if (of->isCollapsed == isCollapsed)
        return;
    const int count = int(of->steps.span.last - of->steps.span.first) + 1;
    if (isCollapsed)
        beginRemoveRows({}, row + 1, row + count);
    else
        beginInsertRows({}, row + 1, row + count);
    m_groups[size_t(of - m_groups.data())].isCollapsed = isCollapsed;
    arrange();
    if (isCollapsed)
        endRemoveRows();
    else
        endInsertRows();
    emit dataChanged(index(row, 0), index(row, ColumnCount - 1));
}

std::vector<StepSpan> StepsModel::collapsed() const
{
    std::vector<StepSpan> spans;
    for (const Group& group : m_groups)
        if (group.isCollapsed)
            spans.push_back(group.steps.span);
    return spans;
}

StepSpan StepsModel::spanOf(int row) const
{
    return spanOf(m_rows[size_t(row)]);
}

StepSpan StepsModel::spanOf(const Row& row) const
{
    return row.group ? row.group->steps.span : StepSpan{row.number, row.number};
}

int StepsModel::rowOf(size_t number) const
{
    int groupRow = -1;
    for (size_t row = 0; row < m_rows.size(); ++row) {
        if (!m_rows[row].group && m_rows[row].number == number)
            return int(row);
        if (m_rows[row].group && m_rows[row].group->steps.span.contains(number))
            groupRow = int(row);
    }
    return groupRow;
}

int StepsModel::rowOfGroup(StepSpan span) const
{
    for (size_t row = 0; row < m_rows.size(); ++row)
        if (m_rows[row].group && m_rows[row].group->steps.span == span)
            return int(row);
    return -1;
}

int StepsModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : int(m_rows.size());
}

int StepsModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : int(ColumnCount);
}

void StepsModel::setHistory(std::vector<EntityState> history)
{
    m_history = std::move(history);
    if (rowCount() > 0)
        emit dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1), {HistoryRole, Qt::ToolTipRole});
}

void StepsModel::setWatch(const QString& name, std::vector<EntityState> states)
{
    m_watched = name;
    m_watch = std::move(states);
    if (rowCount() > 0)
        emit dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1), {WatchRole, Qt::ToolTipRole});
}

void StepsModel::setComparedWithPinned(std::vector<ComparedWithPinned> steps)
{
    m_compared = std::move(steps);
    if (rowCount() > 0)
        emit dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1),
                         {PinnedMarkRole, Qt::ToolTipRole});
}

/// The runs are called as above the code.
QString StepsModel::pinnedMarkOf(const Row& row) const
{
    const StepSpan span = spanOf(row);
    bool isOther = false;
    bool isOnlyHere = span.last < m_compared.size();
    for (size_t number = span.first; number <= span.last && number < m_compared.size(); ++number) {
        isOther |= m_compared[number].isOther || m_compared[number].isOnlyHere;
        isOnlyHere &= m_compared[number].isOnlyHere;
    }
    return isOnlyHere ? tr("only in B") : isOther ? QStringLiteral("\u2260 A") : QString();
}

/// Of a group, the first change in it, else the state of its last step.
EntityState StepsModel::stateOf(const Row& row, const std::vector<EntityState>& states) const
{
    const StepSpan span = spanOf(row);
    if (span.last >= states.size())
        return EntityState::Absent;
    for (size_t number = span.first; number <= span.last; ++number)
        if (isEvent(states[number]))
            return states[number];
    return states[span.last];
}

Verdict StepsModel::verdictOf(size_t number) const
{
    if (number == 0)
        return hasError(m_recording->inputDiagnostics)    ? Verdict::IllFormed
               : whyUnread(m_recording->inputDiagnostics) ? Verdict::Unread
                                                          : Verdict::Imported;
    return m_recording->steps[number - 1].verdict;
}

bool StepsModel::isBad(size_t number) const
{
    return verdictOf(number) == Verdict::IllFormed || verdictOf(number) == Verdict::Failed;
}

/// The worst of its steps.
Verdict StepsModel::verdictOf(const Group& group) const
{
    Verdict worst = Verdict::Unchanged;
    for (size_t number = group.steps.span.first; number <= group.steps.span.last; ++number) {
        if (isBad(number))
            return verdictOf(number);
        if (verdictOf(number) != Verdict::Unchanged && worst != Verdict::Unread)
            worst = verdictOf(number);
    }
    return worst;
}

bool StepsModel::isNoteworthy(size_t number) const
{
    const bool isWarned = number < m_warnings.size() && !m_warnings[number].isEmpty();
    return isWarned || verdictOf(number) != Verdict::Unchanged;
}

RunMark StepsModel::markOf(const Row& row) const
{
    RunMark worst = RunMark::None;
    for (size_t number = spanOf(row).first; number <= row.number && number < m_marks.size(); ++number)
        worst = std::max(worst, m_marks[number]);
    return worst;
}

bool StepsModel::isWarned(const Row& row) const
{
    for (size_t number = spanOf(row).first; number <= row.number && number < m_warnings.size(); ++number)
        if (!m_warnings[number].isEmpty())
            return true;
    return false;
}

std::optional<LineCounts> StepsModel::countsOf(const Row& row) const
{
    const size_t index = row.group ? size_t(row.group - m_groups.data()) : row.number;
    const std::vector<LineCounts>& counts = row.group ? m_groupCounts : m_counts;
    return row.number > 0 && index < counts.size() ? std::optional(counts[index]) : std::nullopt;
}

QVariant StepsModel::dataOfGroup(const Row& row, int role) const
{
    const StepSpan span = row.group->steps.span;
    switch (role) {
    case Qt::ToolTipRole:
        return tr("%1: steps %2 to %3 as one. Click the triangle to hide or show them.\n"
                  "Steps that are selected together are looked at as one, too.")
            .arg(toQString(row.group->steps.title))
            .arg(span.first)
            .arg(span.last);
    case VerdictRole:
        return int(shown(verdictOf(*row.group)));
    case IsGroupRole:
        return true;
    case IsBadRole:
        return m_firstWrong && span.contains(*m_firstWrong);
    case IsCollapsedRole:
        return row.group->isCollapsed;
    case IsConsequenceRole: // the first bad step is an earlier one
        return m_firstBad < span.first && verdictOf(*row.group) == Verdict::IllFormed;
    default:
        return {};
    }
}

QVariant StepsModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid() || !m_recording)
        return {};
    const Row& row = m_rows[size_t(index.row())];
    const std::optional<LineCounts> counts = countsOf(row);
    switch (role) {
    case Qt::DisplayRole:
        return textOf(row, index.column());
    case Qt::TextAlignmentRole:
        return index.column() == Pass ? int(Qt::AlignLeft | Qt::AlignVCenter)
                                      : int(Qt::AlignRight | Qt::AlignVCenter);
    case AddedRole:
        return counts ? QVariant(counts->added) : QVariant();
    case RemovedRole:
        return counts ? QVariant(counts->removed) : QVariant();
    case IsWarnedRole:
        return isWarned(row);
    case RunMarkRole:
        return int(markOf(row));
    case HistoryRole:
        return int(stateOf(row, m_history));
    case WatchRole:
        return int(stateOf(row, m_watch));
    case PinnedMarkRole:
        return pinnedMarkOf(row);
    default:
        break;
    }
    if (row.group)
        return dataOfGroup(row, role);
    const size_t number = row.number;
    const Step* step = number > 0 ? &m_recording->steps[number - 1] : nullptr;
    switch (role) {
    case Qt::ToolTipRole:
        return toolTipOf(row);
    case IsBadRole:
        return m_firstWrong == number;
    case VerdictRole:
        return int(step ? shown(verdictOf(number)) : verdictOf(number));
    case ArgumentsRole:
        return step ? argumentsOf(step->pass) : QString();
    case ErrorsRole:
        return step ? step->errorCount() : 0;
    case IsDimmedRole:
        return verdictOf(number) == Verdict::Unchanged || verdictOf(number) == Verdict::NotImplemented;
    case IsInGroupRole:
        return std::ranges::any_of(m_groups,
                                   [&](const Group& group) { return group.steps.span.contains(number); });
    case DepthRole:
        return m_depths[number];
    case IsConsequenceRole:
        return isBad(number) && verdictOf(number) == Verdict::IllFormed && number > m_firstBad;
    case IsOutOfPlaceRole:
        return step && std::ranges::any_of(step->breaches,
                                           [](const ContractBreach& breach) { return !breach.isConvention; });
    default:
        return {};
    }
}

} // namespace tir::ui
