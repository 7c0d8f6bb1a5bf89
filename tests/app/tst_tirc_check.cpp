/// check: which of its five answers, and the reason and the place.

#include "tests/support/test_files.h"
#include "tests/support/test_main.h"
#include "tests/support/tirc_process.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QtTest>

#include <algorithm>

using namespace tir::testing;

namespace {

/// A folder as DumpIR leaves it: the steps of a run of `reverse` through `split`, but that of the step at
/// `unread`, which is empty.
void writeDump(const QString& folder, int unread)
{
    const QByteArray trace = tirc({"trace", sample("reverse"), "--pipeline", "split", "-o", "-"}).output;
    const QJsonObject run = QJsonDocument::fromJson(trace).object();
    const QJsonArray steps = run["steps"].toArray();
    for (qsizetype index = 0; index < steps.size(); ++index) {
        const QString pass = steps[index]["pass"].toString().section('(', 0, 0);
        const QString text = run["texts"][steps[index]["text"].toInt()].toString();
        QFile file(folder + QStringLiteral("/%1_tirx.%2.py").arg(index, 3, 10, QLatin1Char('0')).arg(pass));
        QVERIFY(file.open(QIODevice::WriteOnly));
        if (index != unread)
            file.write(text.toUtf8());
    }
}

} // namespace

class TestTircCheck : public QObject {
    Q_OBJECT
private slots:
    /// What an error leads to is reported where it shows first.
    void laterStepsAreReportedOnce()
    {
        const QByteArray errors =
            tirc({"check", sourcePath("samples/museum/dropped_predicate.py"), "--pipeline", "s_tir"}).errors;
        QSet<QByteArray> reasons;
        int notes = 0;
        for (const QByteArray& line : errors.split('\n')) {
            if (!line.startsWith("note: after step "))
                continue;
            reasons.insert(line.mid(line.indexOf(": ", 6)));
            ++notes;
        }
        QVERIFY2(notes > 0, errors.constData());
        QCOMPARE(notes, int(reasons.size()));
    }

    void unreadStepIsNotSound_data()
    {
        QTest::addColumn<int>("unread");
        for (const int unread : {-1, 0, 1, 4, 8})
            QTest::addRow("%d", unread) << unread;
    }

    void unreadStepIsNotSound()
    {
        QFETCH(int, unread);
        const QTemporaryDir folder;
        writeDump(folder.path(), unread);
        const bool isRead = unread < 0;
        const QByteArray answer = isRead ? "sound" : "not fully checked";
        const TircResult result = tirc({"check", folder.path()});
        QCOMPARE(result.exitCode, isRead ? 0 : 1);
        QVERIFY2(result.output.startsWith(answer + ": "), result.output.constData());
        QCOMPARE(result.errors.contains("unread: "), !isRead);
        QCOMPARE(tirc({"check", folder.path(), "--no-run"}).exitCode, isRead ? 0 : 1);
        QCOMPARE(tirc({"check", folder.path(), "--allow-unchecked"}).exitCode, 0);

        const QJsonObject report = tirc({"check", folder.path(), "--json"}).json().object();
        QCOMPARE(report["answer"].toString().toUtf8(), answer);
        if (isRead)
            return;
        // The module after the first pass is also the input.
        const QJsonObject step = report["steps"].toArray()[unread + 1].toObject();
        QCOMPARE(step["verdict"].toString(), QStringLiteral("unread"));
        QCOMPARE(step["unchecked"]["gap"].toString(), QStringLiteral("unread"));
        QCOMPARE(report["unchecked"].toArray().contains(QJsonObject{
                     {"step", unread + 1},
                     {"pass", step["pass"]},
                     {"gap", "unread"},
                     {"reason", step["unchecked"]["reason"]},
                     {"unreached", QJsonArray()},
                 }),
                 true);
    }

    /// The second of five blocks writes out of bounds.
    void fewBlocksRun()
    {
        const QByteArray program = "@T.prim_func(s_tir=True)\n"
                                   "def main(A: T.Buffer((5,), \"int32\")):\n"
                                   "    bx = T.launch_thread(\"blockIdx.x\", 5)\n"
                                   "    A[T.if_then_else(bx == 1, 9, bx)] = 9\n";
        const auto isFound = [&](const QStringList& options) {
            return tirc(QStringList{"check", "-"} + options, program).output.contains("writes A[9]");
        };
        QVERIFY(isFound({}));
        QVERIFY(isFound({"--blocks", "5"}));
        QVERIFY(!isFound({"--blocks", "1"}));
    }

    void leftOutBlocksAreNotSound_data()
    {
        QTest::addColumn<QStringList>("options");
        QTest::addColumn<QByteArray>("reason"); // empty: all blocks run
        const QByteArray all;
        QTest::newRow("all") << QStringList() << all;
        QTest::newRow("as many as there are") << QStringList{"--blocks", "5"} << all;
        QTest::newRow("more than there are") << QStringList{"--blocks", "6"} << all;
        QTest::newRow("some") << QStringList{"--blocks", "4"}
                              << QByteArray("only 3 of 5 blocks of the grid (5, 1, 1) ran");
        QTest::newRow("one, without memory checks")
            << QStringList{"--blocks", "1", "--no-findings"}
            << QByteArray("only 1 of 5 blocks of the grid (5, 1, 1) ran");
        QTest::newRow("all, without memory checks") << QStringList{"--no-findings"} << all;
        QTest::newRow("nothing runs") << QStringList{"--blocks", "1", "--no-run"} << all;
    }

    void leftOutBlocksAreNotSound()
    {
        QFETCH(const QStringList, options);
        QFETCH(const QByteArray, reason);
        const bool isPartial = !reason.isEmpty();
        const QByteArray program = "@T.prim_func(s_tir=True)\n"
                                   "def main(A: T.Buffer((5,), \"int32\")):\n"
                                   "    bx = T.launch_thread(\"blockIdx.x\", 5)\n"
                                   "    A[bx] = bx\n";
        const QStringList command = QStringList{"check", "-"} + options;
        const TircResult result = tirc(command, program);
        const bool isOptedOut = options.contains("--no-run") || options.contains("--no-findings");
        QCOMPARE(result.output.startsWith("not fully checked: "), isPartial || isOptedOut);
        QCOMPARE(result.output.contains("blocks left out: "), isPartial);
        QVERIFY2(result.output.contains(reason), result.output.constData());
        QCOMPARE(result.errors.contains("note: without --blocks, all blocks run"), isPartial);
        QCOMPARE(result.exitCode, isPartial ? 1 : 0);
        QCOMPARE(tirc(command + QStringList{"--allow-unchecked"}, program).exitCode, 0);
        const QJsonObject report = tirc(command + QStringList{"--json"}, program).json().object();
        QCOMPARE(report["isSound"].toBool(), result.output.startsWith("sound: "));
        QCOMPARE(report["unchecked"][0]["gap"].toString(),
                 isPartial ? QStringLiteral("blocks left out") : QString());
        QCOMPARE(report["steps"][0]["unchecked"].isObject(), isPartial);
    }

