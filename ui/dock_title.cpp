#include "ui/dock_title.h"

#include "ui/common/theme.h"

#include <QDockWidget>
#include <QMainWindow>
#include <QPainter>

namespace tir::ui {

DockTitle::DockTitle(QDockWidget* dock) : QWidget(dock), m_dock(dock)
{
    for (const auto changed : {&QDockWidget::visibilityChanged, &QDockWidget::topLevelChanged})
        connect(dock, changed, this, &QWidget::updateGeometry);
}

bool DockTitle::isInTabs() const
{
    const auto* window = qobject_cast<const QMainWindow*>(m_dock->parentWidget());
    return window && !m_dock->isFloating() && !window->tabifiedDockWidgets(m_dock).isEmpty();
}

QSize DockTitle::sizeHint() const
{
    return {40, isInTabs() ? 0 : 26};
}

void DockTitle::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.fillRect(rect(), theme().window);
    QFont font = smallFont();
    font.setBold(true);
    painter.setFont(font);
    painter.setPen(theme().muted);
    painter.drawText(rect().adjusted(10, 0, -6, 0), Qt::AlignLeft | Qt::AlignVCenter, m_dock->windowTitle());
    painter.setPen(theme().border);
    painter.drawLine(rect().bottomLeft(), rect().bottomRight());
}

} // namespace tir::ui
