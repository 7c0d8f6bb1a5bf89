/// Logs of TVM's printing instruments, and modules that a script printed.

#include "core/script/json/tvm_json.h"
#include "passes/workbench/check/compare_passes.h"
#include "passes/workbench/trace/import_dump.h"
#include "passes/workbench/trace/open_trace.h"
#include "tests/passes/workbench/trace/module_text.h"
#include "tests/support/test_files.h"
#include "tests/support/test_main.h"

#include <QTemporaryDir>
#include <QtTest>

using namespace tir;
using namespace tir::testing;

namespace {

std::string functionText(int value)
{
    return "# from tvm.script import tirx as T\n\n@T.prim_func(s_tir=True)\n"
           "def main(A: T.Buffer((16,), \"float32\")):\n    A[0] = T.float32(" +
           std::to_string(value) + ".0)";
}

std::string header(const std::string& when, const std::string& pass)
{
    return when + " Running Pass: transform.PassInfo(opt_level=0, name=\"" + pass +
           "\", required=(), traceable=False)\n";
}

QStringList stepsOf(const RecordedRun& run)
{
    QStringList lines;
    for (const Step& step : run.recording->steps)
        lines.append(QString(qsizetype(step.depth), QLatin1Char('.')) +
                     QString::fromStdString(toString(step.pass) + ": ") +
                     QString::fromStdString(std::string(toString(step.verdict))));
    return lines;
}

} // namespace

class TestModuleLog : public QObject {
    Q_OBJECT

private slots:
    void programsAreNoLogs()
    {
        for (const QString& file : filesBelow(sourcePath("samples"), {"*.py"}))
            QVERIFY2(!isTrace(file.toStdString()), qPrintable(file));
        QVERIFY(!looksLikeTrace(""));
        QVERIFY(!looksLikeTrace(functionText(1)));
        QVERIFY(!looksLikeTrace("After Running Pass: and nothing else"));
    }

    void oneModuleInTheOutputOfAProgramIsAStep_data()
    {
        QTest::addColumn<QByteArray>("before");
        QTest::addColumn<QByteArray>("after");
        QTest::addColumn<QString>("step"); // empty if it is no log
        QTest::newRow("lines above") << QByteArray("compiling for cuda ...\nafter tuning:\n") << QByteArray()
                                     << "after tuning: unchanged";
        QTest::newRow("lines below") << QByteArray() << QByteArray("done in 3 s\n") << "print 1: unchanged";
        QTest::newRow("lines around")
            << QByteArray("[10:11:12] a.cc:3: words\nloss = 0.3\n\n# ---- after merge ----\n")
            << QByteArray("12 kernels\n{'time': 3}\n") << "after merge: unchanged";
        QTest::newRow("nothing else") << QByteArray("\n\n") << QByteArray("\n") << "";
        QTest::newRow("a comment") << QByteArray("# by hand\n") << QByteArray("# the end\n") << "";
        QTest::newRow("a program in Python")
            << QByteArray("import tvm\n") << QByteArray("print(Module)\n") << "";
        QTest::newRow("a program with an error beside it")
            << QByteArray("import tvm\nthis is an error\n") << QByteArray() << "";
    }

    void oneModuleInTheOutputOfAProgramIsAStep()
    {
        QFETCH(QByteArray, before);
        QFETCH(QByteArray, after);
        QFETCH(QString, step);
        for (const std::string& printed : {moduleText(1), functionText(1)}) {
            const std::string text = before.toStdString() + printed + "\n" + after.toStdString();
            QCOMPARE(looksLikeTrace(text), !step.isEmpty());
            if (step.isEmpty())
                continue;
            const Result<RecordedRun> run = runFromBytes(text, "out.log");
            QVERIFY(run);
            QCOMPARE(stepsOf(*run), QStringList({step}));
            QCOMPARE(std::string(run->text(1).source.text()), printed);
        }
        // A program whose own text has an error is opened with the error.
        const std::string broken = moduleText(1) + " +";
        QVERIFY(!looksLikeTrace(before.toStdString() + broken + "\n" + after.toStdString()));
    }

    void beforeAndAfterShowWhatRanInside()
    {
        const std::string log = header("Before", "tirx.SplitHostDevice") + moduleText(0) + "\n" +
                                header("Before", "tirx.ConvertSSA") + moduleText(1) + "\n" +
                                header("After", "tirx.ConvertSSA") + moduleText(1) + "\n" +
                                header("After", "tirx.SplitHostDevice") + moduleText(1) + "\ndone in 3 s\n";
        QVERIFY(looksLikeTrace(log));
        const Result<RecordedRun> run = runFromBytes(log, "dir/build.log");
        QVERIFY(run);
        QCOMPARE(stepsOf(*run), QStringList({"SplitHostDevice: recorded", ".ConvertSSA: unchanged"}));
        QCOMPARE(run->program.source.name(), std::string("build.log"));
        QCOMPARE(std::string(run->text(2).source.text()), moduleText(1));
    }