    /// The barrier is missing in a launch that the chosen size does not reach.
    void unreachedLaunchIsNotSound()
    {
        const QTemporaryDir folder;
        const QString path = folder.filePath("two_ways.py");
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(R"(@T.prim_func(s_tir=True)
def main(X: T.Buffer((64,), "int32"), Y: T.Buffer((64,), "int32"), n: T.int32):
    if n > 1000:
        with T.launch_thread("threadIdx.x", 64) as tx:
            S = T.alloc_buffer((64,), "int32", scope="shared")
            S[tx] = X[tx]
            Y[tx] = S[63 - tx]
    else:
        with T.launch_thread("threadIdx.x", 64) as ty:
            Y[ty] = X[ty]
)");
        file.close();
        const TircResult result = tirc({"check", path, "--input", "n=5"});
        QCOMPARE(result.exitCode, 1);
        QVERIFY2(result.output.startsWith("not fully checked: 1 of 10 modules; the input: not reached: "),
                 result.output.constData());
        QVERIFY2(result.errors.contains("two_ways.py:4:9: warning: the run never reaches this launch"),
                 result.errors.constData());
        QCOMPARE(tirc({"check", path, "--input", "n=5", "--no-findings"}).exitCode, 1);
        QCOMPARE(tirc({"check", path, "--input", "n=5", "--allow-unchecked"}).exitCode, 0);

        // The same message for a run whose results are correct as far as they go.
        for (const QStringList& options : {QStringList(), QStringList{"--check"}}) {
            const TircResult ran = tirc(QStringList{"run", path, "--input", "n=5"} + options);
            QCOMPARE(ran.exitCode, 0);
            QVERIFY2(ran.errors.contains("two_ways.py:4:9: warning: the run never reaches this launch"),
                     ran.errors.constData());
        }

        const QJsonObject report = tirc({"check", path, "--input", "n=5", "--json"}).json().object();
        QCOMPARE(report["answer"].toString(), QStringLiteral("not fully checked"));
        const QJsonArray unchecked = report["unchecked"].toArray();
        QCOMPARE(unchecked.size(), 1);
        QCOMPARE(unchecked[0]["gap"].toString(), QStringLiteral("not reached"));
        const QJsonArray unreached = unchecked[0]["unreached"].toArray();
        QCOMPARE(unreached.size(), 1);
        QCOMPARE(unreached[0]["access"]["line"].toInt(), 4);
        QCOMPARE(unreached[0]["severity"].toString(), QStringLiteral("warning"));
        QVERIFY(tirc({"check", path, "--input", "n=2000"}).output.startsWith("not sound: "));
    }

