/// Passes and pipelines of the user's own TVM as steps: resources/tirscope_bridge.py runs those of the stand-in for TVM
/// (tests/app/stand_in_tvm), which calls tirc.

#include "tests/support/file_content.h"
#include "tests/support/test_files.h"
#include "tests/support/test_main.h"
#include "tests/support/tirc_process.h"

#include <QJsonArray>
#include <QJsonObject>
#include <QScopeGuard>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QtTest>

using namespace tir::testing;

namespace {

const QByteArray WrongMerge =
    "COMPUTED['tirx.MergeSharedMemoryAllocations'] = 'MergeSharedMemoryAllocations(mode=\"legacy\")'";
const QByteArray DeadSplit =
    "import signal\n"
    "FAILURES['tirx.SplitHostDevice'] = lambda: os.kill(os.getpid(), signal.SIGSEGV)";
const QByteArray SlowSplit = "import time\nFAILURES['tirx.SplitHostDevice'] = lambda: time.sleep(100)";
const QByteArray FailingSplit = "def fail():\n"
                                "    raise ValueError('no kernel')\n"
                                "FAILURES['tirx.SplitHostDevice'] = fail";

/// A key that only this TVM knows makes the pass wrong.
const QByteArray MergeByKey =
    "def choose():\n"
    "    is_legacy = transform.PassContext.current().config.get('mine.legacy')\n"
    "    COMPUTED['tirx.MergeSharedMemoryAllocations'] = (\n"
    "        'MergeSharedMemoryAllocations' + ('(mode=\"legacy\")' if is_legacy else ''))\n"
    "FAILURES['tirx.MergeSharedMemoryAllocations'] = choose";

const QString Passes =
    "tvm(\"tirx.BindTarget\"),tvm(\"tirx.AnnotateEntryFunc\"),tvm(\"s_tir.ThreadSync\", \"shared\"),"
    "tvm(\"tirx.MergeSharedMemoryAllocations\"),AnnotateDeviceRegions,tvm(\"tirx.SplitHostDevice\")";

QStringList namesOf(const TircResult& result)
{
    QStringList names;
    for (const QJsonValue& step : result.json()["steps"].toArray())
        names.append(step["pass"].toString());
    return names;
}

} // namespace

class TestTvmBridge : public QObject {
    Q_OBJECT

private slots:
    void initTestCase()
    {
        if (QStandardPaths::findExecutable("python3").isEmpty())
            QSKIP("python3 is not installed");
        qputenv("PYTHONPATH", sourcePath("tests/app/stand_in_tvm").toLocal8Bit());
        qputenv("PYTHONDONTWRITEBYTECODE", "1");
        qputenv("STAND_IN_COMPUTES", "1");
    }

    void init() { qputenv("STAND_IN_SETUP", ""); }

    void passesAreSteps()
    {
        const QTemporaryDir folder;
        const QByteArray witness = folder.filePath("started").toLocal8Bit();
        qputenv("STAND_IN_SETUP", "open('" + witness + "', 'a').write('x')");
        const TircResult result = tirc({"check", sample("two_kernels"), "--passes", Passes, "--json"});
        QVERIFY2(result.exitCode == 0, result.output + result.errors);
        QCOMPARE(namesOf(result),
                 QStringList({"", "tvm(\"tirx.BindTarget\")", "tvm(\"tirx.AnnotateEntryFunc\")",
                              "tvm(\"s_tir.ThreadSync\", \"shared\")",
                              "tvm(\"tirx.MergeSharedMemoryAllocations\")", "AnnotateDeviceRegions",
                              "tvm(\"tirx.SplitHostDevice\")"}));
        // One interpreter did it all.
        QCOMPARE(readFile(QString::fromLocal8Bit(witness)).value_or(""), std::string("x"));
    }

    void contractsAreThoseOfOurPasses()
    {
        const TircResult result = tirc({"check", sample("two_kernels"), "--passes",
                                        "BindTarget,tvm(\"tirx.SplitHostDevice\")", "--no-run"});
        QCOMPARE(result.exitCode, 1);
        QVERIFY2(result.output.startsWith("rejected: "), result.output + result.errors);
    }

