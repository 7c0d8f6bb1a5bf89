/// `tirc run` as a user calls it: tables, JSON, files, exit codes.

#include "core/runtime/npy.h"
#include "tests/support/test_files.h"
#include "tests/support/test_main.h"
#include "tests/support/tirc_process.h"

#include <QDir>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QtTest>

using namespace tir;
using tir::testing::readFile;
using tir::testing::sourcePath;

namespace {

struct Outcome {
    int exitCode = -1;
    QString output;
    QString errors;
};

Outcome tirc(const QStringList& arguments, const QByteArray& input = {})
{
    const tir::testing::TircResult ran =
        tir::testing::tirc(QStringList{"run"} + arguments, input, QDir::currentPath());
    return {ran.exitCode, QString::fromUtf8(ran.output), QString::fromUtf8(ran.errors)};
}

QString sample(const char* name)
{
    return sourcePath(QStringLiteral("samples/") + name);
}

/// A function that adds `amount` to A.
QByteArray adder(const char* amount)
{
    return QByteArray("@T.prim_func(s_tir=True)\ndef main(A: T.Buffer((4,), \"int32\")):\n"
                      "    for i in range(4):\n        A[i] = A[i] + ") +
           amount + "\n";
}

} // namespace

class TstTircRun : public QObject {
    Q_OBJECT

private slots:
    void printsWhatChanged();
    void reportsAsJson();
    void stagesAgree();
    void stepsHaveNames();
    void readsAndWritesTensors();
    void choosesSizes();
    void makesInputs();
    void requestFiles();
    void requestsKeepEveryOption();
    void comparesWithAStep();
    void comparesWithFiles();
    void readsStdin();
    void exitCodes_data();
    void exitCodes();
    void errorsHaveKinds_data();
    void errorsHaveKinds();
    void resultsOfIllFormedModulesAreNoYes();
    void refusalsShowTheLine();
    void checksTellWhatGoesWrong();
    void runsAFewBlocks();
    void tellsWhatIsNotThere();
};

void TstTircRun::printsWhatChanged()
{
    const Outcome outcome = tirc({sample("reverse.py")});
    QCOMPARE(outcome.exitCode, 0);
    QCOMPARE(outcome.errors, QString());
    QVERIFY2(outcome.output.contains(
                 QRegularExpression("^Y +float32 +\\(256\\)", QRegularExpression::MultilineOption)),
             qPrintable(outcome.output));
    QVERIFY(!outcome.output.contains(QRegularExpression("^X ", QRegularExpression::MultilineOption)));
}

void TstTircRun::reportsAsJson()
{
    const Outcome outcome = tirc({sample("reverse.py"), "--json", "--pipeline", "split", "--step", "2"});
    QCOMPARE(outcome.exitCode, 0);
    const QJsonObject report = QJsonDocument::fromJson(outcome.output.toUtf8()).object();
    QStringList keys = report.keys();
    keys.sort();
    QCOMPARE(keys, (QStringList{"comparison", "compileNs", "counted", "device", "diagnostics", "entry",
                                "errorKind", "findings", "gpu", "lockstep", "message", "partialGrids", "pass",
                                "returnValue", "runNs", "standardError", "status", "step", "tensors"}));
    QCOMPARE(report["status"].toString(), QStringLiteral("done"));
    QCOMPARE(report["step"].toInt(), 2);
    QCOMPARE(report["pass"].toString(), QStringLiteral("AnnotateEntryFunc"));
    QCOMPARE(report["entry"].toString(), QStringLiteral("main"));
    const QJsonObject tensor = report["tensors"].toArray()[1].toObject();
    QCOMPARE(tensor.keys(), (QStringList{"dtype", "file", "firstValues", "infCount", "isChanged", "isScalar",
                                         "max", "mean", "min", "name", "nanCount", "shape"}));
    QCOMPARE(tensor["name"].toString(), QStringLiteral("Y"));
    QVERIFY(tensor["isChanged"].toBool());
}

