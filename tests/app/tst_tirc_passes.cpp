/// opt, trace and check.

#include "tests/app/tirc_process.h"
#include "tests/support/test_files.h"

#include <QJsonArray>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QtTest>

using namespace tir::testing;

class TestTircPasses : public QObject {
    Q_OBJECT
private slots:
    void optPrintsTheModuleAfterThePasses()
    {
        const TircResult bound = tirc({"opt", sample("reverse"), "--passes", "BindTarget"});
        QVERIFY2(bound.exitCode == 0, bound.errors.constData());
        QVERIFY2(bound.output.contains("\"target\": T.target({\"arch\": \"sm_90\""),
                 bound.output.constData());
        QVERIFY(bound.errors.isEmpty());

        const TircResult split = tirc({"opt", sample("reverse"), "--pipeline", "split"});
        QVERIFY2(split.exitCode == 0, split.errors.constData());
        QVERIFY2(split.output.contains("T.call_packed(\"main_kernel\""), split.output.constData());
    }

    void optReadsItsOwnOutput()
    {
        const TircResult first =
            tirc({"opt", sample("two_kernels"), "--passes", "BindTarget,AnnotateEntryFunc"});
        const TircResult second = tirc(
            {"opt", "-", "--passes", "MergeSharedMemoryAllocations,AnnotateDeviceRegions"}, first.output);
        const TircResult together =
            tirc({"opt", sample("two_kernels"), "--passes",
                  "BindTarget, AnnotateEntryFunc, MergeSharedMemoryAllocations, AnnotateDeviceRegions"});
        QVERIFY2(second.exitCode == 0, second.errors.constData());
        QCOMPARE(second.output, together.output);
    }

    void targetAndItsHostAreTheUsers()
    {
        const TircResult kind =
            tirc({"opt", sample("reverse"), "--passes", "BindTarget", "--target", "opencl"});
        QVERIFY2(kind.exitCode == 0, kind.errors.constData());
        QVERIFY2(kind.output.contains("\"kind\": \"opencl\""), kind.output.constData());
        QVERIFY2(kind.output.contains("\"host\": {\"keys\": [\"cpu\"], \"kind\": \"llvm\""),
                 kind.output.constData());
        const TircResult json = tirc({"opt", sample("reverse"), "--passes", "BindTarget", "--target",
                                      R"({"kind": "cuda", "arch": "sm_75", "host": {"kind": "c"}})"});
        QVERIFY2(json.exitCode == 0, json.errors.constData());
        QVERIFY2(json.output.contains("\"sm_75\"") && json.output.contains("\"kind\": \"c\""),
                 json.output.constData());
    }

    void configReachesThePass()
    {
        const QStringList merge{"opt", sample("static_shared"), "--passes", "MergeSharedMemoryAllocations"};
        const TircResult without = tirc(merge);
        QCOMPARE(without.output, tirc({"print", sample("static_shared")}).output);
        const TircResult with = tirc(merge + QStringList{"--config", "tirx.merge_static_smem=true"});
        QVERIFY2(with.exitCode == 0, with.errors.constData());
        QVERIFY2(with.output.contains("buf_shmem = T.alloc_shared((1024,), \"uint8\")"),
                 with.output.constData());
    }

    void illFormedResultIsHeldBack()
    {
        const QStringList legacy{"opt", sample("two_kernels"), "--pipeline", "split@legacy-merge"};
        const TircResult held = tirc(legacy);
        QCOMPARE(held.exitCode, 1);
        QVERIFY(held.output.isEmpty());
        QVERIFY2(held.errors.contains("two_kernels.py@3:MergeSharedMemoryAllocations:"),
                 held.errors.constData());
        QVERIFY2(held.errors.contains("buf_dyn_shmem"), held.errors.constData());

        const TircResult forced = tirc(legacy + QStringList{"--force"});
        QCOMPARE(forced.exitCode, 1);
        QVERIFY2(forced.output.contains("def main_kernel_1("), forced.output.constData());
    }

