/// The notes about one step, or several as one: the task of the pass, the effects of its errors on later passes, its
/// decisions, the reason for its position. No widgets, no timers, no files.

#pragma once

#include "passes/workbench/trace/consequences.h"
#include "passes/workbench/trace/step_groups.h"

#include <QAbstractListModel>

#include <functional>
#include <string>
#include <unordered_map>

namespace tir::ui {

/// Below a note with a table is a row that shows the table.
class NotesModel : public QAbstractListModel {
    Q_OBJECT
public:
    enum Role { NodeRole = Qt::UserRole }; ///< quintptr of the node that a note is about; 0 for none

    using QAbstractListModel::QAbstractListModel;

    /// `pinned`: the step of another run that this one is compared with; may be null.
    void setStep(const Recording& recording, size_t number, const std::vector<Consequence>& consequences,
                 const Step* pinned = nullptr);
    /// The decisions of the passes of several steps. Precondition: the steps of the span are consecutive.
    void setSpan(const Recording& recording, StepSpan span);
    void clear();

    /// The node that a row is about; may be null.
    const Node* nodeAt(const QModelIndex& index) const;
    /// The line of a row's statement, from 1; 0 if the code does not show it.
    using LineOf = std::function<int(const NoteTable::Subject&)>;
    /// Shows or hides the table of the note above; false if the row is not for that. Rows about statements have their
    /// lines.
    bool toggleTable(const QModelIndex& index, const LineOf& lineOf = {});
    /// The step to look at for it.
    size_t stepAt(const QModelIndex& index) const;

    int rowCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    Qt::ItemFlags flags(const QModelIndex& index) const override;

private:
    struct Row {
        QString text = {};
        QString markdown = {}; ///< the text with its marks; empty: it has none
        QString icon = {};
        bool isHeading = false;
        const Node* node = nullptr;
        size_t step = 0;
        std::shared_ptr<const NoteTable> table = nullptr; ///< that the row opens
        bool isOpen = false;
        bool isCode = false; ///< a line of a table
        QStringList cells = {};
        QList<int> widths = {}; ///< of the columns of the table, in characters
    };
    void add(QString text, QString icon, size_t step, const Node* node = nullptr);
    void addHeading(QString text);
    void addDecisions(const Step& step, size_t number, const QString& heading);
    /// Decisions of both runs, of the run in view only (B), and of the pinned run only (A).
    void addComparedDecisions(const Step& step, size_t number, const Step& pinned);
    /// Below a heading per function and launch if the notes are about several.
    void addNotes(const QString& heading, const std::vector<const PassNote*>& notes, size_t number,
                  bool areHere);
    void addNote(const PassNote& note, size_t number, bool isHere);
    void addConsequences(const Recording& recording, const std::vector<Consequence>& consequences);
    void addReasons(const Recording& recording, size_t number);
    void addCard(const PassInvocation& pass, size_t number);

    std::vector<Row> m_rows;
    std::unordered_map<const PassNote*, std::string> m_functions; ///< of the notes that are being added
};

} // namespace tir::ui
