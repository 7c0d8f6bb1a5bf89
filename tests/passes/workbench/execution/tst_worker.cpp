/// The worker process and what can happen to it: crashes, endless loops, cancels, too much memory.

#include "core/script/reading/parser.h"
#include "passes/workbench/execution/list_devices.h"
#include "passes/workbench/execution/run_request.h"
#include "passes/workbench/execution/worker_protocol.h"
#include "tests/support/patience.h"
#include "tests/support/test_main.h"

#include <QDir>
#include <QElapsedTimer>
#include <QProcess>
#include <QTemporaryDir>
#include <QtTest>

#include <csignal>
#include <cstring>
#include <limits>
#include <thread>

#include <sys/wait.h>
#include <unistd.h>

using namespace tir;

namespace {

RunRequest request(const std::string& statements,
                   const std::string& parameters = "A: T.Buffer((8,), \"int32\")")
{
    std::string text = "@T.prim_func(s_tir=True)\ndef main(" + parameters + "):\n    " + statements + "\n";
    const Result<ParsedModule> parsed = parseModule(SourceText("test.py", text));
    RunRequest result;
    if (parsed)
        result.module = parsed->module;
    return result;
}

/// A function that calls itself for ever.
RunRequest endlessRecursion()
{
    const Result<ParsedModule> parsed =
        parseModule(SourceText("test.py", "@I.ir_module\nclass Module:\n"
                                          "    @T.prim_func(private=True, s_tir=True)\n"
                                          "    def again(n: T.int32, p: T.handle(\"int32\")):\n"
                                          "        D = T.decl_buffer((8,), \"int32\", data=p)\n"
                                          "        Module.again(n + D[0], p)\n"
                                          "        D[1] = n\n\n"
                                          "    @T.prim_func(s_tir=True)\n"
                                          "    def main(A: T.Buffer((8,), \"int32\")):\n"
                                          "        Module.again(1, A.data)\n"));
    RunRequest result;
    if (parsed)
        result.module = parsed->module;
    return result;
}

const char* const EndlessLoop = "while A[0] > -5:\n        A[1] = A[0]";

QString words(const RunReport& report)
{
    return QString::fromStdString(std::string(toString(report.status)) + ": " + report.message);
}

} // namespace

class TstWorker : public QObject {
    Q_OBJECT

private slots:
    void init() { qputenv("TIRSCOPE_TIRC", TIRSCOPE_TEST_TIRC); }

    void runs();
    void refusalsHavePlaces();
    void refusesWhatIsNotLowered_data();
    void refusesWhatIsNotLowered();
    void programsReportErrors();
    void crashesAreNamed_data();
    void crashesAreNamed();
    void crashesOfCheckedProgramsNameTheStatement();
    void abortsOfTheCompilerEndTheWorkerOnly();
    void printsAreHeardWhileItRuns();
    void printsOfManyBlocksComeInOrder();
    void endlessPrintsKeepTheirEnd();
    void formatsDecideHowWideAValueIs();
    void wrongFormatsAreRefused_data();
    void wrongFormatsAreRefused();
    void endlessLoopsTimeOut();
    void longLimitsAreLong();
    void cancelsAtOnce();
    void memoryIsLimited();
    void argumentsThatDoNotFitAreRefused();
    void checksTakeMemoryForWhatIsTouched();
    void limitsCrossThePipe();
    void aWorkerWithoutItsParentEnds();
    void aWorkerEndsAfterItsTime();
    void runningProgramsAreConfined();
    void missingWorkerIsRefused();
    void silentWorkerIsACrash();
    void leavesNothingBehind();
    void devicesAreListed();
    void protocolRoundTrips();
    void protocolRefusesNonsense();
};

void TstWorker::runs()
{
    const RunReport report = runInWorker(request("for i in range(8):\n        A[i] = i * i"));
    QCOMPARE(words(report), QStringLiteral("done: "));
    QCOMPARE(report.tensors.size(), size_t(1));
    QCOMPARE(report.tensors[0].name, std::string("A"));
    QVERIFY(report.tensors[0].isChanged());
    const TensorSummary summary = summarise(report.tensors[0]);
    QCOMPARE(summary.max, 49.0);
    QCOMPARE(summary.mean, 140.0 / 8);
    QCOMPARE(summary.firstValues, std::string("0, 1, 4, 9, 16, 25, …"));
    QVERIFY(report.compileNs > 0 && report.runNs > 0);
}