    void afterAllIsADump()
    {
        const std::string log = header("After", "tirx.BindTarget") + moduleText(0) + "\n" +
                                "[10:11:12] /src/a.cc:3: Warning: words\n" +
                                header("After", "tirx.ConvertSSA") + moduleText(1) + "\n" +
                                header("After", "tirx.SplitHostDevice") + moduleText(1) + "\n" +
                                header("After", "sequential") + moduleText(1) + "\n";
        const Result<RecordedRun> run = runFromBytes(log, "log");
        QCOMPARE(stepsOf(*run), QStringList({"BindTarget: unchanged", ".SplitHostDevice: recorded",
                                             "..ConvertSSA: unchanged", "sequential: unchanged"}));
    }

    /// `mod.show()` writes colors, and other programs write bytes that are no text.
    void outputOfATerminalIsRead()
    {
        std::string colored;
        for (const char letter : moduleText(1))
            colored += letter == 'T' ? std::string("\x1B[38;5;28mT\x1B[0m") : std::string(1, letter);
        const std::string log = header("After", "tirx.BindTarget") + moduleText(0) + "\n" +
                                "caf\xE9: done\n" + header("After", "tirx.ConvertSSA") + colored + "\n";
        QVERIFY(looksLikeTrace(log));
        QVERIFY(looksLikeTrace(header("After", "tirx.ConvertSSA") + colored));
        const Result<RecordedRun> run = runFromBytes(log, "log");
        QVERIFY(run);
        QCOMPARE(stepsOf(*run), QStringList({"BindTarget: unchanged", "ConvertSSA: recorded"}));
        QCOMPARE(std::string(run->text(2).source.text()), moduleText(1));
    }

    /// Other output may come between any two lines of a module.
    void outputInsideAModuleIsLeftOut_data()
    {
        QTest::addColumn<std::string>("output");
        QTest::newRow("a warning") << std::string("[12:34:56] /tvm/src/x.cc:123: Warning: odd\n");
        QTest::newRow("a warning of two lines")
            << std::string("/usr/numpy/_methods.py:26: RuntimeWarning: odd\n  return umr_sum(a, axis)\n");
        QTest::newRow("a table") << std::string("results:\n    time 3 s\n");
    }

    void outputInsideAModuleIsLeftOut()
    {
        QFETCH(std::string, output);
        const std::string start =
            header("After", "tirx.A") + moduleText(0) + "\n\n" + header("After", "tirx.B");
        const std::string module = moduleText(1) + "\n        A[1] = T.float32(2.0)";
        const std::string end = "\n\n" + header("After", "tirx.C") + module + "\n";
        for (size_t at = module.find('\n'); at != std::string::npos; at = module.find('\n', at + 1)) {
            const std::string log = start + module.substr(0, at + 1) + output + module.substr(at + 1) + end;
            QVERIFY(looksLikeTrace(log));
            const Result<RecordedRun> run = runFromBytes(log, "log");
            QCOMPARE(stepsOf(*run), QStringList({"A: unchanged", "B: recorded", "C: unchanged"}));
            QCOMPARE(std::string(run->text(2).source.text()), module);
            QCOMPARE(run->warnings.size(), size_t(1));
            QVERIFY2(run->warnings.front().find("of other output inside printed modules") !=
                         std::string::npos,
                     run->warnings.front().c_str());
        }
        const Result<RecordedRun> after = runFromBytes(start + module + "\n" + output + end, "log");
        QCOMPARE(stepsOf(*after), QStringList({"A: unchanged", "B: recorded", "C: unchanged"}));
        QVERIFY(after->warnings.empty());
    }

    /// In doubt, a line that may be a statement is not dropped.
    void outputThatMayBeAStatementMakesAModuleUnread()
    {
        const std::string log = header("After", "tirx.A") + moduleText(0) + "\nresults:\n    show(3)\n" +
                                header("After", "tirx.B") + moduleText(0) + "\n";
        const Result<RecordedRun> run = runFromBytes(log, "log");
        QCOMPARE(stepsOf(*run), QStringList({"A: unread", "B: recorded"}));
    }

    void beforeAllHasNoLastResult()
    {
        const std::string log = header("Before", "tirx.A") + moduleText(0) + "\n" +
                                header("Before", "sequential") + moduleText(1) + "\n" +
                                header("Before", "tirx.B") + moduleText(1) + "\n" +
                                header("Before", "tirx.C") + moduleText(2) + "\n";
        const Result<RecordedRun> run = runFromBytes(log, "log");
        QCOMPARE(stepsOf(*run),
                 QStringList({"A: recorded", "sequential: unchanged", "B: recorded", "C: unread"}));
    }

