/// Goes from the steps in view of a session to others: the next one, the next that changes something, the first with a
/// problem. Steps that are shown as one are entered together.

#pragma once

#include "passes/workbench/trace/step_groups.h"

#include <QObject>

#include <functional>
#include <vector>

namespace tir::ui {

class Session;

class StepNavigation : public QObject {
    Q_OBJECT
public:
    /// Belongs to the session.
    explicit StepNavigation(Session& session);

    /// Spans that are treated as one step, until there is another run.
    void setCollapsed(std::vector<StepSpan> spans) { m_collapsed = std::move(spans); }
    /// The step, or all that it is collapsed with.
    StepSpan landing(size_t number) const;

public slots:
    void goToNext();
    void goToPrevious();
    void goToNextChanged();
    void goToPreviousChanged();
    /// The next (or previous) step that changes the module and runs a key pass: one that establishes a property of the module.
    void goToNextKeyPass();
    void goToPreviousKeyPass();
    /// The first step with an error; without any, the first that introduces a warning.
    void goToFirstProblem();
    /// Goes to the first step that differs from the pinned run; stays if there is none.
    void goToFirstDifference();
    /// Goes to the next (or previous) step in which the selection is created, changes, or is removed.
    void goToNextEvent();
    void goToPreviousEvent();
    /// Goes to the next (or previous) step that changes the watched entity.
    void goToNextWatched();
    void goToPreviousWatched();

private:
    void enter(size_t number);
    void stepTo(size_t number, int direction);
    void stepToNearest(int direction, const std::function<bool(size_t number)>& isWanted);
    void stepToNearestChanged(int direction);
    void stepToNearestKeyPass(int direction);

    Session& m_session;
    std::vector<StepSpan> m_collapsed;
};

} // namespace tir::ui