void TstWorker::refusalsHavePlaces()
{
    const RunRequest asked = request("A[0] = T.call_extern(\"int32\", \"mystery\", 1)");
    const RunReport report = runInWorker(asked);
    QCOMPARE(words(report), QStringLiteral("refused: external function 'mystery' is not known here"));
    QCOMPARE(report.diagnostics.size(), size_t(1));
    const PlaceTable places(*asked.module.module);
    QVERIFY(report.diagnostics[0].place < places.size());
    QVERIFY(as<Call>(places[report.diagnostics[0].place].node));
}

void TstWorker::refusesWhatIsNotLowered_data()
{
    QTest::addColumn<QString>("statements");
    QTest::addColumn<QString>("message");
    QTest::newRow("scope") << "with T.kernel():\n        A[0] = 1"
                           << "refused: scope 'kernel' has not been lowered";
    QTest::newRow("tile primitive") << "T.copy(A[0:4], A[4:8])"
                                    << "refused: tile primitive 'tirx.copy' has not been lowered";
}

void TstWorker::refusesWhatIsNotLowered()
{
    QFETCH(QString, statements);
    QFETCH(QString, message);
    QCOMPARE(words(runInWorker(request(statements.toStdString()))), message);
}

void TstWorker::programsReportErrors()
{
    const RunReport report = runInWorker(request("assert A[0] < 0, (\"ValueError\", [\"too \", \"large\"])"));
    QCOMPARE(words(report), QStringLiteral("failed: ValueError: too large"));
}

void TstWorker::crashesAreNamed_data()
{
    QTest::addColumn<QString>("statements");
    QTest::newRow("wild store") << "A[T.int64(1000000000000)] = 1";
    QTest::newRow("wild store of a thread") << "tx = T.launch_thread(\"threadIdx.x\", 4)\n    "
                                               "A[T.Cast(\"int64\", tx) * T.int64(1000000000000)] = 1";
    QTest::newRow("stack without an end") << "@";
    QTest::newRow("null pointer")
        << "p: T.let[T.handle(\"int32\", \"global\")] = T.reinterpret(\"handle\", T.uint64(0))\n"
           "    N = T.decl_buffer((4,), \"int32\", data=p)\n    N[0] = 1";
}

void TstWorker::crashesAreNamed()
{
    QFETCH(QString, statements);
    const RunReport report =
        runInWorker(statements == "@" ? endlessRecursion() : request(statements.toStdString()));
    QCOMPARE(words(report), QStringLiteral("crashed: the program was ended by SIGSEGV (Segmentation fault)"));
    QVERIFY(report.diagnostics.empty());
}

/// Memory that may or may not belong to the program is checked by the hardware only.
void TstWorker::crashesOfCheckedProgramsNameTheStatement()
{
    const auto crashesIn = [](RunRequest asked, NodeKind statement) {
        asked.isChecked = true;
        const RunReport report = runInWorker(asked);
        QCOMPARE(words(report),
                 QStringLiteral("crashed: the program was ended by SIGSEGV (Segmentation fault)"));
        QCOMPARE(report.diagnostics.size(), size_t(1));
        const PlaceTable places(*asked.module.module);
        QVERIFY(report.diagnostics[0].place < places.size());
        QVERIFY(places[report.diagnostics[0].place].node->kind == statement);
    };
    crashesIn(request("A[0] = 1\n    p: T.let[T.handle(\"int32\", \"global\")] = "
                      "T.reinterpret(\"handle\", T.uint64(4096))\n    "
                      "N = T.decl_buffer((4,), \"int32\", data=p)\n    N[0] = 1"),
              NodeKind::BufferStore);
    crashesIn(endlessRecursion(), NodeKind::Evaluate);
}

