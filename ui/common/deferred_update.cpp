#include "ui/common/deferred_update.h"

#include <QDockWidget>
#include <QEvent>

#include <utility>

namespace tir::ui {

DeferredUpdate::DeferredUpdate(QWidget& view, std::function<void()> update)
    : QObject(&view),
      m_view(view),
      m_update(std::move(update))
{
    view.installEventFilter(this);
}

void DeferredUpdate::request()
{
    m_isDue = true;
    if (m_view.isVisible() && !m_view.visibleRegion().isEmpty())
        updateIfDue();
}

bool DeferredUpdate::eventFilter(QObject* watched, QEvent* event)
{
    if (watched != &m_view)
        return false;
    if (event->type() == QEvent::Paint && m_isDue) // it was covered, or had no room
        QMetaObject::invokeMethod(this, &DeferredUpdate::updateIfDue, Qt::QueuedConnection);
    if (event->type() != QEvent::Show)
        return false;
    updateIfDue();
    // Qt shows a dock behind the tab of another one, but outside of the window.
    for (QWidget* parent = m_view.parentWidget(); parent; parent = parent->parentWidget())
        if (const auto* dock = qobject_cast<QDockWidget*>(parent))
            connect(dock, &QDockWidget::visibilityChanged, this, &DeferredUpdate::followDock,
                    Qt::UniqueConnection);
    return false;
}

void DeferredUpdate::followDock(bool isVisible)
{
    if (isVisible)
        updateIfDue();
}

void DeferredUpdate::updateIfDue()
{
    if (std::exchange(m_isDue, false))
        m_update();
}

} // namespace tir::ui
