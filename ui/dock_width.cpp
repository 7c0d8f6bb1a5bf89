#include "ui/dock_width.h"

#include <QDockWidget>
#include <QEvent>
#include <QGuiApplication>
#include <QMainWindow>

#include <algorithm>
#include <utility>

namespace tir::ui {
namespace {

constexpr int LeastWindow = 3; ///< widths of the dock: a narrower window leaves too little for the code
constexpr int LeastCode = 460;
constexpr int LeastBesideCode = 300; ///< the names of passes remain legible

} // namespace

DockWidth::DockWidth(QDockWidget& dock, QMainWindow& window)
    : QObject(&window),
      m_dock(dock),
      m_window(window),
      m_windowWidth(window.width())
{
    m_look.setSingleShot(true);
    m_look.setInterval(0);
    connect(&m_look, &QTimer::timeout, this, &DockWidth::look);
    m_dock.installEventFilter(this);
    m_window.installEventFilter(this);
    m_window.centralWidget()->installEventFilter(this);
}

int DockWidth::widthIn(int windowWidth)
{
    constexpr int Least = 352;
    constexpr int Most = 480; // with room for the longest names and their counts
    return std::clamp(windowWidth * 27 / 100, Least, Most);
}

bool DockWidth::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == &m_dock && event->type() == QEvent::Show) {
        m_isNew = true;
        m_look.start();
    }
    if (event->type() == QEvent::Resize && watched != &m_window) {
        noteChoice();
        m_look.start();
    }
    // The docks are laid out before the window hears of its new size.
    if (event->type() == QEvent::Resize && watched == &m_window)
        fit(m_window.width() > std::exchange(m_windowWidth, m_window.width()));
    return QObject::eventFilter(watched, event);
}

bool DockWidth::isInWindow() const
{
    return m_dock.isVisible() && !m_dock.isFloating();
}

int DockWidth::room() const
{
    return m_dock.width() + m_window.centralWidget()->width();
}

int DockWidth::defaultWidth() const
{
    return std::clamp(room() - LeastCode, LeastBesideCode, widthIn(m_windowWidth));
}

/// The width that a dock has before its window is shown is never the user's choice.
bool DockWidth::isDefault(int width) const
{
    return width == defaultWidth() || width == widthIn(m_windowWidth) || width == widthIn(0);
}

/// The user moves the border between the dock and the code. If both together are wider or narrower than before, it was
/// the window, or a dock at the other side that came, went, or changed its width.
void DockWidth::noteChoice()
{
    if (!isInWindow() || m_isNew || m_window.width() != m_windowWidth || room() != m_room ||
        m_dock.width() == m_width)
        return;
    m_width = m_dock.width();
    if (!std::exchange(m_isFitted, false))
        m_chosen = isDefault(m_width) ? 0 : m_width;
}

void DockWidth::look()
{
    m_isFitted = false;
    if (!isInWindow())
        return;
    const bool isNew = std::exchange(m_isNew, false);
    const int oldRoom = std::exchange(m_room, room());
    m_width = m_dock.width();
    if (isDefault(m_width))
        m_chosen = 0;
    else if (isNew)
        m_chosen = m_width;
    // While a border is moved, Qt starts from the old layout again and again.
    if ((isNew || m_room != oldRoom) && QGuiApplication::mouseButtons() == Qt::NoButton)
        fit(m_room > oldRoom);
}

void DockWidth::fit(bool hasGrown)
{
    if (!isInWindow())
        return;
    m_room = room();
    m_width = m_dock.width();
    const bool isChosen = m_chosen > 0;
    const int wanted = isChosen ? m_chosen : defaultWidth();
    const bool isTooNarrow =
        (hasGrown || !isChosen) && m_width < wanted && wanted * LeastWindow <= m_windowWidth;
    const bool isTooWide = !isChosen && m_width > wanted;
    if (!isTooNarrow && !isTooWide)
        return;
    m_isFitted = true;
    m_look.start();
    m_window.resizeDocks({&m_dock}, {wanted}, Qt::Horizontal);
}

} // namespace tir::ui
