#include "ui/layout_keeper.h"

#include "ui/common/actions.h"
#include "ui/common/theme.h"
#include "ui/program_docks.h"

#include <QAction>
#include <QDockWidget>
#include <QEvent>
#include <QMainWindow>
#include <QSettings>

#include <array>

namespace tir::ui {
namespace {

constexpr int DelayMilliseconds = 400;

/// The ids of the switches whose state is kept, under the same names.
constexpr std::array KeptSwitches{"sticky-lines", "timeline-by-buffer"};

} // namespace

LayoutKeeper::LayoutKeeper(QMainWindow& window, ProgramDocks& docks)
    : QObject(&window),
      m_window(window),
      m_docks(docks)
{
    const QSettings settings;
    m_window.restoreGeometry(settings.value(QStringLiteral("geometry")).toByteArray());
    m_docks.restore(settings.value(QStringLiteral("docks")).toByteArray());
    m_delay.setSingleShot(true);
    m_delay.setInterval(DelayMilliseconds);
    connect(&m_delay, &QTimer::timeout, this, [this] {
        if (m_window.isVisible())
            save();
    });
    m_window.installEventFilter(this);
    const auto start = qOverload<>(&QTimer::start);
    for (QDockWidget* dock : m_window.findChildren<QDockWidget*>()) {
        dock->installEventFilter(this);
        connect(dock, &QDockWidget::dockLocationChanged, &m_delay, start);
        connect(dock, &QDockWidget::topLevelChanged, &m_delay, start);
        connect(dock, &QDockWidget::visibilityChanged, &m_delay, start);
    }
    for (const char* id : KeptSwitches) {
        QAction* action = actionOfWindow(m_window, id);
        action->setChecked(settings.value(QLatin1String(id), action->isChecked()).toBool());
        connect(action, &QAction::toggled, &m_delay, start);
    }
}

void LayoutKeeper::save()
{
    m_delay.stop();
    QSettings settings;
    settings.setValue(QStringLiteral("geometry"), m_window.saveGeometry());
    settings.setValue(QStringLiteral("docks"), m_docks.state());
    settings.setValue(QStringLiteral("theme"), toText(theme().kind));
    for (const char* id : KeptSwitches)
        settings.setValue(QLatin1String(id), actionOfWindow(m_window, id)->isChecked());
}

bool LayoutKeeper::eventFilter(QObject* watched, QEvent* event)
{
    switch (event->type()) {
    case QEvent::Resize:
    case QEvent::Move:
    case QEvent::WindowStateChange:
    case QEvent::PaletteChange:
        m_delay.start();
        break;
    default:
        break;
    }
    return QObject::eventFilter(watched, event);
}

} // namespace tir::ui
