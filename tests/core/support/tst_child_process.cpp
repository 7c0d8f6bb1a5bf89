/// Child processes that run to their end: their results, and their ends when they take too long.

#include "core/support/child_process.h"
#include "tests/support/processes.h"
#include "tests/support/test_main.h"

#include <QtTest>

#include <atomic>
#include <csignal>

using namespace tir;
using namespace tir::testing;

namespace {

ChildOutcome shell(const std::string& script, double timeLimitSeconds)
{
    ChildOptions options;
    options.program = "/bin/sh";
    options.arguments = {"-c", script};
    options.input = "from outside";
    options.timeLimitSeconds = timeLimitSeconds;
    return runChild(options);
}

constexpr double Long = 600;

} // namespace

class TestChildProcess : public QObject {
    Q_OBJECT
private slots:
    void itsResultsAreReturned()
    {
        const ChildOutcome outcome = shell("cat; echo wrong >&2; exit 3", Long);
        QVERIFY(outcome.end == ChildOutcome::End::Exited);
        QCOMPARE(outcome.code, 3);
        QCOMPARE(outcome.output, std::string("from outside"));
        QCOMPARE(outcome.errors, std::string("wrong\n"));
    }

    void itsSignalIsReturned()
    {
        const ChildOutcome outcome = shell("kill -SEGV $$", Long);
        QVERIFY(outcome.end == ChildOutcome::End::Signaled);
        QCOMPARE(outcome.code, SIGSEGV);
    }

    void aProgramThatIsMissingIsNotStarted()
    {
        ChildOptions options;
        options.program = "/no/such/program";
        QVERIFY(runChild(options).end == ChildOutcome::End::NotStarted);
    }

    /// A child of the process holds its output open.
    void whatItLeavesIsNotWaitedFor()
    {
        const ChildOutcome outcome = shell("echo done; sleep 1000 & echo $!", Long);
        QVERIFY(outcome.end == ChildOutcome::End::Exited);
        const QStringList lines = QString::fromStdString(outcome.output).split('\n', Qt::SkipEmptyParts);
        QCOMPARE(lines.size(), 2);
        QCOMPARE(lines[0], QStringLiteral("done"));
        QCOMPARE(kill(lines[1].toInt(), SIGKILL), 0);
    }

    void tooMuchOutputEndsIt_data()
    {
        QTest::addColumn<QString>("script");
        QTest::addColumn<bool>("isTooMuch");
        QTest::newRow("the limit") << "printf 12345678" << false;
        QTest::newRow("one byte more") << "printf 123456789" << true;
        QTest::newRow("without an end") << "while true; do echo more; done" << true;
    }

    void tooMuchOutputEndsIt()
    {
        QFETCH(QString, script);
        QFETCH(bool, isTooMuch);
        ChildOptions options;
        options.program = "/bin/sh";
        options.arguments = {"-c", script.toStdString()};
        options.timeLimitSeconds = Long;
        options.maxOutputBytes = 8;
        const ChildOutcome outcome = runChild(options);
        QVERIFY(outcome.end == (isTooMuch ? ChildOutcome::End::TooMuchOutput : ChildOutcome::End::Exited));
        QCOMPARE(outcome.output, std::string(isTooMuch ? "" : "12345678"));
    }

    void outputDoesNotDelayItsEnd()
    {
        QVERIFY(shell("while true; do echo more; done", 0.2).end == ChildOutcome::End::TimedOut);
    }

    void whatItStartedEndsWithIt()
    {
        std::atomic<bool> cancelled = false;
        std::string heard;
        ChildOptions options;
        options.program = "/bin/sh";
        options.arguments = {"-c", "sleep 1000 & echo $!; wait"};
        options.timeLimitSeconds = Long;
        options.cancelled = &cancelled;
        options.outputHeard = [&](std::string_view text) {
            heard += text;
            cancelled = heard.ends_with('\n');
        };
        QVERIFY(runChild(options).end == ChildOutcome::End::Cancelled);
        const QString started = QString::fromStdString(heard).trimmed();
        QVERIFY(started.toInt() > 0);
        QTRY_VERIFY_WITH_TIMEOUT(!isRunning(started.toInt()), int(Long) * 1000);
    }
};

TIR_TEST(TestChildProcess)
#include "tst_child_process.moc"