    void contractsAreCheckedBeforeTheRun()
    {
        const QStringList wrong{"--passes", "BindTarget,SplitHostDevice"};
        const QStringList opt = QStringList{"opt", sample("reverse")} + wrong;
        for (const QStringList& command : {opt, QStringList{"check", sample("reverse")} + wrong,
                                           QStringList{"trace", sample("reverse"), "-o", "-"} + wrong}) {
            const TircResult refused = tirc(command);
            QCOMPARE(refused.exitCode, 1);
            QVERIFY2(refused.output.isEmpty(), refused.output.constData());
            QVERIFY2(
                refused.errors.startsWith("error: SplitHostDevice (step 2) needs \"device code is marked"),
                refused.errors.constData());
            QVERIFY2(refused.errors.contains("note: it is given by AnnotateDeviceRegions"),
                     refused.errors.constData());
        }
        const TircResult forced = tirc(opt + QStringList{"--force", "--print-after-all"});
        QVERIFY2(forced.output.contains("# out of place: SplitHostDevice (step 2) needs"),
                 forced.output.constData());
        const TircResult trace = tirc(QStringList{"trace", sample("reverse"), "-o", "-", "--force"} + wrong);
        QCOMPARE(trace.exitCode, 0);
        QVERIFY2(trace.output.contains("\"property\": \"device code is marked as regions\""),
                 trace.output.constData());
    }

    void notesAreTables()
    {
        const QStringList opt{"opt", sample("two_kernels"), "--pipeline", "split", "--notes"};
        const TircResult result = tirc(opt);
        QCOMPARE(result.exitCode, 0);
        QVERIFY(!result.output.contains("note: "));
        QVERIFY2(result.errors.contains("step 3, MergeSharedMemoryAllocations: changed\n    note: the "),
                 result.errors.constData());
        QVERIFY2(result.errors.contains("free behind it\n"), result.errors.constData());
        QVERIFY(tirc(opt + QStringList{"--print-after-all"}).output.contains("\n# note: the "));
    }

    void missingPassIsNotSkippedInSilence()
    {
        const QStringList full{"opt", sample("reverse"), "--pipeline", "trn"};
        const TircResult held = tirc(full);
        QCOMPARE(held.exitCode, 1);
        QVERIFY(held.output.isEmpty());
        QVERIFY2(held.errors.contains("stopped before step 2, TrnPrivateBufferAlloc"),
                 held.errors.constData());
        QVERIFY(tirc(full + QStringList{"--force"}).output.contains("\"target\""));

        const TircResult checked = tirc({"check", sample("reverse"), "--pipeline", "trn"});
        QCOMPARE(checked.exitCode, 1);
        QVERIFY2(checked.output.startsWith("sound so far: "), checked.output.constData());
    }

    void printAfterAllShowsEveryStep()
    {
        const TircResult result =
            tirc({"opt", sample("two_kernels"), "--pipeline", "split@legacy-launch", "--print-after-all"});
        QCOMPARE(result.exitCode, 1);
        QVERIFY(result.output.startsWith("# step 0: input\n"));
        for (const char* heading :
             {"# step 1: BindTarget: changed\n", "# step 2: AnnotateEntryFunc: changed\n",
              "# step 3: MergeSharedMemoryAllocations: changed\n",
              "# step 6: LowerDeviceKernelLaunch(mode=\"legacy\"): ill-formed\n"})
            QVERIFY2(result.output.contains(heading), heading);
    }

    void diffShowsStepsAsOne()
    {
        const QStringList build{"opt", sample("reverse"), "--pipeline", "build", "--diff"};
        const TircResult tail = tirc(build + QStringList{"tail"});
        QCOMPARE(tail.exitCode, 0);
        QVERIFY2(
            tail.output.startsWith("--- step 2, AnnotateEntryFunc\n+++ step 9, BF16StorageLegalize\n@@ -"),
            tail.output.constData());
        QVERIFY(tail.output.contains("\n+    def main_kernel("));
        QCOMPARE(tirc(build + QStringList{"3..9"}).output, tail.output);
        // The steps of the host module are none on the way to the device module.
        QVERIFY(tirc(build + QStringList{"11..15"})
                    .output.startsWith("--- step 9, BF16StorageLegalize\n+++ step 15, "));
        const TircResult wrong = tirc(build + QStringList{"9..30"});
        QCOMPARE(wrong.exitCode, 2);
        QVERIFY2(wrong.errors.contains("'tail' is split tail, steps 3 to 9"), wrong.errors.constData());
    }

