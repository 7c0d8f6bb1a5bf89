#include "ui/dock_width.h"

#include <QDockWidget>
#include <QEvent>
#include <QMainWindow>

#include <algorithm>

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

int DockWidth::widthIn(int windowWidth)
{
    constexpr int Least = 352;
    constexpr int Most = 480; // with room for the longest names and their counts
    return std::clamp(windowWidth * 27 / 100, Least, Most);
}

bool DockWidth::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == &m_window && event->type() == QEvent::Resize)
        followWindow();
    // The docks are laid out before the window hears of its new size: its width is the old one only if it stays.
    if (watched == &m_dock && event->type() == QEvent::Resize && m_window.width() == m_windowWidth &&
        !m_dock.isFloating())
        m_wanted = m_dock.width();
    // A layout that is restored has the width of another window.
    if (watched == &m_dock && event->type() == QEvent::Show)
        QMetaObject::invokeMethod(this, &DockWidth::widen, Qt::QueuedConnection);
    return QObject::eventFilter(watched, event);
}

bool DockWidth::isInWindow() const
{
    return m_dock.isVisible() && !m_dock.isFloating();
}

/// The width that a dock has before its window is shown is never the user's choice.
bool DockWidth::isChosen(int width) const
{
    return width != widthIn(m_windowWidth) && width != widthIn(0);
}

void DockWidth::followWindow()
{
    const bool wasChosen = isChosen(m_wanted);
    const bool hasGrown = m_window.width() > m_windowWidth;
    m_windowWidth = m_window.width();
    if (!wasChosen)
        m_wanted = widthIn(m_windowWidth);
    const bool isTooNarrow = hasGrown && m_dock.width() < m_wanted && m_wanted * LeastWindow <= m_windowWidth;
    const bool isTooWide = !wasChosen && m_dock.width() > m_wanted;
    if (isInWindow() && (isTooNarrow || isTooWide))
        m_window.resizeDocks({&m_dock}, {m_wanted}, Qt::Horizontal);
}

void DockWidth::widen()
{
    const int width = widthIn(m_window.width());
    if (isInWindow() && !isChosen(m_dock.width()) && m_dock.width() < width)
        m_window.resizeDocks({&m_dock}, {width}, Qt::Horizontal);
}

} // namespace tir::ui
