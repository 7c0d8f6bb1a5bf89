#include "ui/session/entity_watch.h"

#include "ui/session/session.h"

namespace tir::ui {

EntityWatch::EntityWatch(Session& session)
    : m_session(session),
      m_job(session.jobs(), tr("Looking at the steps"))
{
    connect(&session, &Session::selectionChanged, this, &EntityWatch::follow);
}

void EntityWatch::restart()
{
    m_identity = nullptr;
    follow();
}

void EntityWatch::follow()
{
    const Node* identity = m_session.selection().identity;
    if (identity == m_identity && identity)
        return;
    m_identity = identity;
    m_job.cancel();
    m_states.clear();
    emit changed();
    if (!identity || !m_session.recording())
        return;
    m_job.start(
        [recording = m_session.recording(), identities = m_session.sharedIdentities(),
         identity](JobControl& control) {
            return entityHistory(*recording, *identities, identity, [&] { return control.isCancelled(); });
        },
        [this](std::vector<EntityState> states) {
            m_states = std::move(states);
            emit changed();
        });
}

std::optional<size_t> EntityWatch::nextEvent(size_t number, int direction) const
{
    for (ptrdiff_t at = ptrdiff_t(number) + direction; at >= 0 && at < ptrdiff_t(m_states.size());
         at += direction)
        if (m_states[size_t(at)] != EntityState::Absent && m_states[size_t(at)] != EntityState::Kept)
            return size_t(at);
    return std::nullopt;
}

} // namespace tir::ui
