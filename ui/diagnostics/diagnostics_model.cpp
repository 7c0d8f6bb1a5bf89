#include "ui/diagnostics/diagnostics_model.h"

#include "core/support/text_format.h"
#include "ui/common/message_roles.h"
#include "ui/common/text.h"

#include <algorithm>
#include <map>
#include <string_view>
#include <utility>

namespace tir::ui {
namespace {

bool isUseOfUndefinedName(const Diagnostic& diagnostic)
{
    return diagnostic.code == "undefined-name";
}

} // namespace

void DiagnosticsModel::setSections(const std::vector<Section>& sections, LineOf lineOf)
{
    beginResetModel();
    m_lineOf = std::move(lineOf);
    m_rows.clear();
    m_counts.clear();
    size_t rows = 0;
    for (const Section& section : sections)
        for (const Diagnostic* diagnostic : section.diagnostics)
            rows += 1 + diagnostic->notes.size();
    m_rows.reserve(rows);
    for (const Section& section : sections) {
        if (section.diagnostics.empty())
            continue;
        if (!section.title.isEmpty())
            m_rows.push_back({.title = section.title, .isHeading = true, .since = section.since});
        // The worst diagnostics come first.
        std::vector<const Diagnostic*> ordered = section.diagnostics;
        std::ranges::stable_sort(ordered, std::greater(), &Diagnostic::severity);
        std::map<std::string_view, qsizetype> uses; // of names that are not defined, by message
        for (const Diagnostic* diagnostic : ordered)
            if (isUseOfUndefinedName(*diagnostic))
                ++uses[diagnostic->message];
        for (const Diagnostic* diagnostic : ordered) {
            if (diagnostic->severity == Severity::Note)
                continue;
            if (!isUseOfUndefinedName(*diagnostic))
                addDiagnostic(*diagnostic, section.isPinned, {});
            else if (const qsizetype count = std::exchange(uses[diagnostic->message], 0); count > 0)
                addDiagnostic(*diagnostic, section.isPinned, {}, count);
        }
        addNotes(section);
    }
    arrange();
    endResetModel();
}

void DiagnosticsModel::addDiagnostic(const Diagnostic& diagnostic, bool isPinned, const QString& fold,
                                     qsizetype uses)
{
    const auto add = [&](const std::string& message, const std::string& code, Where where, Severity severity,
                         int indent) {
        m_rows.push_back({.severity = severity,
                          .owner = diagnostic.severity,
                          .message = message,
                          .code = code,
                          .uses = code.empty() ? 1 : uses,
                          .where = where,
                          .indent = indent + (fold.isEmpty() ? 0 : 1),
                          .fold = fold});
    };
    ++m_counts[{diagnostic.severity, isPinned}];
    add(diagnostic.message, diagnostic.code, {diagnostic.place, diagnostic.span.value_or(Span()), isPinned},
        diagnostic.severity, 0);
    for (const DiagnosticNote& note : diagnostic.notes)
        add(note.message, {}, {note.place, note.span.value_or(Span()), isPinned}, Severity::Note, 1);
}

void DiagnosticsModel::addNotes(const Section& section)
{
    std::vector<std::vector<const Diagnostic*>> kinds; // in the order of their first notes
    std::map<std::string_view, size_t> kindOf;
    for (const Diagnostic* diagnostic : section.diagnostics) {
        if (diagnostic->severity != Severity::Note)
            continue;
        const auto [kind, isNew] = kindOf.try_emplace(diagnostic->code, kinds.size());
        if (isNew)
            kinds.emplace_back();
        kinds[kind->second].push_back(diagnostic);
    }
    for (const std::vector<const Diagnostic*>& notes : kinds) {
        const Diagnostic& first = *notes.front();
        if (notes.size() == 1) {
            addDiagnostic(first, section.isPinned, {});
            continue;
        }
        const QString code = toQString(first.code);
        const QString fold = section.title + QLatin1Char('/') + code;
        m_rows.push_back({.title = tr("%1 (and %2)")
                                       .arg(toQString(first.message),
                                            toQString(counted(int64_t(notes.size()) - 1, "more note"))),
                          .code = first.code,
                          .fold = fold,
                          .isFoldHeader = true});
        for (const Diagnostic* note : notes)
            addDiagnostic(*note, section.isPinned, fold);
    }
}

void DiagnosticsModel::arrange()
{
    m_shown.clear();
    for (size_t row = 0; row < m_rows.size(); ++row)
        if (isShown(row))
            m_shown.push_back(int(row));
}

bool DiagnosticsModel::isShown(size_t row) const
{
    const Row& self = m_rows[row];
    const auto isOfShownSeverity = [this](const Row& other) { return !m_hidden.contains(other.owner); };
    if (self.isHeading) {
        const auto first = m_rows.begin() + std::ptrdiff_t(row) + 1;
        return std::any_of(first, std::ranges::find(first, m_rows.end(), true, &Row::isHeading),
                           isOfShownSeverity);
    }
    return isOfShownSeverity(self) &&
           (self.fold.isEmpty() || self.isFoldHeader || m_open.contains(self.fold));
}

int DiagnosticsModel::countOf(Severity severity, bool isPinned) const
{
    const auto found = m_counts.find({severity, isPinned});
    return found == m_counts.end() ? 0 : found->second;
}

void DiagnosticsModel::setShown(Severity severity, bool isShown)
{
    beginResetModel();
    if (isShown)
        m_hidden.erase(severity);
    else
        m_hidden.insert(severity);
    arrange();
    endResetModel();
}

bool DiagnosticsModel::toggle(const QModelIndex& index)
{
    if (!index.isValid() || !rowAt(index).isFoldHeader)
        return false;
    const QString fold = rowAt(index).fold;
    const bool opens = !m_open.contains(fold);
    const auto count = int(std::ranges::count(m_rows, fold, &Row::fold)) - 1;
    if (opens) {
        beginInsertRows({}, index.row() + 1, index.row() + count);
        m_open.insert(fold);
    } else {
        beginRemoveRows({}, index.row() + 1, index.row() + count);
        m_open.remove(fold);
    }
    arrange();
    if (opens)
        endInsertRows();
    else
        endRemoveRows();
    emit dataChanged(index, index);
    return true;
}

DiagnosticsModel::Where DiagnosticsModel::whereAt(const QModelIndex& index) const
{
    return index.isValid() ? rowAt(index).where : Where();
}

std::optional<size_t> DiagnosticsModel::stepAt(const QModelIndex& index) const
{
    return index.isValid() ? rowAt(index).since : std::nullopt;
}

int DiagnosticsModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : int(m_shown.size());
}

