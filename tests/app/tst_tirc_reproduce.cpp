/// `tirc reproduce`: a small case of the first bad pass, which `tirc check` and TVM (its stand-in) run again.

#include "tests/app/own_tvm.h"
#include "tests/support/file_content.h"
#include "tests/support/patience.h"
#include "tests/support/test_files.h"
#include "tests/support/test_main.h"
#include "tests/support/tirc_process.h"

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonObject>
#include <QProcess>
#include <QRegularExpression>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QtTest>

using namespace tir::testing;

namespace {

QString textOf(const QString& path)
{
    return QString::fromStdString(readFile(path).value_or(""));
}

QJsonObject jsonOf(const QString& path)
{
    return QJsonDocument::fromJson(textOf(path).toUtf8()).object();
}

/// The program with 50 unrelated statements in its first launch or loop.
QString withUnrelated(const QString& program)
{
    static const QRegularExpression body(
        R"(^( *)(with T\.launch_thread\(.*|for .* in T\.thread_binding\(.*|for .* in .*range\(.*):$)",
        QRegularExpression::MultilineOption);
    const QRegularExpressionMatch match = body.match(program);
    const QString indent = match.captured(1) + "    ";
    QString added =
        "\n" + indent + "unrelated = T.alloc_local((4,))\n" + indent + "unrelated[0] = T.float32(1)\n";
    for (int i = 0; i < 12; ++i)
        added += indent + QStringLiteral("for i%1 in range(3):\n").arg(i) + indent +
                 QStringLiteral("    if i%1 < 2:\n").arg(i) + indent +
                 QStringLiteral("        unrelated[i%1 + 1] = unrelated[i%1] * T.float32(%2)\n")
                     .arg(i)
                     .arg(i + 2) +
                 indent + QStringLiteral("unrelated[0] = unrelated[0] + unrelated[%1]\n").arg(i % 4);
    added.chop(1);
    QString text = program;
    return text.insert(match.capturedEnd(0), added);
}

/// The module before the first bad step.
QString moduleBeforeBadStep(const QString& program, const QStringList& of)
{
    const QTemporaryDir folder;
    const QString path = folder.filePath("run.tirtrace");
    const int bad = tirc(QStringList{"check", program, "--json"} + of).json()["firstBad"]["step"].toInt();
    tirc(QStringList{"trace", program, "-o", path} + of);
    const QJsonObject trace = jsonOf(path);
    const QJsonArray steps = trace["steps"].toArray();
    const int previous = steps[bad - 1]["previous"].toInt();
    const QJsonValue step = previous == 0 ? trace["input"] : steps[previous - 1];
    return trace["texts"].toArray()[step["text"].toInt()].toString();
}

void useStandInTvm(const QByteArray& setup)
{
    qputenv("PYTHONPATH", sourcePath("tests/app/stand_in_tvm").toLocal8Bit());
    qputenv("PYTHONDONTWRITEBYTECODE", "1");
    qputenv("STAND_IN_COMPUTES", "1");
    qputenv("STAND_IN_SETUP", setup);
}

/// A key that only this TVM knows makes the pass wrong.
const QByteArray MergeByKey =
    "def choose():\n"
    "    is_legacy = transform.PassContext.current().config.get('mine.legacy')\n"
    "    COMPUTED['tirx.MergeSharedMemoryAllocations'] = (\n"
    "        'MergeSharedMemoryAllocations' + ('(mode=\"legacy\")' if is_legacy else ''))\n"
    "FAILURES['tirx.MergeSharedMemoryAllocations'] = choose";

struct Reproduction {
    int exitCode = -1;
    QByteArray output;
    QByteArray errors;
};

/// `python reproduce.py` of the case.
Reproduction reproduce(const QString& folder)
{
    QProcess process;
    process.start("python3", {folder + "/reproduce.py"});
    if (!process.waitForFinished(PatienceInMs))
        return {};
    return {process.exitCode(), process.readAllStandardOutput(), process.readAllStandardError()};
}

qsizetype linesOf(const QString& text)
{
    return text.count('\n');
}

} // namespace

