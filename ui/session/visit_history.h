/// The steps and selections that were looked at in one run, to go back to and forward again.

#pragma once

#include "ui/session/session.h"

namespace tir::ui {

class VisitHistory : public QObject {
    Q_OBJECT
public:
    /// Follows the session, which must outlive it. Another run clears it; the modules of an outline are not another
    /// run.
    explicit VisitHistory(Session& session, QObject* parent = nullptr);

    bool canGoBack() const { return m_position > 0; }
    bool canGoForward() const { return m_position + 1 < m_visits.size(); }
    void goBack();
    void goForward();

signals:
    void changed();

private:
    struct Visit {
        StepSpan steps;
        Selection selection;
        bool operator==(const Visit&) const = default;
    };
    void forget();
    void remember();
    void goTo(size_t position);

    Session& m_session;
    size_t m_run = 0; ///< that the visits are of
    std::vector<Visit> m_visits;
    size_t m_position = 0;   ///< of the current visit; 0 while there are no visits
    bool m_isMoving = false; ///< the session shows an old visit: it is not a new one
};

} // namespace tir::ui
