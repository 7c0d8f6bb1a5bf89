#include "ui/diagnostics/diagnostics_model.h"

#include "ui/common/message_roles.h"
#include "ui/common/text.h"

#include <algorithm>

namespace tir::ui {

void DiagnosticsModel::setDiagnostics(const Diagnostics& diagnostics, const LineOf& lineOf)
{
    beginResetModel();
    m_rows.clear();
    const auto add = [&](const std::string& message, const std::string& code, Where where, Severity severity,
                         bool isNote) {
        QStringList details;
        if (const int line = where.isKnown() ? lineOf(where) : 0)
            details.append(tr("line %1").arg(line));
        if (!code.empty())
            details.append(toQString(code));
        m_rows.push_back({.severity = severity,
                          .text = toQString(message),
                          .detail = details.join(QStringLiteral(" · ")),
                          .where = where,
                          .isNote = isNote});
    };
    // What is worst comes first.
    std::vector<const Diagnostic*> ordered;
    for (const Diagnostic& diagnostic : diagnostics)
        ordered.push_back(&diagnostic);
    std::ranges::stable_sort(ordered, std::greater(), &Diagnostic::severity);
    for (const Diagnostic* pointer : ordered) {
        const Diagnostic& diagnostic = *pointer;
        add(diagnostic.message, diagnostic.code, {diagnostic.place, diagnostic.span.value_or(Span())},
            diagnostic.severity, false);
        for (const DiagnosticNote& note : diagnostic.notes)
            add(note.message, {}, {note.place, note.span.value_or(Span())}, Severity::Note, true);
    }
    endResetModel();
}

int DiagnosticsModel::errorCount() const
{
    return int(std::count_if(m_rows.begin(), m_rows.end(),
                             [](const Row& row) { return !row.isNote && row.severity == Severity::Error; }));
}

DiagnosticsModel::Where DiagnosticsModel::whereAt(const QModelIndex& index) const
{
    return index.isValid() ? m_rows[size_t(index.row())].where : Where();
}

int DiagnosticsModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : int(m_rows.size());
}

QVariant DiagnosticsModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid())
        return {};
    const Row& row = m_rows[size_t(index.row())];
    switch (role) {
    case Qt::DisplayRole:
        return row.text;
    case IconRole:
        return row.severity == Severity::Error     ? QStringLiteral("error")
               : row.severity == Severity::Warning ? QStringLiteral("warning")
                                                   : QStringLiteral("note");
    case DetailRole:
        return row.detail;
    case IndentRole:
        return row.isNote ? 1 : 0;
    default:
        return {};
    }
}

} // namespace tir::ui