class TestTircReproduce : public QObject {
    Q_OBJECT

private slots:
    /// A case or a recording may come from an untrusted source.
    void programsOfAFileAreNotStarted()
    {
        const QTemporaryDir folder;
        const QString started = folder.filePath("started");
        const QString command = QStringLiteral("external(\"touch %1; cat\")").arg(started);
        const QString cases = folder.filePath("case");
        QCOMPARE(tirc({"reproduce", sample("museum/helper_of_a_helper"), "--pipeline", "split", "-o", cases})
                     .exitCode,
                 0);
        QJsonObject json = jsonOf(cases + "/case.json");
        json["passes"] = command;
        QFile file(cases + "/case.json");
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(QJsonDocument(json).toJson());
        file.close();
        const TircResult refused = tirc({"check", cases});
        QCOMPARE(refused.exitCode, 2);
        QVERIFY2(refused.errors.contains("names a program to start: external(\"touch ") &&
                     refused.errors.contains("--allow-programs starts it"),
                 refused.errors.constData());
        QVERIFY(!QFile::exists(started));
        tirc({"check", cases, "--allow-programs"});
        QVERIFY(QFile::remove(started));

        const QString trace = folder.filePath("run.tirtrace");
        QCOMPARE(
            tirc({"trace", sample("museum/helper_of_a_helper"), "--pipeline", "split", "-o", trace}).exitCode,
            0);
        QJsonObject run = jsonOf(trace);
        QJsonArray steps = run["steps"].toArray();
        QJsonObject step = steps[0].toObject();
        step["pass"] = command;
        steps[0] = step;
        run["steps"] = steps;
        QFile written(trace);
        QVERIFY(written.open(QIODevice::WriteOnly));
        written.write(QJsonDocument(run).toJson());
        written.close();
        for (const QStringList& options :
             {QStringList{"check", trace}, QStringList{"check", trace, "--against", "ours"},
              QStringList{"reproduce", trace, "-o", folder.filePath("other")}}) {
            tirc(options);
            QVERIFY2(!QFile::exists(started), qPrintable(options.join(' ')));
        }
        tirc({"reproduce", trace, "--allow-programs", "-o", folder.filePath("other")});
        QVERIFY(QFile::exists(started));
    }

    void caseIsAsSmallAsTheExhibit_data()
    {
        QTest::addColumn<QString>("program");
        QTest::addColumn<QString>("pipeline");
        QTest::addColumn<QString>("pass");
        QTest::newRow("ill-formed") << "museum/merged_two_launches"
                                    << "split@legacy-merge"
                                    << "MergeSharedMemoryAllocations(mode=\"legacy\")";
        QTest::newRow("wrong after several passes") << "museum/kernel_called_not_launched"
                                                    << "split@legacy-launch"
                                                    << "LowerDeviceKernelLaunch(mode=\"legacy\")";
        QTest::newRow("a known defect") << "museum/symbolic_reuse"
                                        << "split"
                                        << "MergeSharedMemoryAllocations";
        QTest::newRow("shows in one order of functions") << "museum/device_copy_called_by_host"
                                                         << "split"
                                                         << "BindTarget";
        QTest::newRow("with constant vectors") << "museum/lanes_ignored"
                                               << "split"
                                               << "MergeSharedMemoryAllocations";
        QTest::newRow("shows when it runs") << "museum/accumulator_in_its_loop"
                                            << "s_tir@late-plan"
                                            << "PlanAndUpdateBufferAllocationLocation";
    }

    void caseIsAsSmallAsTheExhibit()
    {
        QFETCH(QString, program);
        QFETCH(QString, pipeline);
        QFETCH(QString, pass);
        const QTemporaryDir folder;
        const QString text = textOf(sample(program));
        const QString large = folder.filePath("large.py");
        QFile file(large);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(withUnrelated(text).toUtf8());
        file.close();
        const QStringList of{"--pipeline", pipeline, "--force"};
        const TircResult written =
            tirc(QStringList{"reproduce", large, "-o", folder.filePath("case"), "--reduce-time", "40"} + of);
        QVERIFY2(written.exitCode == 0, written.output + written.errors);
        const QJsonObject made = jsonOf(folder.filePath("case/case.json"));
        QVERIFY(made["reduced"]["isFinished"].toBool());
        QVERIFY2(made["passes"].toString().endsWith(pass), qPrintable(made["passes"].toString()));
        const QString original = moduleBeforeBadStep(sample(program), of);
        const QString reduced = textOf(folder.filePath("case/before.py"));
        qInfo("%s", qPrintable(QStringLiteral("%1 lines, the original has %2; %3")
                                   .arg(linesOf(reduced))
                                   .arg(linesOf(original))
                                   .arg(QString::fromUtf8(written.output.trimmed()))));
        QVERIFY2(double(linesOf(reduced)) <= 1.2 * double(linesOf(original)), qPrintable(reduced));

        const TircResult again = tirc({"check", folder.filePath("case")});
        QCOMPARE(again.exitCode, 1);
        QVERIFY2(again.output.contains("\nreproduced: "), again.output + again.errors);
    }