    void checkNamesTheFirstBadPass_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("pipeline");
        QTest::addColumn<int>("exitCode");
        QTest::addColumn<QString>("expected");
        QTest::newRow("sound") << "two_kernels"
                               << "split" << 0 << "sound: ";
        QTest::newRow("legacy merge")
            << "two_kernels"
            << "split@legacy-merge" << 1
            << "not sound: step 3, MergeSharedMemoryAllocations(mode=\"legacy\"), is ill-formed: ";
        QTest::newRow("legacy launch")
            << "two_kernels"
            << "split@legacy-launch" << 1
            << "not sound: step 6, LowerDeviceKernelLaunch(mode=\"legacy\"), is ill-formed: ";
        QTest::newRow("no pass to blame") << "out_of_scope"
                                          << "split" << 1 << "not sound: the input is ill-formed: ";
    }

    void checkNamesTheFirstBadPass()
    {
        QFETCH(QString, name);
        QFETCH(QString, pipeline);
        QFETCH(int, exitCode);
        QFETCH(QString, expected);
        const TircResult result = tirc({"check", sample(name), "--pipeline", pipeline});
        QVERIFY2(result.exitCode == exitCode, result.errors.constData());
        QVERIFY2(result.output.startsWith(expected.toUtf8()), result.output.constData());
        QCOMPARE(result.errors.contains("error: "), exitCode == 1);
    }

    void checkOfATraceSaysTheSame()
    {
        const QTemporaryDir folder;
        const QString path = folder.filePath("run.tirtrace");
        QCOMPARE(
            tirc({"trace", sample("two_kernels"), "--pipeline", "split@legacy-merge", "-o", path}).exitCode,
            0);
        const TircResult fromTrace = tirc({"check", path});
        const TircResult direct = tirc({"check", sample("two_kernels"), "--pipeline", "split@legacy-merge"});
        QCOMPARE(fromTrace.exitCode, 1);
        QCOMPARE(fromTrace.output, direct.output);
        QCOMPARE(fromTrace.errors, direct.errors);

        const TircResult other = tirc({"check", path, "--pipeline", "split"});
        QCOMPARE(other.exitCode, 2);
        QVERIFY2(other.errors.contains("is a trace"), other.errors.constData());
    }

    void checkJson()
    {
        const TircResult result =
            tirc({"check", sample("two_kernels"), "--pipeline", "split@legacy-merge", "--json"});
        QCOMPARE(result.exitCode, 1);
        const QJsonObject report = result.json().object();
        QCOMPARE(report.keys(),
                 QStringList({"answer", "defects", "execution", "file", "firstBad", "isSound", "pipeline",
                              "reason", "rejections", "steps", "stoppedAt", "unchecked"}));
        QCOMPARE(report["answer"].toString(), QStringLiteral("not sound"));
        QCOMPARE(report["execution"].toObject().keys(), QStringList({"entry", "notCompared", "notEntered"}));
        QCOMPARE(report["isSound"].toBool(true), false);
        QCOMPARE(report["firstBad"].toObject().keys(), QStringList({"consequences", "isCorrectedInSoundMode",
                                                                    "pass", "reason", "step", "verdict"}));
        QCOMPARE(report["firstBad"]["step"].toInt(), 3);
        const QJsonArray steps = report["steps"].toArray();
        QCOMPARE(steps[0].toObject().keys(),
                 QStringList({"breaches", "depth", "diagnostics", "durationNs", "errors", "pass", "readFrom",
                              "run", "step", "unchecked", "verdict"}));
        const QJsonArray diagnostics = steps[3].toObject()["diagnostics"].toArray();
        const auto error = std::ranges::find_if(diagnostics, [](const QJsonValue& diagnostic) {
            return diagnostic["severity"].toString() == "error";
        });
        QVERIFY(error != diagnostics.end() && (*error).toObject()["line"].toInt() > 0);
        QCOMPARE(steps[1]["run"].toObject().keys(),
                 QStringList({"differences", "findings", "isEqual", "message", "status"}));
        QVERIFY(steps[1]["run"]["isEqual"].toBool());
        QCOMPARE(steps[2]["errors"].toInt(-1), 0);
        QVERIFY(steps[3]["errors"].toInt() > 0);
        const QJsonObject sound = tirc({"check", sample("two_kernels"), "--json"}).json().object();
        QVERIFY(sound["firstBad"].isNull() && sound["isSound"].toBool());
        QCOMPARE(sound["answer"].toString(), QStringLiteral("sound"));
        QCOMPARE(sound["pipeline"].toString(), QStringLiteral("split"));
        const QJsonObject verified =
            tirc({"check", sample("two_kernels"), "--no-run", "--json"}).json().object();
        QCOMPARE(verified["answer"].toString(), QStringLiteral("not fully checked"));
        QVERIFY(verified["execution"].isNull());
        QVERIFY(verified["steps"][1]["run"].isNull());
    }

    void defectsOfARunAreNamedWithTheirStep()
    {
        const TircResult checked = tirc({"check", sample("museum/overlapping_layers")});
        QCOMPARE(checked.exitCode, 1);
        QVERIFY2(checked.output.startsWith(
                     "not sound: step 3, MergeSharedMemoryAllocations, reproduces a known TVM defect: "
                     "'upper' occupies bytes 512 to 1535"),
                 checked.output.constData());
        QVERIFY2(checked.errors.contains(":24:27: error: thread (0, 0, 0)"), checked.errors.constData());
        QVERIFY2(checked.errors.contains(":22:13: note: thread (0, 0, 0)"), checked.errors.constData());

        const QJsonObject report =
            tirc({"check", sample("museum/overlapping_layers"), "--json"}).json().object();
        QCOMPARE(report["firstBad"]["step"].toInt(), 3);
        const QJsonObject finding = report["steps"][3]["run"]["findings"][0].toObject();
        QCOMPARE(finding.keys(), QStringList({"access", "buffer", "count", "element", "kind", "message",
                                              "other", "scope", "severity"}));
        QCOMPARE(finding["access"].toObject().keys(), QStringList({"block", "column", "endColumn", "endLine",
                                                                   "isOnHost", "kind", "line", "thread"}));
        QCOMPARE(finding["kind"].toString(), QStringLiteral("clobbered"));
        QCOMPARE(finding["element"].toString(), QStringLiteral("first[128]"));
        QCOMPARE(finding["access"]["line"].toInt(), 24);
        QCOMPARE(finding["other"]["line"].toInt(), 22);
        QVERIFY(report["steps"][2]["run"]["findings"].toArray().isEmpty());

        const QJsonObject unchecked =
            tirc({"check", sample("museum/overlapping_layers"), "--no-findings", "--json"}).json().object();
        QCOMPARE(unchecked["firstBad"]["step"].toInt(), 3);
        QVERIFY(unchecked["steps"][3]["run"]["findings"].toArray().isEmpty());
    }

    void nothingComparedIsNoYes_data()
    {
        QTest::addColumn<QStringList>("options");
        QTest::addColumn<QByteArray>("statement");
        QTest::addColumn<int>("exitCode");
        QTest::addColumn<QByteArray>("expected");
        const auto row = [](const char* name, const QStringList& options, const char* statement, int exitCode,
                            const char* expected) {
            QTest::newRow(name) << options << QByteArray(statement) << exitCode << QByteArray(expected);
        };
        row("refused", {}, "T.evaluate(T.call_extern(\"int32\", \"unknown_function\"))", 1,
            "not executable: external function 'unknown_function'");
        row("runs for ever", {"--step-time-limit", "0.3"}, "while A[0] == A[0]:\n        A[0] = 1", 1,
            "out of time: ");
        row("no time at all", {"--time-limit", "0.000001"}, "A[0] = 1", 1,
            "out of time: the time limit of 1e-06 s for the whole check was reached");
        row("the input is refused", {}, "T.evaluate(T.call_extern(\"int32\", \"unknown_function\"))", 1,
            "step 1, BindTarget: not compared: the input was not run to its end: refused: external function");
        row("the input ends with an error", {}, "assert A[0] == 9, \"nine\"", 1,
            "not compared: the input was not run to its end: failed: ");
        row("accepted", {"--allow-unchecked"}, "T.evaluate(T.call_extern(\"int32\", \"unknown_function\"))",
            0, "");
        row("verified only", {"--no-run"}, "T.evaluate(T.call_extern(\"int32\", \"unknown_function\"))", 0,
            "");
        row("no such input", {"--input", "Q=1"}, "A[0] = 1", 2, "no symbolic size 'Q'");
        row("no such function", {"--entry", "other"}, "A[0] = 1", 2, "'other' is not in the module");
        row("runs", {}, "A[0] = 1", 0, "");
    }

    void nothingComparedIsNoYes()
    {
        QFETCH(QStringList, options);
        QFETCH(QByteArray, statement);
        QFETCH(int, exitCode);
        QFETCH(QByteArray, expected);
        const QByteArray program =
            "@T.prim_func(s_tir=True)\ndef main(A: T.Buffer((4,), \"int32\")):\n    " + statement + "\n";
        const TircResult result =
            tirc(QStringList{"check", "-", "--passes", "BindTarget"} + options, program);
        QVERIFY2(result.exitCode == exitCode, result.errors.constData());
        QCOMPARE(result.errors.contains("modules were not checked"),
                 exitCode > 0 || options.contains("--allow-unchecked"));
        QVERIFY2(result.errors.contains(expected), result.errors.constData());
    }

    /// The packed API passes all integers in 64 bits and all floats as doubles.
    void returnedValuesAreKept_data()
    {
        QTest::addColumn<QByteArray>("type");
        QTest::addColumn<QByteArray>("value");
        QTest::addColumn<QByteArray>("returned");
        const auto row = [](const char* type, const char* value, const char* returned) {
            QTest::newRow(type) << QByteArray(type) << QByteArray(value) << QByteArray(returned);
        };
        row("int64", "A[0] * T.int64(9007199254740993)", "9007199254740993");
        row("uint64", "A[0] - T.uint64(101)", "18446744073709551516");
        row("int8", "A[0] - T.int8(101)", "-100");
        row("uint8", "A[0] - T.uint8(101)", "156");
        row("bool", "A[0] and A[1]", "1");
        row("float64", "A[0] / T.float64(3)", "0.3333333333333333");
        row("float32", "A[0] / T.float32(3)", "0.333333343");
        row("float16", "A[0] / T.float16(3)", "0.333251953");
    }

    void returnedValuesAreKept()
    {
        QFETCH(QByteArray, type);
        QFETCH(QByteArray, value);
        QFETCH(QByteArray, returned);
        const QByteArray program = "@T.prim_func(s_tir=True)\ndef main(A: T.Buffer((4,), \"" + type +
                                   "\")) -> T." + type + ":\n    return " + value + "\n";
        const QStringList split{"-", "--target", "llvm", "--pipeline", "split", "--input", "A=1"};
        for (const QStringList& step : {QStringList{"--step", "0"}, QStringList()}) {
            const TircResult run = tirc(QStringList{"run"} + split + step, program);
            QVERIFY2(run.output.contains("returned " + returned + "\n"), run.output.constData());
        }
        const TircResult check = tirc(QStringList{"check"} + split, program);
        QVERIFY2(check.output.startsWith("sound: "), check.output.constData());
    }

    /// All integers fit into an argument of the packed API.
    void wideScalarsAreKept()
    {
        const QTemporaryDir folder;
        const QString file = folder.filePath("n.npy");
        QFile npy(file);
        QVERIFY(npy.open(QIODevice::WriteOnly));
        QByteArray header = "{'descr': '<u8', 'fortran_order': False, 'shape': (), }";
        header = header.leftJustified(117) + '\n';
        const quint64 number = (quint64(1) << 63) + 1;
        npy.write(QByteArray("\x93NUMPY\x01\x00", 8) + QByteArray("\x76\x00", 2) + header +
                  QByteArray(reinterpret_cast<const char*>(&number), sizeof number));
        npy.close();
        const QByteArray program = "@T.prim_func(s_tir=True)\n"
                                   "def main(A: T.Buffer((4,), \"uint64\"), n: T.uint64):\n"
                                   "    A[0] = n\n";
        const QStringList split{"-", "--target", "llvm", "--pipeline", "split", "--input", "n=" + file};
        const TircResult run = tirc(QStringList{"run"} + split, program);
        QVERIFY2(run.output.contains(" 9223372036854775809, "), run.output.constData());
        const TircResult check = tirc(QStringList{"check"} + split, program);
        QVERIFY2(check.output.startsWith("sound: "), check.output.constData());
    }

    /// A guard that is missing shows only where a tile is incomplete.
    void sizesOfIncompleteTilesAreTried_data()
    {
        QTest::addColumn<QByteArray>("before");
        QTest::addColumn<QByteArray>("guard");
        QTest::addColumn<QStringList>("options");
        QTest::addColumn<int>("exitCode");
        QTest::addColumn<QByteArray>("expected");
        const auto row = [](const char* name, const char* before, const char* guard,
                            const QStringList& options, int exitCode, const char* expected) {
            QTest::newRow(name) << QByteArray(before) << QByteArray(guard) << options << exitCode
                                << QByteArray(expected);
        };
        row("no guard", "", "", {}, 1, "'Y' has 65 elements, with n = 65");
        row("guarded", "", "if bx * 32 + tx < n:\n        ", {}, 0, "with n = 64 and with n = 65");
        row("asserted", "assert n % 32 == 0, \"whole tiles\"\n    ", "", {}, 0, "executed with n = 64,");
        row("given", "", "", {"--dim", "n=64"}, 0, "sound: ");
        row("given otherwise", "", "", {"--dim", "n=33"}, 1, "'Y' has 33 elements");
        row("without memory checks", "", "", {"--no-findings"}, 0, "memory accesses were not checked");
    }

    void sizesOfIncompleteTilesAreTried()
    {
        QFETCH(QByteArray, before);
        QFETCH(QByteArray, guard);
        QFETCH(QStringList, options);
        QFETCH(int, exitCode);
        QFETCH(QByteArray, expected);
        const QByteArray program = "@T.prim_func(s_tir=True)\n"
                                   "def main(x: T.handle, y: T.handle):\n"
                                   "    n = T.int32()\n"
                                   "    X = T.match_buffer(x, (n,), \"float32\")\n"
                                   "    Y = T.match_buffer(y, (n,), \"float32\")\n    " +
                                   before +
                                   "bx = T.launch_thread(\"blockIdx.x\", (n + 31) // 32)\n"
                                   "    tx = T.launch_thread(\"threadIdx.x\", 32)\n    " +
                                   guard + "Y[bx * 32 + tx] = X[bx * 32 + tx]\n";
        const TircResult result = tirc(QStringList{"check", "-"} + options, program);
        QVERIFY2(result.exitCode == exitCode, (result.output + result.errors).constData());
        QVERIFY2((result.output + result.errors).contains(expected),
                 (result.output + result.errors).constData());
    }

    void launchesBeyondTheLimitsOfAnAxis_data()
    {
        QTest::addColumn<QByteArray>("axis");
        QTest::addColumn<int>("extent");
        QTest::addColumn<int>("exitCode");
        QTest::newRow("blocks along y") << QByteArray("blockIdx.y") << 65535 << 0;
        QTest::newRow("too many blocks along y") << QByteArray("blockIdx.y") << 65536 << 1;
        QTest::newRow("too many blocks along z") << QByteArray("blockIdx.z") << 65536 << 1;
        QTest::newRow("more blocks along x") << QByteArray("blockIdx.x") << 65536 << 0;
        QTest::newRow("threads along z") << QByteArray("threadIdx.z") << 64 << 0;
        QTest::newRow("too many threads along z") << QByteArray("threadIdx.z") << 65 << 1;
        QTest::newRow("more threads along y") << QByteArray("threadIdx.y") << 65 << 0;
    }

    void launchesBeyondTheLimitsOfAnAxis()
    {
        QFETCH(QByteArray, axis);
        QFETCH(int, extent);
        QFETCH(int, exitCode);
        const QByteArray count = QByteArray::number(extent);
        const TircResult result = tirc({"check", "-", "--passes", "BindTarget"},
                                       "@T.prim_func(s_tir=True)\ndef main(A: T.Buffer((" + count +
                                           ",), \"int32\")):\n    i = T.launch_thread(\"" + axis + "\", " +
                                           count + ")\n    A[i] = i\n");
        QVERIFY2(result.exitCode == exitCode, result.errors.constData());
        QCOMPARE(result.errors.contains("refused-launch") ||
                     result.errors.contains("no GPU launches a kernel"),
                 exitCode == 1);
    }

    void sharedMemoryBeyondTheTargetIsRefused_data()
    {
        QTest::addColumn<QByteArray>("scope");
        QTest::addColumn<int>("words");
        QTest::addColumn<QString>("refusedBy"); // the architecture; empty: none refuses it
        const QByteArray isDynamic = "shared.dyn";
        QTest::newRow("all of an old GPU") << isDynamic << 16384 << "";
        QTest::newRow("more than an old GPU has") << isDynamic << 16385 << "sm_75";
        QTest::newRow("all of a new GPU") << isDynamic << 58112 << "sm_75";
        QTest::newRow("more than any GPU has") << isDynamic << 58113 << "sm_90";
        QTest::newRow("all static memory") << QByteArray("shared") << 12288 << "";
        QTest::newRow("too much static memory") << QByteArray("shared") << 12289 << "sm_90";
    }

    /// What fits on the CPU need not fit on the target.
    void sharedMemoryBeyondTheTargetIsRefused()
    {
        QFETCH(QByteArray, scope);
        QFETCH(int, words);
        QFETCH(QString, refusedBy);
        const QByteArray program = "@T.prim_func(s_tir=True)\n"
                                   "def main(A: T.Buffer((64,), \"float32\")):\n"
                                   "    tx = T.launch_thread(\"threadIdx.x\", 64)\n"
                                   "    s = T.alloc_buffer((" +
                                   QByteArray::number(words) + ",), \"float32\", scope=\"" + scope +
                                   "\")\n"
                                   "    s[tx] = A[tx]\n"
                                   "    A[tx] = s[tx]\n";
        const QString arch = refusedBy.isEmpty() ? QStringLiteral("sm_75") : refusedBy;
        const QStringList command{"check", "-", "--target", "cuda -arch=" + arch};
        const TircResult result = tirc(command, program);
        const QByteArray all = result.output + result.errors;
        if (refusedBy.isEmpty()) {
            QVERIFY2(result.exitCode == 0 && !all.contains("at most"), all.constData());
            return;
        }
        QVERIFY2(result.output.startsWith("not sound: the input fails a memory check: refused-launch: "),
                 all.constData());
        QVERIFY2(result.errors.startsWith("<stdin>:4:5: error: the host launches main: the launch takes "),
                 all.constData());
        QVERIFY2(result.errors.contains("at most ") && result.errors.contains("on " + arch.toUtf8()),
                 all.constData());
        QCOMPARE(tirc(command + QStringList{"--allow-unchecked"}, program).exitCode, 1);
        // Without memory checks it is a warning.
        const TircResult unrun = tirc(command + QStringList{"--no-run"}, program);
        QVERIFY2(unrun.errors.contains("warning: the launch takes "), unrun.errors.constData());
        QCOMPARE(tirc({"check", "-"}, program).exitCode, refusedBy == "sm_75" ? 0 : 1);
    }

    /// No pass is at fault for what blocks allocate.
    void sharedMemoryOfBlocksIsRefusedForTheInput()
    {
        const TircResult result =
            tirc({"check", "-", "--target", "cuda -arch=sm_75"},
                 "@T.prim_func(s_tir=True)\n"
                 "def main(A: T.Buffer((20000,), \"float32\"), B: T.Buffer((20000,), \"float32\")):\n"
                 "    for tx in T.thread_binding(32, thread=\"threadIdx.x\"):\n"
                 "        with T.sblock(\"root\"):\n"
                 "            S = T.sblock_alloc_buffer((20000,), \"float32\", scope=\"shared.dyn\")\n"
                 "            for i in range(625):\n"
                 "                with T.sblock(\"S\"):\n"
                 "                    v = T.axis.spatial(20000, i * 32 + tx)\n"
                 "                    S[v] = A[v]\n"
                 "            for i in range(625):\n"
                 "                with T.sblock(\"B\"):\n"
                 "                    v = T.axis.spatial(20000, i * 32 + tx)\n"
                 "                    B[v] = S[v]\n");
        QVERIFY2(result.output.startsWith("not sound: the input fails a memory check: refused-launch: "),
                 (result.output + result.errors).constData());
    }

    /// As TVM, the kernel has variables of the host, which no text can show.
    void stridesOfTheHostAreADefect()
    {
        const QByteArray program = "@T.prim_func(s_tir=True)\n"
                                   "def main(a: T.handle, B: T.Buffer((8,), \"float32\")):\n"
                                   "    A = T.match_buffer(a, (8, 8), \"float32\", strides=(\"s\", \"t\"))\n"
                                   "    tx = T.launch_thread(\"threadIdx.x\", 8)\n"
                                   "    B[tx] = A[tx, 1]\n";
        const TircResult asTvm = tirc({"check", "-"}, program);
        QCOMPARE(asTvm.exitCode, 1);
        QVERIFY2(asTvm.output.contains(
                     "SplitHostDevice, reproduces a known TVM defect: the kernel addresses 'A' through "
                     "the stride 's', which it does not get"),
                 asTvm.output.constData());
        const TircResult sound = tirc({"check", "-", "--mode", "sound"}, program);
        QVERIFY2(sound.exitCode == 0, (sound.output + sound.errors).constData());
    }

    void ourRecordingIsOurs()
    {
        const QTemporaryDir folder;
        const QString trace = folder.filePath("transpose.tirtrace");
        QCOMPARE(tirc({"trace", sample("scheduled/transpose"), "--pipeline", "s_tir", "-o", trace}).exitCode,
                 0);
        const TircResult result = tirc({"check", trace, "--against", "ours"});
        QVERIFY2(result.exitCode == 0, (result.output + result.errors).constData());
    }

    void passesOfOneSideAreCounted()
    {
        const TircResult result = tirc({"check", sample("matmul"), "--no-run", "--pipeline", "split",
                                        "--against", "BindTarget,AnnotateEntryFunc"});
        QVERIFY2(result.output.contains(" ran on one side only"), result.output.constData());
    }

    void theHeaderOfTheProgramIsMentioned()
    {
        const TircResult result = tirc({"check", sample("museum/element_of_a_row")});
        QVERIFY2(result.errors.contains("this program demonstrates --pipeline s_tir"),
                 result.errors.constData());
        QVERIFY(!tirc({"check", sample("matmul")}).errors.contains("this program is about"));
    }

    /// Threads run in lockstep only where a ThreadSync is still to come: without one, a missing barrier is the fault of
    /// the program, and of no pass.
    void listsWithoutThreadSyncHaveNoBarriersToCome_data()
    {
        QTest::addColumn<QString>("passes");
        QTest::addColumn<QByteArray>("answer");
        QTest::newRow("no barriers") << "BindTarget,AnnotateEntryFunc"
                                     << QByteArray("not sound: the input fails a memory check: ");
        QTest::newRow("barriers of other memory")
            << "BindTarget,ThreadSync(\"global\")"
            << QByteArray("not sound: step 2, ThreadSync(\"global\"), fails a memory check: ");
        QTest::newRow("barriers") << "BindTarget,ThreadSync(\"shared\")" << QByteArray("sound: ");
        QTest::newRow("barriers first") << "ThreadSync(\"shared\"),BindTarget" << QByteArray("sound: ");
    }

    void listsWithoutThreadSyncHaveNoBarriersToCome()
    {
        QFETCH(QString, passes);
        QFETCH(QByteArray, answer);
        const QByteArray program = R"(@T.prim_func(s_tir=True)
def main(X: T.Buffer((64,), "float32")):
    with T.launch_thread("threadIdx.x", 64) as tx:
        A = T.alloc_buffer((64,), scope="shared")
        A[tx] = X[tx]
        X[tx] = A[63 - tx]
)";
        const TircResult result = tirc({"check", "-", "--passes", passes}, program);
        QVERIFY2(result.output.startsWith(answer), result.output.constData());
        const bool isSound = answer.startsWith("sound");
        QCOMPARE(result.exitCode, isSound ? 0 : 1);
        QCOMPARE(result.errors.contains("there is no barrier between"), !isSound);
    }

    void functionToRunIsToBeNamed()
    {
        const QByteArray function =
            "    @T.prim_func(s_tir=True)\n    def %1(A: T.Buffer((4,), \"int32\")):\n"
            "        A[0] = 1\n";
        const QByteArray program = "@I.ir_module\nclass M:\n" + QByteArray(function).replace("%1", "one") +
                                   QByteArray(function).replace("%1", "two");
        const TircResult result = tirc({"check", "-", "--passes", "BindTarget"}, program);
        QCOMPARE(result.exitCode, 2);
        QVERIFY2(result.errors.contains("note: --entry NAME"), result.errors.constData());
        const TircResult named = tirc({"check", "-", "--passes", "BindTarget", "--entry", "two"}, program);
        QCOMPARE(named.exitCode, 0);
        QVERIFY2(named.output.startsWith("sound: ") &&
                     named.output.endsWith("; only 'two' ran, which does not call 'one'\n"),
                 named.output.constData());
    }

    /// `main` runs by default; the race is in a function that nothing calls.
    void functionsThatDoNotRunAreNotSound()
    {
        const QByteArray function = R"(
    @T.prim_func(s_tir=True%1)
    def %2(A: T.Buffer((4,), "int32")):
        with T.launch_thread("threadIdx.x", 4) as tx:
            A[%3] = tx
)";
        const auto module = [&](const QByteArray& isPrivate) {
            return "@I.ir_module\nclass M:" +
                   QByteArray(function).replace("%1", "").replace("%2", "main").replace("%3", "tx") +
                   QByteArray(function).replace("%1", isPrivate).replace("%2", "other").replace("%3", "0");
        };
        const TircResult result = tirc({"check", "-"}, module(""));
        QVERIFY2(
            result.output.startsWith("not fully checked: 1 of 10 modules; the input: not reached: 'main' "
                                     "ran, which does not call 'other'"),
            result.output.constData());
        QCOMPARE(result.exitCode, 1);
        QVERIFY2(result.errors.contains("note: --entry NAME chooses the function to run"),
                 result.errors.constData());
        const QJsonObject report = tirc({"check", "-", "--json"}, module("")).json().object();
        QCOMPARE(report["execution"]["notEntered"].toArray(), QJsonArray{"other"});
        QCOMPARE(report["unchecked"][0]["gap"].toString(), QStringLiteral("not reached"));
        QCOMPARE(tirc({"check", "-", "--entry", "main"}, module("")).exitCode, 0);
        QVERIFY(tirc({"check", "-", "--entry", "other"}, module("")).output.startsWith("not sound: "));
        QVERIFY(tirc({"check", "-"}, module(", private=True")).output.startsWith("sound: "));
    }

    void defectsAreNoYes()
    {
        const QByteArray program = R"(
@T.prim_func(s_tir=True)
def main(X: T.Buffer((128,), "float32")):
    with T.launch_thread("threadIdx.x", 128) as tx:
        A = T.alloc_buffer((128,), scope="shared.dyn")
        B = T.alloc_buffer((128,), scope="shared.dyn")
        A[tx] = X[tx]
        T.tvm_storage_sync("shared.dyn")
        B[tx] = A[127 - tx]
        X[tx] = B[tx]
)";
        const TircResult bites = tirc({"check", "-", "--no-run"}, program);
        QCOMPARE(bites.exitCode, 1);
        QVERIFY2(bites.errors.contains("@3:MergeSharedMemoryAllocations:"), bites.errors.constData());
        QVERIFY2(bites.errors.contains("warning: 'B' takes over bytes of 'A' without a barrier in between: "),
                 bites.errors.constData());
        const QJsonObject report = tirc({"check", "-", "--no-run", "--json"}, program).json().object();
        QVERIFY(!report["isSound"].toBool());
        QCOMPARE(report["firstBad"]["step"].toInt(), 3);
        QCOMPARE(report["defects"].toArray().size(), 1);
        QCOMPARE(report["defects"].toArray()[0].toObject().keys(), QStringList({"code", "message", "step"}));
        QCOMPARE(tirc({"check", "-", "--mode", "sound"}, program).exitCode, 0);
    }

    /// `split` ends before LowerIntrin, which reports the barrier in `build`: then it is reported once.
    void barriersThatTvmDoesNotWriteAreReported_data()
    {
        QTest::addColumn<QString>("pipeline");
        QTest::addColumn<QString>("mode");
        QTest::addColumn<int>("warnings");
        QTest::addColumn<int>("exitCode");
        QTest::newRow("split") << "split"
                               << "as-tvm" << 1 << 0;
        QTest::newRow("split, sound") << "split"
                                      << "sound" << 0 << 0;
        QTest::newRow("build") << "build"
                               << "as-tvm" << 1 << 1;
        QTest::newRow("build, sound") << "build"
                                      << "sound" << 0 << 0;
    }

    void barriersThatTvmDoesNotWriteAreReported()
    {
        QFETCH(QString, pipeline);
        QFETCH(QString, mode);
        QFETCH(int, warnings);
        QFETCH(int, exitCode);
        const QStringList words = {
            "check", sample("museum/warp_barrier_dropped"), "--pipeline", pipeline, "--mode", mode};
        const TircResult result = tirc(words);
        const QByteArray all = result.output + result.errors;
        QCOMPARE(result.exitCode, exitCode);
        QVERIFY2(result.errors.count("warning: ") == warnings &&
                     result.errors.count("warp barrier") == warnings,
                 all.constData());
        QVERIFY2(warnings == 0 || result.errors.contains("T.tvm_storage_sync(\"warp\")"), all.constData());
        const QJsonArray defects = tirc(words + QStringList{"--json"}).json().object()["defects"].toArray();
        QCOMPARE(int(defects.size()), warnings);
        for (const QJsonValue& defect : defects)
            QCOMPARE(defect["code"].toString(), QStringLiteral("defect-missing-warp-barrier"));
    }

    void inputThatLacksAPropertyIsRejected()
    {
        const QByteArray program = R"(# a comment that printing leaves out
@T.prim_func(s_tir=True)
def main(A: T.Buffer((64,), "float32"), B: T.Buffer((64,), "float32")):
    for tx in T.thread_binding(64, thread="threadIdx.x"):
        B[tx] = A[tx]
)";
        const QStringList split{"check", "-", "--no-run", "--pipeline", "split"};
        const TircResult result = tirc(split, program);
        QCOMPARE(result.exitCode, 1);
        QVERIFY2(result.output.startsWith("rejected: the input lacks a property: "),
                 result.output.constData());
        // In the text that the user wrote, once.
        QVERIFY2(result.errors.startsWith("<stdin>:4:5: error: "), result.errors.constData());
        QCOMPARE(result.errors.count("launches are thread_extent statements"), 1);
        const QJsonObject report = tirc(split + QStringList{"--json"}, program).json().object();
        QCOMPARE(report["answer"].toString(), QStringLiteral("rejected"));
        QCOMPARE(report["firstBad"]["step"].toInt(-1), 0);
        QCOMPARE(report["steps"][0]["diagnostics"][0]["line"].toInt(), 4);
        // Unless a user names one, the pipeline is one that takes the program.
        QCOMPARE(tirc({"check", "-", "--no-run"}, program).exitCode, 0);
    }

    void whatTheInputLacksIsReportedForTheInput_data()
    {
        QTest::addColumn<QByteArray>("body");
        QTest::addColumn<QByteArray>("reason");
        QTest::addColumn<QByteArray>("place");
        const QByteArray noLaunch =
            "the program launches no kernel: bind a loop to threads, or choose a CPU as target";
        QTest::newRow("no launch") << QByteArray("    B[0] = A[0] + A[1]\n") << noLaunch << QByteArray("3:");
        QTest::newRow("a parallel loop") << QByteArray("    for i in T.parallel(64):\n        B[i] = A[i]\n")
                                         << noLaunch << QByteArray("4:");
        QTest::newRow("an access beside a launch")
            << QByteArray("    with T.launch_thread(\"threadIdx.x\", 64) as tx:\n"
                          "        B[tx] = A[tx]\n"
                          "    B[0] = A[1]\n")
            << QByteArray("host code of 'main' accesses device memory through 'B") << QByteArray("5:");
        QTest::newRow("a virtual thread")
            << QByteArray("    tx = T.launch_thread(\"threadIdx.x\", 16)\n"
                          "    vx = T.launch_thread(\"vthread.x\", 4)\n"
                          "    B[tx * 4 + vx] = A[tx * 4 + vx]\n")
            << QByteArray("the program has virtual threads; ") << QByteArray("4:");
    }

    /// The split is not at fault.
    void whatTheInputLacksIsReportedForTheInput()
    {
        QFETCH(QByteArray, body);
        QFETCH(QByteArray, reason);
        QFETCH(QByteArray, place);
        const QByteArray program =
            "@T.prim_func(s_tir=True)\n"
            "def main(A: T.Buffer((64,), \"float32\"), B: T.Buffer((64,), \"float32\")):\n" +
            body;
        for (const char* pipeline : {"split", "build", "split@before"}) {
            const TircResult result = tirc({"check", "-", "--no-run", "--pipeline", pipeline}, program);
            QCOMPARE(result.exitCode, 1);
            QVERIFY2(result.output.startsWith("rejected: the input lacks a property: " + reason),
                     result.output.constData());
            QVERIFY2(result.errors.contains("<stdin>:" + place), result.errors.constData());
        }
        // Nothing is missing for a CPU.
        if (!body.contains("launch_thread"))
            QCOMPARE(tirc({"check", "-", "--target", "llvm"}, program).exitCode, 0);
    }

    /// A defect of TVM that the pass itself does not notice.
    void soundModeOfTheBadPassIsTried()
    {
        const QString wrong = sourcePath("samples/museum/remainder_of_a_negative.py");
        const TircResult result = tirc({"check", wrong});
        QCOMPARE(result.exitCode, 1);
        QVERIFY2(result.output.contains("StmtSimplify, changes the result"), result.output.constData());
        QVERIFY2(result.output.contains("a defect of TVM: in sound mode, the pass keeps the result"),
                 result.output.constData());
        QCOMPARE(tirc({"check", wrong, "--json"}).json()["firstBad"]["isCorrectedInSoundMode"],
                 QJsonValue(true));
        // Passes in the wrong order are wrong in both modes.
        const QString order = sourcePath("samples/museum/index_of_32_bits.py");
        const QJsonObject report =
            tirc({"check", order, "--pipeline", "s_tir@forced-int32", "--json"}).json().object();
        QVERIFY(report["firstBad"]["step"].toInt() > 0);
        QCOMPARE(report["firstBad"]["isCorrectedInSoundMode"], QJsonValue(false));
    }

    void sharedMemoryOfSeveralLaunchesIsReportedForTheInput_data()
    {
        QTest::addColumn<QByteArray>("scope");
        QTest::addColumn<QByteArray>("first");  // in the first launch
        QTest::addColumn<QByteArray>("middle"); // on the host
        QTest::addColumn<QByteArray>("second"); // in the second launch
        QTest::addColumn<QByteArray>("users");
        const QByteArray two = "2 launches use it";
        const QByteArray host = "the host uses it, and so does a launch";
        const QByteArray plain = "B[tx] = A[tx]";
        const QByteArray isRead = "B[tx] = S[tx]";
        const QByteArray isWritten = "S[tx] = A[tx]";
        for (const char* scope : {"shared", "shared.dyn"}) {
            const auto row = [&](const char* name, const QByteArray& first, const QByteArray& middle,
                                 const QByteArray& second, const QByteArray& users) {
                QTest::addRow("%s: %s", scope, name)
                    << QByteArray(scope) << first << middle << second << users;
            };
            row("written, then read", isWritten, "", isRead, two);
            row("read by both", "B[tx] = S[63 - tx]", "", isRead, two);
            row("written by the host", plain, "S[0] = T.float32(1)", isRead, host);
            row("read by the host", isWritten, "T.evaluate(S[0])", plain, host);
            row("passed on by the host", isWritten, "T.call_extern(\"int32\", \"put\", S.data)", plain, host);
            row("through another buffer", isWritten,
                "R = T.decl_buffer((64,), \"float32\", data=S.data, scope=\"" + QByteArray(scope) + "\")",
                "B[tx] = R[tx]", two);
            row("as a pointer", isWritten, "", "B[tx] = T.call_extern(\"float32\", \"load\", S.data)", two);
            row("in one launch", "S[tx] = A[tx]", "", plain, "");
            row("in none", plain, "", plain, "");
        }
    }

    /// Each launch has shared memory of its own: no pass can keep what one launch left to the next.
    void sharedMemoryOfSeveralLaunchesIsReportedForTheInput()
    {
        QFETCH(QByteArray, scope);
        QFETCH(QByteArray, first);
        QFETCH(QByteArray, middle);
        QFETCH(QByteArray, second);
        QFETCH(QByteArray, users);
        const QByteArray launch = "    with T.launch_thread(\"threadIdx.x\", 64) as tx:\n        ";
        QByteArray program = "@T.prim_func(s_tir=True)\n"
                             "def main(A: T.Buffer((64,), \"float32\"), B: T.Buffer((64,), \"float32\")):\n"
                             "    S = T.alloc_buffer((64,), \"float32\", scope=\"" +
                             scope + "\")\n" + launch + first + "\n";
        if (!middle.isEmpty())
            program += "    " + middle + "\n";
        program += launch + second + "\n";
        for (const char* pipeline : {"split", "split@before", "split@legacy-merge", "s_tir"}) {
            const TircResult result = tirc({"check", "-", "--no-run", "--pipeline", pipeline}, program);
            const QByteArray all = result.output + result.errors;
            QCOMPARE(result.output.contains("the input lacks a property"), !users.isEmpty());
            if (users.isEmpty())
                continue;
            QCOMPARE(result.exitCode, 1);
            QVERIFY2(result.output.startsWith("rejected: the input lacks a property: "), all.constData());
            QVERIFY2(result.output.contains("shared buffer 'S' is allocated outside of all launches, and " +
                                            users),
                     all.constData());
            QVERIFY2(result.errors.contains("<stdin>:3:5: error: "), all.constData());
        }
    }

    void sharedMemoryOfSeveralLaunchesOfBlocks_data()
    {
        QTest::addColumn<QByteArray>("outside"); // of both launches
        QTest::addColumn<QByteArray>("inside");  // at the start of each launch
        QTest::addColumn<bool>("isOfInput");
        const QByteArray allocation = "S = T.sblock_alloc_buffer((64,), \"float32\", scope=\"shared\")";
        QTest::newRow("one for both") << allocation << QByteArray("T.evaluate(0)") << true;
        QTest::newRow("one for both, declared by its block")
            << "T.reads(A[0:64])\n        T.writes(B[0:64])\n        " + allocation
            << QByteArray("T.evaluate(0)") << true;
        QTest::newRow("one each") << QByteArray("T.evaluate(0)") << allocation << false;
    }

    void sharedMemoryOfSeveralLaunchesOfBlocks()
    {
        QFETCH(QByteArray, outside);
        QFETCH(QByteArray, inside);
        QFETCH(bool, isOfInput);
        QByteArray program = "@T.prim_func(s_tir=True)\n"
                             "def main(A: T.Buffer((64,), \"float32\"), B: T.Buffer((64,), \"float32\")):\n"
                             "    with T.sblock(\"root\"):\n"
                             "        " +
                             outside + "\n";
        for (const char* body : {"S[v] = A[v]", "B[v] = S[v]"})
            program += "        for tx in T.thread_binding(64, thread=\"threadIdx.x\"):\n"
                       "            with T.sblock(\"\"):\n"
                       "                " +
                       inside +
                       "\n"
                       "                with T.sblock(\"part\"):\n"
                       "                    v = T.axis.spatial(64, tx)\n"
                       "                    " +
                       QByteArray(body) + "\n";
        const TircResult result = tirc({"check", "-", "--no-run"}, program);
        const QByteArray all = result.output + result.errors;
        QCOMPARE(result.output.startsWith("rejected: the input lacks a property: "), isOfInput);
        if (isOfInput)
            QVERIFY2(result.errors.startsWith("<stdin>:" + QByteArray::number(4 + outside.count('\n')) + ":"),
                     all.constData());
    }

    /// No pass is at fault before the one that TVM rejects such a program with.
    void sizesThatNoArgumentHasAreRejected_data()
    {
        QTest::addColumn<QByteArray>("extent");
        for (const char* extent : {"n * 4", "n + 1", "n // 2"})
            QTest::newRow(extent) << QByteArray(extent);
    }

    void sizesThatNoArgumentHasAreRejected()
    {
        QFETCH(QByteArray, extent);
        const QByteArray program = "@T.prim_func(s_tir=True)\n"
                                   "def main(a: T.handle):\n"
                                   "    n = T.int32()\n"
                                   "    A = T.match_buffer(a, (" +
                                   extent +
                                   ",), \"int32\")\n"
                                   "    bx = T.launch_thread(\"blockIdx.x\", n // 2)\n"
                                   "    A[bx] = n\n";
        for (const char* pipeline : {"split", "s_tir"}) {
            const TircResult result = tirc({"check", "-", "--no-run", "--pipeline", pipeline}, program);
            QVERIFY2(result.output.startsWith("rejected: step ") &&
                         result.output.contains("MakePackedAPI, failed: "),
                     result.output.constData());
        }
    }

    void recordedStepsHaveContracts()
    {
        const QTemporaryDir folder;
        writeDump(folder.path(), -1);
        const QStringList marking = QDir(folder.path()).entryList({"*AnnotateDeviceRegions.py"});
        QCOMPARE(marking.size(), 1);
        const QStringList command{"check", "--no-run", folder.path()};
        QVERIFY(!tirc(command).errors.contains("requires"));
        QVERIFY(QFile::remove(folder.filePath(marking.front())));
        // The pass whose file is missing may have done it.
        QVERIFY(!tirc(command).errors.contains("requires"));
        const QStringList files = QDir(folder.path()).entryList({"*.py"}, QDir::Files, QDir::Name);
        for (qsizetype index = marking.front().left(3).toInt(); index < files.size(); ++index)
            QVERIFY(QFile::rename(folder.filePath(files[index]),
                                  folder.filePath(QStringLiteral("%1").arg(index, 3, 10, QLatin1Char('0')) +
                                                  files[index].mid(3))));
        const QByteArray requirement = "requires \"device code is marked as regions\", which does not hold: ";
        const TircResult result = tirc(command);
        QVERIFY2(result.errors.contains("error: SplitHostDevice (step 4) " + requirement),
                 result.errors.constData());
        const QJsonObject report = tirc(command + QStringList{"--json"}).json().object();
        const QJsonArray breaches = report["steps"][4]["breaches"].toArray();
        QCOMPARE(breaches.size(), 1);
        QCOMPARE(breaches[0].toObject().keys(),
                 QStringList({"exemption", "isConvention", "message", "notes", "property"}));
        QCOMPARE(breaches[0]["property"].toString(), QStringLiteral("device code is marked as regions"));
        QVERIFY(breaches[0]["message"].toString().toUtf8().contains(requirement));
        QVERIFY(report["steps"][3]["breaches"].toArray().isEmpty());
    }

    void damagedTraceIsTwo_data()
    {
        QTest::addColumn<QByteArray>("from");
        QTest::addColumn<QByteArray>("to");
        QTest::newRow("no JSON") << QByteArray("\"steps\"") << QByteArray("steps");
        QTest::newRow("foreign format") << QByteArray("tirscope-trace") << QByteArray("other-trace");
        QTest::newRow("other version") << QByteArray("\"version\": 1") << QByteArray("\"version\": 2");
        QTest::newRow("text out of range") << QByteArray("\"text\": 1,") << QByteArray("\"text\": 99,");
        QTest::newRow("unknown verdict") << QByteArray("\"changed\"") << QByteArray("\"altered\"");
        QTest::newRow("member missing") << QByteArray("\"durationNs\"") << QByteArray("\"duration\"");
    }

    void damagedTraceIsTwo()
    {
        QFETCH(QByteArray, from);
        QFETCH(QByteArray, to);
        const QByteArray trace =
            tirc({"trace", sample("reverse"), "--passes", "BindTarget", "-o", "-"}).output;
        QVERIFY2(trace.contains(from), trace.constData());
        QCOMPARE(tirc({"check", "-"}, trace).exitCode, 0);
        const TircResult result = tirc({"check", "-"}, QByteArray(trace).replace(from, to));
        QCOMPARE(result.exitCode, 2);
        QVERIFY2(result.errors.contains("error: '<stdin>': "), result.errors.constData());
    }
};

TIR_TEST(TestTircCheck)
#include "tst_tirc_check.moc"
