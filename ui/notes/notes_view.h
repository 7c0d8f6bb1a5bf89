/// The panel below the step list with the notes of the current step.

#pragma once

#include "ui/notes/notes_model.h"
#include "ui/session/job.h"

#include <QWidget>

namespace tir::ui {

class ContentOrPlaceholder;
class MessageList;
class Session;

class NotesView : public QWidget {
    Q_OBJECT
public:
    explicit NotesView(Session& session, QWidget* parent = nullptr);

private:
    void refresh();
    void showFunctionInView();
    void choose(const QModelIndex& index);
    /// Marks the notes about the selection.
    void followSelection();
    bool isAboutSelection(const QModelIndex& index) const;
    /// Lines in the code of the step; empty while the code is not there.
    NotesModel::LineOf lineOf() const;

    Session& m_session;
    Job m_job;
    NotesModel m_model;
    MessageList* m_list;
    ContentOrPlaceholder* m_stack;
};

} // namespace tir::ui