void TstTircRun::stagesAgree()
{
    const auto tensors = [](const QStringList& arguments) {
        const Outcome outcome =
            tirc(QStringList{sample("two_kernels.py"), "--json", "--seed", "5"} + arguments);
        return QJsonDocument::fromJson(outcome.output.toUtf8()).object()["tensors"].toArray();
    };
    const QJsonArray unlowered = tensors({});
    QCOMPARE(unlowered.size(), 3);
    QCOMPARE(tensors({"--pipeline", "split"}), unlowered);
    QCOMPARE(tensors({"--pipeline", "split", "--step", "0"}), unlowered);
    QVERIFY(tensors({"--seed", "6"}) != unlowered);
}

void TstTircRun::stepsHaveNames()
{
    const QStringList legacy{sample("two_kernels.py"), "--json", "--pipeline", "split@legacy-launch",
                             "--step"};
    const auto stepOf = [&](const QString& name) {
        const Outcome outcome = tirc(legacy + QStringList{name});
        return QJsonDocument::fromJson(outcome.output.toUtf8()).object()["step"].toInt(-1);
    };
    QCOMPARE(stepOf("AnnotateDeviceRegions"), 4);
    QCOMPARE(stepOf("MergeSharedMemoryAllocations"), 3);
    QCOMPARE(stepOf("4"), 4);
    const Outcome other = tirc({sample("two_kernels.py"), "--json", "--pipeline", "split@legacy-merge",
                                "--step", "MergeSharedMemoryAllocations"});
    QVERIFY2(other.errors.contains("@3:MergeSharedMemoryAllocations:"), qPrintable(other.errors));
    const Outcome withArguments = tirc({sample("two_kernels.py"), "--pipeline", "split@legacy-merge",
                                        "--step", "MergeSharedMemoryAllocations(mode=\"legacy\")"});
    QCOMPARE(withArguments.errors, other.errors);
}

void TstTircRun::readsAndWritesTensors()
{
    const QTemporaryDir folder;
    const std::string input = folder.filePath("in.npy").toStdString();
    Tensor tensor = makeTensor(Int32, {4});
    for (int64_t index = 0; index < 4; ++index)
        setNumber(tensor, index, double(10 * index));
    QVERIFY(writeNpy(input, tensor).hasValue());
    const QString out = folder.filePath("out/deep");
    const Outcome outcome =
        tirc({"-", "--input", "A=" + QString::fromStdString(input), "--out", out}, adder("3"));
    QCOMPARE(outcome.exitCode, 0);
    const Result<Tensor> result = readNpy((out + "/A.npy").toStdString());
    QVERIFY(result.hasValue());
    for (int64_t index = 0; index < 4; ++index)
        QCOMPARE(numberAt(*result, index), double(10 * index + 3));
}

void TstTircRun::choosesSizes()
{
    const Outcome outcome = tirc({"--pipeline", "split", "--dim", "n=300", sample("elementwise.py")});
    QCOMPARE(outcome.exitCode, 0);
    QVERIFY2(outcome.output.contains("(300)"), qPrintable(outcome.output));
}

void TstTircRun::makesInputs()
{
    const Outcome outcome = tirc({"-", "--input", "A=ramp(5,2)", "--json"}, adder("1"));
    QCOMPARE(outcome.exitCode, 0);
    const QJsonObject report = QJsonDocument::fromJson(outcome.output.toUtf8()).object();
    QCOMPARE(report["tensors"].toArray()[0].toObject()["firstValues"].toString(),
             QStringLiteral("6, 8, 10, 12"));
}

