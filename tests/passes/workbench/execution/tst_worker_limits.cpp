/// Limits of the worker process: time, memory, cancellation, the end of its parent, confinement.

#include "passes/workbench/execution/worker_protocol.h"
#include "passes/workbench/execution/worker_server.h"
#include "tests/passes/workbench/execution/worker_requests.h"
#include "tests/support/patience.h"
#include "tests/support/processes.h"
#include "tests/support/test_files.h"
#include "tests/support/test_main.h"

#include <QDir>
#include <QProcess>
#include <QTemporaryDir>
#include <QtTest>

#include <csignal>
#include <future>
#include <limits>

#include <sys/wait.h>
#include <unistd.h>

using namespace tir;
using namespace tir::testing;

namespace {

/// A worker that nothing supervises.
class RunningWorker {
public:
    RunningWorker() = default;
    RunningWorker(const RunningWorker&) = delete;
    RunningWorker& operator=(const RunningWorker&) = delete;
    ~RunningWorker()
    {
        if (m_worker.child.end)
            end();
    }

    /// False if it does not start.
    bool start(const RunRequest& runRequest, double timeLimitSeconds = 600)
    {
        const QList<pid_t> before = workerProcesses();
        const std::string text = encodeRequest(runRequest);
        if (startWorker(timeLimitSeconds, m_worker) != 0)
            return false;
        OwnedFile& input = m_worker.child.streams.input;
        const bool isSent = write(input.descriptor(), text.data(), text.size()) == ssize_t(text.size());
        input.close();
        const auto hasProcess = [&] {
            for (const pid_t process : workerProcesses())
                if (!before.contains(process))
                    m_process = process;
            return m_process > 0;
        };
        return isSent && QTest::qWaitFor(hasProcess, PatienceInMs);
    }

    void end() { m_worker.child.end(); }

    pid_t process() const { return m_process; }
    std::optional<int> status() const { return m_worker.child.status(); }

private:
    StartedWorker m_worker;
    pid_t m_process = 0;
};

} // namespace

class TstWorkerLimits : public QObject {
    Q_OBJECT

private slots:
    void init() { qputenv("TIRSCOPE_WORKER", TIRSCOPE_TEST_WORKER); }

    void endlessLoopsTimeOut();
    void longLimitsAreLong();
    void memoryIsLimited();
    void argumentsThatDoNotFitAreRefused();
    void checksTakeMemoryForWhatIsTouched();
    void workersEndWithTheServer();
    void serversEndWithTheProcessThatStartedThem();
    void compilersEndWithTheirWorker_data();
    void compilersEndWithTheirWorker();
    void programsAreNotBlamedForTheEndOfTheServer();
    void anEndedServerIsReplaced();
    void aServerThatHangsIsEnded();
    void aWorkerEndsAfterItsTime();
    void workersHaveTheEnvironmentAndTheFolderOfNow();
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
             QStringLiteral("failed: MemoryError: no memory for the shadow memory of memory checks, about "
                            "ten times what the program touches"));
}

void TstWorkerLimits::workersEndWithTheServer()
{
    RunningWorker running;
    QVERIFY(running.start(request(EndlessLoop)));
    const pid_t server = parentOf(running.process());
    QCOMPARE(parentOf(server), getpid());
    QCOMPARE(kill(server, SIGKILL), 0);
    QTRY_VERIFY(!isRunning(running.process()));
    QCOMPARE(running.status(), std::optional(int(SIGKILL)));
}

/// However it ends.
void TstWorkerLimits::serversEndWithTheProcessThatStartedThem()
{
    QTemporaryDir folder;
    QFile file(folder.filePath(QStringLiteral("endless.py")));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write("@T.prim_func(s_tir=True)\ndef main(A: T.Buffer((8,), \"int32\")):\n"
               "    while A[0] >= A[0]:\n        A[1] = A[1] + 1\n");
    file.close();
    QProcess tirc;
    tirc.start(QStringLiteral(TIRSCOPE_TEST_TIRC), {"run", file.fileName(), "--time-limit", "600"});
    QVERIFY(tirc.waitForStarted());
    QList<pid_t> servers;
    QTRY_VERIFY(!(servers = childrenOf(pid_t(tirc.processId()))).isEmpty());
    QList<pid_t> workers;
    QTRY_VERIFY(!(workers = childrenOf(servers.front())).isEmpty());
    tirc.kill();
    QVERIFY(tirc.waitForFinished(PatienceInMs));
    for (const pid_t process : servers + workers)
        QTRY_VERIFY(!isRunning(process));
}

void TstWorkerLimits::compilersEndWithTheirWorker_data()
{
    QTest::addColumn<int>("signalNumber");
    QTest::newRow("the run is cancelled") << SIGTERM;
    QTest::newRow("the client is killed") << SIGKILL;
}