    void traceHoldsEveryStepAndEveryTextOnce()
    {
        const TircResult result = tirc({"trace", sample("two_kernels"), "--pipeline", "split", "-o", "-"});
        QVERIFY2(result.exitCode == 0, result.errors.constData());
        const QJsonObject trace = result.json().object();
        QCOMPARE(trace.keys(), QStringList({"format", "input", "mode", "pipeline", "source", "steps", "texts",
                                            "tool", "version"}));
        QCOMPARE(trace["pipeline"].toString(), QStringLiteral("split"));
        QCOMPARE(trace["source"]["text"].toString().toStdString(), readFile(sample("two_kernels")).value());

        const QJsonArray steps = trace["steps"].toArray();
        QVERIFY(steps.size() >= 6);
        QCOMPARE(steps[0].toObject().keys(),
                 QStringList({"branch", "breaches", "consequences", "diagnostics", "durationNs", "notes",
                              "pass", "previous", "text", "verdict"}));
        QCOMPARE(steps[0]["pass"].toString(), QStringLiteral("BindTarget"));
        QCOMPARE(steps[2]["verdict"].toString(), QStringLiteral("changed"));
        QVERIFY(!steps[2]["notes"].toArray().isEmpty());

        QStringList texts;
        for (const QJsonValue& text : trace["texts"].toArray())
            texts.append(text.toString());
        QCOMPARE(QSet<QString>(texts.begin(), texts.end()).size(), texts.size());
        QCOMPARE(tirc({"print", "-"}, texts.at(steps[5]["text"].toInt()).toUtf8()).output.trimmed(),
                 texts.at(steps[5]["text"].toInt()).toUtf8());
    }