    void beforeAllShowsWhatRanInside()
    {
        const std::string log = header("Before", "s_tir.HoistIfThenElse") + moduleText(0) + "\n" +
                                header("Before", "s_tir.InsertHoistIfThenElse") + moduleText(0) + "\n" +
                                header("Before", "tirx.StmtSimplify") + moduleText(1) + "\n" +
                                header("Before", "tirx.RemoveNoOp") + moduleText(1) + "\n" +
                                header("Before", "tirx.B") + moduleText(2) + "\n";
        const Result<RecordedRun> run = runFromBytes(log, "log");
        QCOMPARE(stepsOf(*run),
                 QStringList({".InsertHoistIfThenElse: recorded", ".StmtSimplify: unchanged",
                              ".RemoveNoOp: recorded", "HoistIfThenElse: unchanged", "B: unread"}));
    }

    /// The device module that follows is not the result of the last pass on the host module.
    void beforeAllEndsAtTheBranch()
    {
        std::string device = moduleText(2);
        device.replace(device.find("def main"), 8, "def main_kernel");
        const std::string log = header("Before", "tirx.A") + moduleText(0) + "\n" +
                                header("Before", "tirx.OfHost") + moduleText(1) + "\n" +
                                header("Before", "tirx.OfDevice") + device + "\n";
        const Result<RecordedRun> run = runFromBytes(log, "log");
        QVERIFY2(stepsOf(*run).contains("OfHost: unread"), qPrintable(stepsOf(*run).join("; ")));
        QCOMPARE(run->recording->steps[1].diagnostics.front().message,
                 std::string("the text of this step cannot be read: "
                             "the log does not have the module after tirx.OfHost"));
    }

    void chosenPassesShowWhatIsMissing()
    {
        const std::string log = "Print IR before: tirx.A\n" + moduleText(0) + "\n\nPrint IR after: tirx.A\n" +
                                moduleText(1) + "\n\nPrint IR after: tirx.C\n" + moduleText(3) + "\n\n";
        const Result<RecordedRun> run = runFromBytes(log, "log");
        QCOMPARE(stepsOf(*run), QStringList({"A: recorded", "C: recorded"}));
    }

    void printsAreNamedByTheLineAbove()
    {
        const std::string text = "first\n" + moduleText(0) + "\n\n# ---- after merge ----\n" + moduleText(1) +
                                 "\n" + moduleText(2) + "\n[10:11:12] a.cc:3: PrintIR(the end):\n" +
                                 functionText(3) + "\n" + functionText(4);
        const Result<RecordedRun> run = runFromBytes(text, "prints.py");
        QCOMPARE(stepsOf(*run), QStringList({"first: unchanged", "after merge: recorded", "print 3: recorded",
                                             "the end: recorded", "print 5: recorded"}));
        QCOMPARE(std::string(run->text(4).source.text()), functionText(3));
    }

    void savedModulesAreSteps()
    {
        QTemporaryDir folder;
        for (const int number : {1, 2}) {
            const OpenedProgram program = openText("m.py", moduleText(number));
            QFile file(folder.filePath(QStringLiteral("%1_saved.json").arg(number)));
            QVERIFY(file.open(QIODevice::WriteOnly));
            file.write(QByteArray::fromStdString(toTvmJson(program.module())));
        }
        const Result<RecordedRun> run = runFromDump(folder.path().toStdString());
        QVERIFY2(run, run ? "" : run.diagnostics().front().message.c_str());
        QCOMPARE(stepsOf(*run), QStringList({"saved: unchanged", "saved: recorded"}));
        QVERIFY(run->text(2).source.text().find("A[0] = T.float32(2.0)") != std::string_view::npos);
    }

    void logsOfTvmAgreeWithItsDump()
    {
        TIR_SKIP_WITHOUT_CORPUS();
        const std::string dumps = (*corpusFolder() + "/tvm_dumps/two_merges").toStdString();
        const RecordedRun dump = openTraceFile(dumps);
        QVERIFY(dump.recording && isTrace(dumps + "/print_after_all.log"));
        const RecordedRun after = openTraceFile(dumps + "/print_after_all.log");
        QVERIFY2(after.recording, after.program.rendered().c_str());
        QCOMPARE(stepsOf(after), stepsOf(dump));
        const RecordedRun before = openTraceFile(dumps + "/print_before_all.log");
        QVERIFY2(before.recording, before.program.rendered().c_str());
        QVERIFY(stepsOf(before).contains("MergeSharedMemoryAllocations: recorded"));
        // This TVM does what our passes do, in whichever form it is recorded.
        for (const RecordedRun& run : {dump, after, before}) {
            const PassComparison found = compareWithOurs(*run.recording, {});
            QVERIFY2(found.different.empty(),
                     found.different.empty() ? "" : found.different.front().reason.c_str());
            QVERIFY2(found.comparedCount >= 58, qPrintable(QString::number(found.comparedCount)));
        }
    }
};

TIR_TEST(TestModuleLog)
#include "tst_module_log.moc"