/// LLVM reports why it gives up, and aborts: the message is kept, and this process lives.
void TstWorker::abortsOfTheCompilerEndTheWorkerOnly()
{
    QTemporaryDir folder;
    const QString program = folder.filePath(QStringLiteral("tirc"));
    QFile script(program);
    QVERIFY(script.open(QIODevice::WriteOnly));
    script.write("#!/bin/sh\ncat > /dev/null\necho 'LLVM ERROR: Cannot select' >&2\nkill -ABRT $$\n");
    script.close();
    QVERIFY(script.setPermissions(QFileDevice::ReadOwner | QFileDevice::ExeOwner));
    qputenv("TIRSCOPE_TIRC", program.toUtf8());
    const RunReport report = runInWorker(request("A[0] = 1"));
    QCOMPARE(words(report), QStringLiteral("crashed: the program was ended by SIGABRT (Aborted); the last "
                                           "line that was printed: LLVM ERROR: Cannot select"));
    QCOMPARE(report.standardError, std::string("LLVM ERROR: Cannot select\n"));
    QVERIFY(report.diagnostics.empty());
}

void TstWorker::printsAreHeardWhileItRuns()
{
    RunRequest asked = request(std::string("T.cuda.printf(\"A[0] is %d\\n\", A[0])\n    ") + EndlessLoop);
    asked.inputs["A"] = InputSpec::constant(7);
    // Cancels the run as soon as it has printed; a run that prints nothing until its end runs into the limit.
    std::atomic<bool> hasPrinted = false;
    std::string heard;
    asked.timeLimitSeconds = 60;
    const RunReport cancelled = runInWorker(asked, &hasPrinted, [&](std::string_view piece) {
        heard += piece;
        hasPrinted = true;
    });
    QVERIFY(cancelled.status == RunStatus::Cancelled);
    QCOMPARE(heard, std::string("A[0] is 7\n"));
    QCOMPARE(cancelled.standardError, heard);
    asked.timeLimitSeconds = 1;
    QCOMPARE(words(runInWorker(asked)), QStringLiteral("timed out: the program was still running after 1 s; "
                                                       "the last line that was printed: A[0] is 7"));
}

void TstWorker::printsOfManyBlocksComeInOrder()
{
    const RunReport report = runInWorker(
        request("bx = T.launch_thread(\"blockIdx.x\", 64)\n    tx = T.launch_thread(\"threadIdx.x\", 2)\n    "
                "T.cuda.printf(\"%d.%d \", bx, tx)"));
    QCOMPARE(words(report), QStringLiteral("done: "));
    std::string expected;
    for (int block = 0; block < 64; ++block)
        expected += std::to_string(block) + ".0 " + std::to_string(block) + ".1 ";
    QCOMPARE(report.standardError, expected);
}

void TstWorker::endlessPrintsKeepTheirEnd()
{
    RunRequest asked = request("A[0] = 0\n    while A[0] >= 0:\n        "
                               "T.cuda.printf(\"round %d\\n\", A[0])\n        A[0] = A[0] + 1");
    asked.timeLimitSeconds = 1;
    size_t heard = 0;
    const RunReport report =
        runInWorker(asked, nullptr, [&](std::string_view piece) { heard += piece.size(); });
    QVERIFY(report.status == RunStatus::TimedOut);
    QVERIFY2(heard > (size_t(64) << 10), std::to_string(heard).c_str());
    QVERIFY(report.standardError.size() <= (size_t(64) << 10) + 100);
    QVERIFY2(report.standardError.starts_with("(the first "), report.standardError.substr(0, 80).c_str());
}

void TstWorker::formatsDecideHowWideAValueIs()
{
    const RunReport report = runInWorker(
        request("T.cuda.printf(\"%5.2f|%-4d|%lld|%u|%c|%s|%%|%*d\\n\", T.float16(1.5), T.int8(-3), A[1], "
                "T.bool(True), 65, \"text\", 4, T.int64(9))"));
    QCOMPARE(words(report), QStringLiteral("done: "));
    int32_t second = 0; // the bytes of a tensor are not aligned
    std::memcpy(&second, report.tensors[0].before.data() + sizeof second, sizeof second);
    QCOMPARE(report.standardError, " 1.50|-3  |" + std::to_string(second) + "|1|A|text|%|   9\n");
}

