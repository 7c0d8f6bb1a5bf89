/// Random keys, clicks, resizes, and files: whatever a user does, the window stays responsive. Warnings of Qt, and every
/// failure that the session reports, are findings.
///
/// TIR_FUZZ_SEED determines a run, except for effects of timing; TIRSCOPE_MONKEY_EVENTS is the number of events;
/// TIRSCOPE_MONKEY_ABORT=1 ends it at the first finding, with the stack.

#include "passes/workbench/program/window_actions.h"
#include "tests/support/fuzz_seed.h"
#include "tests/support/test_main.h"
#include "tests/ui/ui_support.h"
#include "ui/action_script.h"
#include "ui/common/text.h"
#include "ui/main_window.h"

#include <QTemporaryDir>
#include <QtWidgets>

#include <random>

using namespace tir;
using namespace tir::testing;
using namespace tir::ui;

namespace {

QStringList warnings;

void keepWarning(QtMsgType type, const QMessageLogContext&, const QString& message)
{
    // The platform without a display has no window manager.
    if (type == QtDebugMsg || type == QtInfoMsg || message.startsWith("This plugin does not support"))
        return;
    warnings.append(message);
    if (qEnvironmentVariableIsSet("TIRSCOPE_MONKEY_ABORT"))
        qFatal("%s", qPrintable(message)); // with the stack
}

/// Menus and dialogs run event loops, in which our events would not arrive.
class Closer : public QObject {
public:
    Closer()
    {
        connect(&m_timer, &QTimer::timeout, this, &Closer::closeOne);
        m_timer.start(20);
    }

private:
    void closeOne()
    {
        if (QWidget* popup = QApplication::activePopupWidget()) // a menu, or a panel that menus open from
            popup->close();
        else if (auto* dialog = qobject_cast<QDialog*>(QApplication::activeModalWidget()))
            dialog->reject();
    }

    QTimer m_timer;
};

class Monkey {
public:
    explicit Monkey(const QString& folder) : m_random(fuzzSeed()), m_window(m_session), m_folder(folder)
    {
        for (const WindowAction& action : windowActions())
            if (action.id != "quit")
                for (const QString& key : toQString(action.keys).split(' ', Qt::SkipEmptyParts))
                    m_keys.append(QKeySequence(key)[0]);
        for (const int key : {Qt::Key_Tab, Qt::Key_Backtab, Qt::Key_Up, Qt::Key_Down, Qt::Key_PageDown,
                              Qt::Key_Home, Qt::Key_End, Qt::Key_Return, Qt::Key_Escape, Qt::Key_Space,
                              Qt::Key_Delete, Qt::Key_A, Qt::Key_7, Qt::Key_ParenLeft, Qt::Key_Menu})
            m_keys.append(QKeyCombination(Qt::Key(key)));
        m_window.show();
    }

    void act()
    {
        switch (below(12)) {
        case 0:
            return openFile();
        case 1:
            m_window.resize(600 + below(1000), 400 + below(700));
            return;
        case 2:
            return turnWheel();
        case 3:
        case 4:
        case 5:
        case 6:
            return pressKey();
        default:
            return click();
        }
    }

    /// Lets the window handle its events, and shows it again if it was closed.
    void settle()
    {
        QCoreApplication::processEvents(QEventLoop::AllEvents, 20);
        if (below(10) == 0)
            waitForJobs(m_session);
        m_window.show();
    }

    void finish()
    {
        m_session.jobs().cancelAll();
        waitForJobs(m_session);
    }

    const QString& lastAct() const { return m_lastAct; }
    Session& session() { return m_session; }

private:
    int below(int count) { return int(m_random() % uint64_t(count)); }

    void openFile()
    {
        const QStringList files = filesBelow(m_folder, {"*.py"});
        const QString file = files[below(int(files.size()))];
        m_lastAct = "open " + file;
        if (below(3) > 0)
            return m_session.openFile(file);
        // A text that someone is in the middle of writing.
        QByteArray text = QByteArray::fromStdString(tir::testing::readFile(file).value());
        text.truncate(below(int(text.size())));
        if (below(2) == 0)
            text.insert(below(int(text.size()) + 1), "T.(\n\"");
        m_session.openText("typed.py", QString::fromUtf8(text));
    }

