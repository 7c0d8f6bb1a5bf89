/// resources/tirscope_trace.py in a script that builds with the stand-in for TVM (tests/app/stand_in_tvm): tirc can
/// read its recording, whatever happens to the script.

#include "tests/app/own_tvm.h"
#include "tests/support/file_content.h"
#include "tests/support/test_files.h"
#include "tests/support/test_main.h"
#include "tests/support/tirc_process.h"

#include <QJsonArray>
#include <QJsonObject>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QtTest>

using namespace tir::testing;

class TestOwnTvm : public QObject {
    Q_OBJECT

private slots:
    void initTestCase()
    {
        if (QStandardPaths::findExecutable("python3").isEmpty())
            QSKIP("python3 is not installed");
        QVERIFY(m_folder.isValid());
        // The results of the stand-in's passes: the steps of our own runs.
        const auto record = [&](const char* pipeline, const QString& path) {
            return tirc({"trace", sample("two_kernels"), "--pipeline", pipeline, "-o", path}).exitCode;
        };
        QCOMPARE(record("split", steps()), 0);
        QCOMPARE(record("split@legacy-merge", modifiedSteps()), 0);
    }

    void recordedConfigurationIsUsed()
    {
        const QByteArray program =
            "@T.prim_func(s_tir=True)\n"
            "def main(A: T.Buffer((8,), \"float32\"), B: T.Buffer((8,), \"float32\")):\n"
            "    for i in range(8):\n"
            "        B[i] = A[i]\n";
        const TircResult unrolled = tirc(
            {"opt", "-", "--passes", "UnrollLoop", "--config", "tirx.UnrollLoop.auto_max_step=8"}, program);
        QVERIFY2(unrolled.output.contains("B[7] = A[7]"), unrolled.output + unrolled.errors);
        const QString input = m_folder.filePath("input.py");
        const QString result = m_folder.filePath("result.py");
        const QString build = m_folder.filePath("build.py");
        writeFile(input, program.toStdString());
        writeFile(result, unrolled.output.toStdString());
        writeFile(build, "import sys, tvm\n"
                         "from tvm.ir.transform import IntImm, Pass\n"
                         "input, result = [open(path).read() for path in sys.argv[1:]]\n"
                         "tvm.RESULTS['tirx.UnrollLoop'] = [result]\n"
                         "unroll = {'auto_max_step': IntImm('int64', 8), 'explicit_unroll': 1}\n"
                         "with tvm.transform.PassContext(config={\n"
                         "        'tirx.UnrollLoop': unroll, 'tirx.noalias': True, 'mine.levels': [1, 2],\n"
                         "        'mine.name': 'x'}):\n"
                         "    Pass('tirx.UnrollLoop')(tvm.IRModule(input))\n");
        QCOMPARE(python({"-m", "tirscope_trace", "-o", recording(), build, input, result}), 0);
        const QJsonValue config = recordsOf(recording(), "context").first()["config"];
        QCOMPARE(config["tirx.UnrollLoop"],
                 QJsonValue(QJsonObject({{"auto_max_step", 8}, {"explicit_unroll", 1}})));
        QCOMPARE(config["mine.levels"], QJsonValue(QJsonArray({1, 2})));

        const QString converted = m_folder.filePath("converted.tirtrace");
        QCOMPARE(tirc({"trace", recording(), "-o", converted}).exitCode, 0);
        QVERIFY(readFile(converted)->find(
                    "configuration that only passes of your own TVM use: mine.levels: [1,2], mine.name: x") !=
                std::string::npos);
        QCOMPARE(readJson(converted)["tvmConfig"],
                 QJsonValue(QJsonObject({{"mine.levels", QJsonArray({1, 2})}, {"mine.name", "x"}})));
        for (const QString& trace : {recording(), converted}) {
            const TircResult same = tirc({"check", trace, "--no-run", "--against", "ours"});
            QVERIFY2(same.exitCode == 0 && same.output.contains("no difference from ours: 1 pass"),
                     same.output + same.errors);
            const TircResult other = tirc({"check", trace, "--no-run", "--against", "UnrollLoop"});
            QVERIFY2(other.exitCode == 0, other.output + other.errors);
            for (const char* against : {"ours", "UnrollLoop"}) {
                const TircResult overridden = tirc({"check", trace, "--no-run", "--against", against,
                                                    "--config", "tirx.UnrollLoop.auto_max_step=0"});
                QVERIFY2(overridden.exitCode == 1, overridden.output + overridden.errors);
            }
        }
    }

    void recordedConfigurationIsInTheReproducer()
    {
        QCOMPARE(python({script(), modifiedSteps(), "record", recording()}), 0);
        const QString given = m_folder.filePath("given");
        const QString folder = m_folder.filePath("case");
        QCOMPARE(tirc({"reproduce", recording(), "--reduce-time", "1", "-o", folder}).exitCode, 0);
        QCOMPARE(tirc({"reproduce", recording(), "--reduce-time", "1", "--config", "tirx.noalias=false", "-o",
                       given})
                     .exitCode,
                 0);
        const auto configOf = [](const QString& of) {
            return readJson(of + "/case.json")["config"].toObject();
        };
        QCOMPARE(configOf(folder), QJsonObject({{"tirx.noalias", true}}));
        QCOMPARE(configOf(given), QJsonObject({{"tirx.noalias", false}}));
    }

