/// Ctrl-C and SIGTERM: reading stops with a message, and leaves no output file; a check reports what it has found.

#include "tests/support/patience.h"
#include "tests/support/test_main.h"

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QTemporaryDir>
#include <QtTest>

#include <csignal>
#include <optional>

#include <unistd.h>

using tir::testing::PatienceInMs;

namespace {

/// Takes seconds to read.
QByteArray largeProgram()
{
    return "@T.prim_func\ndef f(A: T.Buffer((16,), \"float32\")):\n" +
           QByteArray("    A[3] = A[4] + T.float32(1.0)\n").repeated(400000);
}

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

/// Whether the process has started another one.
bool hasChild(qint64 parent)
{
    for (const QString& entry : QDir(QStringLiteral("/proc")).entryList(QDir::Dirs)) {
        QFile file(QStringLiteral("/proc/%1/stat").arg(entry));
        if (!file.open(QIODevice::ReadOnly))
            continue;
        // "NUMBER (NAME) STATE PARENT …", where the name may have spaces.
        const QByteArray stat = file.readAll();
        if (stat.mid(stat.lastIndexOf(')') + 2).split(' ').value(1).toLongLong() == parent)
            return true;
    }
    return false;
}

/// Sends the signal to tirc, or to tirc and its worker, while a program executes.
Interrupted interruptWhileExecuting(const QStringList& command, int signal, bool reachesWorker = false)
{
    QProcess process;
    process.setChildProcessModifier([] { setpgid(0, 0); });
    process.start(QStringLiteral(TIRSCOPE_TEST_TIRC), command);
    if (!process.waitForStarted() ||
        !QTest::qWaitFor([&] { return hasChild(process.processId()); }, PatienceInMs))
        return {};
    const auto id = pid_t(process.processId());
    ::kill(reachesWorker ? -id : id, signal);
    if (!process.waitForFinished(PatienceInMs) || process.exitStatus() != QProcess::NormalExit)
        return {};
    return {process.exitCode(), process.readAllStandardOutput(), process.readAllStandardError()};
}

/// Whether the process handles the signal, as it does while it reads a text; false if there is no such process.
bool handles(qint64 process, int signal)
{
    QFile status(QStringLiteral("/proc/%1/status").arg(process));
    if (!status.open(QIODevice::ReadOnly))
        return false;
    for (const QByteArray& line : status.readAll().split('\n'))
        if (line.startsWith("SigCgt:"))
            return line.mid(7).trimmed().toULongLong(nullptr, 16) >> (signal - 1) & 1;
    return false;
}

/// Sends the signal once the reading handles it. Nothing if the process ends earlier, or is ended by the signal.
std::optional<Interrupted> interruptWhileReading(const QStringList& command, int signal)
{
    QProcess process;
    process.start(QStringLiteral(TIRSCOPE_TEST_TIRC), command);
    if (!process.waitForStarted())
        return std::nullopt;
    while (process.state() == QProcess::Running && !handles(process.processId(), signal))
        process.waitForFinished(0);
    if (process.state() != QProcess::Running)
        return std::nullopt;
    ::kill(pid_t(process.processId()), signal);
    if (!process.waitForFinished(PatienceInMs) || process.exitStatus() != QProcess::NormalExit)
        return std::nullopt;
    return Interrupted{process.exitCode(), process.readAllStandardOutput(), process.readAllStandardError()};
}

} // namespace

class TestTircInterrupt : public QObject {
    Q_OBJECT
private slots:
    void readingEndsCleanly()
    {
        const QTemporaryDir folder;
        QFile file(folder.filePath("large.py"));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(largeProgram());
        file.close();

        const QString output = folder.filePath("out.py");
        const std::optional<Interrupted> printing =
            interruptWhileReading({"print", file.fileName(), "-o", output}, SIGINT);
        QVERIFY(printing);
        QVERIFY(!QFile::exists(output));
        QCOMPARE(printing->exitCode, 2);
        QVERIFY(printing->errors.contains("error: the reading was cancelled"));

        const std::optional<Interrupted> check =
            interruptWhileReading({"check", file.fileName(), "--json"}, SIGTERM);
        QVERIFY(check);
        QCOMPARE(check->exitCode, 1);
        const QJsonObject report = QJsonDocument::fromJson(check->output).object();
        QCOMPARE(report["answer"].toString(), QStringLiteral("stopped"));
        QCOMPARE(report["steps"].toArray(), QJsonArray());
    }

    void readingADumpEndsCleanly()
    {
        const QTemporaryDir folder;
        for (const char* name : {"000_BindTarget.py", "001_Simplify.py"}) {
            QFile file(folder.filePath(QLatin1String(name)));
            QVERIFY(file.open(QIODevice::WriteOnly));
            file.write(largeProgram());
        }
        const std::optional<Interrupted> run = interruptWhileReading({"run", folder.path()}, SIGINT);
        QVERIFY(run);
        QCOMPARE(run->exitCode, 2);
        QVERIFY2(run->errors.contains("error: the reading was cancelled"), run->errors.constData());

        const std::optional<Interrupted> check =
            interruptWhileReading({"check", folder.path(), "--json"}, SIGTERM);
        QVERIFY(check);
        QCOMPARE(check->exitCode, 1);
        QCOMPARE(QJsonDocument::fromJson(check->output).object()["answer"].toString(),
                 QStringLiteral("stopped"));
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