void TstTircRun::requestFiles()
{
    const QTemporaryDir folder;
    const QString file = folder.filePath("request.json");
    QVERIFY(writeNpy(folder.filePath("in.npy").toStdString(), makeTensor(Int32, {4})));
    const Outcome saved = tirc({"-", "--input", "A=" + folder.filePath("in.npy"), "--seed", "9", "--rtol",
                                "0.5", "--nan", "different", "--save-request", file, "--json"},
                               adder("2"));
    QCOMPARE(saved.exitCode, 0);
    QFile written(file);
    QVERIFY(written.open(QIODevice::ReadOnly));
    const QJsonObject request = QJsonDocument::fromJson(written.readAll()).object();
    QCOMPARE(request["tirscope"].toString(), QStringLiteral("run request"));
    QCOMPARE(request["seed"].toInt(), 9);
    QCOMPARE(request["entry"].toString(), QStringLiteral("main"));
    QCOMPARE(request["inputs"].toObject()["A"].toString(), QStringLiteral("in.npy")); // beside the request
    QCOMPARE(request["compare"].toObject()["rtol"].toDouble(), 0.5);
    QCOMPARE(request["compare"].toObject()["nan"].toString(), QStringLiteral("different"));

    const auto tensors = [](const Outcome& outcome) {
        return QJsonDocument::fromJson(outcome.output.toUtf8()).object()["tensors"].toArray();
    };
    const Outcome again = tirc({"-", "--request", file, "--json"}, adder("2"));
    QCOMPARE(again.exitCode, 0);
    QCOMPARE(tensors(again), tensors(saved));
    const Outcome other = tirc({"-", "--request", file, "--input", "A=1", "--json"}, adder("2"));
    QCOMPARE(tensors(other)[0].toObject()["firstValues"].toString(), QStringLiteral("3, 3, 3, 3"));

    written.close();
    QVERIFY(written.open(QIODevice::WriteOnly));
    written.write("{\"tirscope\": \"run request\", \"version\": 1, \"sed\": 3, \"entry\": 5}");
    written.close();
    const Outcome wrong = tirc({"-", "--request", file}, adder("2"));
    QCOMPARE(wrong.exitCode, 2);
    QVERIFY2(wrong.errors.contains("'sed' is not known") && wrong.errors.contains("'entry' is not a string"),
             qPrintable(wrong.errors));
}

void TstTircRun::requestsKeepEveryOption()
{
    const QTemporaryDir folder;
    const QString file = folder.filePath("request.json");
    const QString second = folder.filePath("second.json");
    const Outcome saved = tirc({sample("two_kernels.py"), "--check", "--no-optimize", "--blocks", "1",
                                "--time-limit", "20", "--memory-limit", "512", "--save-request", file});
    QVERIFY2(saved.exitCode == 0, qPrintable(saved.errors));
    const Outcome again = tirc({sample("two_kernels.py"), "--request", file, "--save-request", second});
    QVERIFY2(again.exitCode == 0, qPrintable(again.errors));
    const QByteArray text = QByteArray::fromStdString(*readFile(file));
    QCOMPARE(QByteArray::fromStdString(*readFile(second)), text);
    const QJsonObject request = QJsonDocument::fromJson(text).object();
    QVERIFY(request["check"].toBool() && !request["optimize"].toBool(true));
    QCOMPARE(request["blocks"].toInt(), 1);
    QCOMPARE(request["timeLimitSeconds"].toInt(), 20);
    QCOMPARE(request["memoryLimitMiB"].toInt(), 512);
}

void TstTircRun::comparesWithAStep()
{
    const Outcome outcome =
        tirc({sample("two_kernels.py"), "--pipeline", "split", "--compare", "step:0", "--json"});
    QCOMPARE(outcome.exitCode, 0);
    const QJsonObject comparison =
        QJsonDocument::fromJson(outcome.output.toUtf8()).object()["comparison"].toObject();
    QCOMPARE(comparison.keys(),
             (QStringList{"isEqual", "message", "nan", "returnDifference", "status", "tensors", "with"}));
    QVERIFY(comparison["isEqual"].toBool());
    QCOMPARE(comparison["with"].toString(), QStringLiteral("step:0"));
    const QJsonArray tensors = comparison["tensors"].toArray();
    QCOMPARE(tensors.size(), 3);
    QCOMPARE(tensors[0].toObject().keys(), (QStringList{"atol", "differenceCount", "elementCount", "first",
                                                        "name", "rtol", "verdict", "worst"}));
    QCOMPARE(tensors[0].toObject()["verdict"].toString(), QStringLiteral("equal"));
    const Outcome device = tirc({sample("reverse.py"), "--compare", "device:cpu"});
    QCOMPARE(device.exitCode, 0);
    QVERIFY2(device.output.contains("equal to device:cpu"), qPrintable(device.output));
    const Outcome compared = tirc({sample("two_kernels.py"), "--pipeline", "split", "--compare", "step:0"});
    QVERIFY2(
        compared.output.contains("equal to step:0 (floats within 7.63e-06 relative, 7.63e-06 absolute; NaN "
                                 "equals NaN)"),
        qPrintable(compared.output));
}

