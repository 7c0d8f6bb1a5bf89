/// Finds a text in all steps of the run: a list over the window, filled while one types.

#pragma once

#include "passes/workbench/trace/find_in_steps.h"
#include "ui/session/job.h"

#include <QPointer>

namespace tir::ui {

class Chooser;
class Session;

class StepSearch : public QObject {
    Q_OBJECT
public:
    StepSearch(Session& session, QWidget& view);

    /// Does nothing without steps. The list stays while the modules of an outline are read. `text` is searched at once.
    void open(const QString& text = {});

signals:
    /// The line (from 0, of the text that is shown after the step) was chosen.
    void chosen(size_t step, int line);

private:
    void search(const QString& text);
    void show(const std::vector<FoundLine>& lines, const QString& wanted);

    Session& m_session;
    QWidget& m_view;
    Job m_job;
    QPointer<Chooser> m_chooser;
    std::shared_ptr<SearchableSteps> m_steps; ///< while the list is open
    size_t m_run = 0;                         ///< that they are of
};

} // namespace tir::ui
