#include "ui/run/history_model.h"

#include "ui/common/text.h"
#include "ui/common/theme.h"

#include <QBrush>

namespace tir::ui {
namespace {

/// Of a run that is compared with that of the pinned run, "A | B".
QString durationsText(const RunResult& result, int64_t RunReport::*duration)
{
    const auto textOf = [duration](const RunReport& report) {
        return report.status == RunStatus::Done ? durationText(report.*duration) : QString();
    };
    const QString own = textOf(result.report);
    return result.isWithPinned && result.isCompared()
               ? QStringLiteral("%1 | %2").arg(textOf(*result.reference), own)
               : own;
}

/// "equal to A"; the status of A if it has no result.
QString pinnedVerdict(const RunResult& result)
{
    if (!result.referenceProblem.isEmpty())
        return HistoryModel::tr("A: %1").arg(result.referenceProblem);
    if (!result.isCompared())
        return {};
    return result.isEqual() ? HistoryModel::tr("equal to A") : HistoryModel::tr("differs from A");
}

} // namespace

HistoryModel::HistoryModel(size_t budgetBytes, QObject* parent)
    : TableModel({{tr("When"), Qt::AlignLeft},
                  {tr("Step"), Qt::AlignLeft},
                  {tr("Device"), Qt::AlignLeft},
                  {tr("Compiled"), Qt::AlignRight},
                  {tr("Ran"), Qt::AlignRight},
                  {tr("Result"), Qt::AlignLeft}},
                 parent),
      m_budgetBytes(budgetBytes)
{}

void HistoryModel::add(RunResultPointer result)
{
    Entry entry;
    entry.texts[When] = timeText(result->started);
    entry.texts[Step] = result->pass.isEmpty()
                            ? stepText(*result)
                            : QStringLiteral("%1, %2").arg(stepText(*result), result->pass);
    entry.texts[Device] = toQString(result->report.device).toUpper();
    const bool isDone = result->report.status == RunStatus::Done;
    entry.texts[Compiled] = durationsText(*result, &RunReport::compileNs);
    entry.texts[Ran] = durationsText(*result, &RunReport::runNs);
    entry.texts[Verdict] = result->isWithPinned ? pinnedVerdict(*result) : verdictText(*result);
    entry.tip = statusText(*result);
    if (result->isWithPinned)
        entry.tip += QLatin1Char('\n') + result->pinnedTitle;
    entry.isBad = !isDone || (result->isCompared() && !result->isEqual());
    entry.result = std::move(result);
    beginInsertRows({}, 0, 0);
    m_entries.insert(m_entries.begin(), std::move(entry));
    endInsertRows();
    if (m_entries.size() > MaxRuns) {
        beginRemoveRows({}, int(MaxRuns), int(m_entries.size()) - 1);
        m_entries.resize(MaxRuns);
        endRemoveRows();
    }
    size_t total = 0;
    for (size_t row = 0; row < m_entries.size(); ++row) {
        if (!m_entries[row].result)
            continue;
        total += m_entries[row].result->bytes();
        if (row == 0 || total <= m_budgetBytes)
            continue;
        m_entries[row].result.reset();
        m_entries[row].tip += tr("\nIts tensors were evicted to make room for later runs");
        emit dataChanged(index(int(row), 0), index(int(row), ColumnCount - 1));
    }
}

void HistoryModel::clear()
{
    beginResetModel();
    m_entries.clear();
    endResetModel();
}

RunResultPointer HistoryModel::resultAt(int row) const
{
    return row >= 0 && row < rowCount() ? m_entries[size_t(row)].result : nullptr;
}

size_t HistoryModel::bytes() const
{
    size_t total = 0;
    for (const Entry& entry : m_entries)
        total += entry.result ? entry.result->bytes() : 0;
    return total;
}

QVariant HistoryModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid())
        return {};
    const Entry& entry = m_entries[size_t(index.row())];
    switch (role) {
    case Qt::DisplayRole:
        return entry.texts[index.column()];
    case Qt::TextAlignmentRole:
        return alignmentOf(index.column());
    case Qt::ToolTipRole:
        return entry.tip;
    case Qt::ForegroundRole:
        if (!entry.result)
            return QBrush(theme().muted);
        return index.column() == Verdict && entry.isBad ? QVariant(QBrush(theme().error)) : QVariant();
    default:
        return {};
    }
}

} // namespace tir::ui
