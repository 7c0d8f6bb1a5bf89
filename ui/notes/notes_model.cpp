#include "ui/notes/notes_model.h"

#include "passes/framework/registry.h"
#include "passes/pipelines.h"
#include "ui/common/message_roles.h"
#include "ui/common/text.h"

#include <algorithm>
#include <utility>

namespace tir::ui {
namespace {

/// "delete statements" as a sentence of its own.
QString sentence(std::string_view text)
{
    QString result = toQString(text);
    if (!result.isEmpty())
        result[0] = result[0].toUpper();
    return result;
}

} // namespace

void NotesModel::setStep(const Recording& recording, size_t number,
                         const std::vector<Consequence>& consequences)
{
    beginResetModel();
    m_rows.clear();
    if (number == 0) {
        add(tr("The module as it was opened, printed canonically"), {}, 0);
    } else {
        const Step& step = recording.steps[number - 1];
        const PassInfo* pass = findPass(step.pass.name);
        add(pass                                   ? sentence(pass->summary)
            : step.verdict == Verdict::Missing ? tr("This pass is not built yet; the run stops here")
                                               : tr("Recorded elsewhere, by a pass that is not built here"),
            {}, number);
        addConsequences(recording, consequences);
        addDecisions(step, number);
        addReasons(recording, number);
    }
    endResetModel();
}

void NotesModel::clear()
{
    beginResetModel();
    m_rows.clear();
    endResetModel();
}

void NotesModel::add(QString text, QString icon, size_t step, const Node* node)
{
    m_rows.push_back({.text = std::move(text), .icon = std::move(icon), .node = node, .step = step});
}

void NotesModel::addHeading(QString text)
{
    m_rows.push_back({.text = std::move(text), .isHeading = true});
}

void NotesModel::addDecisions(const Step& step, size_t number)
{
    if (step.notes.empty())
        return;
    addHeading(tr("Decisions"));
    for (const PassNote& note : step.notes)
        add(toQString(note.message), QStringLiteral("note"), number, note.node);
}

void NotesModel::addConsequences(const Recording& recording, const std::vector<Consequence>& consequences)
{
    if (consequences.empty())
        return;
    addHeading(tr("What later passes make of the error"));
    for (const Consequence& consequence : consequences)
        add(tr("Step %1, %2: %3")
                .arg(consequence.step)
                .arg(toQString(recording.steps[consequence.step - 1].pass.name),
                     toQString(consequence.note.message)),
            QStringLiteral("warning"), consequence.step, consequence.note.node);
}

/// Only reasons that this very run shows: both passes are there, in this order.
void NotesModel::addReasons(const Recording& recording, size_t number)
{
    const auto stands = [&](std::string_view name, size_t from, size_t to) {
        return std::any_of(recording.steps.begin() + std::ptrdiff_t(from),
                           recording.steps.begin() + std::ptrdiff_t(to),
                           [&](const Step& step) { return step.pass.name == name; });
    };
    const std::string& name = recording.steps[number - 1].pass.name;
    bool hasHeading = false;
    const auto addReason = [&](const QString& text) {
        if (!std::exchange(hasHeading, true))
            addHeading(tr("Its place in the pipeline"));
        add(text, QStringLiteral("order"), number);
    };
    for (const OrderingConstraint& constraint : orderingConstraints()) {
        const QString reason = toQString(constraint.reason);
        if (constraint.second == name && stands(constraint.first, 0, number - 1))
            addReason(tr("After %1: %2").arg(toQString(constraint.first), reason));
        if (constraint.first == name && stands(constraint.second, number, recording.steps.size()))
            addReason(tr("Before %1: %2").arg(toQString(constraint.second), reason));
    }
}

const Node* NotesModel::nodeAt(const QModelIndex& index) const
{
    return index.isValid() ? m_rows[size_t(index.row())].node : nullptr;
}

size_t NotesModel::stepAt(const QModelIndex& index) const
{
    return index.isValid() ? m_rows[size_t(index.row())].step : 0;
}

int NotesModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : int(m_rows.size());
}

QVariant NotesModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid())
        return {};
    const Row& row = m_rows[size_t(index.row())];
    switch (role) {
    case Qt::DisplayRole:
        return row.text;
    case Qt::ToolTipRole:
        return row.node ? tr("Click to see where") : QString();
    case NodeRole:
        return QVariant::fromValue(quintptr(row.node));
    case IconRole:
        return row.icon;
    case HeadingRole:
        return row.isHeading;
    case PlainRole:
        return row.icon.isEmpty();
    default:
        return {};
    }
}

Qt::ItemFlags NotesModel::flags(const QModelIndex& index) const
{
    if (!index.isValid())
        return Qt::NoItemFlags;
    const bool leadsSomewhere = m_rows[size_t(index.row())].node != nullptr;
    return leadsSomewhere ? Qt::ItemIsEnabled | Qt::ItemIsSelectable : Qt::ItemIsEnabled;
}

} // namespace tir::ui
