#include "ui/program_docks.h"

#include "ui/session/session.h"

#include <QAction>
#include <QDockWidget>
#include <QMainWindow>
#include <QTabBar>

#include <utility>

namespace tir::ui {

ProgramDocks::ProgramDocks(Session& session, QMainWindow& window)
    : QObject(&window),
      m_session(session),
      m_window(window)
{
    connect(&m_session, &Session::phaseChanged, this, &ProgramDocks::follow);
    follow();
}

QByteArray ProgramDocks::state() const
{
    return m_isHidden ? m_state : m_window.saveState();
}

void ProgramDocks::restore(const QByteArray& state)
{
    if (!m_isHidden) {
        apply(state);
    } else if (!state.isEmpty()) {
        m_state = state;
        m_hasOtherState = true;
    }
}

void ProgramDocks::apply(const QByteArray& state)
{
    QWidget* focus = m_window.focusWidget();
    m_window.restoreState(state);
    // The tool bar was hidden for a moment.
    if (focus && focus != m_window.focusWidget() && focus->isVisible())
        focus->setFocus();
    // A tab bar that Qt uses again has lost what the style sheet says about it.
    for (QTabBar* tabs : m_window.findChildren<QTabBar*>(QString(), Qt::FindDirectChildrenOnly))
        tabs->setDrawBase(false);
}

/// Qt crashes if it restores a state while docks move, so it is asked to only if there is another state.
void ProgramDocks::showAgain()
{
    const QList<Shown> shown = std::exchange(m_shown, {});
    if (std::exchange(m_hasOtherState, false))
        return apply(m_state);
    for (const Shown& each : shown)
        if (each.dock)
            each.dock->show();
    for (const Shown& each : shown)
        if (each.dock && each.isInFront)
            each.dock->raise();
}

void ProgramDocks::bringToFront(QDockWidget& dock)
{
    if (m_isHidden)
        return m_waiting.append(&dock);
    dock.show();
    dock.raise();
}

void ProgramDocks::follow()
{
    const bool isHidden = m_session.phase() == Phase::Empty;
    if (isHidden == m_isHidden)
        return;
    if (isHidden) {
        m_state = m_window.saveState();
        m_hasOtherState = !m_window.isVisible(); // nothing says yet which dock is in front
    }
    m_isHidden = isHidden;
    for (QDockWidget* dock : m_window.findChildren<QDockWidget*>()) {
        // Nothing but a program shows them.
        for (QAction* action : dock->findChildren<QAction*>(QString(), Qt::FindDirectChildrenOnly))
            action->setEnabled(!isHidden);
        if (isHidden && !dock->isHidden()) {
            m_shown.append({dock, !dock->visibleRegion().isEmpty()});
            dock->hide();
        }
    }
    if (isHidden)
        return;
    showAgain();
    for (QDockWidget* dock : std::exchange(m_waiting, {}))
        bringToFront(*dock);
}

} // namespace tir::ui