    /// Where all blocks take too long, the case runs as many as the check did.
    void caseHasTheBlocksOfTheCheck()
    {
        const QTemporaryDir folder;
        const QString cases = folder.filePath("case");
        const QByteArray program = R"(@T.prim_func(s_tir=True)
def main(X: T.Buffer((16,), "float32"), Y: T.Buffer((16,), "float32")):
    for bx in T.thread_binding(2147483647, thread="blockIdx.x"):
        for tx in T.thread_binding(16, thread="threadIdx.x"):
            with T.sblock("Y"):
                b = T.axis.spatial(2147483647, bx)
                i = T.axis.spatial(16, tx)
                if T.truncmod((i - 8) * 4 + 1, 4) == 1:
                    Y[i] = X[i]
                else:
                    Y[i] = T.float32(0) - X[i]
)";
        const TircResult made = tirc({"reproduce", "-", "--pipeline", "s_tir", "--time-limit", "2",
                                      "--reduce-time", "0.1", "-o", cases},
                                     program);
        QVERIFY2(made.exitCode == 0, made.errors.constData());
        const int blocks = jsonOf(cases + "/run.json")["blocks"].toInt();
        QVERIFY2(blocks > 0, qPrintable(QString::number(blocks)));
        const TircResult again = tirc({"check", cases});
        QVERIFY2(again.output.contains("reproduced: "), again.output.constData());
    }

    void soundProgramHasNoCase()
    {
        const QTemporaryDir folder;
        const TircResult result =
            tirc({"reproduce", sample("two_kernels"), "--pipeline", "split", "-o", folder.filePath("case")});
        QCOMPARE(result.exitCode, 1);
        QVERIFY2(result.errors.contains("there is nothing to reproduce"), result.errors.constData());
        QVERIFY2(!result.errors.contains("not checked"), result.errors.constData());
        const TircResult partial =
            tirc({"reproduce", sample("matmul"), "--blocks", "1", "-o", folder.filePath("out")});
        QVERIFY2(partial.errors.contains("note: not checked: steps 0 to 7: blocks left out"),
                 partial.errors.constData());
        QVERIFY(!QDir(folder.filePath("case")).exists());
    }

    void caseHasTheFilesOfItsInputs()
    {
        const QTemporaryDir folder;
        const QString program = sample("museum/accumulator_in_its_loop");
        QCOMPARE(tirc({"run", program, "--step", "0", "--out", folder.path()}).exitCode, 0);
        const QString input = folder.filePath("X.npy");
        const QString made = folder.filePath("case");
        const TircResult written = tirc({"reproduce", program, "--pipeline", "s_tir@late-plan", "--input",
                                         "X=" + input, "-o", made, "--reduce-time", "2"});
        QVERIFY2(written.exitCode == 0, written.output + written.errors);
        QVERIFY(QFile::remove(input));
        const QJsonValue kept = jsonOf(made + "/run.json")["inputs"].toObject()["X"];
        QCOMPARE(kept.toString(), QStringLiteral("inputs/X.npy"));
        const TircResult again = tirc({"check", made});
        QVERIFY2(again.output.contains("\nreproduced: "), again.output + again.errors);
    }

    void otherFilesStay()
    {
        const QTemporaryDir folder;
        QVERIFY(QFile::copy(sample("reverse"), folder.filePath("mine.py")));
        const TircResult result = tirc({"reproduce", sample("museum/merged_two_launches"), "--pipeline",
                                        "split@legacy-merge", "-o", folder.path()});
        QCOMPARE(result.exitCode, 2);
        QVERIFY2(result.errors.contains("is not a new or empty folder"), result.errors.constData());
        QCOMPARE(QDir(folder.path()).entryList(QDir::Files), QStringList{"mine.py"});
    }

    void wrongPassOfTvmIsReproducedThere()
    {
        if (QStandardPaths::findExecutable("python3").isEmpty())
            QSKIP("python3 is not installed");
        qputenv("PYTHONPATH", sourcePath("tests/app/stand_in_tvm").toLocal8Bit());
        qputenv("PYTHONDONTWRITEBYTECODE", "1");
        qputenv("STAND_IN_COMPUTES", "1");
        qputenv("STAND_IN_SETUP", "COMPUTED['tirx.MergeSharedMemoryAllocations'] = "
                                  "'MergeSharedMemoryAllocations(mode=\"legacy\")'");
        const QTemporaryDir folder;
        const QString made = folder.filePath("case");
        const TircResult written = tirc({"reproduce", sample("two_kernels"), "--pipeline", "tvm:split", "-o",
                                         made, "--reduce-time", "15"});
        QVERIFY2(written.exitCode == 0, written.output + written.errors);
        QCOMPARE(jsonOf(made + "/case.json")["passes"].toString(),
                 "tvm(\"tirx.MergeSharedMemoryAllocations\")");
        const TircResult again = tirc({"check", made});
        QVERIFY2(again.output.contains("\nreproduced: "), again.output + again.errors);
        QProcess process;
        process.start("python3", {made + "/reproduce.py"});
        QVERIFY(process.waitForFinished(PatienceInMs));
        const QByteArray output = process.readAll();
        QVERIFY2(process.exitCode() == 1, output + process.readAllStandardError());
        QVERIFY2(output.contains("\nreproduced: the result is that of after.json"), output);
        // The pass as it should be.
        qputenv("STAND_IN_SETUP", "");
        process.start("python3", {made + "/reproduce.py"});
        QVERIFY(process.waitForFinished(PatienceInMs));
        QCOMPARE(process.exitCode(), 0);
        QVERIFY(process.readAll().contains("\nnot reproduced: "));
        QVERIFY(tirc({"check", made}).output.contains("\nnot reproduced: "));
    }

    void keysOfTheUserAreInTheCase_data()
    {
        QTest::addColumn<bool>("isRecorded");
        QTest::newRow("given") << false;
        QTest::newRow("recorded") << true;
    }

    void keysOfTheUserAreInTheCase()
    {
        QFETCH(bool, isRecorded);
        if (QStandardPaths::findExecutable("python3").isEmpty())
            QSKIP("python3 is not installed");
        useStandInTvm(MergeByKey);
        const QTemporaryDir folder;
        const QString made = folder.filePath("case");
        const QString trace = folder.filePath("out.tirtrace");
        QStringList what{sample("two_kernels"), "--pipeline", "tvm:split", "--config", "mine.legacy=true"};
        if (isRecorded) {
            writeFile(folder.filePath("build.py"),
                      "import sys, tvm\n"
                      "from tvm.tirx import transform\n"
                      "module = tvm.IRModule(open(sys.argv[1]).read())\n"
                      "with tvm.transform.PassContext(config={'mine.legacy': True}):\n"
                      "    module = transform.BindTarget(tvm.target.Target('cuda'))(module)\n"
                      "    transform.MergeSharedMemoryAllocations()(module)\n");
            QCOMPARE(python({"-m", "tirscope_trace", "-o", trace, folder.filePath("build.py"),
                             sample("two_kernels")}),
                     0);
            what = QStringList{trace};
        }
        const TircResult written =
            tirc(QStringList{"reproduce"} + what + QStringList{"-o", made, "--reduce-time", "5"});
        QVERIFY2(written.exitCode == 0, written.output + written.errors);
        const QJsonObject key{{"mine.legacy", true}};
        QCOMPARE(jsonOf(made + "/case.json")["tvmConfig"], QJsonValue(key));
        QVERIFY(textOf(made + "/README.md").contains("- configuration: `mine.legacy=true`\n"));
        const TircResult again = tirc({"check", made});
        QVERIFY2(again.output.contains("\nreproduced: "), again.output + again.errors);
        const Reproduction inTvm = reproduce(made);
        QVERIFY2(inTvm.exitCode == 1 && inTvm.output.contains("\nreproduced: "), inTvm.output + inTvm.errors);
    }

    void passThatEndsBadlyIsReproduced_data()
    {
        QTest::addColumn<QByteArray>("setup");
        QTest::addColumn<QByteArray>("reason");
        QTest::newRow("it throws") << QByteArray("def fail(): raise ValueError('no kernel')")
                                   << QByteArray("the passes failed here");
        QTest::newRow("it ends Python")
            << QByteArray("def fail(): os._exit(0)") << QByteArray("ended the process, with exit code 0");
        QTest::newRow("it exits") << QByteArray("def fail(): raise SystemExit(0)")
                                  << QByteArray("the passes failed here");
        QTest::newRow("it hangs") << QByteArray("import time\ndef fail(): time.sleep(1000)")
                                  << QByteArray("tirx.AnnotateEntryFunc was still running after 3 s");
    }

    void passThatEndsBadlyIsReproduced()
    {
        QFETCH(QByteArray, setup);
        QFETCH(QByteArray, reason);
        if (QStandardPaths::findExecutable("python3").isEmpty())
            QSKIP("python3 is not installed");
        useStandInTvm(setup + "\nFAILURES['tirx.AnnotateEntryFunc'] = fail");
        const QTemporaryDir folder;
        const QString made = folder.filePath("case");
        const TircResult written =
            tirc({"reproduce", sample("two_kernels"), "--passes", "tvm(\"tirx.AnnotateEntryFunc\")", "-o",
                  made, "--reduce-time", "0.1", "--external-time-limit", "3"});
        QVERIFY2(written.exitCode == 0, written.output + written.errors);
        const QJsonObject json = jsonOf(made + "/case.json");
        QCOMPARE(json["expected"].toString(), "the passes end without an error");
        QCOMPARE(json["externalTimeLimitSeconds"].toDouble(), 3.0);
        QVERIFY(textOf(made + "/README.md").contains("- expected: the passes end without an error\n"));
        const TircResult again = tirc({"check", made});
        QVERIFY2(again.output.contains("\nreproduced: "), again.output + again.errors);
        const Reproduction inTvm = reproduce(made);
        QVERIFY2(inTvm.exitCode == 1 && inTvm.output.contains(reason), inTvm.output + inTvm.errors);
        // The pass as it should be.
        useStandInTvm("");
        QCOMPARE(reproduce(made).exitCode, 0);
    }

    /// The recorded modules are the case, and it is not reduced.
    void passThatTheTvmLacksIsNamed()
    {
        if (QStandardPaths::findExecutable("python3").isEmpty())
            QSKIP("python3 is not installed");
        useStandInTvm("");
        const QTemporaryDir folder;
        const QString trace = folder.filePath("out.tirtrace");
        const QString made = folder.filePath("case");
        writeFile(folder.filePath("build.py"),
                  "import sys, tvm\n"
                  "from tvm.ir.transform import Pass\n"
                  "tvm.COMPUTED['mine.Merge'] = 'MergeSharedMemoryAllocations(mode=\"legacy\")'\n"
                  "module = tvm.IRModule(open(sys.argv[1]).read())\n"
                  "module = tvm.tirx.transform.BindTarget(tvm.target.Target('cuda'))(module)\n"
                  "Pass('mine.Merge')(module)\n");
        QCOMPARE(
            python({"-m", "tirscope_trace", "-o", trace, folder.filePath("build.py"), sample("two_kernels")}),
            0);
        const TircResult written =
            tirc({"reproduce", trace, "--allow-programs", "-o", made, "--reduce-time", "5"});
        QVERIFY2(written.exitCode == 0, written.output + written.errors);
        const QByteArray reason = "step 2, Merge, cannot be run again: your TVM has no pass 'mine.Merge'";
        QVERIFY2(written.errors.contains(reason), written.errors.constData());
        const QString readme = textOf(made + "/README.md");
        QVERIFY2(readme.contains(" statements, not reduced: " + reason) && !readme.contains("no time"),
                 qPrintable(readme));
        QCOMPARE(reproduce(made).exitCode, 2);
    }

    /// What plain TVM does not have is not the fault.
    void passThatIsNotInTvmCannotBeRun()
    {
        if (QStandardPaths::findExecutable("python3").isEmpty())
            QSKIP("python3 is not installed");
        qputenv("PYTHONPATH", sourcePath("tests/app/stand_in_tvm").toLocal8Bit());
        qputenv("PYTHONDONTWRITEBYTECODE", "1");
        qputenv("STAND_IN_COMPUTES", "1");
        const QTemporaryDir folder;
        const QString made = folder.filePath("case");
        const TircResult written = tirc({"reproduce", sample("two_kernels"), "--passes",
                                         "BindTarget,external(\"false\")", "-o", made, "--reduce-time", "1"});
        QVERIFY2(written.exitCode == 0, written.output + written.errors);
        QProcess process;
        process.start("python3", {made + "/reproduce.py"});
        QVERIFY(process.waitForFinished(PatienceInMs));
        const QByteArray errors = process.readAllStandardError();
        QVERIFY2(process.exitCode() == 2, errors);
        QVERIFY2(errors.startsWith("cannot be run here: a pass is a program"), errors);
    }
};

TIR_TEST(TestTircReproduce)
#include "tst_tirc_reproduce.moc"