void TstTircRun::comparesWithFiles()
{
    const QTemporaryDir folder;
    Tensor expected = makeTensor(Int32, {4});
    for (int64_t index = 0; index < 4; ++index)
        setNumber(expected, index, double(index + 1));
    const QString file = folder.filePath("A.npy");
    QVERIFY(writeNpy(file.toStdString(), expected));
    const QStringList ramp{"-", "--input", "A=ramp(0,1)"};
    QCOMPARE(tirc(ramp + QStringList{"--compare", file}, adder("1")).exitCode, 0);
    QCOMPARE(tirc(ramp + QStringList{"--compare", folder.path()}, adder("1")).exitCode, 0);
    const Outcome wrong = tirc(ramp + QStringList{"--compare", "file:" + file}, adder("T.max(A[i], 1)"));
    QCOMPARE(wrong.exitCode, 1);
    // 0 + 1, 1 + 1, 2 + 2, 3 + 3
    QVERIFY2(
        wrong.output.contains("'A' differs in 2 of 4 elements: first A[2] = 4 instead of 3, worst A[3] = 6 "
                              "instead of 4"),
        qPrintable(wrong.output));
}

void TstTircRun::readsStdin()
{
    const Outcome outcome = tirc({"-"}, adder("1"));
    QCOMPARE(outcome.exitCode, 0);
    QVERIFY(outcome.output.contains("int32"));
}

