/// Help, wrong usage and unreadable input: the same manners in every command.

#include "tests/support/test_files.h"
#include "tests/support/test_main.h"
#include "tests/support/tirc_process.h"

#include <QTemporaryDir>
#include <QtTest>

using namespace tir::testing;

class TestTircUsage : public QObject {
    Q_OBJECT
private slots:
    /// An option without effect, or with another effect than intended, is not accepted silently.
    void optionsWithoutEffectAreReported_data()
    {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<QByteArray>("expected");
        const auto row = [](const char* name, const QStringList& arguments, const char* expected) {
            QTest::newRow(name) << arguments << QByteArray(expected);
        };
        const QString program = sample("two_kernels");
        row("size of a buffer", {"run", program, "--dim", "X=3"}, "error: --dim: 'X' is a buffer of 'main'");
        row("empty folder", {"run", program, "--out", ""}, "--out");
        row("value that is missing", {"run", program, "3", "--step"}, "error: --step needs a value");
        row("further argument", {"print", program, "3"}, "error: 'print' takes no further arguments: '3'");
    }

    void optionsWithoutEffectAreReported()
    {
        QFETCH(QStringList, arguments);
        QFETCH(QByteArray, expected);
        const TircResult result = tirc(arguments);
        QCOMPARE(result.exitCode, 2);
        QVERIFY2(result.errors.contains(expected), result.errors.constData());
    }

    void aDefinitionThatTheTextDoesNotUseIsAWarning()
    {
        const TircResult result = tirc({"print", sample("two_kernels"), "--define", "NOPE=3"});
        QCOMPARE(result.exitCode, 0);
        QVERIFY2(result.errors.contains("does not use a name 'NOPE' from Python"), result.errors);
    }

    void manyFunctionsAreNamedWithACount()
    {
        QByteArray text = "@I.ir_module\nclass Module:\n";
        for (int i = 0; i < 300; ++i)
            text += "    @T.prim_func\n    def f" + QByteArray::number(i) + "():\n        T.evaluate(0)\n";
        const TircResult result = tirc({"run", "-"}, text);
        QCOMPARE(result.exitCode, 2);
        QVERIFY2(result.errors.contains("note: and 295 more"), result.errors.constData());
        QVERIFY2(result.errors.count('\n') < 10, result.errors.constData());
    }

    void aLogOfSeveralModulesIsCalledOne()
    {
        const TircResult log =
            tirc({"opt", sample("two_kernels"), "--pipeline", "split", "--print-after-all"});
        const TircResult result = tirc({"verify", "-"}, log.output);
        QCOMPARE(result.exitCode, 2);
        QCOMPARE(result.errors.count("error: "), 1);
        QVERIFY2(result.errors.contains("as a log of TVM's PrintAfterAll does"), result.errors.constData());
    }

    void everyCommandHelps_data()
    {
        QTest::addColumn<QString>("command");
#define TIR_COMMAND(Name) QTest::newRow(#Name) << QStringLiteral(#Name).toLower();
#include "app/cli/command_list.def"
    }

    void everyCommandHelps()
    {
        QFETCH(QString, command);
        const TircResult result = tirc({command, "--help"});
        QCOMPARE(result.exitCode, 0);
        QVERIFY(result.output.contains("Usage: tirc " + command.toUtf8()));
        QVERIFY(result.errors.isEmpty());
        QVERIFY(tirc({"--help"}).output.contains("\n  " + command.toUtf8()));
    }

    void helpPrintsEveryPage_data()
    {
        QTest::addColumn<QString>("page");
        for (const QString& file : filesBelow(sourcePath("resources/manual"), {"*.md"}))
            QTest::newRow(qPrintable(QFileInfo(file).baseName())) << file;
    }

    void helpPrintsEveryPage()
    {
        QFETCH(QString, page);
        const QString name = QFileInfo(page).baseName();
        QVERIFY(tirc({"help"}).output.contains("\n  " + name.toUtf8() + " "));
        QCOMPARE(tirc({"help", name}).output, QByteArray::fromStdString(*readFile(page)));
    }

    /// `help WORD` prints every entry of the glossary.
    void helpExplainsTheTermsOfTheGlossary()
    {
        QCOMPARE(tirc({"help", "tvm_storage_sync"}).output,
                 tirc({"help", "T.tvm_storage_sync"}).output.mid(2));
        const QString page = QString::fromStdString(*readFile(sourcePath("resources/manual/glossary.md")));
        int terms = 0;
        for (const QString& line : page.split(QLatin1Char('\n'))) {
            if (!line.startsWith(QStringLiteral("- `")))
                continue;
            const QString word = line.mid(3, line.indexOf(QLatin1Char('`'), 3) - 3);
            const TircResult result = tirc({"help", word});
            QVERIFY2(result.exitCode == 0 && result.output.startsWith(word.toUtf8() + ": "),
                     qPrintable(word));
            QVERIFY2(result.output.count('\n') == 1, qPrintable(word));
            ++terms;
        }
        QVERIFY2(terms > 50, qPrintable(QString::number(terms)));
    }

