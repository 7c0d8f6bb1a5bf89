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

} // namespace tir::ui