void TstTircRun::exitCodes_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QByteArray>("input");
    QTest::addColumn<int>("exitCode");
    QTest::addColumn<QString>("message");
    const auto row = [](const char* name, const QStringList& arguments, const QByteArray& input, int exitCode,
                        const char* message) {
        QTest::newRow(name) << arguments << input << exitCode << QString(message);
    };
    const QByteArray good = adder("1");
    row("ill-formed", {sample("out_of_scope.py")}, {}, 1, "no definition");
    row("failed", {"-"}, adder("8 // (A[i] - A[i])"), 1, "division by zero; a run with checks shows where");
    row("crashed", {"-"}, adder("A[T.int64(1000000000000)]"), 1, "SIGSEGV");
    row("crashed, and how to learn more", {"-"}, adder("A[T.int64(1000000000000)]"), 1, "note: --check ");
    row("timed out", {"-", "--time-limit", "0.3"},
        "@T.prim_func(s_tir=True)\ndef main(A: T.Buffer((1,), \"int32\")):\n"
        "    while A[0] > -5:\n        A[0] = A[0]\n",
        1, "timed out");
    const QString failing = sample("museum/helper_of_a_helper.py");
    row("a pipeline that fails", {failing, "--pipeline", "split"}, {}, 1,
        "LowerDeviceKernelLaunch failed, so there is no final module to run; --step 6 runs");
    row("why it fails", {failing, "--pipeline", "split"}, {}, 1, "a kernel can return nothing but 0");
    row("a step that calls a function of the device", {failing, "--pipeline", "split", "--step", "1"}, {}, 1,
        "@1:BindTarget:20:16: error: host code calls 'ceil_div', which is compiled for cuda");
    row("syntax", {"-"}, "def main(:\n", 2, "error");
    row("no file", {"/nowhere.py"}, {}, 2, "/nowhere.py");
    row("no pipeline", {"-", "--pipeline", "nothing"}, good, 2, "nothing");
    row("no step", {"-", "--pipeline", "split", "--step", "99"}, good, 2, "no step 99");
    row("no such pass", {"-", "--pipeline", "split", "--step", "Splat"}, good, 2,
        "is neither a step number nor the name of a pass that ran");
    row("a pass that ran twice", {sample("reverse.py"), "--pipeline", "build", "--step", "LowerIntrin"}, {},
        2, "ran as steps 13, 18: give the number");
    row("a number too large", {"-", "--pipeline", "split", "--step", "99999999999999999999"}, good, 2,
        "no step 99999999999999999999");
    row("no folder to write into", {"-", "--out", "/dev/null/out"}, good, 2,
        "cannot write into folder '/dev/null/out'");
    row("step without pipeline", {"-", "--step", "1"}, good, 2, "--pipeline");
    row("no entry", {"-", "--entry", "other"}, good, 2, "'other'");
    row("no parameter", {"-", "--input", "Z=/nowhere.npy"}, good, 2, "no symbolic size 'Z'");
    row("no input file", {"-", "--input", "A=/nowhere.npy"}, good, 2, "/nowhere.npy");
    row("no size", {"-", "--dim", "n=4"}, good, 2, "'n'");
    row("no assignment", {"-", "--dim", "n"}, good, 2, "NAME=VALUE");
    row("no number", {"-", "--dim", "n=x"}, good, 2, "'x'");
    row("no specification", {"-", "--input", "A=ramp(1)"}, good, 2, "ramp takes two numbers");
    row("no fit", {"-", "--input", "A=const(0.5)"}, good, 2, "0.5 does not fit into int32");
    row("no request", {"-", "--request", "/nowhere.json"}, good, 2, "/nowhere.json");
    row("no step to compare with", {"-", "--pipeline", "split", "--compare", "step:99"}, good, 2,
        "no step 99");
    row("no number of a step", {"-", "--compare", "step:x"}, good, 2, "'x' is not a number of a step");
    row("no device to compare with", {"-", "--compare", "device:"}, good, 2, "names no device");
    row("no file to compare with", {"-", "--compare", "/nowhere.npy"}, good, 2,
        "cannot compare with '/nowhere.npy'");
    row("no device", {"-", "--device", "toaster"}, good, 2, "toaster");
}

void TstTircRun::errorsHaveKinds_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QByteArray>("input");
    QTest::addColumn<QString>("kind");
    QTest::addColumn<bool>("hasNote"); // that a checked run may name the access
    const auto asserting = [](const char* kind) {
        return QByteArray(
                   "@T.prim_func(s_tir=True)\ndef main(A: T.Buffer((4,), \"int32\")):\n    assert A[0] > "
                   "1000000, (\"") +
               kind + "\", [\"too small\"])\n    A[0] = 1\n";
    };
    const auto row = [](const char* name, const QStringList& arguments, const QByteArray& input,
                        const char* kind, bool hasNote) {
        QTest::newRow(name) << arguments << input << QString(kind) << hasNote;
    };
    row("nothing", {"-"}, adder("1"), "", false);
    row("refused", {sample("out_of_scope.py")}, {}, "", false);
    row("crashed", {"-"}, adder("A[T.int64(1000000000000)]"), "", true);
    row("asserted", {"-"}, asserting("ValueError"), "ValueError", false);
    row("asserted by a similar name", {"-"}, asserting("LaunchErrorOfMine"), "LaunchErrorOfMine", false);
    row("asserted by another similar name", {"-"}, asserting("BarrierDivergences"), "BarrierDivergences",
        false);
    row("barriers", {sample("museum/barrier_in_a_branch.py"), "--pipeline", "s_tir"}, {}, "BarrierDivergence",
        true);
}

