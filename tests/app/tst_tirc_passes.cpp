/// opt and trace, and the contracts of passes.

#include "tests/support/test_files.h"
#include "tests/support/test_main.h"
#include "tests/support/tirc_process.h"

#include <QJsonArray>
#include <QJsonObject>
#include <QMap>
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
            QVERIFY2(command[0] == "check" ? refused.output.startsWith("rejected: SplitHostDevice (step 2)")
                                           : refused.output.isEmpty(),
                     refused.output.constData());
            QVERIFY2(
                refused.errors.startsWith("error: SplitHostDevice (step 2) requires \"device code is marked"),
                refused.errors.constData());
            QVERIFY2(refused.errors.contains("note: the property is established by AnnotateDeviceRegions"),
                     refused.errors.constData());
        }
        const QJsonObject rejected =
            tirc(QStringList{"check", sample("reverse"), "--json"} + wrong).json().object();
        QCOMPARE(rejected["answer"].toString(), QStringLiteral("rejected"));
        QCOMPARE(rejected["rejections"][0]["code"].toString(), QStringLiteral("contract"));
        const TircResult forced = tirc(opt + QStringList{"--force", "--print-after-all"});
        QVERIFY2(forced.output.contains("# out of place: SplitHostDevice (step 2) requires"),
                 forced.output.constData());
        const TircResult trace = tirc(QStringList{"trace", sample("reverse"), "-o", "-", "--force"} + wrong);
        QCOMPARE(trace.exitCode, 0);
        QVERIFY2(trace.output.contains("\"property\": \"device code is marked as regions\""),
                 trace.output.constData());
    }

    /// The launches are packed calls, whose arguments only LowerTVMBuiltin writes to the stack.
    void packedCallsAreLoweredBeforeIntrinsics()
    {
        const QString split =
            "BindTarget,AnnotateEntryFunc,MergeSharedMemoryAllocations,AnnotateDeviceRegions,"
            "SplitHostDevice,LowerDeviceKernelLaunch,MakePackedAPI";
        const TircResult without = tirc({"opt", sample("two_kernels"), "--passes", split + ",LowerIntrin"});
        QCOMPARE(without.exitCode, 1);
        QVERIFY(without.output.isEmpty());
        QVERIFY2(
            without.errors.startsWith("error: LowerIntrin (step 8) requires \"packed calls pass their "
                                      "arguments on the stack\", which MakePackedAPI (step 7) invalidates"),
            without.errors.constData());
        const TircResult with =
            tirc({"opt", sample("two_kernels"), "--passes", split + ",LowerTVMBuiltin,LowerIntrin"});
        QVERIFY2(with.exitCode == 0, with.errors.constData());
        QVERIFY(with.errors.isEmpty());
    }

    /// Every error once, at the step that introduces it; later steps state how many they inherit.
    void inheritedErrorsAreNotRepeated()
    {
        const QStringList opt{"opt", sample("two_kernels"), "--pipeline", "split@transitional"};
        const TircResult result = tirc(opt);
        QCOMPARE(result.exitCode, 1);
        QMap<QByteArray, QByteArray> steps; // by message
        for (const QByteArray& line : result.errors.split('\n')) {
            const qsizetype at = line.indexOf(": error: ");
            if (at < 0)
                continue;
            const QByteArray step = line.left(line.indexOf(':'));
            const QByteArray first = steps.value(line.mid(at), step);
            QVERIFY2(step == first, line.constData());
            steps.insert(line.mid(at), step);
        }
        QVERIFY(steps.size() > 1);
        QVERIFY2(result.errors.contains("note: step 4, AnnotateDeviceRegions still has 4 errors of earlier "
                                        "steps"),
                 result.errors.constData());
    }

    void manyErrorsAreCounted()
    {
        QByteArray program = "@T.prim_func(s_tir=True)\ndef main(A: T.Buffer((4,), \"float32\")):\n";
        for (int index = 0; index < 30; ++index)
            program += "    with T.launch_thread(\"threadIdx.x\", 4) as t" + QByteArray::number(index) +
                       ":\n        A[t" + QByteArray::number(index) + "] = T.float32(1.0)\n";
        const QStringList opt{"opt", "-", "--passes", "BindTarget,SplitHostDevice", "--force"};
        const TircResult few = tirc(opt, program);
        QVERIFY2(few.errors.contains("--all shows them"), few.errors.constData());
        const TircResult all = tirc(opt + QStringList{"--all"}, program);
        QVERIFY(!all.errors.contains("--all shows them"));
        QVERIFY(all.errors.count("error: ") > few.errors.count("error: "));
    }

    void notesAreTables()
    {
        const QStringList opt{"opt", sample("two_kernels"), "--pipeline", "split", "--notes"};
        const TircResult result = tirc(opt);
        QCOMPARE(result.exitCode, 0);
        QVERIFY(!result.output.contains("note: "));
        QVERIFY2(result.errors.contains("step 3, MergeSharedMemoryAllocations: changed\n    note: the "),
                 result.errors.constData());
        QVERIFY2(result.errors.contains("free after it\n"), result.errors.constData());
        // The positions that the note counts; the window adds the lines of the code.
        QVERIFY2(result.errors.contains(" 7 positions count"), result.errors.constData());
        for (const char* numbered : {" 1  begin threadIdx.x = 128\n",
                                     " 2  values[tx] = ", " 4  mine[0] = ", " 6  Y[tx] = ", " 7  end "})
            QVERIFY2(result.errors.contains(numbered), numbered);
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
        QVERIFY2(checked.output.startsWith("stopped: step 2, TrnPrivateBufferAlloc, is not implemented; "),
                 checked.output.constData());
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
            tail.output.startsWith("--- step 2, AnnotateEntryFunc\n+++ step 9, BF16StorageLegalize\n# main"),
            tail.output.constData());
        QVERIFY(tail.output.contains("\n+    def main_kernel("));
        QVERIFY(
            tirc(build + QStringList{"tail", "--lines"})
                .output.startsWith("--- step 2, AnnotateEntryFunc\n+++ step 9, BF16StorageLegalize\n@@ -"));
        QCOMPARE(tirc(build + QStringList{"3..9"}).output, tail.output);
        // The path to the device module does not contain steps of the host module.
        QVERIFY(tirc(build + QStringList{"11..15"})
                    .output.startsWith("--- step 9, BF16StorageLegalize\n+++ step 15, "));
        const TircResult wrong = tirc(build + QStringList{"9..30"});
        QCOMPARE(wrong.exitCode, 2);
        QVERIFY2(wrong.errors.contains("'tail' is the group split tail, steps 3 to 9"),
                 wrong.errors.constData());
        // A single step by its number, or by its pass if that runs once.
        const QByteArray single = tirc(build + QStringList{"3..3"}).output;
        QCOMPARE(tirc(build + QStringList{"3"}).output, single);
        QCOMPARE(tirc(build + QStringList{"MergeSharedMemoryAllocations"}).output, single);
        for (const char* none : {"0", "99", "Simplify", "3..", "..3", ".."})
            QCOMPARE(tirc(build + QStringList{none}).exitCode, 2);
    }

    void blameNamesTheStepOfEachLine()
    {
        const QStringList blame{"blame",  sample("two_kernels"), "--pipeline", "split",
                                "--step", "SplitHostDevice"};
        const TircResult text = tirc(blame);
        QVERIFY2(text.exitCode == 0, text.errors.constData());
        QVERIFY2(text.output.contains("\n 0 input ") && text.output.contains(" | class Module:\n"),
                 text.output.constData());
        QVERIFY2(text.output.contains(" 5 SplitHostDevice "), text.output.constData());

        const QJsonObject json = tirc(blame + QStringList{"--json"}).json().object();
        const QJsonArray lines = json["lines"].toArray();
        QCOMPARE(json["pass"].toString(), QStringLiteral("SplitHostDevice"));
        QCOMPARE(lines.size(), text.output.count('\n'));
        const auto kernel = std::ranges::find_if(lines, [](const QJsonValue& line) {
            return line.toObject()["text"].toString().contains("def main_kernel(");
        });
        QVERIFY(kernel != lines.end());
        QCOMPARE((*kernel).toObject()["pass"].toString(), QStringLiteral("SplitHostDevice"));
    }

    void blameTellsTheHistoryOfALine()
    {
        const QStringList blame{"blame", sample("two_kernels"), "--pipeline", "split", "--step", "0"};
        const QByteArray module = tirc({"print", sample("two_kernels")}).output;
        const auto line = QString::number(module.left(module.indexOf("squares[tx] =")).count('\n') + 1);
        const TircResult text = tirc(blame + QStringList{"--line", line});
        QVERIFY2(text.output.contains("step 0, input: written, line " + line.toUtf8()),
                 text.output.constData());
        QVERIFY2(text.output.contains("SplitHostDevice: moved"), text.output.constData());
        const QJsonArray events =
            tirc(blame + QStringList{"--line", line, "--json"}).json().object()["events"].toArray();
        QCOMPARE(events.size(), 2);
        QCOMPARE(events[1].toObject()["fate"].toString(), QStringLiteral("moved"));
        QCOMPARE(events[1].toObject()["text"], events[0].toObject()["text"]);

        const TircResult far = tirc(blame + QStringList{"--line", "100000"});
        QCOMPARE(far.exitCode, 2);
        QVERIFY2(far.errors.contains("lines"), far.errors.constData());
    }

    void diffShowsWhatAPassChanged()
    {
        const QStringList split{"opt", sample("matmul"), "--pipeline", "split", "--diff"};
        const QJsonObject merge = tirc(split + QStringList{"3..3", "--json"}).json().object();
        // Three allocations are gone; one is new, and the declarations of three buffers in it.
        QCOMPARE(merge["removed"].toInt() - merge["changed"].toInt(), 3);
        QCOMPARE(merge["added"].toInt() - merge["changed"].toInt(), 4);
        QCOMPARE(merge["changed"].toInt(), 4);
        QCOMPARE(merge["moved"].toInt(), 0);
        int indices = 0;
        for (const QJsonValue& change : merge["changes"].toArray())
            for (const QJsonValue& part : change["parts"].toArray())
                indices += part["index"].toBool();
        QCOMPARE(indices, 4);
        const QJsonArray each = tirc(split + QStringList{"each", "--json"}).json().array();
        QCOMPARE(each.size(), 7);
        QCOMPARE(each[2].toObject(), merge);
    }

    void splitOutlinesOneBodyPerKernel_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<int>("kernels");
        QTest::newRow("matmul") << "matmul" << 1;
        QTest::newRow("reverse") << "reverse" << 1;
        QTest::newRow("two kernels") << "two_kernels" << 2;
    }

    void splitOutlinesOneBodyPerKernel()
    {
        QFETCH(QString, name);
        QFETCH(int, kernels);
        const TircResult result =
            tirc({"opt", sample(name.toUtf8()), "--pipeline", "split", "--diff", "5..5", "--json"});
        int outlined = 0;
        for (const QJsonValue& change : result.json()["changes"].toArray()) {
            QVERIFY2(change["kind"] != QLatin1String("moved") && change["kind"] != QLatin1String("wrapped"),
                     result.output.constData());
            if (change["kind"] != QLatin1String("outlined"))
                continue;
            ++outlined;
            QCOMPARE(change["source"].toString(), QStringLiteral("main"));
            QVERIFY(!change["parameters"].toArray().isEmpty());
            for (const QJsonValue& parameter : change["parameters"].toArray())
                QVERIFY2(parameter["variable"].toString().endsWith(".data"), result.output.constData());
        }
        QCOMPARE(outlined, kernels);
        QVERIFY(result.json()["moved"].toInt() > 0);
    }

    void twoTracesAreComparedStepByStep()
    {
        QTemporaryDir folder;
        const QString today = folder.filePath("today.tirtrace");
        const QString legacy = folder.filePath("legacy.tirtrace");
        QCOMPARE(tirc({"trace", sample("two_kernels"), "--pipeline", "split", "-o", today}).exitCode, 0);
        tirc({"trace", sample("two_kernels"), "--pipeline", "split@legacy-merge", "-o", legacy});

        const TircResult same = tirc({"diff", today, today});
        QVERIFY2(same.exitCode == 0, same.errors.constData());
        QVERIFY(!same.output.contains("\u2260"));

        const TircResult text = tirc({"diff", today, legacy});
        QCOMPARE(text.exitCode, 1);
        QVERIFY2(text.output.contains("\u2260  MergeSharedMemoryAllocations | "
                                      "MergeSharedMemoryAllocations(mode=\"legacy\")\n"),
                 text.output.constData());
        // It failed, so the module is the one before it.
        QVERIFY2(text.output.contains("\u2260  MakePackedAPI, no result in B\n"), text.output.constData());
        const QJsonObject json = tirc({"diff", today, legacy, "--json"}).json().object();
        const QJsonArray steps = json["steps"].toArray();
        const int first = json["firstDifference"].toInt();
        QCOMPARE(steps[first]["pass"].toString(), QStringLiteral("MergeSharedMemoryAllocations"));
        QVERIFY(!steps[first]["isEqual"].toBool());
        for (int before = 0; before < first; ++before)
            QVERIFY(steps[before]["isEqual"].toBool());
        QVERIFY(!json["diff"]["changes"].toArray().isEmpty());

        const TircResult mixed = tirc({"diff", today, sample("two_kernels")});
        QCOMPARE(mixed.exitCode, 2);
        QVERIFY2(mixed.errors.contains("is a program, but the other argument is a recorded run"),
                 mixed.errors.constData());
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
};

TIR_TEST(TestTircPasses)
#include "tst_tirc_passes.moc"
