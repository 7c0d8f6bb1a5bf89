#include "ui/steps/steps_model.h"

#include "ui/common/text.h"
#include "ui/session/session.h"

#include <algorithm>

namespace tir::ui {
namespace {

/// What the step came to and, line by line, why it should not stand where it stands.
QString toolTipOf(const Step& step)
{
    QStringList lines{
        StepsModel::tr("%1: %2").arg(toQString(toString(step.pass)), toQString(toString(step.verdict)))};
    for (const ContractBreach& breach : step.breaches) {
        const Diagnostic diagnostic = toDiagnostic(breach);
        lines.append(toQString(diagnostic.message));
        for (const DiagnosticNote& note : diagnostic.notes)
            lines.append(toQString(note.message));
    }
    return lines.join(QLatin1Char('\n'));
}

} // namespace

void StepsModel::setRecording(std::shared_ptr<const Recording> recording)
{
    beginResetModel();
    m_recording = std::move(recording);
    m_counts.clear();
    m_firstBad = SIZE_MAX;
    for (size_t number = size_t(rowCount()); number-- > 0;)
        if (isBad(number))
            m_firstBad = number;
    endResetModel();
}

void StepsModel::setLineCounts(std::vector<LineCounts> counts)
{
    m_counts = std::move(counts);
    if (rowCount() > 0)
        emit dataChanged(index(0, Changes), index(rowCount() - 1, Changes));
}

int StepsModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() || !m_recording ? 0 : int(m_recording->moduleCount());
}

int StepsModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : int(ColumnCount);
}

Verdict StepsModel::verdictOf(size_t number) const
{
    if (number == 0)
        return hasError(m_recording->inputDiagnostics) ? Verdict::IllFormed : Verdict::Imported;
    return m_recording->steps[number - 1].verdict;
}

bool StepsModel::isBad(size_t number) const
{
    return verdictOf(number) == Verdict::IllFormed || verdictOf(number) == Verdict::Failed;
}

QString StepsModel::textOf(size_t number, int column) const
{
    switch (column) {
    case Number:
        return QString::number(number);
    case Pass:
        return number == 0 ? tr("Input") : toQString(m_recording->steps[number - 1].pass.name);
    case Changes: {
        if (number >= m_counts.size() || number == 0)
            return {};
        const LineCounts& counts = m_counts[number];
        return counts.added + counts.removed == 0
                   ? QString()
                   : QStringLiteral("+%1 \u2212%2").arg(counts.added).arg(counts.removed);
    }
    case Duration:
        return number == 0 || m_recording->steps[number - 1].durationNs == 0 // recorded without times, or missing
                   ? QString()
                   : durationText(m_recording->steps[number - 1].durationNs);
    default:
        return {};
    }
}

QVariant StepsModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid() || !m_recording)
        return {};
    const size_t number = size_t(index.row());
    const Step* step = number > 0 ? &m_recording->steps[number - 1] : nullptr;
    switch (role) {
    case Qt::DisplayRole:
        return textOf(number, index.column());
    case Qt::TextAlignmentRole:
        return index.column() == Pass ? int(Qt::AlignLeft | Qt::AlignVCenter)
                                      : int(Qt::AlignRight | Qt::AlignVCenter);
    case Qt::ToolTipRole:
        return step ? toolTipOf(*step) : tr("The module as it was opened");
    case VerdictRole:
        return int(verdictOf(number));
    case ArgumentsRole:
        return step ? toQString(toString(step->pass)).mid(qsizetype(step->pass.name.size())) : QString();
    case ErrorsRole:
        return step ? step->errorCount() : 0;
    case AddedRole:
        return number < m_counts.size() ? QVariant(m_counts[number].added) : QVariant();
    case RemovedRole:
        return number < m_counts.size() ? QVariant(m_counts[number].removed) : QVariant();
    case IsDimmedRole:
        return verdictOf(number) == Verdict::Unchanged || verdictOf(number) == Verdict::Missing;
    case BranchRole:
        return toQString(toString(m_recording->branch(number)));
    case StartsBranchRole:
        return number > 0 && m_recording->branch(number) != m_recording->branch(number - 1);
    case IsConsequenceRole:
        return isBad(number) && verdictOf(number) == Verdict::IllFormed && number > m_firstBad;
    case IsOutOfPlaceRole:
        return step && std::ranges::any_of(step->breaches,
                                           [](const ContractBreach& breach) { return !breach.isConvention; });
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