    void helpExplainsReports()
    {
        for (const char* what : {"findings", "defects"}) {
            const QByteArray list = tirc({"list", what}).output;
            QVERIFY(list.count('\n') > 5);
            for (const QByteArray& row : list.trimmed().split('\n')) {
                const QByteArray name = row.left(row.indexOf(' '));
                const TircResult help = tirc({"help", QString::fromUtf8(name)});
                QCOMPARE(help.exitCode, 0);
                QVERIFY2(help.output.startsWith(name + ": "), help.output.constData());
            }
        }
    }

    void helpPrintsTheCardOfAPass()
    {
        const QByteArray card = tirc({"help", "splithostdevice"}).output;
        QVERIFY(card.startsWith("# SplitHostDevice\n"));
        const QByteArray all = tirc({"list", "passes", "SplitHostDevice"}).output;
        QVERIFY(all.startsWith(card));
        QVERIFY(all.contains("- requires \""));
    }

    void wrongUsageIsTwo_data()
    {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<QString>("expected");
        QTest::newRow("no command") << QStringList{}
                                    << "error: a command is required; tirc --help lists them";
        QTest::newRow("unknown command") << QStringList{"frobnicate"} << "frobnicate";
        QTest::newRow("unknown topic") << QStringList{"help", "frobnicate"} << "frobnicate";
        QTest::newRow("unknown pass to list") << QStringList{"list", "passes", "Nothing"} << "Nothing";
        QTest::newRow("one pipeline to list") << QStringList{"list", "pipelines", "split"} << "NAME";
        QTest::newRow("no file") << QStringList{"print"} << "FILE";
        QTest::newRow("unknown option")
            << QStringList{"print", sample("reverse"), "--color"} << "error: 'print' has no option '--color'";
        QTest::newRow("unknown option after an argument")
            << QStringList{"check", sample("reverse"), "3", "--step"} << "'check' has no option '--step'";
        QTest::newRow("too many arguments") << QStringList{"check", sample("reverse"), "3", "a b"}
                                            << "error: 'check' takes no further arguments: '3', 'a b'";
        QTest::newRow("no folder") << QStringList{"run", sample("reverse"), "--out", ""}
                                   << "error: --out: expected the name of a folder";
        QTest::newRow("missing file") << QStringList{"verify", "no_such_file.py"} << "no_such_file.py";
        QTest::newRow("a folder") << QStringList{"verify", "samples"} << "is a folder";
        QTest::newRow("nothing to run") << QStringList{"opt", sample("reverse")} << "--pipeline";
        QTest::newRow("two things to run")
            << QStringList{"opt", sample("reverse"), "--pipeline", "split", "--passes", "BindTarget"}
            << "excludes";
        QTest::newRow("unknown pipeline")
            << QStringList{"opt", sample("reverse"), "--pipeline", "splot"} << "the pipelines are split, ";
        QTest::newRow("unknown pass")
            << QStringList{"opt", sample("reverse"), "--passes", "BindTargets"} << "no pass 'BindTargets'";
        QTest::newRow("passes that do not read")
            << QStringList{"opt", sample("reverse"), "--passes", "BindTarget("} << "error";
        QTest::newRow("unknown target")
            << QStringList{"opt", sample("reverse"), "--pipeline", "split", "--target", "abacus"} << "abacus";
        QTest::newRow("unknown target, without a pipeline")
            << QStringList{"run", sample("reverse"), "--target", "cud"}
            << "--target: unknown target kind 'cud'";
        QTest::newRow("architecture of the target")
            << QStringList{"check", sample("reverse"), "--target", "cuda -arch=sm_foo"}
            << "--target: there is no CUDA architecture 'sm_foo'; expected sm_ and a number, such as sm_90";
        QTest::newRow("unknown configuration")
            << QStringList{"opt", sample("reverse"), "--pipeline", "split", "--config", "merge_static_smem=1"}
            << "did you mean 'tirx.merge_static_smem'?";
        QTest::newRow("configuration without value")
            << QStringList{"opt", sample("reverse"), "--pipeline", "split", "--config", "tirx.merge"}
            << "KEY=VALUE";
        QTest::newRow("define without value")
            << QStringList{"print", sample("reverse"), "--define", "N"} << "NAME=VALUE";
        QTest::newRow("step beyond the end")
            << QStringList{"liveness", sample("reverse"), "--step", "1"} << "there is no step 1";
        QTest::newRow("negative step")
            << QStringList{"liveness", sample("reverse"), "--step", "-2"} << "--step";
        QTest::newRow("no blocks") << QStringList{"run", sample("reverse"), "--blocks", "0"}
                                   << "--blocks: '0' is not a whole number from 1 on";
        QTest::newRow("negative tolerance") << QStringList{"run", sample("reverse"), "--rtol", "-1"}
                                            << "--rtol: '-1' is not a number from 0 on";
        QTest::newRow("too many blocks")
            << QStringList{"run", sample("reverse"), "--blocks", "99999999999999999999"}
            << "--blocks: '99999999999999999999' is more than 2147483647";
        QTest::newRow("negative seed") << QStringList{"run", sample("reverse"), "--seed", "-1"}
                                       << "--seed: '-1' is not a whole number from 0 on";
        QTest::newRow("memory that is not a count")
            << QStringList{"run", sample("reverse"), "--memory-limit", "1.5"}
            << "--memory-limit: '1.5' is not a whole number from 1 on";
        QTest::newRow("rounds on the CPU")
            << QStringList{"run", sample("reverse"), "--repeat", "5"}
            << "--repeat, --cold-caches and --cuda-source are for --device cuda";
        QTest::newRow("tolerance of no comparison")
            << QStringList{"run", sample("reverse"), "--rtol", "1"} << "are for --compare";
        QTest::newRow("resources of the host")
            << QStringList{"codegen", sample("reverse"), "--emit", "c", "--resources"}
            << "--resources measures";
        QTest::newRow("no such GPU") << QStringList{"codegen", sample("reverse"), "--arch", "sm_9999"}
                                     << "there is no GPU of architecture 'sm_9999' that is known here";
        QTest::newRow("no such code of a GPU")
            << QStringList{"codegen", sample("reverse"), "--arch", "sm_80a"}
            << "there is no CUDA architecture 'sm_80a'; expected sm_80";
        QTest::newRow("no such code of a target")
            << QStringList{"check", sample("reverse"), "--target", "cuda -arch=sm_90f"}
            << "there is no CUDA architecture 'sm_90f'; expected sm_90 or sm_90a";
        QTest::newRow("no number") << QStringList{"run", sample("reverse"), "--time-limit", "long"}
                                   << "--time-limit: 'long' is not a number above 0";
        QTest::newRow("trace without output")
            << QStringList{"trace", sample("reverse"), "--pipeline", "split"} << "--output";
        QTest::newRow("list of nothing") << QStringList{"list", "colors"} << "colors";
        QTest::newRow("both from stdin") << QStringList{"equal", "-", "-"} << "stdin";
    }