    void wrongPassIsNamed_data()
    {
        QTest::addColumn<QStringList>("what");
        QTest::addColumn<QByteArray>("answer");
        QTest::newRow("a list of passes")
            << QStringList{"--passes", Passes}
            << QByteArray("not sound: step 4, tvm(\"tirx.MergeSharedMemoryAllocations\"), is ill-formed");
        QTest::newRow("a pipeline") << QStringList{"--pipeline", "tvm:split"}
                                    << QByteArray(
                                           "not sound: step 3, MergeSharedMemoryAllocations, is ill-formed");
    }

    void wrongPassIsNamed()
    {
        QFETCH(QStringList, what);
        QFETCH(QByteArray, answer);
        qputenv("STAND_IN_SETUP", WrongMerge);
        const TircResult result = tirc(QStringList{"check", sample("two_kernels")} + what);
        QCOMPARE(result.exitCode, 1);
        QVERIFY2(result.output.startsWith(answer), result.output + result.errors);
    }

    void keysOfTheUserReachTheirPasses_data()
    {
        QTest::addColumn<QStringList>("what");
        QTest::newRow("a list of passes") << QStringList{"--passes", Passes};
        QTest::newRow("a pipeline") << QStringList{"--pipeline", "tvm:split"};
    }

    void keysOfTheUserReachTheirPasses()
    {
        QFETCH(QStringList, what);
        qputenv("STAND_IN_SETUP", MergeByKey);
        const QStringList check = QStringList{"check", sample("two_kernels"), "--no-run"} + what;
        const TircResult off = tirc(check + QStringList{"--config", "mine.legacy=false"});
        QVERIFY2(off.exitCode == 0, off.output + off.errors);
        const TircResult on = tirc(check + QStringList{"--config", "mine.legacy=true"});
        QCOMPARE(on.exitCode, 1);
        QVERIFY2(on.output.contains("is ill-formed"), on.output + on.errors);
        // Our passes do not read it.
        const TircResult against = tirc(
            check + QStringList{"--config", "mine.legacy=true", "--against", "BindTarget,AnnotateEntryFunc"});
        QVERIFY2(against.output.contains("from 'BindTarget,AnnotateEntryFunc'"), against.errors);
    }

    void keysOfTheUserReachPrograms()
    {
        const TircResult result =
            tirc({"check", sample("two_kernels"), "--no-run", "--config", "mine.name=x", "--config",
                  "tirx.noalias=true", "--passes", "external(\"echo $TIRSCOPE_CONFIG >&2; exit 3\")"});
        QVERIFY2(result.output.contains(R"({"tirx.noalias":true,"mine.name":"x"})"),
                 result.output + result.errors);
    }

    void keysThatNothingReadsAreRefused()
    {
        const TircResult result =
            tirc({"check", sample("two_kernels"), "--pipeline", "split", "--config", "mine.legacy=true"});
        QCOMPARE(result.exitCode, 2);
        QVERIFY2(result.errors.contains("no pass reads the configuration 'mine.legacy'"),
                 result.errors.constData());
    }

    /// A class has the members of its objects.
    void classesMakePasses()
    {
        const QTemporaryDir folder;
        writeFile(folder.filePath("mine.py"), "from tvm.ir.transform import Pass\n"
                                              "class Nothing(Pass):\n"
                                              "    info = None\n"
                                              "    def __init__(self): super().__init__('mine.Nothing')\n"
                                              "    def body(self, module): return module\n");
        const QByteArray path = qgetenv("PYTHONPATH");
        const auto restore = qScopeGuard([&] { qputenv("PYTHONPATH", path); });
        qputenv("PYTHONPATH", path + ":" + folder.path().toLocal8Bit());
        const TircResult result =
            tirc({"check", sample("two_kernels"), "--passes", "tvm(\"mine.Nothing\")", "--no-run"});
        QVERIFY2(result.exitCode == 0, result.output + result.errors);
    }

    void failureCostsOneStep_data()
    {
        QTest::addColumn<QByteArray>("setup");
        QTest::addColumn<QByteArray>("reason");
        QTest::newRow("it throws") << FailingSplit << QByteArray("failed: ValueError: no kernel");
        QTest::newRow("it dies") << DeadSplit
                                 << QByteArray("failed: Python (python3) was ended by signal 11");
        QTest::newRow("it takes too long")
            << SlowSplit << QByteArray("failed: Python (python3) was still running after 1.5 s");
    }