void TstTircRun::errorsHaveKinds()
{
    QFETCH(QStringList, arguments);
    QFETCH(QByteArray, input);
    QFETCH(bool, hasNote);
    const Outcome outcome = tirc(arguments + QStringList{"--json"}, input);
    QTEST(QJsonDocument::fromJson(outcome.output.toUtf8()).object()["errorKind"].toString(), "kind");
    const char* const note = "note: --check watches every access and may name the one at fault";
    QVERIFY2(outcome.errors.contains(note) == hasNote, qPrintable(outcome.errors));
}

void TstTircRun::exitCodes()
{
    QFETCH(QStringList, arguments);
    QFETCH(QByteArray, input);
    QFETCH(int, exitCode);
    QFETCH(QString, message);
    const Outcome outcome = tirc(arguments, input);
    QVERIFY2(outcome.errors.contains(message), qPrintable(outcome.errors));
    QCOMPARE(outcome.exitCode, exitCode);
    QCOMPARE(outcome.output, QString());
}

void TstTircRun::resultsOfIllFormedModulesAreNoYes()
{
    const Outcome outcome =
        tirc({sample("museum/shared_by_two_launches.py"), "--pipeline", "s_tir@early-storage-rewrite"});
    QCOMPARE(outcome.exitCode, 1);
    QVERIFY2(outcome.errors.contains("note: the module has been ill-formed since step "),
             qPrintable(outcome.errors));
    QVERIFY2(outcome.errors.contains("no host can pass it"), qPrintable(outcome.errors));
}

void TstTircRun::refusalsShowTheLine()
{
    const Outcome outcome = tirc({"-"}, adder("T.call_extern(\"int32\", \"mystery\", 1)"));
    QCOMPARE(outcome.exitCode, 1);
    QVERIFY2(outcome.errors.contains(":4:23: error: external function 'mystery' is not known here\n"
                                     "        A[i] = A[i] + T.call_extern(\"int32\", \"mystery\", 1)\n"
                                     "                      ^~~~~"),
             qPrintable(outcome.errors));
}

void TstTircRun::checksTellWhatGoesWrong()
{
    const QByteArray program = "@T.prim_func(s_tir=True)\n"
                               "def main(A: T.Buffer((4,), \"int32\")):\n"
                               "    tx = T.launch_thread(\"threadIdx.x\", 4)\n"
                               "    A[tx] = A[3 - tx]\n";
    QCOMPARE(tirc({"-"}, program).exitCode, 0);
    const Outcome checked = tirc({"-", "--check"}, program);
    QCOMPARE(checked.exitCode, 1);
    QVERIFY2(checked.output.contains("A "), qPrintable(checked.output)); // the result all the same
    QVERIFY2(
        checked.errors.contains("<stdin>:4:13: error: thread (2, 0, 0) of block (0, 0, 0) reads A[1]: it is "
                                "not ordered with the access of thread (1, 0, 0) of block (0, 0, 0)"),
        qPrintable(checked.errors));
    QVERIFY2(
        checked.errors.contains("<stdin>:4:5: note: thread (1, 0, 0) of block (0, 0, 0) writes A[1] here"),
        qPrintable(checked.errors));

    const QJsonArray findings =
        QJsonDocument::fromJson(tirc({"-", "--check", "--json"}, program).output.toUtf8())
            .object()["findings"]
            .toArray();
    QCOMPARE(findings.size(), 2);
    QCOMPARE(findings[0].toObject()["kind"].toString(), QStringLiteral("race"));
    QCOMPARE(findings[0].toObject()["firstStep"].toInt(-1), 0);
    QCOMPARE(findings[0].toObject()["firstPass"].toString("?"), QString());

    const Outcome merged = tirc({sample("museum/lanes_ignored.py"), "--pipeline", "split", "--check"});
    QCOMPARE(merged.exitCode, 1);
    QVERIFY2(merged.errors.contains("step 3, MergeSharedMemoryAllocations, is the first to show it"),
             qPrintable(merged.errors));

    // Checks of arguments, which a pass adds, are not a part of the program.
    const Outcome scheduled =
        tirc({"-", "--pipeline", "s_tir", "--check"},
             "@T.prim_func(s_tir=True)\n"
             "def main(A: T.Buffer((4,), \"int32\"), B: T.Buffer((4,), \"int32\"), n: T.int32):\n"
             "    for tx in T.thread_binding(4, thread=\"threadIdx.x\"):\n"
             "        with T.sblock(\"B\"):\n"
             "            i = T.axis.spatial(4, tx)\n"
             "            if n > 1000:\n"
             "                B[i] = A[i]\n");
    QCOMPARE(scheduled.exitCode, 0);
    QCOMPARE(scheduled.errors.count("never reaches"), 1);
    QVERIFY2(scheduled.errors.startsWith("<stdin>@result:"), qPrintable(scheduled.errors));
    const Outcome sound = tirc({sample("matmul.py"), "--pipeline", "split", "--check"});
    QCOMPARE(sound.exitCode, 0);
    QCOMPARE(sound.errors, QString());
}

