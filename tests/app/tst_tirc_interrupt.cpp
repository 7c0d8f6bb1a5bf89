/// Ctrl-C and SIGTERM: reading stops with a message, and leaves no output file; a check reports what it has found.

#include "tests/support/patience.h"
#include "tests/support/processes.h"
#include "tests/support/test_main.h"
#include "tests/support/tirc_process.h"

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QTemporaryDir>
#include <QtTest>

#include <algorithm>

#include <csignal>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

using tir::testing::PatienceInMs;

namespace {

/// A program that never ends.
QString writeEndless(const QTemporaryDir& folder)
{
    QFile file(folder.filePath("endless.py"));
    if (file.open(QIODevice::WriteOnly))
        file.write("@T.prim_func(s_tir=True)\ndef main(X: T.Buffer((4,), \"int32\")):\n"
                   "    tx = T.launch_thread(\"threadIdx.x\", 1)\n"
                   "    while X[tx] < 1000000000:\n        X[tx] = X[tx] % 7\n");
    return file.fileName();
}

struct Interrupted {
    int exitCode = -1; ///< -1: it died
    QByteArray output;
    QByteArray errors;
};

/// Whether tirc has a worker, which a server started for it.
bool hasWorker(qint64 tirc)
{
    const QList<pid_t> servers = tir::testing::childrenOf(pid_t(tirc));
    return std::ranges::any_of(servers,
                               [](pid_t server) { return !tir::testing::childrenOf(server).isEmpty(); });
}

/// Sends the signal to tirc, or to tirc and its worker, while a program executes.
Interrupted interruptWhileExecuting(const QStringList& command, int signal, bool reachesWorker = false)
{
    QProcess process;
    process.setChildProcessModifier([] { setpgid(0, 0); });
    process.start(QStringLiteral(TIRSCOPE_TEST_TIRC), command);
    if (!process.waitForStarted() ||
        !QTest::qWaitFor([&] { return hasWorker(process.processId()); }, PatienceInMs))
        return {};
    const auto id = pid_t(process.processId());
    ::kill(reachesWorker ? -id : id, signal);
    if (!process.waitForFinished(PatienceInMs) || process.exitStatus() != QProcess::NormalExit)
        return {};
    return {process.exitCode(), process.readAllStandardOutput(), process.readAllStandardError()};
}

constexpr const char* Program = "@T.prim_func\ndef f(A: T.Buffer((16,), \"float32\")):\n    A[3] = A[4]\n";

/// Sends the signal while tirc waits for the text of `pipe`, a FIFO that the command reads. The text comes after the
/// signal.
Interrupted interruptWhileReading(const QStringList& command, const QString& pipe, int signal,
                                  const QByteArray& text = Program)
{
    QProcess process;
    process.start(QStringLiteral(TIRSCOPE_TEST_TIRC), command);
    int writer = -1;
    const auto isRead = [&] { // opening fails until tirc has opened the other end
        writer = ::open(QFile::encodeName(pipe).constData(), O_WRONLY | O_NONBLOCK | O_CLOEXEC);
        return writer >= 0;
    };
    if (!process.waitForStarted() || !QTest::qWaitFor(isRead, PatienceInMs))
        return {};
    ::kill(pid_t(process.processId()), signal);
    const bool isWritten = ::write(writer, text.constData(), size_t(text.size())) == text.size();
    ::close(writer);
    if (!isWritten || !process.waitForFinished(PatienceInMs) || process.exitStatus() != QProcess::NormalExit)
        return {};
    return {process.exitCode(), process.readAllStandardOutput(), process.readAllStandardError()};
}

bool makePipe(const QString& path)
{
    return ::mkfifo(QFile::encodeName(path).constData(), S_IRUSR | S_IWUSR) == 0;
}

void verifyStopped(const Interrupted& check)
{
    QCOMPARE(check.exitCode, 1);
    const QJsonObject report = QJsonDocument::fromJson(check.output).object();
    QCOMPARE(report["answer"].toString(), QStringLiteral("stopped"));
    QCOMPARE(report["steps"].toArray(), QJsonArray());
}

void verifyCancelled(const Interrupted& run)
{
    QCOMPARE(run.exitCode, 2);
    QVERIFY2(run.errors.contains("the reading was cancelled"), run.errors.constData());
}

} // namespace

class TestTircInterrupt : public QObject {
    Q_OBJECT
private slots:
    void readingEndsCleanly()
    {
        const QTemporaryDir folder;
        const QString pipe = folder.filePath("program.py");
        QVERIFY(makePipe(pipe));
        const QString output = folder.filePath("results");
        verifyCancelled(interruptWhileReading({"run", pipe, "--out", output}, pipe, SIGINT));
        QVERIFY(!QFile::exists(output));
        verifyStopped(interruptWhileReading({"check", pipe, "--json"}, pipe, SIGTERM));
    }

    void readingALogEndsCleanly()
    {
        const QTemporaryDir folder;
        const QString pipe = folder.filePath("build.log");
        QVERIFY(makePipe(pipe));
        const QByteArray log = QByteArray("Print IR after: tirx.BindTarget\n") + Program +
                               "\n\nPrint IR after: tirx.Simplify\n" + Program + "\n\n";
        verifyCancelled(interruptWhileReading({"run", pipe}, pipe, SIGINT, log));
        verifyStopped(interruptWhileReading({"check", pipe, "--json"}, pipe, SIGTERM, log));
    }

    void runEndsCleanly()
    {
        const QTemporaryDir folder;
        Interrupted result = interruptWhileExecuting({"run", writeEndless(folder)}, SIGINT);
        QCOMPARE(result.exitCode, 2);
        QVERIFY2(result.errors.contains("the run was cancelled"), result.errors.constData());
        result = interruptWhileExecuting({"run", writeEndless(folder), "--check"}, SIGTERM);
        QCOMPARE(result.exitCode, 2);
        QVERIFY2(result.errors.contains("the run was cancelled"), result.errors.constData());
    }

    void checkSaysWhatItFound_data()
    {
        QTest::addColumn<int>("signal");
        QTest::addColumn<bool>("reachesWorker");
        QTest::newRow("SIGINT") << SIGINT << false;
        QTest::newRow("SIGTERM") << SIGTERM << false;
        QTest::newRow("Ctrl-C of a terminal") << SIGINT << true;
        QTest::newRow("SIGTERM to the process group") << SIGTERM << true;
    }

    void checkSaysWhatItFound()
    {
        QFETCH(const int, signal);
        QFETCH(const bool, reachesWorker);
        const QTemporaryDir folder;
        const QStringList command = {"check", writeEndless(folder), "--step-time-limit", "300"};
        const Interrupted text = interruptWhileExecuting(command, signal, reachesWorker);
        QCOMPARE(text.exitCode, 1);
        QVERIFY2(text.output.startsWith("stopped: the run was cancelled at the input; no error until then"),
                 text.output.constData());
        const Interrupted json =
            interruptWhileExecuting(command + QStringList{"--json"}, signal, reachesWorker);
        QCOMPARE(json.exitCode, 1);
        const QJsonObject report = QJsonDocument::fromJson(json.output).object();
        QCOMPARE(report["answer"].toString(), QStringLiteral("stopped"));
        QCOMPARE(report["execution"]["notCompared"].toString(), QStringLiteral("the run was cancelled"));
        QVERIFY(!report["steps"].toArray().isEmpty());
    }
};

TIR_TEST(TestTircInterrupt)
#include "tst_tirc_interrupt.moc"
