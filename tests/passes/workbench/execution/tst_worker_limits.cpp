/// Limits of the worker process: time, memory, cancellation, the end of its parent, confinement.

#include "passes/workbench/execution/worker_protocol.h"
#include "tests/passes/workbench/execution/worker_requests.h"
#include "tests/support/patience.h"
#include "tests/support/test_main.h"

#include <QDir>
#include <QProcess>
#include <QTemporaryDir>
#include <QtTest>

#include <csignal>
#include <limits>

#include <sys/wait.h>
#include <unistd.h>

using namespace tir;
using namespace tir::testing;

class TstWorkerLimits : public QObject {
    Q_OBJECT

private slots:
    void init() { qputenv("TIRSCOPE_TIRC", TIRSCOPE_TEST_TIRC); }

    void endlessLoopsTimeOut();
    void longLimitsAreLong();
    void memoryIsLimited();
    void argumentsThatDoNotFitAreRefused();
    void checksTakeMemoryForWhatIsTouched();
    void limitsCrossThePipe();
    void aWorkerWithoutItsParentEnds();
    void aWorkerEndsAfterItsTime();
    void runningProgramsAreConfined();
    void leavesNothingBehind();
};

void TstWorkerLimits::endlessLoopsTimeOut()
{
    RunRequest runRequest = request(EndlessLoop);
    runRequest.timeLimitSeconds = 0.5;
    QCOMPARE(words(runInWorker(runRequest)),
             QStringLiteral("timed out: the program was still running after 0.5 s"));
}

void TstWorkerLimits::longLimitsAreLong()
{
    for (const double seconds : {1e10, 1e300, std::numeric_limits<double>::infinity()}) {
        RunRequest runRequest = request("A[0] = 1");
        runRequest.timeLimitSeconds = seconds;
        QCOMPARE(words(runInWorker(runRequest)), QStringLiteral("done: "));
    }
}

void TstWorkerLimits::memoryIsLimited()
{
#ifdef TIR_IS_SANITIZED
    QSKIP("a sanitizer takes more address space than any limit allows");
#endif
    RunRequest runRequest =
        request("B = T.alloc_buffer((3000000000,), \"uint8\")\n    B[0] = T.uint8(1)\n    A[0] = 1");
    runRequest.memoryLimitBytes = uint64_t(1) << 30;
    const RunReport report = runInWorker(runRequest);
    QCOMPARE(words(report),
             QStringLiteral("failed: MemoryError: no memory for an allocation of 3000000000 bytes"));
}

void TstWorkerLimits::argumentsThatDoNotFitAreRefused()
{
    RunRequest runRequest = request("A[0] = T.uint8(9)", "A: T.Buffer((600000000,), \"uint8\")");
    runRequest.memoryLimitBytes = uint64_t(1) << 30;
    QCOMPARE(
        words(runInWorker(runRequest)),
        QStringLiteral("refused: the arguments take 572.2 MiB, and a run keeps them twice, as they were and "
                       "as they become: that is more than the memory limit of 1 GiB"));
    // More than there are numbers for.
    RunRequest endless =
        request("A[0, 0] = T.uint8(9)", "n: T.int64, A: T.Buffer((n, n * T.int64(1024)), \"uint8\")");
    endless.inputs["n"] = InputSpec::constant(0x1p52);
    const RunReport report = runInWorker(endless);
    QVERIFY2(words(report).startsWith("refused: the arguments take "), qPrintable(words(report)));
}

/// Memory checks need shadow memory for accessed memory only.
void TstWorkerLimits::checksTakeMemoryForWhatIsTouched()
{
#ifdef TIR_IS_SANITIZED
    QSKIP("a sanitizer takes more address space than any limit allows");
#endif
    RunRequest runRequest = request("A[200000000] = A[7]", "A: T.Buffer((250000000,), \"uint8\")");
    runRequest.memoryLimitBytes = uint64_t(1) << 30;
    runRequest.isChecked = true;
    const RunReport report = runInWorker(runRequest);
    QCOMPARE(words(report), QStringLiteral("done: "));
    const RunTensor& tensor = report.tensors[0];
    QCOMPARE(tensor.writers.size(), size_t(3));
    QCOMPARE(tensor.writerOf(199999999), NoPlace);
    QVERIFY(tensor.writerOf(200000000) != NoPlace);
    QCOMPARE(tensor.writerOf(200000001), NoPlace);
    QCOMPARE(tensor.writerOf(249999999), NoPlace);

    RunRequest all = request("for i in range(100000000):\n        A[i] = T.uint8(9)",
                             "A: T.Buffer((100000000,), \"uint8\")");
    all.memoryLimitBytes = uint64_t(1) << 30;
    all.isChecked = true;
    QCOMPARE(words(runInWorker(all)),
             QStringLiteral("failed: MemoryError: no memory for what checks remember: ten times of what the "
                            "program touches"));
}

