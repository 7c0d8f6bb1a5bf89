#include "ui/program_docks.h"

#include "ui/session/session.h"

#include <QAction>
#include <QDockWidget>
#include <QLayout>
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
    if (!m_isHidden)
        apply(state);
    else if (!state.isEmpty())
        m_state = state;
}

void ProgramDocks::apply(const QByteArray& state)
{
    QWidget* focus = m_window.focusWidget();
    // Qt 6.4 iterates over its tab bars while it shows them: a layout at that moment would replace the list.
    m_window.layout()->setEnabled(false);
    m_window.restoreState(state); // the corner, too, as it was in another window
    shareCorner(m_window);
    m_window.layout()->setEnabled(true);
    m_window.layout()->activate();
    // The tool bar was hidden for a moment.
    if (focus && focus != m_window.focusWidget() && focus->isVisible())
        focus->setFocus();
    // A tab bar that Qt uses again has lost what the style sheet says about it.
    for (QTabBar* tabs : m_window.findChildren<QTabBar*>(QString(), Qt::FindDirectChildrenOnly))
        tabs->setDrawBase(false);
}

void ProgramDocks::bringToFront(QDockWidget& dock)
{
    if (m_isHidden)
        return m_waiting.append(&dock);
    dock.show();
    dock.raise();
}

void ProgramDocks::shareCorner(QMainWindow& window)
{
    constexpr int LeastHeight = 900; // the docks at the bottom leave enough of it
    window.setCorner(Qt::BottomRightCorner,
                     window.height() < LeastHeight ? Qt::RightDockWidgetArea : Qt::BottomDockWidgetArea);
}

void ProgramDocks::follow()
{
    const bool isHidden = m_session.phase() == Phase::Empty;
    if (isHidden == m_isHidden)
        return;
    if (isHidden)
        m_state = m_window.saveState();
    m_isHidden = isHidden;
    for (QDockWidget* dock : m_window.findChildren<QDockWidget*>()) {
        // Nothing but a program shows them.
        for (QAction* action : dock->findChildren<QAction*>(QString(), Qt::FindDirectChildrenOnly))
            action->setEnabled(!isHidden);
        if (isHidden)
            dock->hide();
    }
    if (isHidden)
        return;
    apply(m_state);
    for (QDockWidget* dock : std::exchange(m_waiting, {}))
        bringToFront(*dock);
}

} // namespace tir::ui
