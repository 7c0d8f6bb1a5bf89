#include "ui/dock_width.h"

#include <QDockWidget>
#include <QEvent>
#include <QMainWindow>

namespace tir::ui {
namespace {

constexpr int LeastWindow = 3; ///< widths of the dock: a narrower window leaves too little for the code

} // namespace

DockWidth::DockWidth(QDockWidget& dock, QMainWindow& window)
    : QObject(&window),
      m_dock(dock),
      m_window(window),
      m_wanted(dock.width()),
      m_windowWidth(window.width())
{
    m_dock.installEventFilter(this);
    m_window.installEventFilter(this);
}

bool DockWidth::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() != QEvent::Resize)
        return QObject::eventFilter(watched, event);
    if (watched == &m_dock) {
        // The docks are laid out before the window hears of its new size: its width is the old one only if it stays.
        if (m_window.width() == m_windowWidth && !m_dock.isFloating())
            m_wanted = m_dock.width();
        return QObject::eventFilter(watched, event);
    }
    const bool hasGrown = m_window.width() > m_windowWidth;
    m_windowWidth = m_window.width();
    if (hasGrown && m_dock.isVisible() && !m_dock.isFloating() && m_dock.width() < m_wanted &&
        m_wanted * LeastWindow <= m_windowWidth)
        m_window.resizeDocks({&m_dock}, {m_wanted}, Qt::Horizontal);
    return QObject::eventFilter(watched, event);
}

} // namespace tir::ui
