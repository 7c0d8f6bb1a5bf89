/// Keys of the window: every shortcut reaches its action, and arrow keys belong to the steps.

#include "tests/support/test_main.h"
#include "tests/ui/ui_support.h"
#include "ui/main_window.h"

#include <QAction>
#include <QComboBox>
#include <QShortcutEvent>

using namespace tir;
using namespace tir::testing;
using namespace tir::ui;

namespace {

/// Takes the shortcuts of actions, so that nothing happens.
class ShortcutRecorder : public QObject {
public:
    const QObject* reached = nullptr;

    bool eventFilter(QObject* object, QEvent* event) override
    {
        if (event->type() != QEvent::Shortcut)
            return false;
        reached = static_cast<QShortcutEvent*>(event)->isAmbiguous() ? nullptr : object;
        return true;
    }
};

} // namespace

class TestKeys : public QObject {
    Q_OBJECT

private slots:
    void everyShortcutReachesItsAction();
    void keysMoveThroughSteps();
    void stepsHaveTheKeyboardFirst();
};

/// Shortcuts that two actions share, or that the focused view takes, reach none.
void TestKeys::everyShortcutReachesItsAction()
{
    Session session;
    MainWindow window(session);
    window.show();
    QVERIFY(QTest::qWaitForWindowActive(&window));
    TIR_OPEN_SAMPLE(session, "reverse");
    QList<QAction*> actions;
    for (QAction* action : window.findChildren<QAction*>())
        if (!action->shortcuts().isEmpty() && action->shortcutContext() == Qt::WindowShortcut)
            actions.append(action);
    QVERIFY(actions.size() >= 20);
    ShortcutRecorder recorder;
    for (QAction* action : actions) {
        action->installEventFilter(&recorder);
        action->setEnabled(true);
    }
    for (const QAction* action : actions) {
        for (const QKeySequence& keys : action->shortcuts()) {
            recorder.reached = nullptr;
            QTest::keySequence(&window, keys);
            QVERIFY2(recorder.reached == action, qPrintable(action->objectName() + ": " + keys.toString()));
        }
    }
}

void TestKeys::keysMoveThroughSteps()
{
    Session session;
    MainWindow window(session);
    window.show();
    QVERIFY(QTest::qWaitForWindowActive(&window));
    TIR_OPEN_SAMPLE(session, "shared_outside_launch");
    TIR_GO_TO(session, 0);
    QTest::keyClick(&window, Qt::Key_Right);
    QCOMPARE(session.step(), size_t(1));
    QTest::keyClick(&window, Qt::Key_Left);
    QCOMPARE(session.step(), size_t(0));
    QTest::keyClick(&window, Qt::Key_Right, Qt::ShiftModifier);
    QVERIFY(session.step() > 0 && session.isChanged(session.step()));
    QTest::keyClick(&window, Qt::Key_Left, Qt::ControlModifier);
    QCOMPARE(session.step(), size_t(0));
}

/// An arrow key must not run another pipeline.
void TestKeys::stepsHaveTheKeyboardFirst()
{
    Session session;
    MainWindow window(session);
    window.show();
    QVERIFY(QTest::qWaitForWindowActive(&window));
    window.findChild<QComboBox*>(QStringLiteral("pipelineBox"))->setFocus();
    TIR_OPEN_SAMPLE(session, "reverse");
    QTRY_VERIFY(window.focusWidget());
    QCOMPARE(window.focusWidget()->objectName(), QStringLiteral("stepsTable"));
}

TIR_TEST(TestKeys)
#include "tst_keys.moc"
