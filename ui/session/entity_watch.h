/// The changes of the selection in all steps, kept up to date: for the list of steps, and to go from one change to the
/// next.

#pragma once

#include "ui/session/entity_history.h"
#include "ui/session/job.h"

namespace tir::ui {

class Session;

class EntityWatch : public QObject {
    Q_OBJECT
public:
    /// Follows the session, which owns it; nothing is selected yet.
    explicit EntityWatch(Session& session);

    /// Looks at the steps again: who is who has changed.
    void restart();

    /// By module number; empty while nothing is selected or the steps are looked at.
    const std::vector<EntityState>& states() const { return m_states; }

signals:
    void changed();

private:
    void follow();

    Session& m_session;
    Job m_job;
    const Node* m_identity = nullptr; ///< compared, never looked into
    std::vector<EntityState> m_states;
};

} // namespace tir::ui
