/// The run panel and its worker process: crashes, limits, printed text, and stopping.

#include "tests/support/processes.h"
#include "tests/support/test_main.h"
#include "tests/ui/run_support.h"
#include "tests/ui/ui_support.h"
#include "ui/run/printed_text.h"

#include <QDoubleSpinBox>
#include <QPlainTextEdit>
#include <QSpinBox>
#include <QTabWidget>

#include <csignal>

using namespace tir;
using namespace tir::testing;
using namespace tir::ui;

namespace {

const char* const EndlessProgram = "@T.prim_func(s_tir=True)\ndef main(A: T.Buffer((4,), \"int32\")):\n"
                                   "    while A[0] > -5:\n        A[1] = A[0]\n";

} // namespace

class TestRunProcesses : public QObject {
    Q_OBJECT

private slots:
    void deathsLeaveTheSession_data();
    void deathsLeaveTheSession();
    void killedWorkerIsNamed();
    void printsAreShownWhileItRuns();
    void printsMakeRoomForTheOutputs();
    void stopIsQuick();
};

void TestRunProcesses::deathsLeaveTheSession_data()
{
    QTest::addColumn<QString>("statements");
    QTest::addColumn<QString>("expected");
    QTest::addColumn<double>("timeLimit");
    QTest::newRow("wild store") << "A[T.int64(1000000000000)] = 1"
                                << "crashed: the program was ended by SIGSEGV" << 60.0;
    QTest::newRow("no memory")
        << "B = T.alloc_buffer((3000000000,), \"uint8\")\n    B[0] = T.uint8(1)\n    A[0] = 1"
        << "failed: MemoryError" << 60.0;
    QTest::newRow("endless") << "while A[0] > -5:\n        A[1] = A[0]"
                             << "timed out: the program was still running after 1 s" << 1.0;
}

void TestRunProcesses::deathsLeaveTheSession()
{
    QFETCH(QString, statements);
    QFETCH(QString, expected);
    QFETCH(double, timeLimit);
#ifdef TIR_IS_SANITIZED
    if (expected.contains(QStringLiteral("MemoryError")))
        QSKIP("a sanitizer takes more address space than any limit allows");
#endif
    Session session;
    usePipeline(session, "split");
    RunView view(session);
    session.openText(
        QStringLiteral("deadly.py"),
        QStringLiteral("@T.prim_func(s_tir=True)\ndef main(A: T.Buffer((4,), \"int32\")):\n    ") +
            statements + QLatin1Char('\n'));
    QTRY_COMPARE(session.phase(), Phase::Ready);
    QTRY_VERIFY(session.compared());
    session.goTo(0);
    view.findChild<QDoubleSpinBox*>(QStringLiteral("timeLimitBox"))->setValue(timeLimit);
    view.findChild<QSpinBox*>(QStringLiteral("memoryLimitBox"))->setValue(1024);
    const auto recording = session.recording();
    view.run();
    QTRY_VERIFY(session.jobs().running().isEmpty() && !statusOf(view).isEmpty());
    QVERIFY2(statusOf(view).contains(expected), qPrintable(statusOf(view)));
    QVERIFY(view.findChild<QPlainTextEdit*>(QStringLiteral("runMessages"))->toPlainText().size() > 0);
    QCOMPARE(session.phase(), Phase::Ready);
    QCOMPARE(session.recording(), recording);
    QVERIFY(workerProcesses().isEmpty());
    // The next run works.
    session.openText(QStringLiteral("good.py"),
                     QStringLiteral("@T.prim_func(s_tir=True)\ndef main(A: T.Buffer((4,), \"int32\")):\n"
                                    "    A[0] = 7\n"));
    QTRY_VERIFY(session.recording() && session.recording() != recording && session.phase() == Phase::Ready);
    view.run();
    QTRY_VERIFY(statusOf(view).contains(QStringLiteral("done on the CPU")));
}

void TestRunProcesses::killedWorkerIsNamed()
{
    Session session;
    usePipeline(session, "split");
    RunView view(session);
    session.openText(QStringLiteral("endless.py"), QString::fromLatin1(EndlessProgram));
    QTRY_COMPARE(session.phase(), Phase::Ready);
    QTRY_VERIFY(session.jobs().running().isEmpty()); // a worker may look for devices
    view.run();
    QTRY_COMPARE(workerProcesses().size(), 1);
    QCOMPARE(kill(workerProcesses().front(), SIGKILL), 0);
    QTRY_VERIFY(
        statusOf(view).contains(QStringLiteral("ended by another process or the system, with SIGKILL")));
    QCOMPARE(session.phase(), Phase::Ready);
    QVERIFY(view.findChild<QToolButton*>(QStringLiteral("runButton"))->isEnabled());
}

