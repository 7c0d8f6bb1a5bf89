#include "ui/session/step_navigation.h"

#include "passes/framework/registry.h"
#include "ui/session/nearest_step.h"
#include "ui/session/session.h"

namespace tir::ui {

StepNavigation::StepNavigation(Session& session) : QObject(&session), m_session(session)
{
    connect(&session, &Session::recordingChanged, this, [this] { m_collapsed.clear(); });
}

StepSpan StepNavigation::landing(size_t number) const
{
    for (const StepSpan& span : m_collapsed)
        if (span.contains(number))
            return span;
    return {number, number};
}

void StepNavigation::enter(size_t number)
{
    const StepSpan span = landing(number);
    if (span.first == span.last)
        m_session.goTo(number);
    else
        m_session.goToSpan(span);
}

/// Enters a step, but stops before it at the first step on the way that changes the watched entity.
void StepNavigation::stepTo(size_t number, int direction)
{
    const StepSpan span = landing(number);
    const std::optional<size_t> stop =
        m_session.watchpoint().nextEvent(direction > 0 ? m_session.step() : m_session.firstStep(), direction);
    if (stop && (direction > 0 ? *stop <= span.last : *stop >= span.first))
        m_session.goTo(*stop);
    else
        enter(number);
}

/// Does nothing if no step in that direction is wanted.
void StepNavigation::stepToNearest(int direction, const std::function<bool(size_t number)>& isWanted)
{
    const size_t from = direction > 0 ? m_session.step() : m_session.firstStep();
    if (const auto number =
            nearestStep(ptrdiff_t(from) + direction, direction, m_session.stepCount(), isWanted))
        stepTo(*number, direction);
}

void StepNavigation::stepToNearestChanged(int direction)
{
    stepToNearest(direction, [this](size_t number) { return m_session.isChanged(number); });
}

void StepNavigation::stepToNearestKeyPass(int direction)
{
    stepToNearest(direction, [this](size_t number) {
        const PassInfo* pass =
            number > 0 ? findPass(m_session.recordedSteps()->steps[number - 1].pass.name) : nullptr;
        return pass && !pass->established.empty() && m_session.isChanged(number);
    });
}

void StepNavigation::goToNext()
{
    stepTo(m_session.step() + 1, 1);
}

void StepNavigation::goToPrevious()
{
    const size_t first = m_session.firstStep();
    stepTo(first == 0 ? 0 : first - 1, -1);
}

void StepNavigation::goToNextChanged()
{
    stepToNearestChanged(1);
}

void StepNavigation::goToPreviousChanged()
{
    stepToNearestChanged(-1);
}

void StepNavigation::goToNextKeyPass()
{
    stepToNearestKeyPass(1);
}

void StepNavigation::goToPreviousKeyPass()
{
    stepToNearestKeyPass(-1);
}

void StepNavigation::goToFirstProblem()
{
    const auto recording = m_session.recordedSteps();
    if (const auto number = recording ? firstProblem(*recording, m_session.stepDiagnostics()) : std::nullopt)
        enter(*number);
}

void StepNavigation::goToFirstDifference()
{
    if (const std::optional<size_t> number = m_session.pin().firstDifferent())
        m_session.goTo(*number);
}

void StepNavigation::goToNextEvent()
{
    if (const std::optional<size_t> number = nextEvent(m_session.watch().states(), m_session.step(), 1))
        enter(*number);
}

void StepNavigation::goToPreviousEvent()
{
    if (const std::optional<size_t> number = nextEvent(m_session.watch().states(), m_session.firstStep(), -1))
        enter(*number);
}

void StepNavigation::goToNextWatched()
{
    if (const std::optional<size_t> number = m_session.watchpoint().nextEvent(m_session.step(), 1))
        m_session.goTo(*number);
}

void StepNavigation::goToPreviousWatched()
{
    if (const std::optional<size_t> number = m_session.watchpoint().nextEvent(m_session.firstStep(), -1))
        m_session.goTo(*number);
}

} // namespace tir::ui