    void modifiedPassIsNamed()
    {
        QCOMPARE(python({"-m", "tirscope_trace", "-o", recording(), script(), modifiedSteps()}), 0);
        const TircResult result = tirc({"check", recording()});
        QCOMPARE(result.exitCode, 1);
        QVERIFY2(result.output.startsWith("not sound: step 4, MergeSharedMemoryAllocations, is ill-formed"),
                 result.output + result.errors);
    }

    void unmodifiedScriptIsSound()
    {
        QCOMPARE(python({"-m", "tirscope_trace", "-o", recording(), script(), steps()}), 0);
        const TircResult result = tirc({"check", recording(), "--json"});
        QVERIFY2(result.exitCode == 0, result.output + result.errors);
        QStringList found;
        for (const QJsonValue& step : result.json()["steps"].toArray())
            found.append(QString(qsizetype(step["depth"].toInt()), QLatin1Char('.')) +
                         step["pass"].toString());
        QCOMPARE(found,
                 QStringList({"", ".ThreadSync(\"shared\")", ".BindTarget", ".AnnotateEntryFunc",
                              ".MergeSharedMemoryAllocations", ".AnnotateDeviceRegions", ".SplitHostDevice",
                              "..ConvertSSA", ".LowerDeviceKernelLaunch", ".MakePackedAPI",
                              ".FP8StorageLegalize", ".BF16StorageLegalize", "_pipeline"}));
    }

    void recordedPassesAreComparedWithOurs()
    {
        QCOMPARE(python({"-m", "tirscope_trace", "-o", recording(), script(), modifiedSteps()}), 0);
        TircResult result = tirc({"check", recording(), "--against", "ours", "--json"});
        QCOMPARE(result.exitCode, 1);
        const QJsonObject against = result.json()["against"].toObject();
        QCOMPARE(against["different"].toArray().size(), 1);
        const QJsonObject first = against["different"].toArray().first().toObject();
        QCOMPARE(first["step"].toInt(), 4);
        QCOMPARE(first["reason"].toString(), "produces a different module than our pass");
        QVERIFY(!first["diff"].toObject()["changes"].toArray().isEmpty());

        QCOMPARE(python({"-m", "tirscope_trace", "-o", recording(), script(), steps()}), 0);
        result = tirc({"check", recording(), "--against", "ours"});
        QVERIFY2(result.exitCode == 0, result.output + result.errors);
        QVERIFY2(result.output.contains("no difference from ours: 10 passes produce the same modules\n"),
                 result.output);
        result = tirc({"check", recording(), "--against", "split"});
        QVERIFY2(result.exitCode == 0, result.output + result.errors);
    }

    void recordingHasWhatTheBuildKnows()
    {
        QCOMPARE(python({script(), steps(), "record", recording()}), 0);
        QCOMPARE(recordsOf(recording(), "begin").first()["tvm"].toString(), "0.25.stand-in");
        QCOMPARE(recordsOf(recording(), "build").first()["target"].toString(), "cuda");
        const QJsonObject context = recordsOf(recording(), "context").last();
        QCOMPARE(context["opt_level"].toInt(), 3);
        QCOMPARE(context["config"].toObject()["tirx.noalias"].toBool(), true);
        QCOMPARE(recordsOf(recording(), "source").first()["kind"].toString(), "cuda");
        QCOMPARE(recordsOf(recording(), "end").size(), 1);
        QSet<QString> names;
        for (const QJsonObject& text : recordsOf(recording(), "text")) {
            QVERIFY2(!names.contains(text["ir"].toString()), "an unchanged module is stored twice");
            names.insert(text["ir"].toString());
            QVERIFY(text["json"].toString().contains("root_index"));
        }
        QCOMPARE(tirc({"check", recording()}).exitCode, 0);
        // Recorded remarks that do not belong to a pass are notes of the steps.
        const QString converted = m_folder.filePath("converted.tirtrace");
        QCOMPARE(tirc({"trace", recording(), "-o", converted}).exitCode, 0);
        const QString text = QString::fromStdString(readFile(converted).value_or(""));
        for (const char* note :
             {"recorded with TVM: 0.25.stand-in", "target: cuda", "configuration tirx.noalias: true",
              "TVM generated this cuda source", "__global__ void kernel() {}"})
            QVERIFY2(text.contains(note), note);
        QCOMPARE(tirc({"check", converted}).exitCode, 0);
    }

    void instrumentOfAContextRecords()
    {
        QCOMPARE(python({script(), steps(), "instrument", recording()}), 0);
        QCOMPARE(recordsOf(recording(), "after").size(), 12);
        QCOMPARE(tirc({"check", recording(), "--no-run", "--allow-unchecked"}).exitCode, 0);
    }