void TstWorker::wrongFormatsAreRefused_data()
{
    QTest::addColumn<QString>("call");
    QTest::addColumn<QString>("message");
    QTest::newRow("too few") << "\"%d %d\", A[0]"
                             << "refused: the format of printf takes 2 values, but 1 are given";
    QTest::newRow("text for a number")
        << "\"%s\", A[0]"
        << "refused: value 1 of printf is of another type than its format takes";
    QTest::newRow("number for a float")
        << "\"%d %f\", A[0], A[1]"
        << "refused: value 2 of printf is of another type than its format takes";
    QTest::newRow("no format")
        << "A[0]"
        << "refused: printf needs a format that is a text and takes numbers, texts and "
           "pointers";
    QTest::newRow("unknown conversion")
        << "\"%n\", A.data"
        << "refused: printf needs a format that is a text and takes numbers, texts and pointers";
    QTest::newRow("unfinished")
        << "\"100 %\""
        << "refused: printf needs a format that is a text and takes numbers, texts and "
           "pointers";
}

void TstWorker::wrongFormatsAreRefused()
{
    QFETCH(QString, call);
    QFETCH(QString, message);
    QCOMPARE(words(runInWorker(request("T.cuda.printf(" + call.toStdString() + ")"))), message);
}

void TstWorker::endlessLoopsTimeOut()
{
    RunRequest asked = request(EndlessLoop);
    asked.timeLimitSeconds = 0.5;
    QElapsedTimer timer;
    timer.start();
    const RunReport report = runInWorker(asked);
    QCOMPARE(words(report), QStringLiteral("timed out: the program was still running after 0.5 s"));
    QVERIFY(timer.elapsed() >= 500);
}

void TstWorker::longLimitsAreLong()
{
    for (const double seconds : {1e10, 1e300, std::numeric_limits<double>::infinity()}) {
        RunRequest asked = request("A[0] = 1");
        asked.timeLimitSeconds = seconds;
        QCOMPARE(words(runInWorker(asked)), QStringLiteral("done: "));
    }
}

void TstWorker::cancelsAtOnce()
{
    std::atomic<bool> cancelled = false;
    std::chrono::steady_clock::time_point asked;
    std::thread canceller([&] {
        std::this_thread::sleep_for(std::chrono::milliseconds(300));
        asked = std::chrono::steady_clock::now();
        cancelled = true;
    });
    const RunReport report = runInWorker(request(EndlessLoop), &cancelled);
    const auto answered = std::chrono::steady_clock::now();
    canceller.join();
    QVERIFY(report.status == RunStatus::Cancelled);
    QVERIFY(answered - asked < std::chrono::milliseconds(100));
}

void TstWorker::memoryIsLimited()
{
#ifdef TIR_IS_SANITIZED
    QSKIP("a sanitizer takes more address space than any limit allows");
#endif
    RunRequest asked =
        request("B = T.alloc_buffer((3000000000,), \"uint8\")\n    B[0] = T.uint8(1)\n    A[0] = 1");
    asked.memoryLimitBytes = uint64_t(1) << 30;
    const RunReport report = runInWorker(asked);
    QCOMPARE(words(report),
             QStringLiteral("failed: MemoryError: no memory for an allocation of 3000000000 bytes"));
}

