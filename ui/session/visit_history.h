/// The steps and selections of a program that were looked at, to go back to and forward again. In another run of the
/// program they are found by name: steps by their pass, selections by the name of the entity and the text of the place.
/// Steps that the run does not have are skipped.

#pragma once

#include "ui/session/selection_name.h"
#include "ui/session/session.h"

namespace tir::ui {

class VisitHistory : public QObject {
    Q_OBJECT
public:
    /// Follows the session, which must outlive it. Another program clears it.
    explicit VisitHistory(Session& session, QObject* parent = nullptr);

    bool canGoBack() const { return next(-1).has_value(); }
    bool canGoForward() const { return next(1).has_value(); }
    void goBack();
    void goForward();

signals:
    void changed();

private:
    using Passes = std::shared_ptr<const std::vector<PassInvocation>>;
    struct Visit {
        StepSpan steps;
        Selection selection;
        // For other runs:
        size_t run = 0;
        Passes passes;
        std::weak_ptr<const OpenedProgram> program;
        SelectionName name;
    };

    void followRun();
    void followIdentities();
    void remember();
    Visit visitOfNow() const;
    std::optional<StepSpan> stepsOf(const Visit& visit) const;
    const Node* entityOf(const Visit& visit) const;
    bool isShown(const Visit& visit) const;
    std::optional<size_t> next(int direction) const;
    void goTo(std::optional<size_t> position);
    void selectAwaited();

    Session& m_session;
    size_t m_program = 0; ///< that the visits are of
    Passes m_passes;      ///< of the run in view
    std::vector<Visit> m_visits;
    size_t m_position = 0;          ///< of the current visit; 0 while there are no visits
    std::optional<Visit> m_awaited; ///< its place is selected when the texts of its step are there
    bool m_isMoving = false;        ///< the session shows an old visit: it is not a new one
};

} // namespace tir::ui