/// "line 12 · 3 uses · undefined-name"
QString DiagnosticsModel::detailOf(const Row& row) const
{
    QStringList details;
    if (const int line = row.where.isKnown() ? m_lineOf(row.where) : 0; line > 0)
        details.append(tr("line %1").arg(line));
    if (row.uses > 1)
        details.append(tr("%1 uses").arg(row.uses));
    if (!row.code.empty())
        details.append(toQString(row.code));
    return details.join(QStringLiteral(" · "));
}

QVariant DiagnosticsModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid())
        return {};
    const Row& row = rowAt(index);
    switch (role) {
    case Qt::DisplayRole:
        return row.title.isEmpty() ? toQString(row.message) : row.title;
    case Qt::ToolTipRole:
        return row.since                   ? tr("Click to go to that step")
               : !row.isFoldHeader         ? QVariant()
               : m_open.contains(row.fold) ? tr("Click to fold these notes")
                                           : tr("Click to list these notes");
    case IconRole:
        return row.severity == Severity::Error     ? QStringLiteral("error")
               : row.severity == Severity::Warning ? QStringLiteral("warning")
                                                   : QStringLiteral("note");
    case DetailRole:
        return detailOf(row);
    case IndentRole:
        return row.indent;
    case HeadingRole:
        return row.isHeading;
    default:
        return {};
    }
}

Qt::ItemFlags DiagnosticsModel::flags(const QModelIndex& index) const
{
    if (!index.isValid())
        return Qt::NoItemFlags;
    const Row& row = rowAt(index);
    return row.isHeading || row.where.isPinned ? Qt::ItemIsEnabled : Qt::ItemIsEnabled | Qt::ItemIsSelectable;
}

} // namespace tir::ui
