#include "ui/session/visit_history.h"

#include "ui/session/nearest_step.h"

#include <QScopedValueRollback>

#include <utility>

namespace tir::ui {
namespace {

constexpr size_t MaximumVisits = 200;

} // namespace

VisitHistory::VisitHistory(Session& session, QObject* parent) : QObject(parent), m_session(session)
{
    connect(&m_session, &Session::recordingChanged, this, &VisitHistory::followRun);
    connect(&m_session, &Session::phaseChanged, this, &VisitHistory::changed);
    connect(&m_session, &Session::identitiesChanged, this, &VisitHistory::followIdentities);
    connect(&m_session, &Session::stepChanged, this, &VisitHistory::remember);
    connect(&m_session, &Session::selectionChanged, this, &VisitHistory::remember);
    // After the views: they show the texts that the selection is in.
    connect(&m_session, &Session::comparedChanged, this, &VisitHistory::selectAwaited, Qt::QueuedConnection);
}

void VisitHistory::followRun()
{
    m_awaited.reset();
    if (m_session.programNumber() != m_program) {
        m_program = m_session.programNumber();
        m_visits.clear();
        m_position = 0;
    }
    if (const std::shared_ptr<const Recording> recording = m_session.recordedSteps()) {
        std::vector<PassInvocation> passes;
        for (const Step& step : recording->steps)
            passes.push_back(step.pass);
        m_passes = std::make_shared<const std::vector<PassInvocation>>(std::move(passes));
    }
    emit changed();
}

/// The selection that follows is the one of before.
void VisitHistory::followIdentities()
{
    for (Visit& visit : m_visits)
        if (visit.run == m_session.runNumber())
            visit.selection.identity = m_session.identities().of(visit.selection.identity);
}

VisitHistory::Visit VisitHistory::visitOfNow() const
{
    return {.steps = {m_session.firstStep(), m_session.step()},
            .selection = m_session.selection(),
            .run = m_session.runNumber(),
            .passes = m_passes,
            .program = m_session.program(),
            .name = selectionName(m_session)};
}

/// The same steps in the run in view; nothing if it does not have the last of them.
std::optional<StepSpan> VisitHistory::stepsOf(const Visit& visit) const
{
    if (!m_session.hasSteps())
        return std::nullopt;
    if (visit.run == m_session.runNumber())
        return visit.steps;
    const Recording& recording = *m_session.recordedSteps();
    const std::optional<size_t> last = sameStep(*visit.passes, visit.steps.last, recording);
    if (!last)
        return std::nullopt;
    const size_t first = sameStep(*visit.passes, visit.steps.first, recording).value_or(*last);
    return first <= *last ? StepSpan{first, *last} : StepSpan{*last, *last};
}

/// The selected entity in the run in view; null if it does not have it.
const Node* VisitHistory::entityOf(const Visit& visit) const
{
    const Node* identity = visit.selection.identity;
    if (!identity || visit.run == m_session.runNumber())
        return identity;
    const Identities& identities = m_session.identities();
    const bool isSameProgram = visit.program.lock() == m_session.program();
    return isSameProgram && identities.isOfInput(identity) ? identity : findEntity(identities, visit.name);
}

/// Whether going to the visit would change nothing.
bool VisitHistory::isShown(const Visit& visit) const
{
    const Selection& selection = m_session.selection();
    if (stepsOf(visit) != StepSpan{m_session.firstStep(), m_session.step()})
        return false;
    if (visit.run == m_session.runNumber())
        return visit.selection == selection;
    return entityOf(visit) == selection.identity &&
           (selection.place == NoPlace || selectionName(m_session) == visit.name);
}

void VisitHistory::remember()
{
    if (m_isMoving || !m_session.hasSteps())
        return;
    m_awaited.reset();
    if (!m_visits.empty()) {
        const Visit& last = m_visits[m_position];
        const bool isSameStep = stepsOf(last) == StepSpan{m_session.firstStep(), m_session.step()};
        // Clearing the selection is not a visit.
        if (isShown(last) || (isSameStep && m_session.selection().isEmpty()))
            return;
        m_visits.resize(m_position + 1);
    }
    m_visits.push_back(visitOfNow());
    if (m_visits.size() > MaximumVisits)
        m_visits.erase(m_visits.begin());
    m_position = m_visits.size() - 1;
    emit changed();
}

void VisitHistory::goBack()
{
    goTo(next(-1));
}

void VisitHistory::goForward()
{
    goTo(next(1));
}

/// The position of the nearest visit that the run in view has, and that is not in view already.
std::optional<size_t> VisitHistory::next(int direction) const
{
    if (m_visits.empty())
        return std::nullopt;
    return nearestStep(ptrdiff_t(m_position) + direction, direction, m_visits.size(),
                       [this](size_t position) {
                           const Visit& visit = m_visits[position];
                           return stepsOf(visit) && (visit.run == m_session.runNumber() || !isShown(visit));
                       });
}

void VisitHistory::goTo(std::optional<size_t> position)
{
    if (!position)
        return;
    const QScopedValueRollback moving(m_isMoving, true);
    m_position = *position;
    m_awaited.reset();
    const Visit visit = m_visits[*position];
    const StepSpan steps = *stepsOf(visit);
    if (steps.first == steps.last)
        m_session.goTo(steps.last);
    else
        m_session.goToSpan(steps);
    if (visit.run == m_session.runNumber()) {
        m_session.select(visit.selection);
    } else {
        m_session.select({.identity = entityOf(visit), .number = m_session.step(), .source = {}});
        m_awaited = visit;
        selectAwaited();
    }
    emit changed();
}

void VisitHistory::selectAwaited()
{
    if (!m_awaited || !hasTextInView(m_session))
        return;
    const QScopedValueRollback moving(m_isMoving, true);
    selectNamedPlace(m_session, std::exchange(m_awaited, std::nullopt)->name);
}

} // namespace tir::ui
