#include "ui/dock_title.h"

#include "ui/common/icons.h"
#include "ui/common/popup_menu.h"
#include "ui/common/theme.h"

#include <QChildEvent>
#include <QDockWidget>
#include <QMainWindow>
#include <QMenu>
#include <QPainter>
#include <QTabBar>
#include <QToolButton>

#include <algorithm>

namespace tir::ui {

namespace {

constexpr QPoint FloatOffset(24, 24);

/// Away from its place in the window, where it would look as before.
void floatDock(QDockWidget& dock)
{
    const QPoint place = dock.mapToGlobal(QPoint());
    dock.setFloating(true);
    dock.move(place + FloatOffset);
}

/// A menu for the tab of each dock. A main window creates tab bars whenever docks share a place.
class TabMenus : public QObject {
public:
    explicit TabMenus(QMainWindow& window) : QObject(&window), m_window(window)
    {
        window.installEventFilter(this);
        for (QTabBar* tabs : window.findChildren<QTabBar*>(QString(), Qt::FindDirectChildrenOnly))
            add(*tabs);
    }

private:
    bool eventFilter(QObject* watched, QEvent* event) override
    {
        if (event->type() == QEvent::ChildPolished)
            if (auto* tabs = qobject_cast<QTabBar*>(static_cast<QChildEvent*>(event)->child()))
                add(*tabs);
        return QObject::eventFilter(watched, event);
    }

    void add(QTabBar& tabs)
    {
        if (tabs.contextMenuPolicy() == Qt::CustomContextMenu)
            return;
        tabs.setContextMenuPolicy(Qt::CustomContextMenu);
        connect(&tabs, &QWidget::customContextMenuRequested, this, [this, &tabs](QPoint position) {
            const QString title = tabs.tabText(tabs.tabAt(position));
            for (QDockWidget* dock : m_window.findChildren<QDockWidget*>())
                if (dock->windowTitle() == title)
                    open(*dock, tabs.mapToGlobal(position));
        });
    }

    void open(QDockWidget& dock, QPoint position)
    {
        QMenu* menu = newPopupMenu(QStringLiteral("dockMenu"), m_window);
        menu->addAction(DockTitle::tr("Float"), &dock, [&dock] { floatDock(dock); });
        menu->addAction(DockTitle::tr("Close"), &dock, &QDockWidget::close);
        menu->popup(position);
    }

    QMainWindow& m_window;
};

} // namespace

void addDockTabMenus(QMainWindow& window)
{
    new TabMenus(window);
}

DockTitle::DockTitle(QDockWidget* dock)
    : QWidget(dock),
      m_dock(dock),
      m_float(addButton(QStringLiteral("FloatButton"), QStringLiteral("float"),
                        tr("Move into a separate window; click again to move back"))),
      m_close(addButton(QStringLiteral("CloseButton"), QStringLiteral("close"),
                        tr("Close; the View menu shows it again")))
{
    connect(m_float, &QToolButton::clicked, dock, [dock] {
        if (dock->isFloating())
            dock->setFloating(false);
        else
            floatDock(*dock);
    });
    connect(m_close, &QToolButton::clicked, dock, &QDockWidget::close);
    for (const auto changed : {&QDockWidget::visibilityChanged, &QDockWidget::topLevelChanged})
        connect(dock, changed, this, &DockTitle::refreshAll);
    connect(dock, &QWidget::windowTitleChanged, this, qOverload<>(&QWidget::update));
    dock->installEventFilter(this);
}

QToolButton* DockTitle::addButton(const QString& name, const QString& icon, const QString& toolTip)
{
    auto* button = new QToolButton(this);
    button->setObjectName(m_dock->objectName() + name);
    button->setIcon(themedIcon(icon));
    button->setIconSize({12, 12});
    button->setAutoRaise(true);
    button->setStyleSheet(QStringLiteral("padding: 0"));
    button->setToolTip(toolTip);
    return button;
}

/// A floating dock with a title of its own has no frame.
bool DockTitle::eventFilter(QObject* watched, QEvent* event)
{
    if (watched != m_dock || event->type() != QEvent::Paint || !m_dock->isFloating())
        return QWidget::eventFilter(watched, event);
    QPainter painter(m_dock);
    painter.fillRect(m_dock->rect(), theme().window);
    painter.setPen(theme().muted);
    painter.drawRect(m_dock->rect().adjusted(0, 0, -1, -1));
    return true;
}

/// A dock that comes or goes leaves others alone, or in tabs.
void DockTitle::refreshAll()
{
    for (DockTitle* title : m_dock->parentWidget()->findChildren<DockTitle*>())
        title->updateGeometry();
}

/// Qt counts docks that are closed, and those that float, to their former group.
bool DockTitle::isInTabs() const
{
    const auto* window = qobject_cast<const QMainWindow*>(m_dock->parentWidget());
    if (!window || m_dock->isFloating())
        return false;
    return std::ranges::any_of(window->tabifiedDockWidgets(m_dock), [](const QDockWidget* other) {
        return !other->isHidden() && !other->isFloating();
    });
}

QSize DockTitle::sizeHint() const
{
    return {40, isInTabs() ? 0 : 26};
}

void DockTitle::resizeEvent(QResizeEvent*)
{
    for (QToolButton* button : {m_float, m_close}) {
        button->setVisible(!isInTabs());
        button->setGeometry(width() - (button == m_close ? 24 : 46), (height() - 20) / 2, 20, 20);
    }
}

void DockTitle::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.fillRect(rect(), theme().window);
    QFont font = smallFont();
    font.setBold(true);
    painter.setFont(font);
    painter.setPen(theme().muted);
    const QRect room = rect().adjusted(10, 0, -50, 0);
    // In the middle: a count at the end stays.
    painter.drawText(room, Qt::AlignLeft | Qt::AlignVCenter,
                     painter.fontMetrics().elidedText(m_dock->windowTitle(), Qt::ElideMiddle, room.width()));
    painter.setPen(theme().border);
    painter.drawLine(rect().bottomLeft(), rect().bottomRight());
}

} // namespace tir::ui