    void failureCostsOneStep()
    {
        QFETCH(QByteArray, setup);
        QFETCH(QByteArray, reason);
        qputenv("STAND_IN_SETUP", setup);
        const QStringList check{"check", sample("two_kernels"), "--no-run", "--external-time-limit", "1.5"};
        const TircResult ofPass = tirc(check + QStringList{"--passes", Passes});
        QCOMPARE(ofPass.exitCode, 1);
        QVERIFY2(ofPass.output.startsWith("rejected: step 6, tvm(\"tirx.SplitHostDevice\"), " + reason),
                 ofPass.output + ofPass.errors);
        const TircResult ofPipeline = tirc(check + QStringList{"--pipeline", "tvm:split"});
        QCOMPARE(ofPipeline.exitCode, 1);
        QVERIFY2(ofPipeline.output.startsWith("rejected: step 5, SplitHostDevice, " + reason),
                 ofPipeline.output + ofPipeline.errors);
    }

    void everyPassOfThePipelineIsAStep()
    {
        const TircResult result = tirc({"check", sample("two_kernels"), "--pipeline", "tvm:split", "--json"});
        QVERIFY2(result.exitCode == 0, result.output + result.errors);
        QCOMPARE(namesOf(result),
                 QStringList({"", "BindTarget", "AnnotateEntryFunc", "MergeSharedMemoryAllocations",
                              "AnnotateDeviceRegions", "SplitHostDevice", "LowerDeviceKernelLaunch",
                              "MakePackedAPI", "FP8StorageLegalize", "BF16StorageLegalize", "_pipeline"}));
        QCOMPARE(result.json()["pipeline"].toString(), "tvm:split");
    }

    /// Where our pass makes the same module, its notes explain the step.
    void stepsHaveTheNotesOfOurPasses()
    {
        const auto notesOf = [](const QByteArray& pipeline) {
            return tirc({"opt", sample("two_kernels"), "--pipeline", pipeline, "--notes"}).errors;
        };
        const QByteArray merged = "go into one allocation of 1024 bytes";
        const QByteArray entry = "note: main is the entry: it is the only function";
        QVERIFY(notesOf("split").contains(merged));
        const QByteArray same = notesOf("tvm:split");
        QVERIFY2(same.contains(merged) && same.contains(entry), same.constData());
        qputenv("STAND_IN_SETUP", WrongMerge);
        const QByteArray other = notesOf("tvm:split");
        QVERIFY2(!other.contains(merged) && other.contains(entry), other.constData());
    }

    void firstDifferentStepIsNamed_data()
    {
        QTest::addColumn<QByteArray>("setup");
        QTest::addColumn<QStringList>("what");
        QTest::addColumn<QByteArray>("answer");
        QTest::addColumn<QByteArray>("difference");
        const QStringList ofTvm{"--pipeline", "tvm:split"};
        const QByteArray deleted = "deleted total = T.alloc_buffer((64,), scope=\"shared.dyn\")";
        QTest::newRow("two pipelines")
            << WrongMerge << ofTvm + QStringList{"--against", "split"}
            << QByteArray("different from 'split': step 3, MergeSharedMemoryAllocations, "
                          "produces a different module than step 3, "
                          "MergeSharedMemoryAllocations, of 'split'\n")
            << QByteArray("--- split, step 3\n+++ step 3, MergeShared");
        QTest::newRow("our passes")
            << WrongMerge << ofTvm + QStringList{"--against", "ours"}
            << QByteArray("different from ours: step 3, MergeSharedMemoryAllocations, produces a "
                          "different module than our pass")
            << QByteArray("--- ours\n+++ step 3, MergeShared");
        QTest::newRow("equal pipelines")
            << QByteArray() << ofTvm + QStringList{"--against", "split"}
            << QByteArray("no difference from 'split': 9 passes produce the same modules\n") << QByteArray();
        QTest::newRow("equal passes")
            << QByteArray() << ofTvm + QStringList{"--against", "ours"}
            << QByteArray("no difference from ours: 9 passes produce the same modules\n") << QByteArray();
        QTest::newRow("another order")
            << QByteArray() << QStringList{"--pipeline", "split", "--against", "split@before"}
            << QByteArray("before it, step 3, MergeSharedMemoryAllocations, ran here only\n")
            << QByteArray("--- ");
        QTest::newRow("a list of passes")
            << QByteArray()
            << QStringList{"--passes", "BindTarget", "--against",
                           "tvm(\"tirx.BindTarget\"),AnnotateEntryFunc"}
            << QByteArray("1 pass produces the same module; 1 pass ran on one side only\n") << QByteArray();
        QTest::newRow("it fails here only")
            << FailingSplit << ofTvm + QStringList{"--against", "ours"}
            << QByteArray(
                   "different from ours: step 5, SplitHostDevice, fails where our pass does not: ValueError")
            << QByteArray();
    }