void TstWorker::argumentsThatDoNotFitAreRefused()
{
    RunRequest asked = request("A[0] = T.uint8(9)", "A: T.Buffer((600000000,), \"uint8\")");
    asked.memoryLimitBytes = uint64_t(1) << 30;
    QCOMPARE(
        words(runInWorker(asked)),
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
void TstWorker::checksTakeMemoryForWhatIsTouched()
{
#ifdef TIR_IS_SANITIZED
    QSKIP("a sanitizer takes more address space than any limit allows");
#endif
    RunRequest asked = request("A[200000000] = A[7]", "A: T.Buffer((250000000,), \"uint8\")");
    asked.memoryLimitBytes = uint64_t(1) << 30;
    asked.isChecked = true;
    const RunReport report = runInWorker(asked);
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
void TstWorker::limitsCrossThePipe()
{
    const QTemporaryDir folder;
    const QString program = folder.filePath(QStringLiteral("tirc"));
    QFile script(program);
    QVERIFY(script.open(QIODevice::WriteOnly));
    script.write("#!/bin/sh\ncat > /dev/null\necho \"$@\" >&2\n");
    script.close();
    QVERIFY(script.setPermissions(QFileDevice::ReadOwner | QFileDevice::ExeOwner));
    qputenv("TIRSCOPE_TIRC", program.toUtf8());
    RunRequest asked = request("A[0] = 1");
    asked.timeLimitSeconds = 12.5;
    QCOMPARE(runInWorker(asked).standardError,
             "worker --parent " + std::to_string(getpid()) + " --time-limit 12.5\n");
}

/// The parent may be killed before the worker has registered for its death.
void TstWorker::aWorkerWithoutItsParentEnds()
{
    QProcess worker;
    worker.start(QStringLiteral(TIRSCOPE_TEST_TIRC), {"worker", "--parent", "1"});
    QVERIFY(worker.waitForStarted());
    QVERIFY(worker.waitForFinished(60000)); // it does not wait for a request
    QCOMPARE(worker.exitStatus(), QProcess::NormalExit);
    QCOMPARE(worker.exitCode(), 1);
}

void TstWorker::aWorkerEndsAfterItsTime()
{
    QProcess worker;
    worker.start(QStringLiteral(TIRSCOPE_TEST_TIRC),
                 {"worker", "--parent", QString::number(getpid()), "--time-limit", "0.1"});
    QVERIFY(worker.waitForStarted());
    worker.write(QByteArray::fromStdString(encodeRequest(request(EndlessLoop))));
    worker.closeWriteChannel();
    QVERIFY(worker.waitForFinished(60000)); // a few seconds later, for this process ends it in time otherwise
    QCOMPARE(worker.exitStatus(), QProcess::CrashExit);
    QCOMPARE(worker.exitCode(), int(SIGALRM));
}

void TstWorker::runningProgramsAreConfined()
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
    QVERIFY(worker.waitForFinished(60000));
}

void TstWorker::missingWorkerIsRefused()
{
    qputenv("TIRSCOPE_TIRC", "/nowhere/tirc");
    const RunReport report = runInWorker(request("A[0] = 1"));
    QVERIFY(report.status == RunStatus::Refused);
    QVERIFY2(words(report).contains("'/nowhere/tirc' cannot be started"), qPrintable(words(report)));
}

void TstWorker::silentWorkerIsACrash()
{
    qputenv("TIRSCOPE_TIRC", "/bin/false");
    QCOMPARE(words(runInWorker(request("A[0] = 1"))),
             QStringLiteral("crashed: the worker ended with exit code 1 and without a report"));
}

void TstWorker::leavesNothingBehind()
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

void TstWorker::devicesAreListed()
{
    const std::vector<RunDevice> devices = listDevices();
    QVERIFY(devices.size() >= 2); // without a GPU, its entry has the reason
    QVERIFY((devices[0] == RunDevice{"cpu", "CPU", ""}));
    QVERIFY(devices[1].id.starts_with("cuda"));
    // A driver that is named and does not exist is the reason.
    qputenv("TIRSCOPE_CUDA_DRIVER", "/nowhere/libcuda.so");
    const std::vector<RunDevice> none = listDevices();
    qunsetenv("TIRSCOPE_CUDA_DRIVER");
    QCOMPARE(none.size(), size_t(2));
    QVERIFY2(none[1].problem.find("/nowhere/libcuda.so") != std::string::npos, none[1].problem.c_str());
    qputenv("TIRSCOPE_TIRC", "/nowhere/tirc");
    QVERIFY(listDevices()[1].problem.find("cannot be started") != std::string::npos);
}

void TstWorker::protocolRoundTrips()
{
    RunReport report;
    report.status = RunStatus::Failed;
    report.message = "ValueError: \"quoted\"\n";
    report.device = "cpu";
    report.returnValue = "7";
    report.compileNs = 5;
    report.diagnostics = {error("cannot-run", "words")};
    report.diagnostics[0].place = 12;
    using Bytes = std::vector<std::byte>;
    report.tensors = {
        {"A", "uint8", {2}, Bytes{std::byte(1), std::byte(10)}, Bytes{std::byte(1), std::byte(10)}, false},
        {"B", "uint8", {}, Bytes{std::byte(3)}, Bytes{std::byte(4)}, true}};
    report.tensors[1].writers = {{1, 30}, {4, NoPlace}};
    Finding finding;
    finding.kind = FindingKind::Clobbered;
    finding.buffer = "S";
    finding.element = "S[3]";
    finding.scope = "shared.dyn";
    finding.access = {AccessKind::Read, 7, false, {1, 2, 3}, {4, 5, 6}};
    finding.detail = "words";
    finding.count = 9;
    report.findings = {finding, finding};
    report.findings[1].other = {AccessKind::Write, 8, true, {}, {}};
    report.findings[1].otherElement = "T[0]";
    const Result<RunReport> back = decodeReport(encodeReport(report));
    QVERIFY(back.hasValue());
    QVERIFY(back->status == report.status);
    QCOMPARE(back->message, report.message);
    QCOMPARE(back->returnValue, report.returnValue);
    QCOMPARE(back->compileNs, report.compileNs);
    QCOMPARE(back->diagnostics[0].place, Place(12));
    QCOMPARE(back->tensors.size(), size_t(2));
    QVERIFY(!back->tensors[0].isChanged());
    QVERIFY(back->tensors[0].before.data() == back->tensors[0].after.data()); // kept once
    QVERIFY(back->tensors[1].isChanged() && back->tensors[1].isScalar);
    QVERIFY(back->tensors[1].after == report.tensors[1].after);
    QVERIFY(back->tensors[1].writers == report.tensors[1].writers);
    QCOMPARE(back->tensors[1].writerOf(0), Place(30));
    QCOMPARE(back->tensors[1].writerOf(3), NoPlace);
    QCOMPARE(back->tensors[0].writerOf(0), NoPlace);
    QVERIFY(back->findings == report.findings);

    RunRequest asked = request("A[0] = 1");
    asked.entry = "main";
    asked.seed = 42;
    asked.isChecked = true;
    asked.inputs = {
        {"A", InputSpec::file("a.npy")}, {"B", InputSpec::ramp(0, 0.1)}, {"n", InputSpec::constant(7)}};
    const Result<RunRequest> same = decodeRequest(encodeRequest(asked));
    QVERIFY(same.hasValue());
    QCOMPARE(same->seed, asked.seed);
    QVERIFY(same->isChecked);
    QVERIFY(same->inputs == asked.inputs);
    QCOMPARE(PlaceTable(*same->module.module).size(), PlaceTable(*asked.module.module).size());
}

void TstWorker::protocolRefusesNonsense()
{
    const std::string good = encodeReport(runInWorker(request("A[0] = 1")));
    QVERIFY(decodeReport(good).hasValue());
    QVERIFY(!decodeReport(good.substr(0, good.size() - 1)).hasValue());
    QVERIFY(!decodeReport(good.substr(0, 20)).hasValue());
    QVERIFY(!decodeReport("{}\n").hasValue());
    QVERIFY(!decodeReport("").hasValue());
    // The bytes of a tensor whose entry is wrong are written nowhere (AddressSanitizer sees it if they are).
    QByteArray damaged = QByteArray::fromStdString(good);
    damaged.replace("\"isSent\":true", "\"isSent\":\"yes\"");
    QVERIFY(damaged.toStdString() != good);
    QVERIFY(!decodeReport(damaged.toStdString()).hasValue());
    // A report without tensors, of a run that failed after its inputs, and one with other tensors than its inputs.
    const size_t inputs = good.find('\n') + 1 + decodeReport(good)->tensors[0].before.size();
    RunReport other;
    other.message = "not enough memory";
    const Result<RunReport> failed = decodeReport(good.substr(0, inputs) + encodeReport(other));
    QVERIFY(failed && failed->tensors.empty());
    QCOMPARE(failed->message, other.message);
    other.tensors = {{}, {}};
    const EncodedPart outcome = encodeOutcome(other);
    QVERIFY(!decodeReport(good.substr(0, inputs) + outcome.line).hasValue());
    QVERIFY(!decodeReport(good.substr(0, inputs) + good).hasValue()); // inputs twice
    QVERIFY(!decodeReport(good.substr(inputs)).hasValue());           // and never
    QVERIFY(!decodeRequest("not json").hasValue());
    QVERIFY(!decodeRequest("{\"version\": 1}").hasValue());
    // The library would convert these to the integer of the field.
    for (const char* number : {"-1.0", "0.5", "1e300", "99999999999999999999"}) {
        QString fraction = QString::fromStdString(encodeRequest(request("A[0] = 1")));
        fraction.replace(QRegularExpression(QStringLiteral("\"seed\": ?\\d+")),
                         QStringLiteral("\"seed\":%1").arg(QString::fromUtf8(number)));
        QVERIFY2(!decodeRequest(fraction.toStdString()).hasValue(), number);
    }
}

TIR_TEST(TstWorker)
#include "tst_worker.moc"