/// The worker ends by itself when this process cannot end it any more.
void TstWorkerLimits::limitsCrossThePipe()
{
    const QTemporaryDir folder;
    const QString program = folder.filePath(QStringLiteral("tirc"));
    QFile script(program);
    QVERIFY(script.open(QIODevice::WriteOnly));
    script.write("#!/bin/sh\ncat > /dev/null\necho \"$@\" >&2\n");
    script.close();
    QVERIFY(script.setPermissions(QFileDevice::ReadOwner | QFileDevice::ExeOwner));
    qputenv("TIRSCOPE_TIRC", program.toUtf8());
    RunRequest runRequest = request("A[0] = 1");
    runRequest.timeLimitSeconds = 12.5;
    QCOMPARE(runInWorker(runRequest).standardError,
             "worker --parent " + std::to_string(getpid()) + " --time-limit 12.5\n");
}

/// The parent may be killed before the worker has registered for its death.
void TstWorkerLimits::aWorkerWithoutItsParentEnds()
{
    QProcess worker;
    worker.start(QStringLiteral(TIRSCOPE_TEST_TIRC), {"worker", "--parent", "1"});
    QVERIFY(worker.waitForStarted());
    QVERIFY(worker.waitForFinished(PatienceInMs)); // it does not wait for a request
    QCOMPARE(worker.exitStatus(), QProcess::NormalExit);
    QCOMPARE(worker.exitCode(), 1);
}

void TstWorkerLimits::aWorkerEndsAfterItsTime()
{
    QProcess worker;
    worker.start(QStringLiteral(TIRSCOPE_TEST_TIRC),
                 {"worker", "--parent", QString::number(getpid()), "--time-limit", "0.1"});
    QVERIFY(worker.waitForStarted());
    worker.write(QByteArray::fromStdString(encodeRequest(request(EndlessLoop))));
    worker.closeWriteChannel();
    QVERIFY(worker.waitForFinished(
        PatienceInMs)); // a few seconds later, for this process ends it in time otherwise
    QCOMPARE(worker.exitStatus(), QProcess::CrashExit);
    QCOMPARE(worker.exitCode(), int(SIGALRM));
}

void TstWorkerLimits::runningProgramsAreConfined()
{
#ifdef TIR_IS_SANITIZED
    QSKIP("a sanitizer looks at files and threads when it reports");
#endif
    QProcess worker;
    worker.start(QStringLiteral(TIRSCOPE_TEST_TIRC), {"worker"});
    QVERIFY(worker.waitForStarted());
    worker.write(QByteArray::fromStdString(encodeRequest(request(EndlessLoop))));
    worker.closeWriteChannel();
    const auto status = [&] {
        QFile file(QStringLiteral("/proc/%1/status").arg(worker.processId()));
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    };
    QTRY_VERIFY(status().contains("\nSeccomp:\t2\n")); // once it has compiled
    QVERIFY(status().contains("\nNoNewPrivs:\t1\n"));
    worker.kill();
    QVERIFY(worker.waitForFinished(PatienceInMs));
}

void TstWorkerLimits::leavesNothingBehind()
{
    const auto openFiles = [] { return QDir(QStringLiteral("/proc/self/fd")).count(); };
    const auto before = openFiles();
    RunRequest endless = request(EndlessLoop);
    endless.timeLimitSeconds = 0.2;
    runInWorker(endless);
    runInWorker(request("A[T.int64(1000000000000)] = 1"));
    runInWorker(request("A[0] = 1"));
    qputenv("TIRSCOPE_TIRC", "/nowhere/tirc");
    runInWorker(request("A[0] = 1"));
    QCOMPARE(openFiles(), before);
    QCOMPARE(waitpid(-1, nullptr, WNOHANG), -1); // no child, so no zombie
    QCOMPARE(errno, ECHILD);
}

TIR_TEST(TstWorkerLimits)
#include "tst_worker_limits.moc"
