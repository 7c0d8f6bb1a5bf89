/// The worker process: results, rejections, crashes, printed text, devices.

#include "core/script/reading/parser.h"
#include "passes/workbench/execution/list_devices.h"
#include "tests/passes/workbench/execution/worker_requests.h"
#include "tests/support/test_main.h"

#include <QTemporaryDir>
#include <QtTest>

#include <atomic>
#include <cstring>

using namespace tir;
using namespace tir::testing;

namespace {

/// A function that calls itself forever.
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

} // namespace

class TstWorker : public QObject {
    Q_OBJECT

private slots:
    void init() { qputenv("TIRSCOPE_WORKER", TIRSCOPE_TEST_WORKER); }

    void runs();
    void endsWithoutAReturnHaveNoValue();
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
    void missingWorkerIsRefused();
    void silentWorkerIsACrash();
    void devicesAreListed();
};

void TstWorker::runs()
{
    const RunReport report = runInWorker(request("for i in range(8):\n        A[i] = i * i"));
    QCOMPARE(words(report), QStringLiteral("done: "));
    QCOMPARE(report.tensors.size(), size_t(1));
    QCOMPARE(report.tensors[0].name, std::string("A"));
    QVERIFY(report.tensors[0].isChanged());
    const TensorSummary summary = summarize(report.tensors[0]);
    QCOMPARE(summary.max, 49.0);
    QCOMPARE(summary.mean, 140.0 / 8);
    QCOMPARE(summary.firstValues, std::string("0, 1, 4, 9, 16, 25, …"));
    QVERIFY(report.compileNs > 0 && report.runNs > 0);
}

/// The calling convention of packed functions tells both apart as well.
void TstWorker::endsWithoutAReturnHaveNoValue()
{
    RunRequest runRequest = request("if A[0] > 3:\n        return A[0] * 7");
    for (const auto& [input, expected] : {std::pair(4, "28"), std::pair(2, ""), std::pair(5, "35")}) {
        runRequest.inputs["A"] = InputSpec::constant(input);
        const RunReport report = runInWorker(runRequest);
        QCOMPARE(words(report), QStringLiteral("done: "));
        QCOMPARE(report.returnValue, std::string(expected));
    }
}

void TstWorker::refusalsHavePlaces()
{
    const RunRequest runRequest = request("A[0] = T.call_extern(\"int32\", \"mystery\", 1)");
    const RunReport report = runInWorker(runRequest);
    QCOMPARE(words(report), QStringLiteral("refused: external function 'mystery' is not known here"));
    QCOMPARE(report.diagnostics.size(), size_t(1));
    const PlaceTable places(*runRequest.module.module);
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
    const auto crashesIn = [](RunRequest runRequest, NodeKind statement) {
        runRequest.isChecked = true;
        const RunReport report = runInWorker(runRequest);
        QCOMPARE(words(report),
                 QStringLiteral("crashed: the program was ended by SIGSEGV (Segmentation fault)"));
        QCOMPARE(report.diagnostics.size(), size_t(1));
        const PlaceTable places(*runRequest.module.module);
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
    const QString program = folder.filePath(QStringLiteral("tirc-worker"));
    QFile script(program);
    QVERIFY(script.open(QIODevice::WriteOnly));
    script.write("#!/bin/sh\necho 'LLVM ERROR: Cannot select' >&2\nkill -ABRT $$\n");
    script.close();
    QVERIFY(script.setPermissions(QFileDevice::ReadOwner | QFileDevice::ExeOwner));
    qputenv("TIRSCOPE_WORKER", program.toUtf8());
    const RunReport report = runInWorker(request("A[0] = 1"));
    QCOMPARE(words(report), QStringLiteral("crashed: the program was ended by SIGABRT (Aborted); the last "
                                           "line that was printed: LLVM ERROR: Cannot select"));
    QCOMPARE(report.standardError, std::string("LLVM ERROR: Cannot select\n"));
    QVERIFY(report.diagnostics.empty());
}

void TstWorker::printsAreHeardWhileItRuns()
{
    RunRequest runRequest =
        request(std::string("T.cuda.printf(\"A[0] is %d\\n\", A[0])\n    ") + EndlessLoop);
    runRequest.inputs["A"] = InputSpec::constant(7);
    // Cancels the run as soon as it has printed; a run that prints nothing until its end runs into the limit.
    std::atomic<bool> hasPrinted = false;
    std::string heard;
    runRequest.timeLimitSeconds = 60;
    const RunReport cancelled = runInWorker(runRequest, &hasPrinted, [&](std::string_view piece) {
        heard += piece;
        hasPrinted = true;
    });
    QVERIFY(cancelled.status == RunStatus::Cancelled);
    QCOMPARE(heard, std::string("A[0] is 7\n"));
    QCOMPARE(cancelled.standardError, heard);
    runRequest.timeLimitSeconds = 1;
    QCOMPARE(words(runInWorker(runRequest)),
             QStringLiteral("timed out: the program was still running after 1 s; "
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
    RunRequest runRequest = request("A[0] = 0\n    while A[0] >= 0:\n        "
                                    "T.cuda.printf(\"round %d\\n\", A[0])\n        A[0] = A[0] + 1");
    runRequest.timeLimitSeconds = 1;
    size_t heard = 0;
    const RunReport report =
        runInWorker(runRequest, nullptr, [&](std::string_view piece) { heard += piece.size(); });
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
        << "refused: printf needs a format that is a string and takes numbers, strings and "
           "pointers";
    QTest::newRow("unknown conversion")
        << "\"%n\", A.data"
        << "refused: printf needs a format that is a string and takes numbers, strings and pointers";
    QTest::newRow("unfinished")
        << "\"100 %\""
        << "refused: printf needs a format that is a string and takes numbers, strings and "
           "pointers";
}

void TstWorker::wrongFormatsAreRefused()
{
    QFETCH(QString, call);
    QFETCH(QString, message);
    QCOMPARE(words(runInWorker(request("T.cuda.printf(" + call.toStdString() + ")"))), message);
}

void TstWorker::missingWorkerIsRefused()
{
    qputenv("TIRSCOPE_WORKER", "/nowhere/tirc-worker");
    const RunReport report = runInWorker(request("A[0] = 1"));
    QVERIFY(report.status == RunStatus::Refused);
    QVERIFY2(words(report).contains("'/nowhere/tirc-worker' cannot be started"), qPrintable(words(report)));
}

void TstWorker::silentWorkerIsACrash()
{
    qputenv("TIRSCOPE_WORKER", "/bin/false");
    QCOMPARE(words(runInWorker(request("A[0] = 1"))),
             QStringLiteral("crashed: the worker ended with exit code 1 and without a report"));
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
    qputenv("TIRSCOPE_WORKER", "/nowhere/tirc-worker");
    QVERIFY(listDevices()[1].problem.find("cannot be started") != std::string::npos);
}

TIR_TEST(TstWorker)
#include "tst_worker.moc"
