#include "ui/dock_title.h"

#include "ui/common/icons.h"
#include "ui/common/theme.h"

#include <QDockWidget>
#include <QMainWindow>
#include <QPainter>
#include <QToolButton>

namespace tir::ui {

DockTitle::DockTitle(QDockWidget* dock) : QWidget(dock), m_dock(dock), m_close(new QToolButton(this))
{
    m_close->setObjectName(dock->objectName() + QStringLiteral("CloseButton"));
    m_close->setIcon(themedIcon(QStringLiteral("close")));
    m_close->setIconSize({12, 12});
    m_close->setAutoRaise(true);
    m_close->setStyleSheet(QStringLiteral("padding: 0"));
    m_close->setToolTip(tr("Close; the View menu shows it again"));
    connect(m_close, &QToolButton::clicked, dock, &QDockWidget::close);
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

void DockTitle::resizeEvent(QResizeEvent*)
{
    m_close->setVisible(!isInTabs());
    m_close->setGeometry(width() - 24, (height() - 20) / 2, 20, 20);
}

void DockTitle::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.fillRect(rect(), theme().window);
    QFont font = smallFont();
    font.setBold(true);
    painter.setFont(font);
    painter.setPen(theme().muted);
    painter.drawText(rect().adjusted(10, 0, -28, 0), Qt::AlignLeft | Qt::AlignVCenter, m_dock->windowTitle());
    painter.setPen(theme().border);
    painter.drawLine(rect().bottomLeft(), rect().bottomRight());
}

} // namespace tir::ui
