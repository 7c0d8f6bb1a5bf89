/// The diagnostics of one step in sections, each diagnostic followed by its notes. Diagnostics that are notes are
/// folded into one row per code, which a click opens; a name that is not defined has one row for all of its uses. Each
/// severity can be hidden. No widgets, no timers, no files.

#pragma once

#include "core/support/diagnostic.h"

#include <QAbstractListModel>
#include <QSet>

#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>

namespace tir::ui {

class DiagnosticsModel : public QAbstractListModel {
    Q_OBJECT
public:
    /// Where a row is about: a place of the step, or bytes of a text that could not be read.
    struct Where {
        Place place = NoPlace;
        Span span;
        bool isPinned = false; ///< in the pinned run: nothing leads there
        bool isKnown() const { return place != NoPlace || !span.isEmpty(); }
    };
    /// Line, from 1, of the place of a row; 0 if it is not shown. Called whenever a row is laid out or painted.
    using LineOf = std::function<int(const Where&)>;

    using QAbstractListModel::QAbstractListModel;

    struct Section {
        QString title; ///< empty: no heading
        std::vector<const Diagnostic*> diagnostics;
        bool isPinned = false;            ///< of the pinned run
        std::optional<size_t> since = {}; ///< the step that introduced them, where the heading leads
    };

    /// Empty sections are left out. Pointers are not kept; `lineOf` is, until the next call.
    void setSections(const std::vector<Section>& sections, LineOf lineOf);
    /// Diagnostics of the severity, shown or hidden: one for each row, with the rows of notes that are folded, without the
    /// notes below diagnostics. Those that only the pinned run has are counted apart.
    int countOf(Severity severity, bool isPinned = false) const;
    /// Shows or hides diagnostics of the severity, now and in later sections. A heading is hidden if everything below
    /// it is.
    void setShown(Severity severity, bool isShown);
    /// Shows or hides the notes of a folded row; false if the row is not one.
    bool toggle(const QModelIndex& index);
    Where whereAt(const QModelIndex& index) const;
    /// The step that a heading leads to; nothing for other rows.
    std::optional<size_t> stepAt(const QModelIndex& index) const;

    int rowCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    Qt::ItemFlags flags(const QModelIndex& index) const override;

private:
    struct Row {
        Severity severity = Severity::Note;
        Severity owner = Severity::Note; ///< of the diagnostic that a note is below, else as `severity`
        QString title = {};              ///< of what is not a diagnostic or its note
        std::string message = {};        ///< as it is, since most of thousands of rows are never shown
        std::string code = {};
        qsizetype uses = 1; ///< of a name that is not defined
        Where where = {};
        int indent = 0;
        bool isHeading = false;
        std::optional<size_t> since = {};
        QString fold = {};         ///< common part of notes that are folded together
        bool isFoldHeader = false; ///< the row that opens the fold
    };
    /// `uses`: of a name that is not defined, and has no other row.
    void addDiagnostic(const Diagnostic& diagnostic, bool isPinned, const QString& fold, qsizetype uses = 1);
    void addNotes(const Section& section);
    void arrange();
    bool isShown(size_t row) const;
    QString detailOf(const Row& row) const;
    const Row& rowAt(const QModelIndex& index) const { return m_rows[size_t(m_shown[size_t(index.row())])]; }

    LineOf m_lineOf;
    std::vector<Row> m_rows;
    std::vector<int> m_shown; ///< indexes of m_rows
    std::map<std::pair<Severity, bool>, int>
        m_counts;                ///< by severity, and whether only the pinned run has them
    QSet<QString> m_open;        ///< folds; kept from step to step
    std::set<Severity> m_hidden; ///< kept from step to step
};

} // namespace tir::ui