    void wrongUsageIsTwo()
    {
        QFETCH(QStringList, arguments);
        QFETCH(QString, expected);
        const TircResult result = tirc(arguments);
        QCOMPARE(result.exitCode, 2);
        QVERIFY2(result.errors.contains(expected.toUtf8()), result.errors.constData());
        QVERIFY2(result.errors.contains("error: "), result.errors.constData());
        QVERIFY(result.output.isEmpty());
    }

    void malformedInputIsTwo_data()
    {
        QTest::addColumn<QByteArray>("input");
        QTest::addColumn<QString>("expected");
        QTest::newRow("empty") << QByteArray() << "error: ";
        QTest::newRow("no program") << QByteArray("hello world") << "<stdin>:1:";
        QTest::newRow("half a program") << QByteArray("@T.prim_func\ndef f(") << "<stdin>:";
        QTest::newRow("UTF-16") << QByteArray("\xFF\xFE\x40\x00", 4) << "UTF-16";
        QTest::newRow("binary") << QByteArray("@T.prim_func\0\x01", 15) << "0x00";
        QTest::newRow("no UTF-8") << QByteArray("# caf\xE9\n") << "byte 5 (0xE9)";
        QTest::newRow("JSON that is not a program") << QByteArray("{}") << "error: ";
    }

    void malformedInputIsTwo()
    {
        QFETCH(QByteArray, input);
        QFETCH(QString, expected);
        for (const QString command : {"print", "verify", "check", "liveness"}) {
            const TircResult result = tirc({command, "-"}, input);
            QVERIFY2(result.exitCode == 2, qPrintable(command));
            QVERIFY(result.output.isEmpty());
            QVERIFY2(result.errors.contains("error: "), result.errors.constData());
        }
        const TircResult result = tirc({"print", "-"}, input);
        QVERIFY2(result.errors.contains(expected.toUtf8()), result.errors.constData());
    }

    void traceIsNoProgram()
    {
        const QByteArray trace =
            tirc({"trace", sample("reverse"), "--passes", "BindTarget", "-o", "-"}).output;
        for (const QStringList& arguments :
             {QStringList{"print", "-"}, QStringList{"verify", "-"},
              QStringList{"equal", "-", sample("reverse")}, QStringList{"opt", "-", "--pipeline", "split"}}) {
            const TircResult result = tirc(arguments, trace);
            QCOMPARE(result.exitCode, 2);
            QCOMPARE(result.errors,
                     QByteArray("error: '<stdin>' is a trace, but this command takes a single program\n"));
        }
    }

    void errorsShowTheLineWithACaret()
    {
        const QByteArray text = "# from tvm.script import tirx as T\n"
                                "@T.prim_func\n"
                                "def main(A: T.Buffer((4,), \"float32\")):\n"
                                "    A[0] = unknown_name\n";
        const TircResult result = tirc({"print", "-"}, text);
        QCOMPARE(result.exitCode, 2);
        QVERIFY2(result.errors.contains("<stdin>:4:12: error: "), result.errors.constData());
        QVERIFY2(result.errors.contains("    A[0] = unknown_name\n           ^~~~~~~~~~~~"),
                 result.errors.constData());
    }
};

TIR_TEST(TestTircUsage)
#include "tst_tirc_usage.moc"
