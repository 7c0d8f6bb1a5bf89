#include "ui/session/visit_history.h"

#include <QScopedValueRollback>

namespace tir::ui {
namespace {

constexpr size_t MaximumVisits = 200;

} // namespace

VisitHistory::VisitHistory(Session& session, QObject* parent) : QObject(parent), m_session(session)
{
    connect(&m_session, &Session::recordingChanged, this, &VisitHistory::forget);
    connect(&m_session, &Session::stepChanged, this, &VisitHistory::remember);
    connect(&m_session, &Session::selectionChanged, this, &VisitHistory::remember);
}

void VisitHistory::forget()
{
    if (m_session.runNumber() == m_run)
        return; // its modules have been read
    m_run = m_session.runNumber();
    m_visits.clear();
    m_position = 0;
    emit changed();
}

void VisitHistory::remember()
{
    if (m_isMoving || !m_session.hasSteps())
        return;
    const Visit visit{{m_session.firstStep(), m_session.step()}, m_session.selection()};
    const bool isFirst = m_visits.empty();
    if (!isFirst && visit == m_visits[m_position])
        return;
    if (!isFirst && visit.steps == m_visits[m_position].steps && visit.selection.isEmpty())
        return; // clearing the selection is not a visit
    if (!isFirst)
        m_visits.resize(m_position + 1);
    m_visits.push_back(visit);
    if (m_visits.size() > MaximumVisits)
        m_visits.erase(m_visits.begin());
    m_position = m_visits.size() - 1;
    emit changed();
}

void VisitHistory::goBack()
{
    if (canGoBack())
        goTo(m_position - 1);
}

void VisitHistory::goForward()
{
    if (canGoForward())
        goTo(m_position + 1);
}

void VisitHistory::goTo(size_t position)
{
    const QScopedValueRollback moving(m_isMoving, true);
    m_position = position;
    const Visit visit = m_visits[position];
    if (visit.steps.first == visit.steps.last)
        m_session.goTo(visit.steps.last);
    else
        m_session.goToSpan(visit.steps);
    m_session.select(visit.selection);
    emit changed();
}

} // namespace tir::ui
