#include "ui/notes/notes_model.h"

#include "core/support/utf8.h"
#include "passes/framework/note_text.h"
#include "passes/framework/registry.h"
#include "passes/workbench/program/manual.h"
#include "passes/workbench/trace/external_pass.h"
#include "ui/common/message_roles.h"
#include "ui/common/text.h"
#include "ui/notes/note_functions.h"

#include <QTextDocument>

#include <algorithm>
#include <set>
#include <tuple>
#include <utility>

namespace tir::ui {
namespace {

/// "delete statements" as a sentence.
QString sentence(std::string_view text)
{
    QString result = toQString(text);
    if (!result.isEmpty())
        result[0] = result[0].toUpper();
    return result;
}

/// The table with the lines of its statements as the first column.
NoteTable withLines(const NoteTable& table, const NotesModel::LineOf& lineOf)
{
    NoteTable result = table;
    if (!lineOf || table.subjects.size() != table.rows.size())
        return result;
    result.columns.insert(result.columns.begin(), "line");
    for (size_t row = 0; row < table.rows.size(); ++row) {
        const int line = lineOf(table.subjects[row]);
        std::vector<std::string>& cells = result.rows[row];
        cells.insert(cells.begin(), line > 0 ? std::to_string(line) : std::string());
    }
    return result;
}

QStringList linesOf(const NoteTable& table)
{
    return toQString(toText(table)).split(QLatin1Char('\n'), Qt::SkipEmptyParts);
}

QStringList cellsOf(const std::vector<std::string>& cells)
{
    QStringList texts;
    for (const std::string& cell : cells)
        texts.append(toQString(cell));
    return texts;
}

QList<int> widthsOf(const NoteTable& table)
{
    QList<int> widths(qsizetype(table.columns.size()), 0);
    const auto measure = [&](const std::vector<std::string>& cells) {
        for (size_t cell = 0; cell < cells.size(); ++cell)
            widths[qsizetype(cell)] = std::max(widths[qsizetype(cell)], int(characterCount(cells[cell])));
    };
    measure(table.columns);
    std::ranges::for_each(table.rows, measure);
    return widths;
}

} // namespace

void NotesModel::setStep(const Recording& recording, size_t number,
                         const std::vector<Consequence>& consequences, const Step* pinned)
{
    beginResetModel();
    m_rows.clear();
    if (number == 0) {
        add(tr("The module as it was opened, printed canonically"), {}, 0);
    } else {
        const Step& step = recording.steps[number - 1];
        const PassInfo* pass = findPass(step.pass.name);
        add(pass                       ? sentence(pass->summary)
            : startsProgram(step.pass) ? tr("Your own program, which reports no notes")
            : step.verdict == Verdict::NotImplemented
                ? tr("This pass is not implemented; the run stops here")
                : tr("Recorded by TVM; this pass is not implemented here, so it has no notes"),
            {}, number);
        addConsequences(recording, consequences);
        m_functions = functionsOfNotes(recording, number);
        if (pinned)
            addComparedDecisions(step, number, *pinned);
        else
            addDecisions(step, number, tr("Decisions"));
        addReasons(recording, number);
        addCard(step.pass, number);
    }
    endResetModel();
}

void NotesModel::setSpan(const Recording& recording, StepSpan span)
{
    beginResetModel();
    m_rows.clear();
    add(tr("Steps %1 to %2 as one: what they change together").arg(span.first).arg(span.last), {}, span.last);
    for (size_t number = span.first; number <= span.last; ++number) {
        const Step& step = recording.steps[number - 1];
        m_functions = functionsOfNotes(recording, number);
        addDecisions(step, number, tr("Step %1, %2").arg(number).arg(toQString(toString(step.pass))));
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

void NotesModel::addDecisions(const Step& step, size_t number, const QString& heading)
{
    std::vector<const PassNote*> notes;
    for (const PassNote& note : step.notes)
        notes.push_back(&note);
    addNotes(heading, notes, number, true);
}

void NotesModel::addComparedDecisions(const Step& step, size_t number, const Step& pinned)
{
    // Counts duplicates: two launches may have the same note.
    std::multiset<std::string_view> ofPinned;
    for (const PassNote& note : pinned.notes)
        ofPinned.insert(note.message);
    std::vector<const PassNote*> both;
    std::vector<const PassNote*> onlyHere;
    for (const PassNote& note : step.notes) {
        const auto same = ofPinned.find(note.message);
        (same == ofPinned.end() ? onlyHere : both).push_back(&note);
        if (same != ofPinned.end())
            ofPinned.erase(same);
    }
    std::vector<const PassNote*> onlyPinned;
    for (const PassNote& note : pinned.notes)
        if (const auto left = ofPinned.find(note.message); left != ofPinned.end()) {
            onlyPinned.push_back(&note);
            ofPinned.erase(left);
        }
    const bool areEqual = onlyHere.empty() && onlyPinned.empty();
    addNotes(tr("Decisions only in A"), onlyPinned, number, false);
    addNotes(tr("Decisions only in B"), onlyHere, number, true);
    addNotes(areEqual ? tr("Decisions, the same in A and B") : tr("Decisions in A and B"), both, number,
             true);
}

/// Notes of another run (not `areHere`) have no target to go to.
void NotesModel::addNotes(const QString& heading, const std::vector<const PassNote*>& notes, size_t number,
                          bool areHere)
{
    // In the order of their first notes.
    std::vector<std::pair<std::string, std::vector<const PassNote*>>> groups;
    std::unordered_map<std::string, size_t> groupOf;
    for (const PassNote* note : notes) {
        const auto found = areHere ? m_functions.find(note) : m_functions.end();
        const std::string function = found == m_functions.end() ? std::string() : found->second;
        const auto [group, isNew] = groupOf.try_emplace(function, groups.size());
        if (isNew)
            groups.push_back({function, {}});
        groups[group->second].second.push_back(note);
    }
    for (const auto& [function, members] : groups) {
        const bool isNamed = groups.size() > 1 && !function.empty();
        addHeading(isNamed ? tr("%1: %2").arg(heading, toQString(function)) : heading);
        for (const PassNote* note : members)
            addNote(*note, number, areHere);
    }
}

void NotesModel::addNote(const PassNote& note, size_t number, bool isHere)
{
    add(toQString(note.message), QStringLiteral("note"), number, isHere ? note.node : nullptr);
    if (note.table && !note.table->rows.empty())
        m_rows.push_back({.text = tr("Show the table"), .step = number, .table = note.table});
}

void NotesModel::addConsequences(const Recording& recording, const std::vector<Consequence>& consequences)
{
    if (consequences.empty())
        return;
    addHeading(tr("How the error shows up later"));
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
    std::vector<PassInvocation> passes;
    for (const Step& step : recording.steps)
        passes.push_back(step.pass);
    const std::vector<OrderReason> reasons = orderReasons(passes, number - 1);
    const std::vector<ContractBreach>& breaches = recording.steps[number - 1].breaches;
    if (!reasons.empty() || !breaches.empty())
        addHeading(tr("Why it runs here"));
    for (const ContractBreach& breach : breaches) {
        const Diagnostic diagnostic = toDiagnostic(breach);
        add(toQString(diagnostic.message), QStringLiteral("warning"), number);
        for (const DiagnosticNote& note : diagnostic.notes)
            add(toQString(note.message), QStringLiteral("note"), number);
    }
    // A pass that runs in several branches has one reason.
    std::set<std::tuple<bool, std::string, std::string>> shown;
    for (const OrderReason& reason : reasons)
        if (shown.emplace(reason.isAfter, std::string(reason.other), std::string(reason.reason)).second)
            add((reason.isAfter ? tr("Must run after %1: %2") : tr("Must run before %1: %2"))
                    .arg(toQString(reason.other), toQString(reason.reason)),
                QStringLiteral("order"), number);
}

/// The card of the pass: its paragraphs, each below its first words in bold.
void NotesModel::addCard(const PassInvocation& pass, size_t number)
{
    const ManualPage* card = findManualPage(pass.name);
    if (!card)
        return;
    QString heading = tr("What %1 does").arg(toQString(card->title));
    const QStringList paragraphs = toQString(card->text).split(QStringLiteral("\n\n")).mid(1);
    for (QString text : paragraphs) {
        if (text.startsWith(QStringLiteral("**"))) {
            const qsizetype end = text.indexOf(QStringLiteral(".**"));
            heading = text.mid(2, end - 2);
            text = text.mid(end + 3);
        }
        if (!heading.isEmpty())
            addHeading(std::exchange(heading, {}));
        QTextDocument document;
        document.setMarkdown(text, QTextDocument::MarkdownNoHTML);
        add(document.toPlainText(), {}, number);
        m_rows.back().markdown = text;
    }
}

const Node* NotesModel::nodeAt(const QModelIndex& index) const
{
    return index.isValid() ? m_rows[size_t(index.row())].node : nullptr;
}

bool NotesModel::toggleTable(const QModelIndex& index, const LineOf& lineOf)
{
    if (!index.isValid() || !m_rows[size_t(index.row())].table)
        return false;
    const size_t number = size_t(index.row());
    const NoteTable table = withLines(*m_rows[number].table, lineOf);
    const QStringList lines = linesOf(table);
    const bool opens = !m_rows[number].isOpen;
    m_rows[number].isOpen = opens;
    m_rows[number].text = opens ? tr("Hide the table") : tr("Show the table");
    const auto below = m_rows.begin() + std::ptrdiff_t(number) + 1;
    if (opens) {
        std::vector<Row> rows;
        const QList<int> widths = widthsOf(table);
        for (qsizetype line = 0; line < lines.size(); ++line)
            rows.push_back({.text = lines[line],
                            .step = m_rows[number].step,
                            .isCode = true,
                            .cells = cellsOf(line == 0 ? table.columns : table.rows[size_t(line) - 1]),
                            .widths = widths});
        beginInsertRows({}, index.row() + 1, index.row() + int(lines.size()));
        m_rows.insert(below, rows.begin(), rows.end());
        endInsertRows();
    } else {
        beginRemoveRows({}, index.row() + 1, index.row() + int(lines.size()));
        m_rows.erase(below, below + lines.size());
        endRemoveRows();
    }
    emit dataChanged(index, index);
    return true;
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
    case HeadingRole:
        return row.isHeading;
    case PlainRole:
        return row.icon.isEmpty() && !row.table;
    case IconRole:
        return row.table ? (row.isOpen ? QStringLiteral("chevron_down") : QStringLiteral("next")) : row.icon;
    case IndentRole:
        return row.table || row.isCode ? 1 : 0;
    case CodeRole:
        return row.isCode;
    case CellsRole:
        return row.cells;
    case CellWidthsRole:
        return QVariant::fromValue(row.widths);
    case MarkdownRole:
        return row.markdown;
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