    void buildsAreSeparate()
    {
        QCOMPARE(python({"-m", "tirscope_trace", "-o", recording(), script(), steps(), "twice"}), 0);
        const TircResult result = tirc({"check", recording()});
        QVERIFY2(result.exitCode == 0, result.output + result.errors);
        QCOMPARE(result.output.count("sound: "), 2);
        QVERIFY2(result.output.startsWith("build 1 of 2:\nsound: ") &&
                     result.output.contains("\nbuild 2 of 2:\nsound: "),
                 result.output);
        QCOMPARE(recordsOf(recording(), "build").last()["target"].toString(), "cuda");
        QCOMPARE(recordsOf(recording(), "source").size(), 1); // both are equal
        const TircResult one = tirc({"check", recording(), "--build", "2", "--json"});
        QVERIFY2(one.exitCode == 0, one.output + one.errors);
        QCOMPARE(tirc({"check", recording(), "--json"}).exitCode, 2);
        const TircResult none = tirc({"check", recording(), "--build", "3"});
        QCOMPARE(none.exitCode, 2);
        QVERIFY2(none.errors.contains("'out.tirtrace' has 2 builds, and no build 3"), none.errors);
        QCOMPARE(tirc({"check", sample("two_kernels"), "--build", "1"}).exitCode, 2);
    }

    void otherModuleIsAnotherBuild()
    {
        QCOMPARE(python({"-m", "tirscope_trace", "-o", recording(), script(), steps(), "another"}), 0);
        const TircResult result = tirc({"check", recording(), "--no-run", "--build", "2", "--json"});
        QVERIFY2(!result.json()["steps"].toArray().isEmpty(), result.output + result.errors);
        for (const QJsonValue& step : result.json()["steps"].toArray())
            QVERIFY2(!step["pass"].toString().contains("outside"), result.output);
    }

    void caughtExceptionEndsItsPasses()
    {
        QCOMPARE(python({"-m", "tirscope_trace", "-o", recording(), script(), steps(), "caught"}), 0);
        const TircResult result = tirc({"check", recording()});
        QCOMPARE(result.exitCode, 1);
        QVERIFY2(result.output.startsWith("build 1 of 2:\nrejected: step 6, SplitHostDevice, failed: "
                                          "ValueError: no kernel\n") &&
                     result.output.contains("\nbuild 2 of 2:\nsound: "),
                 result.output + result.errors);
    }

    void moduleBetweenTwoPassesIsPrintedOnce()
    {
        QCOMPARE(python({"-c",
                         "import sys, runpy, tirscope_trace, tvm\n"
                         "recording, script, steps, count = sys.argv[1:]\n"
                         "sys.argv = [script, steps]\n"
                         "with tirscope_trace.record(recording):\n"
                         "    runpy.run_path(script, run_name='__main__')\n"
                         "print(tvm.IRModule.printed, file=open(count, 'w'))",
                         recording(), script(), steps(), m_folder.filePath("count")}),
                 0);
        const int printed =
            QByteArray::fromStdString(*readFile(m_folder.filePath("count"))).trimmed().toInt();
        QVERIFY(printed > 0);
        QVERIFY(printed <= recordsOf(recording(), "after").size()); // not once more for each pass that starts
    }

    void failedPassHasItsInput_data()
    {
        QTest::addColumn<QString>("action");
        QTest::addColumn<QString>("answer");
        QTest::newRow("in a pass") << "raise"
                                   << "rejected: step 6, SplitHostDevice, failed: ValueError: no kernel";
        QTest::newRow("inside a pass") << "raise inside"
                                       << "rejected: step 7, ConvertSSA, failed: ValueError: no kernel";
        QTest::newRow("the process dies")
            << "kill"
            << "rejected: step 6, SplitHostDevice, failed: the recording ends inside this pass";
    }

    void failedPassHasItsInput()
    {
        QFETCH(QString, action);
        QFETCH(QString, answer);
        QVERIFY(python({"-m", "tirscope_trace", "-o", recording(), script(), steps(), action}) != 0);
        const TircResult result = tirc({"check", recording(), "--no-run"});
        QCOMPARE(result.exitCode, 1);
        QVERIFY2(result.output.startsWith(answer.toUtf8()), result.output + result.errors);
        const QList<QJsonObject> texts = recordsOf(recording(), "text");
        QCOMPARE(recordsOf(recording(), "before").last()["ir"].toString(), texts.last()["ir"].toString());
    }

private:
    static QString script() { return sourcePath("tests/app/stand_in_tvm/build_recorded.py"); }
    QString steps() const { return m_folder.filePath("steps.json"); }
    QString modifiedSteps() const { return m_folder.filePath("modified.json"); }
    QString recording() const { return m_folder.filePath("out.tirtrace"); }

    QTemporaryDir m_folder;
};

TIR_TEST(TestOwnTvm)
#include "tst_own_tvm.moc"