void TstTircRun::tellsWhatIsNotThere()
{
    const Outcome idle = tirc({"-"}, adder("0"));
    QCOMPARE(idle.exitCode, 0);
    QVERIFY2(idle.output.startsWith("no buffer changed\ncompiled in "), qPrintable(idle.output));

    const QByteArray roots = "@T.prim_func(s_tir=True)\ndef main(A: T.Buffer((4,), \"float32\")):\n"
                             "    for i in range(4):\n        A[i] = T.sqrt(T.float32(-1.0))\n";
    const QString table = tirc({"-"}, roots).output;
    QVERIFY2(
        QRegularExpression(QStringLiteral("A +float32 +\\(4\\) +- +- +- +-?nan, ")).match(table).hasMatch(),
        qPrintable(table));
    const QJsonObject json = QJsonDocument::fromJson(tirc({"-", "--json"}, roots).output.toUtf8()).object();
    QVERIFY(json["tensors"][0]["min"].isNull());
    QCOMPARE(json["tensors"][0]["nanCount"].toInt(), 4);
}

void TstTircRun::runsAFewBlocks()
{
    const QByteArray program = "@T.prim_func(s_tir=True)\n"
                               "def main(A: T.Buffer((5,), \"int32\")):\n"
                               "    bx = T.launch_thread(\"blockIdx.x\", 5)\n"
                               "    A[bx] = 9\n";
    const QStringList zero = {"-", "--input", "A=0"};
    const auto mean = [&](const QStringList& options) {
        return QJsonDocument::fromJson(tirc(zero + options + QStringList{"--json"}, program).output.toUtf8())
            .object()["tensors"][0]["mean"]
            .toDouble();
    };
    QCOMPARE(mean({}), 9.0);
    QCOMPARE(mean({"--blocks", "2"}), 18.0 / 5);
    QCOMPARE(mean({"--blocks", "2", "--check"}), 18.0 / 5);

    const Outcome some = tirc(zero + QStringList{"--blocks", "2", "--json"}, program);
    QVERIFY2(some.errors.contains("note: only 2 of 5 blocks of the grid (5, 1, 1) ran, because of --blocks"),
             qPrintable(some.errors));
    const auto grids = [](const Outcome& outcome) {
        return QJsonDocument::fromJson(outcome.output.toUtf8()).object()["partialGrids"].toArray();
    };
    QCOMPARE(grids(some), (QJsonArray{QJsonArray{5, 1, 1}}));
    const Outcome all = tirc(zero + QStringList{"--blocks", "5", "--json"}, program);
    QVERIFY2(!all.errors.contains("blocks"), qPrintable(all.errors));
    QCOMPARE(grids(all), QJsonArray());

    const Outcome onGpu = tirc(zero + QStringList{"--blocks", "2", "--device", "cuda"}, program);
    QCOMPARE(onGpu.exitCode, 1);
    QVERIFY2(onGpu.errors.contains("a GPU runs all blocks of a launch"), qPrintable(onGpu.errors));
}

TIR_TEST(TstTircRun)
#include "tst_tirc_run.moc"
