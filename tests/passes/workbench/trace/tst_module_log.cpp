/// Logs of TVM's printing instruments, and modules that a script printed.

#include "core/script/json/tvm_json.h"
#include "passes/workbench/check/compare_passes.h"
#include "passes/workbench/trace/import_dump.h"
#include "passes/workbench/trace/open_trace.h"
#include "passes/workbench/trace/trace_file.h"
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
        QTest::newRow("a progress bar") << std::string("\r 10%|##   | 3/30\r 20%|####  | 6/30\n");
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
        QCOMPARE(stepsOf(*run),
                 QStringList({"A: recorded", "(outside the recorded passes): recorded", "C: unchanged"}));
    }

    /// PassPrintingInstrument with different lists of passes to print before and after.
    void passesPrintedOnOneSideOnlyAreNotBlamed_data()
    {
        QTest::addColumn<std::string>("log");
        QTest::addColumn<QStringList>("steps");
        const auto print = [](const std::string& when, const std::string& pass, int value) {
            return "Print IR " + when + ": " + pass + "\n" + moduleText(value) + "\n\n";
        };
        const QString outside = QStringLiteral("(outside the recorded passes): recorded");
        QTest::newRow("after") << print("after", "A", 0) + print("after", "B", 1)
                               << QStringList({"A: unchanged", outside, "B: unchanged"});
        QTest::newRow("before") << print("before", "A", 0) + print("before", "B", 1)
                                << QStringList({"A: unread", outside, "B: unread"});
        QTest::newRow("before and after") << print("before", "A", 0) + print("after", "B", 1)
                                          << QStringList({"A: unread", outside, "B: unchanged"});
        QTest::newRow("nothing changes") << print("before", "A", 0) + print("after", "B", 0)
                                         << QStringList({"A: unchanged", "B: unchanged"});
        QTest::newRow("some on both sides")
            << print("before", "tirx.LowerIntrin", 0) + print("before", "B", 1) + print("after", "B", 2) +
                   print("after", "tirx.MakePackedAPI", 3)
            << QStringList(
                   {"LowerIntrin: unread", outside, "B: recorded", outside, "MakePackedAPI: unchanged"});
    }

    void passesPrintedOnOneSideOnlyAreNotBlamed()
    {
        QFETCH(std::string, log);
        QFETCH(QStringList, steps);
        const Result<RecordedRun> run = runFromBytes(log, "log");
        QCOMPARE(stepsOf(*run), steps);
        for (const Step& step : run->recording->steps)
            QVERIFY(step.breaches.empty());
    }

    /// Printing ends a module with a line end.
    void logThatWasCutOffBlamesNoPass_data()
    {
        QTest::addColumn<std::string>("start");
        QTest::addColumn<QStringList>("whole");
        QTest::addColumn<QStringList>("cut");
        const std::string a = moduleText(0) + "\n\n";
        const std::string after = header("After", "tirx.A") + a + header("After", "tirx.B");
        QTest::newRow("after") << after << QStringList({"A: unchanged", "B: recorded"})
                               << QStringList({"A: unchanged", "B: unread"});
        const std::string before = header("Before", "tirx.A") + a + header("Before", "tirx.B");
        QTest::newRow("before") << before << QStringList({"A: recorded", "B: unread"})
                                << QStringList({"A: unread", "B: unread"});
        const std::string both = header("Before", "sequential") + a + header("Before", "tirx.A") + a +
                                 header("After", "tirx.A") + a + header("Before", "tirx.B") + a +
                                 header("After", "tirx.B");
        QTest::newRow("before and after")
            << both << QStringList({".A: unchanged", ".B: recorded", "sequential: failed"})
            << QStringList({".A: unchanged", ".B: unread"});
    }

    void logThatWasCutOffBlamesNoPass()
    {
        QFETCH(std::string, start);
        QFETCH(QStringList, whole);
        QFETCH(QStringList, cut);
        QCOMPARE(stepsOf(*runFromBytes(start + moduleText(1) + "\n", "log")), whole);
        const std::string module = moduleText(1) + "\n        A[1] = A[2] + T.float32(2.0)";
        for (size_t size = 1; size <= module.size(); ++size) {
            if (module[size - 1] == '\n')
                continue;
            const Result<RecordedRun> run = runFromBytes(start + module.substr(0, size), "log");
            QCOMPARE(stepsOf(*run), cut);
            const StepText last = run->text(run->recording->moduleCount() - 1);
            if (cut.front() != "A: unread")
                QVERIFY(module.starts_with(last.source.text()));
            QVERIFY(!run->warnings.empty() && run->warnings.front().find("cut off") != std::string::npos);
            const Result<RecordedRun> again = runFromBytes(toJson(*run), "run.tirtrace");
            QVERIFY(again);
            QCOMPARE(stepsOf(*again), cut);
        }
        QCOMPARE(stepsOf(*runFromBytes(start, "log")).back(), cut.back());
    }

    void logThatEndsWithABeginningIsAWarning()
    {
        const std::string module = moduleText(1) + "\n        A[1] = T.float32(2.0)";
        const std::string log =
            header("After", "tirx.A") + module + "\n\n" + header("After", "tirx.B") + moduleText(1) + "\n";
        const Result<RecordedRun> run = runFromBytes(log, "log");
        QCOMPARE(stepsOf(*run), QStringList({"A: unchanged", "B: recorded"}));
        QCOMPARE(run->warnings.size(), size_t(1));
        QVERIFY(run->warnings.front().find("may have been cut off") != std::string::npos);
    }

    void exceptionAfterTheLastModuleIsAFailedPass_data()
    {
        QTest::addColumn<std::string>("output");
        QTest::addColumn<std::string>("message"); // empty: a warning
        const std::string traceback =
            "Traceback (most recent call last):\n  File \"build.py\", line 12, in <module>\n"
            "    tvm.compile(mod)\n";
        QTest::newRow("traceback") << traceback + "tvm.error.InternalError: Check failed: bad\n"
                                   << std::string("tvm.error.InternalError: Check failed: bad");
        QTest::newRow("chained") << traceback +
                                        "KeyError: 3\n\nDuring handling of the above exception, another "
                                        "exception occurred:\n\n" +
                                        traceback + "RuntimeError: bad\n"
                                 << std::string("RuntimeError: bad");
        QTest::newRow("C++")
            << traceback + "tvm.error.InternalError: Traceback (most recent call last):\n  3: f(x)\n        "
                           "at /src/a.cc:3\n  File \"/src/a.cc\", line 3\nInternalError: Check failed: x\n"
            << std::string("InternalError: Check failed: x");
        QTest::newRow("no traceback") << std::string("InternalError: Check failed: x\n")
                                      << std::string("InternalError: Check failed: x");
        QTest::newRow("crash") << std::string("Segmentation fault (core dumped)\n")
                               << std::string("Segmentation fault (core dumped)");
        QTest::newRow("script") << std::string(
                                       "Traceback (most recent call last):\n  File \"build.py\", line 14, in "
                                       "<module>\n    a = b + c\nValueError: operands could not be "
                                       "broadcast together\n")
                                << std::string();
        QTest::newRow("failed test") << traceback + "AssertionError: not equal\n" << std::string();
    }

    void exceptionAfterTheLastModuleIsAFailedPass()
    {
        QFETCH(std::string, output);
        QFETCH(std::string, message);
        const std::string a = moduleText(0) + "\n\n";
        const std::string after = header("After", "tirx.A") + a;
        const std::string both = header("Before", "sequential") + a + header("Before", "tirx.X") + a +
                                 header("After", "tirx.X") + a + header("Before", "tirx.A") + a;
        const std::string unknown = "(a pass that was not printed): failed";
        const auto expected = [&](const std::string& failed) {
            return message.empty() ? QStringList() : QStringList({QString::fromStdString(failed)});
        };
        const Result<RecordedRun> first = runFromBytes(after + output, "log");
        QCOMPARE(stepsOf(*first), QStringList({"A: unchanged"}) + expected(unknown));
        QCOMPARE(first->warnings.size(), size_t(message.empty()));
        const Result<RecordedRun> second = runFromBytes(both + output, "log");
        if (message.empty())
            return;
        QCOMPARE(stepsOf(*second), QStringList({".X: unchanged", ".A: failed"}));
        for (const Result<RecordedRun>& run : {first, second})
            QCOMPARE(run->recording->steps.back().diagnostics.front().message, message);
        const Result<RecordedRun> third = runFromBytes(header("Before", "tirx.A") + a + output, "log");
        QCOMPARE(stepsOf(*third), expected("A: failed"));
        // The script goes on.
        const Result<RecordedRun> more =
            runFromBytes(after + output + header("After", "tirx.B") + moduleText(1) + "\n", "log");
        QCOMPARE(stepsOf(*more), QStringList({"A: unchanged", "B: recorded"}));
        QCOMPARE(more->warnings.size(), size_t(1));
    }

    void unfinishedLinesAreNoPartOfAModule_data()
    {
        QTest::addColumn<std::string>("line");
        QTest::newRow("dots") << std::string("Compiling ... ");
        QTest::newRow("a progress bar") << std::string("\r 10%|##   | 3/30\r 50%|#####     | 1/2");
    }

    void unfinishedLinesAreNoPartOfAModule()
    {
        QFETCH(std::string, line);
        for (const char* when : {"After", "Before"}) {
            std::string log;
            for (const char* name : {"tirx.A", "tirx.B", "tirx.C"})
                log += line + header(when, name) + moduleText(name[5] == 'A' ? 0 : 1) + "\n";
            const Result<RecordedRun> run = runFromBytes(log, "log");
            const bool isAfter = when[0] == 'A';
            QCOMPARE(stepsOf(*run), isAfter ? QStringList({"A: unchanged", "B: recorded", "C: unchanged"})
                                            : QStringList({"A: recorded", "B: unchanged", "C: unread"}));
            QCOMPARE(std::string(run->text(1).source.text()), moduleText(isAfter ? 0 : 1));
            QVERIFY(run->warnings.empty());
        }
        const std::string prints = line + moduleText(0) + "\n" + line + moduleText(1) + "\n";
        if (line.front() != '\r')
            QCOMPARE(stepsOf(*runFromBytes(prints, "log")),
                     QStringList({"Compiling ...: unchanged", "Compiling ...: recorded"}));
    }

    void prefixesOfAllLinesAreLeftOut_data()
    {
        QTest::addColumn<QString>("prefix"); // %1: the number of the line
        QTest::newRow("logging") << QStringLiteral("2026-11-28 12:00:00,%1 INFO build: ");
        QTest::newRow("ISO") << QStringLiteral("2026-11-28T12:00:00.%1Z ");
        QTest::newRow("Kubernetes") << QStringLiteral("2026-11-28T12:00:00.%1Z stdout F ");
        QTest::newRow("Docker") << QStringLiteral("build_1  | ");
        QTest::newRow("ranks") << QStringLiteral("[rank0]: ");
        QTest::newRow("MPI") << QStringLiteral("[1,0]<stdout>:");
        QTest::newRow("Ray") << QStringLiteral("(pid=4711) ");
        QTest::newRow("pytest") << QStringLiteral("E       ");
        QTest::newRow("indentation") << QStringLiteral("    ");
    }

    void prefixesOfAllLinesAreLeftOut()
    {
        QFETCH(QString, prefix);
        const std::string log = header("After", "tirx.A") + moduleText(0) + "\n\n" +
                                header("After", "tirx.B") + moduleText(1) + "\n";
        for (const bool isTrimmed : {false, true}) {
            QString prefixed;
            int number = 100;
            for (const QString& line : QString::fromStdString(log).split('\n')) {
                const QString start = prefix.contains("%1") ? prefix.arg(number) : prefix;
                ++number;
                prefixed += line.isEmpty() && isTrimmed
                                ? QString(start).replace(QRegularExpression(" +$"), "") + '\n'
                                : start + line + '\n';
                if (number == 103 && !prefix.startsWith(' '))
                    prefixed += "another program\n";
            }
            const std::string text = prefixed.toStdString();
            QVERIFY(looksLikeTrace(text));
            const Result<RecordedRun> run = runFromBytes(text, "log");
            QVERIFY(run);
            QCOMPARE(stepsOf(*run), QStringList({"A: unchanged", "B: recorded"}));
            QCOMPARE(std::string(run->text(1).source.text()), moduleText(0));
        }
    }

    void prefixesThatAreNotAlikeAreOneError()
    {
        const std::string log = header("After", "tirx.A") + moduleText(0) + "\n";
        std::string mixed;
        std::string random;
        int number = 0;
        for (const QString& line : QString::fromStdString(log).split('\n')) {
            for (const char* rank : {"[rank0]: ", "[rank1]: "})
                mixed += rank + line.toStdString() + "\n";
            random += std::string(1, char('a' + number++ % 7)) + "> " + line.toStdString() + "\n";
        }
        for (const auto& [text, part] : {std::pair(mixed, "several programs wrote into this log"),
                                         std::pair(random, "different prefixes")}) {
            QVERIFY(looksLikeTrace(text));
            const Result<RecordedRun> run = runFromBytes(text, "log");
            QVERIFY(!run);
            QCOMPARE(run.diagnostics().size(), size_t(1));
            QVERIFY2(run.diagnostics().front().message.find(part) != std::string::npos,
                     run.diagnostics().front().message.c_str());
        }
    }

    void namesOfOlderVersionsAreRead_data()
    {
        QTest::addColumn<std::string>("info");
        QTest::newRow("0.8") << std::string(
            "The meta data of the pass - pass name: tl.ThreadSync, opt_level: 0, required passes: []\n");
        QTest::newRow("0.8, with requirements")
            << std::string("The meta data of the pass - pass name: tl.ThreadSync, opt_level: 0, required "
                           "passes: [\na, b, ]\n");
        QTest::newRow("as a dictionary") << std::string("{opt_level: 0, name: tl.ThreadSync, required: []}");
        QTest::newRow("0.20") << std::string("transform.PassInfo(opt_level=0, name=\"tl.ThreadSync\")");
    }

    void namesOfOlderVersionsAreRead()
    {
        QFETCH(std::string, info);
        const std::string log = "After Running Pass: " + info + "\n" + moduleText(0) + "\n";
        const Result<RecordedRun> run = runFromBytes(log, "log");
        QCOMPARE(run->recording->steps.size(), size_t(1));
        QCOMPARE(run->recording->steps.front().pass.recordedName, std::string("tl.ThreadSync"));
        QCOMPARE(stepsOf(*run), QStringList({"ThreadSync: unchanged"}));
    }

    /// Two threads wrote the log, which does not say which module belongs to which build.
    void buildsAtTheSameTimeBlameNoPass_data()
    {
        QTest::addColumn<std::string>("log");
        const auto print = [](const char* when, const char* pass, int value) {
            return header(when, pass) + moduleText(value) + "\n\n";
        };
        QTest::newRow("after") << print("After", "tirx.A", 0) + print("After", "tirx.A", 1) +
                                      print("After", "my.X", 2) + print("After", "my.X", 3);
        QTest::newRow("before") << print("Before", "tirx.A", 0) + print("Before", "tirx.A", 1) +
                                       print("Before", "my.X", 0) + print("Before", "my.X", 1);
        QTest::newRow("unlike speeds") << print("After", "tirx.A", 0) + print("After", "my.X", 0) +
                                              print("After", "tirx.A", 1) + print("After", "my.Y", 0) +
                                              print("After", "my.X", 1);
        QTest::newRow("inside itself") << print("Before", "tirx.A", 0) + print("Before", "tirx.A", 1) +
                                              print("After", "tirx.A", 2) + print("After", "tirx.A", 1);
        QTest::newRow("not nested") << print("Before", "tirx.A", 0) + print("Before", "my.X", 1) +
                                           print("After", "tirx.A", 2) + print("After", "my.X", 3);
    }

    void buildsAtTheSameTimeBlameNoPass()
    {
        QFETCH(std::string, log);
        const Result<RecordedRun> run = runFromBytes(log, "log");
        QVERIFY(!run->recording->steps.empty());
        for (const QString& step : stepsOf(*run))
            QVERIFY2(step.endsWith(": unread"), qPrintable(stepsOf(*run).join("; ")));
        QVERIFY(run->warnings.front().find("at the same time") != std::string::npos);
    }

    void buildsOneAfterTheOtherAreNotMixedUp()
    {
        std::string log;
        for (const int value : {0, 1, 0})
            for (const char* pass : {"tirx.A", "tirx.B", "tirx.B"})
                log += header("After", pass) + moduleText(value) + "\n\n";
        const Result<RecordedRun> run = runFromBytes(log, "log");
        QVERIFY(run->warnings.empty());
        QCOMPARE(run->buildCount, size_t(3));
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
