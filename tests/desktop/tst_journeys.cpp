/// Actions of a user with keys, menus, mouse and wheel, through the X server that tst_desktop starts.

#include "tests/support/patience.h"
#include "tests/support/test_main.h"
#include "ui/main_window.h"
#include "ui/session/session.h"

#include <QtTest>
#include <QtWidgets>

using namespace tir::ui;

namespace {

class WheelCounter : public QObject {
public:
    int count = 0;

private:
    bool eventFilter(QObject* receiver, QEvent* event) override
    {
        if (event->type() == QEvent::Wheel && receiver->isWidgetType())
            ++count;
        return false;
    }
};

/// Runs xdotool while the window handles events; whether it succeeded.
bool xdotool(const QStringList& arguments)
{
    QProcess process;
    process.start("xdotool", arguments);
    return QTest::qWaitFor([&] { return process.state() == QProcess::NotRunning; }, 60000) &&
           process.exitCode() == 0;
}

bool moveTo(const QPoint& place)
{
    return xdotool({"mousemove", QString::number(place.x()), QString::number(place.y())});
}

bool click(const QPoint& place)
{
    return moveTo(place) && xdotool({"click", "1"});
}

QPoint centerOf(const QWidget* widget)
{
    return widget->mapToGlobal(widget->rect().center());
}

} // namespace

class TstJourneys : public QObject {
    Q_OBJECT
private slots:
    void initTestCase()
    {
        if (QGuiApplication::platformName() != "xcb")
            QSKIP("tst_desktop runs this under an X server");
        m_session = std::make_unique<Session>();
        m_window = std::make_unique<MainWindow>(*m_session);
        m_window->setGeometry(20, 20, 1400, 880);
        m_window->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_window.get()));
        QVERIFY(xdotool({"windowfocus", "--sync", QString::number(m_window->winId())}));
        QTRY_VERIFY(m_window->isActiveWindow());
    }

    void opensASampleFromItsMenu()
    {
        auto* button = m_window->findChild<QToolButton*>("samplesButton");
        QVERIFY(button && button->isVisible());
        // The click does not return before the menu is closed.
        QTimer whenOpen;
        connect(&whenOpen, &QTimer::timeout, this, [&] {
            if (!button->menu()->isVisible())
                return;
            whenOpen.stop();
            QProcess::startDetached("xdotool", {"key", "Down", "Return"});
        });
        whenOpen.start(50);
        QVERIFY(click(centerOf(button)));
        QTRY_COMPARE(m_session->phase(), Phase::Ready);
        QCOMPARE(m_session->name(), QStringLiteral("two_kernels.py"));
        QTRY_VERIFY(m_session->compared());
    }

    void arrowKeysGoThroughTheSteps()
    {
        QTRY_VERIFY(m_window->isActiveWindow());
        const size_t step = m_session->step();
        QVERIFY(xdotool({"key", "Right", "Right"}));
        QTRY_COMPARE(m_session->step(), step + 2);
        QVERIFY(xdotool({"key", "Left"}));
        QTRY_COMPARE(m_session->step(), step + 1);
    }

    void theGoMenuGoesToTheNextStep()
    {
        const size_t step = m_session->step();
        auto* menu = m_window->findChild<QMenu*>("goMenu");
        QVERIFY(menu);
        QMenuBar* bar = m_window->menuBar();
        QVERIFY(click(bar->mapToGlobal(bar->actionGeometry(menu->menuAction()).center())));
        QTRY_VERIFY(menu->isVisible());
        const QList<QAction*> actions = menu->actions();
        const auto next = std::find_if(actions.begin(), actions.end(),
                                       [](const QAction* action) { return action->text() == "Next step"; });
        QVERIFY(next != actions.end());
        QVERIFY(click(menu->mapToGlobal(menu->actionGeometry(*next).center())));
        QTRY_COMPARE(m_session->step(), step + 1);
    }

    void theWheelDoesNotChangeThePipeline()
    {
        auto* box = m_window->findChild<QComboBox*>("pipelineBox");
        QVERIFY(box && box->isVisible());
        const std::string pipeline = m_session->setup().pipeline.name;
        const QString text = box->currentText();
        WheelCounter wheel;
        qApp->installEventFilter(&wheel);
        QVERIFY(moveTo(centerOf(box)));
        QVERIFY(xdotool({"click", "--repeat", "3", "5"}));
        QTRY_VERIFY(wheel.count >= 3);
        QCOMPARE(box->currentText(), text);
        QCOMPARE(m_session->setup().pipeline.name, pipeline);
    }

    void f9ShowsAndClosesTheRunPanel()
    {
        auto* panel = m_window->findChild<QDockWidget*>("run");
        QVERIFY(panel);
        QVERIFY(panel->visibleRegion().isEmpty());
        QVERIFY(xdotool({"key", "F9"}));
        QTRY_VERIFY(!panel->visibleRegion().isEmpty());
        QVERIFY(xdotool({"key", "F9"}));
        QTRY_VERIFY(panel->visibleRegion().isEmpty());
    }

    void cleanupTestCase()
    {
        m_window.reset();
        m_session.reset();
    }

private:
    std::unique_ptr<Session> m_session;
    std::unique_ptr<MainWindow> m_window;
};

TIR_TEST(TstJourneys)
#include "tst_journeys.moc"