    void pressKey()
    {
        const QKeyCombination key = m_keys[below(int(m_keys.size()))];
        QWidget* focus = QApplication::focusWidget();
        m_lastAct = "key " + QKeySequence(key).toString();
        QTest::keyClick(focus ? focus : &m_window, key.key(), key.keyboardModifiers());
    }

    QWidget* anyWidget()
    {
        QWidgetList visible;
        for (QWidget* widget : m_window.findChildren<QWidget*>())
            if (widget->isVisible() && !widget->size().isEmpty())
                visible.append(widget);
        return visible[below(int(visible.size()))];
    }

    QPoint anyPointOf(const QWidget& widget) { return {below(widget.width()), below(widget.height())}; }

    void click()
    {
        QWidget* widget = anyWidget();
        const Qt::MouseButton button = below(5) == 0 ? Qt::RightButton : Qt::LeftButton;
        m_lastAct =
            QStringLiteral("click %1 %2").arg(widget->metaObject()->className(), widget->objectName());
        if (below(6) == 0)
            QTest::mouseDClick(widget, button, {}, anyPointOf(*widget));
        else
            QTest::mouseClick(widget, button, {}, anyPointOf(*widget));
    }

    void turnWheel()
    {
        QWidget* widget = anyWidget();
        m_lastAct = QStringLiteral("wheel %1").arg(widget->metaObject()->className());
        const QPoint place = anyPointOf(*widget);
        const Qt::KeyboardModifiers modifiers = below(2) == 0 ? Qt::ControlModifier : Qt::NoModifier;
        QWheelEvent event(place, widget->mapToGlobal(QPointF(place)), {}, {0, below(2) == 0 ? 120 : -120},
                          Qt::NoButton, modifiers, Qt::NoScrollPhase, false);
        QApplication::sendEvent(widget, &event);
    }

    std::mt19937_64 m_random;
    Session m_session;
    MainWindow m_window;
    QString m_folder;
    QList<QKeyCombination> m_keys;
    QString m_lastAct;
};

} // namespace

class TestMonkey : public QObject {
    Q_OBJECT
private slots:
    void theWindowSurvivesAnyActions();
};

void TestMonkey::theWindowSurvivesAnyActions()
{
    // Copies: saving is one of the things that a monkey does.
    QTemporaryDir folder;
    for (const char* name : {"two_kernels", "reverse", "matmul", "museum/barriers_after_the_merge"}) {
        const QString path = samplePath(QString::fromLatin1(name));
        QVERIFY2(QFile::copy(path, folder.filePath(QFileInfo(path).fileName())), qPrintable(path));
    }
    for (const QString& file : filesBelow(folder.path(), {"*.py"}))
        QFile::setPermissions(file, QFile::ReadOwner | QFile::WriteOwner);

    const int events = qEnvironmentVariableIsSet("TIRSCOPE_MONKEY_EVENTS")
                           ? qEnvironmentVariableIntValue("TIRSCOPE_MONKEY_EVENTS")
                           : 400;
    qInfo("TIR_FUZZ_SEED=%llu TIRSCOPE_MONKEY_EVENTS=%d", (unsigned long long)fuzzSeed(), events);
    warnings.clear();
    const QtMessageHandler before = qInstallMessageHandler(keepWarning);
    QStringList findings;
    {
        const Closer closer;
        Monkey monkey(folder.path());
        for (int event = 0; event < events; ++event) {
            monkey.act();
            monkey.settle();
            if (monkey.session().phase() == Phase::Broken &&
                monkey.session().failure() != Session::tr("The run was cancelled."))
                warnings.append(monkey.session().failure());
            for (const QString& warning : std::exchange(warnings, {}))
                findings.append(QStringLiteral("event %1, %2: %3").arg(event).arg(monkey.lastAct(), warning));
        }
        monkey.finish();
    }
    qInstallMessageHandler(before);
    QVERIFY2(findings.isEmpty(), qPrintable(findings.join('\n')));
}

TIR_TEST(TestMonkey)
#include "tst_monkey.moc"