void TstWorkerLimits::compilersEndWithTheirWorker()
{
    QFETCH(int, signalNumber);
    const QTemporaryDir toolkit;
    QVERIFY(QDir(toolkit.path()).mkdir("bin"));
    QFile assembler(toolkit.filePath("bin/ptxas"));
    QVERIFY(assembler.open(QIODevice::WriteOnly));
    assembler.write(
        "#!/bin/sh\necho $$ >\"$CUDA_HOME/started\"\nmv \"$CUDA_HOME/started\" \"$CUDA_HOME/process\"\n"
        "exec sleep 600\n");
    assembler.close();
    QVERIFY(assembler.setPermissions(QFile::ReadOwner | QFile::ExeOwner));
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert("CUDA_HOME", toolkit.path());
    QProcess tirc;
    tirc.setProcessEnvironment(environment);
    tirc.start(QStringLiteral(TIRSCOPE_TEST_TIRC),
               {"codegen", sourcePath("samples/two_kernels.py"), "--pipeline", "split", "--emit", "cubin"});
    QFile process(toolkit.filePath("process"));
    QTRY_VERIFY_WITH_TIMEOUT(process.exists(), PatienceInMs);
    QVERIFY(process.open(QIODevice::ReadOnly));
    const pid_t started = process.readAll().trimmed().toInt();
    QVERIFY(isRunning(started));
    QCOMPARE(kill(pid_t(tirc.processId()), signalNumber), 0);
    QVERIFY(tirc.waitForFinished(PatienceInMs));
    QTRY_VERIFY(!isRunning(started));
}

void TstWorkerLimits::programsAreNotBlamedForTheEndOfTheServer()
{
    endWorkerServer();
    std::future<RunReport> run =
        std::async(std::launch::async, [] { return runInWorker(request(EndlessLoop)); });
    QList<pid_t> workers;
    QTRY_VERIFY(!(workers = workerProcesses()).isEmpty());
    QCOMPARE(kill(parentOf(workers.front()), SIGKILL), 0);
    const RunReport report = run.get();
    QCOMPARE(words(report), QStringLiteral("crashed: the program was ended by another process or the system, "
                                           "with SIGKILL (Killed)"));
    QVERIFY(report.isInconclusive);
    QVERIFY(report.diagnostics.empty());
}

void TstWorkerLimits::anEndedServerIsReplaced()
{
    RunningWorker running;
    QVERIFY(running.start(request(EndlessLoop)));
    QCOMPARE(kill(parentOf(running.process()), SIGKILL), 0);
    QTRY_VERIFY(running.status());
    QCOMPARE(words(runInWorker(request("A[0] = 1"))), QStringLiteral("done: "));
}

/// A run can be cancelled even then.
void TstWorkerLimits::aServerThatHangsIsEnded()
{
    RunningWorker running;
    QVERIFY(running.start(request(EndlessLoop)));
    QCOMPARE(kill(parentOf(running.process()), SIGSTOP), 0);
    running.end();
    QCOMPARE(running.status(), std::optional(int(SIGKILL)));
    QTRY_VERIFY(!isRunning(running.process()));
}

/// When this process cannot end it any more.
void TstWorkerLimits::aWorkerEndsAfterItsTime()
{
    RunningWorker running;
    QVERIFY(running.start(request(EndlessLoop), 0.1));
    std::optional<int> status;
    QTRY_VERIFY_WITH_TIMEOUT(status = running.status(), PatienceInMs); // a few seconds later
    QCOMPARE(status, std::optional(int(SIGALRM)));
}

/// The server started with other ones.
void TstWorkerLimits::workersHaveTheEnvironmentAndTheFolderOfNow()
{
    const QString before = QDir::currentPath();
    const auto restore = qScopeGuard([&] {
        QDir::setCurrent(before);
        qunsetenv("TIRSCOPE_TEST_VARIABLE");
    });
    QCOMPARE(words(runInWorker(request("A[0] = 1"))), QStringLiteral("done: "));
    const QTemporaryDir folder;
    QVERIFY(QDir::setCurrent(folder.path()));
    RunningWorker running;
    QVERIFY(running.start(request(EndlessLoop)));
    const QString process = QStringLiteral("/proc/%1/").arg(running.process());
    QTRY_COMPARE(QFileInfo(process + "cwd").symLinkTarget(), QFileInfo(folder.path()).canonicalFilePath());

    qputenv("TIRSCOPE_TEST_VARIABLE", "new");
    RunningWorker other;
    QVERIFY(other.start(request(EndlessLoop)));
    QFile environment(QStringLiteral("/proc/%1/environ").arg(other.process()));
    QVERIFY(environment.open(QIODevice::ReadOnly));
    QVERIFY(environment.readAll().split('\0').contains("TIRSCOPE_TEST_VARIABLE=new"));
    QVERIFY(isRunning(running.process())); // its server stays as long as it has workers
}

void TstWorkerLimits::runningProgramsAreConfined()
{
#ifdef TIR_IS_SANITIZED
    QSKIP("a sanitizer looks at files and threads when it reports");
#endif
    RunningWorker running;
    QVERIFY(running.start(request(EndlessLoop)));
    const auto status = [&] {
        QFile file(QStringLiteral("/proc/%1/status").arg(running.process()));
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    };
    QTRY_VERIFY(status().contains("\nSeccomp:\t2\n")); // once it has compiled
    QVERIFY(status().contains("\nNoNewPrivs:\t1\n"));
}

void TstWorkerLimits::leavesNothingBehind()
{
    const auto openFiles = [] { return QDir(QStringLiteral("/proc/self/fd")).count(); };
    endWorkerServer();
    const auto before = openFiles();
    RunRequest endless = request(EndlessLoop);
    endless.timeLimitSeconds = 0.2;
    runInWorker(endless);
    runInWorker(request("A[T.int64(1000000000000)] = 1"));
    runInWorker(request("A[0] = 1"));
    endWorkerServer();
    QCOMPARE(openFiles(), before);
    QCOMPARE(waitpid(-1, nullptr, WNOHANG), -1); // no child, so no zombie
    QCOMPARE(errno, ECHILD);
}

TIR_TEST(TstWorkerLimits)
#include "tst_worker_limits.moc"