    void checkNamesTheFirstBadPass_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("pipeline");
        QTest::addColumn<int>("exitCode");
        QTest::addColumn<QString>("words");
        QTest::newRow("sound") << "two_kernels"
                               << "split" << 0 << "sound: ";
        QTest::newRow("legacy merge")
            << "two_kernels"
            << "split@legacy-merge" << 1
            << "step 3, MergeSharedMemoryAllocations(mode=\"legacy\"), is ill-formed: ";
        QTest::newRow("legacy launch") << "two_kernels"
                                       << "split@legacy-launch" << 1
                                       << "step 6, LowerDeviceKernelLaunch(mode=\"legacy\"), is ill-formed: ";
        QTest::newRow("no pass to blame") << "out_of_scope"
                                          << "split" << 1 << "the input is ill-formed: ";
    }

    void checkNamesTheFirstBadPass()
    {
        QFETCH(QString, name);
        QFETCH(QString, pipeline);
        QFETCH(int, exitCode);
        QFETCH(QString, words);
        const TircResult result = tirc({"check", sample(name), "--pipeline", pipeline});
        QVERIFY2(result.exitCode == exitCode, result.errors.constData());
        QVERIFY2(result.output.startsWith(words.toUtf8()), result.output.constData());
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
        QCOMPARE(report.keys(), QStringList({"execution", "file", "firstBad", "hazards", "isSound",
                                             "pipeline", "steps", "stoppedAt"}));
        QCOMPARE(report["execution"].toObject().keys(), QStringList({"entry", "notCompared"}));
        QCOMPARE(report["isSound"].toBool(true), false);
        QCOMPARE(report["firstBad"].toObject().keys(),
                 QStringList({"consequences", "pass", "reason", "step", "verdict"}));
        QCOMPARE(report["firstBad"]["step"].toInt(), 3);
        const QJsonArray steps = report["steps"].toArray();
        QCOMPARE(steps[0].toObject().keys(),
                 QStringList({"durationNs", "errors", "pass", "run", "step", "verdict"}));
        QCOMPARE(steps[1]["run"].toObject().keys(),
                 QStringList({"differences", "findings", "isEqual", "message", "status"}));
        QVERIFY(steps[1]["run"]["isEqual"].toBool());
        QCOMPARE(steps[2]["errors"].toInt(-1), 0);
        QVERIFY(steps[3]["errors"].toInt() > 0);
        const QJsonObject sound = tirc({"check", sample("two_kernels"), "--json"}).json().object();
        QVERIFY(sound["firstBad"].isNull());
        QCOMPARE(sound["pipeline"].toString(), QStringLiteral("split"));
        const QJsonObject verified =
            tirc({"check", sample("two_kernels"), "--no-run", "--json"}).json().object();
        QVERIFY(verified["execution"].isNull());
        QVERIFY(verified["steps"][1]["run"].isNull());
    }

    void hazardsOfARunAreNamedWithTheirStep()
    {
        const TircResult told = tirc({"check", sample("museum/overlapping_layers")});
        QCOMPARE(told.exitCode, 1);
        QVERIFY2(
            told.output.startsWith("step 3, MergeSharedMemoryAllocations, introduces a hazard: clobbered: "
                                   "thread (0, 0, 0) of block (0, 0, 0) reads first[128]: "),
            told.output.constData());
        QVERIFY2(told.errors.contains(":24:27: error: thread (0, 0, 0)"), told.errors.constData());
        QVERIFY2(told.errors.contains(":22:13: note: thread (0, 0, 0)"), told.errors.constData());

        const QJsonObject report =
            tirc({"check", sample("museum/overlapping_layers"), "--json"}).json().object();
        QCOMPARE(report["firstBad"]["step"].toInt(), 3);
        const QJsonObject finding = report["steps"][3]["run"]["findings"][0].toObject();
        QCOMPARE(finding.keys(), QStringList({"access", "buffer", "count", "element", "kind", "message",
                                              "other", "scope", "severity"}));
        QCOMPARE(finding["access"].toObject().keys(), QStringList({"block", "column", "deed", "endColumn",
                                                                   "endLine", "isOnHost", "line", "thread"}));
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
        QTest::addColumn<QByteArray>("words");
        const auto row = [](const char* name, const QStringList& options, const char* statement, int exitCode,
                            const char* words) {
            QTest::newRow(name) << options << QByteArray(statement) << exitCode << QByteArray(words);
        };
        row("refused", {}, "T.evaluate(T.call_extern(\"int32\", \"nobody_has_this\"))", 1,
            "refused: external function 'nobody_has_this'");
        row("runs for ever", {"--time-limit", "0.3"}, "while A[0] == A[0]:\n        A[0] = 1", 1,
            "timed out");
        row("verified only", {"--no-run"}, "T.evaluate(T.call_extern(\"int32\", \"nobody_has_this\"))", 0,
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
        QFETCH(QByteArray, words);
        const QByteArray program =
            "@T.prim_func(s_tir=True)\ndef main(A: T.Buffer((4,), \"int32\")):\n    " + statement + "\n";
        const TircResult result =
            tirc(QStringList{"check", "-", "--passes", "BindTarget"} + options, program);
        QVERIFY2(result.exitCode == exitCode, result.errors.constData());
        QCOMPARE(result.errors.contains("error: whether the passes change the result is not known: "),
                 exitCode > 0);
        QVERIFY2(result.errors.contains(words), result.errors.constData());
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
        QCOMPARE(tirc({"check", "-", "--passes", "BindTarget", "--entry", "two"}, program).exitCode, 0);
    }

    void hazardsAreNoYes()
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
        QVERIFY(report["isSound"].toBool());
        QCOMPARE(report["hazards"].toArray().size(), 1);
        QCOMPARE(report["hazards"].toArray()[0].toObject().keys(), QStringList({"code", "message", "step"}));
        QCOMPARE(tirc({"check", "-", "--mode", "sound"}, program).exitCode, 0);
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

QTEST_GUILESS_MAIN(TestTircPasses)
#include "tst_tirc_passes.moc"