void TestRunProcesses::printsAreShownWhileItRuns()
{
    Session session;
    usePipeline(session, "split");
    RunView view(session);
    session.openText(QStringLiteral("talks.py"),
                     QStringLiteral("@T.prim_func(s_tir=True)\ndef main(A: T.Buffer((4,), \"int32\")):\n"
                                    "    T.cuda.printf(\"round %d\\n\", 1)\n"
                                    "    while A[0] > -5:\n        A[1] = A[0]\n"));
    QTRY_COMPARE(session.phase(), Phase::Ready);
    QTRY_VERIFY(session.compared());
    session.goTo(0);
    view.findChild<QDoubleSpinBox*>(QStringLiteral("timeLimitBox"))->setValue(60);
    auto* messages = view.findChild<QPlainTextEdit*>(QStringLiteral("runMessages"));
    auto* pages = view.findChild<QTabWidget*>(QStringLiteral("runPages"));
    view.run();
    QCOMPARE(pages->tabText(pages->currentIndex()), QStringLiteral("Outputs"));
    QTRY_VERIFY(messages->toPlainText().contains(QStringLiteral("round 1\n")));
    QVERIFY(!session.jobs().running().isEmpty());
    QCOMPARE(pages->tabText(pages->currentIndex()), QStringLiteral("Messages"));
    click(view, "runButton"); // Stop
    QVERIFY(statusOf(view).startsWith(QStringLiteral("Stopped after ")));
    QVERIFY(messages->toPlainText().contains(QStringLiteral("round 1\n")));
    // A run that ends at its limit reports it beside its printed text.
    view.findChild<QDoubleSpinBox*>(QStringLiteral("timeLimitBox"))->setValue(1);
    view.run();
    QTRY_VERIFY(statusOf(view).contains(QStringLiteral("timed out")));
    QVERIFY2(statusOf(view).endsWith(QStringLiteral("the last line that was printed: round 1")),
             qPrintable(statusOf(view)));
    QVERIFY(messages->toPlainText().contains(QStringLiteral("round 1\n")));
    QCOMPARE(pages->tabText(pages->currentIndex()), QStringLiteral("Messages"));
}

void TestRunProcesses::printsMakeRoomForTheOutputs()
{
    ui::PrintedText printed;
    QVERIFY(!printed.news());
    printed.append("one\n");
    printed.append("two\n");
    QCOMPARE(printed.news(), std::optional<QString>(QStringLiteral("one\ntwo\n")));
    QVERIFY(!printed.news());

    Session session;
    usePipeline(session, "split");
    RunView view(session);
    // Prints, and takes long enough for the test to look before it ends.
    session.openText(QStringLiteral("talks.py"),
                     QStringLiteral("@T.prim_func(s_tir=True)\ndef main(A: T.Buffer((4,), \"int32\")):\n"
                                    "    T.cuda.printf(\"hello\\n\")\n"
                                    "    for i in range(400000000):\n"
                                    "        A[1] = A[1] * A[0] + 1\n"));
    QTRY_COMPARE(session.phase(), Phase::Ready);
    QTRY_VERIFY(session.compared());
    session.goTo(0);
    auto* pages = view.findChild<QTabWidget*>(QStringLiteral("runPages"));
    view.run();
    QTRY_COMPARE(pages->tabText(pages->currentIndex()), QStringLiteral("Messages"));
    QTRY_VERIFY(statusOf(view).contains(QStringLiteral("done on the CPU")));
    QCOMPARE(pages->tabText(pages->currentIndex()), QStringLiteral("Outputs"));
    QVERIFY2(statusOf(view).contains(QStringLiteral("it printed, see Messages")), qPrintable(statusOf(view)));
    QVERIFY(view.findChild<QPlainTextEdit*>(QStringLiteral("runMessages"))
                ->toPlainText()
                .endsWith(QStringLiteral("hello\n")));
}

void TestRunProcesses::stopIsQuick()
{
    Session session;
    usePipeline(session, "split");
    RunView view(session);
    session.openText(QStringLiteral("endless.py"), QString::fromLatin1(EndlessProgram));
    QTRY_COMPARE(session.phase(), Phase::Ready);
    click(view, "runButton");
    QTRY_COMPARE(workerProcesses().size(), 1);
    auto* button = view.findChild<QToolButton*>(QStringLiteral("runButton"));
    QCOMPARE(button->text(), QStringLiteral("Stop"));
    button->click();
    QCOMPARE(button->text(), QStringLiteral("Run"));
    QVERIFY(statusOf(view).startsWith(QStringLiteral("Stopped after ")));
    QTRY_VERIFY(workerProcesses().isEmpty());
}

TIR_TEST(TestRunProcesses)
#include "tst_run_processes.moc"