    void firstDifferentStepIsNamed()
    {
        QFETCH(QByteArray, setup);
        QFETCH(QStringList, what);
        QFETCH(QByteArray, answer);
        QFETCH(QByteArray, difference);
        qputenv("STAND_IN_SETUP", setup);
        const TircResult result = tirc(QStringList{"check", sample("two_kernels"), "--no-run"} + what);
        const bool isDifferent = answer.startsWith("different") || answer.startsWith("before");
        QCOMPARE(result.exitCode, isDifferent ? 1 : 0);
        QVERIFY2(result.output.contains(answer), result.output + result.errors);
        QVERIFY2(result.errors.contains(difference), result.errors.constData());
        QVERIFY(!difference.isEmpty() || !result.errors.contains("\n+++ "));
    }

    void unusableRequestsSayWhy_data()
    {
        QTest::addColumn<QStringList>("what");
        QTest::addColumn<QByteArray>("reason");
        QTest::newRow("unknown pipeline") << QStringList{"--pipeline", "tvm:splat"}
                                          << QByteArray("there is no pipeline 'splat' in this TVM");
        QTest::newRow("unknown pass") << QStringList{"--passes", "tvm(\"tirx.BindTraget\")"}
                                      << QByteArray("did you mean 'tirx.BindTarget'?");
        QTest::newRow("unknown module") << QStringList{"--passes", "tvm(\"no_such_module.Merge\")"}
                                        << QByteArray("Python finds no module 'no_such_module'");
        QTest::newRow("wrong argument") << QStringList{"--passes", "tvm(\"s_tir.TakesText\", \"x\")"}
                                        << QByteArray("expected a number, but got x");
        QTest::newRow("no name") << QStringList{"--passes", "tvm(3)"}
                                 << QByteArray("tvm needs the name of a pass");
        QTest::newRow("no interpreter")
            << QStringList{"--python", "/no/such/python", "--pipeline", "tvm:split"}
            << QByteArray("Python (/no/such/python) ended with exit code 127");
    }

    void unusableRequestsSayWhy()
    {
        QFETCH(QStringList, what);
        QFETCH(QByteArray, reason);
        const TircResult result = tirc(QStringList{"opt", sample("two_kernels")} + what);
        QVERIFY(result.exitCode != 0);
        QVERIFY2(result.errors.contains(reason), result.errors.constData());
    }

    void pythonWithoutTvmSaysSo()
    {
        const QByteArray path = qgetenv("PYTHONPATH");
        const auto restore = qScopeGuard([&] { qputenv("PYTHONPATH", path); });
        qputenv("PYTHONPATH", "");
        const TircResult result = tirc({"opt", sample("two_kernels"), "--pipeline", "tvm:split"});
        QCOMPARE(result.exitCode, 2);
        QVERIFY2(result.errors.contains("No module named 'tvm'"), result.errors.constData());
    }

    void openingARecordingStartsNothing()
    {
        const QTemporaryDir folder;
        const QString trace = folder.filePath("run.tirtrace");
        QCOMPARE(tirc({"trace", sample("two_kernels"), "--passes", Passes, "-o", trace}).exitCode, 0);
        const QByteArray witness = folder.filePath("started").toLocal8Bit();
        qputenv("STAND_IN_SETUP", "open('" + witness + "', 'a').write('x')");
        const TircResult result = tirc({"check", trace, "--json"});
        QVERIFY2(result.exitCode == 0, result.output + result.errors);
        QCOMPARE(namesOf(result)[3], "tvm(\"s_tir.ThreadSync\", \"shared\")");
        QVERIFY(!QFile::exists(QString::fromLocal8Bit(witness)));
    }
};

TIR_TEST(TestTvmBridge)
#include "tst_tvm_bridge.moc"
