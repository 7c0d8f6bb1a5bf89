/// Steps that a program of the user performs: its output is the module, and any other behavior fails one step.

#include "tests/support/test_files.h"
#include "tests/support/test_main.h"
#include "tests/support/tirc_process.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QtTest>

using namespace tir::testing;

namespace {

/// The pass as an argument of --passes.
QString external(const QString& command)
{
    return QStringLiteral("external(\"%1\")").arg(command);
}

} // namespace

class TestExternalPass : public QObject {
    Q_OBJECT

private slots:
    void sameModuleIsUnchanged()
    {
        const TircResult result =
            tirc({"check", sample("two_kernels"), "--passes", "BindTarget," + external("cat"), "--json"});
        const QJsonArray steps = result.json()["steps"].toArray();
        QCOMPARE(steps.size(), 3);
        QCOMPARE(steps[2]["pass"].toString(), "external(\"cat\")");
        QCOMPARE(steps[2]["verdict"].toString(), "unchanged");
        QVERIFY2(result.json()["answer"].toString() == "sound", result.output);
    }

    /// Whatever the program does may be what a later pass requires.
    void forceIsSuggestedWhereNothingIsKnown()
    {
        const QString passes = "SplitHostDevice";
        const TircResult plain = tirc({"opt", sample("two_kernels"), "--passes", passes});
        QCOMPARE(plain.exitCode, 1);
        QVERIFY2(!plain.errors.contains("--force"), plain.errors);
        const TircResult unknown =
            tirc({"opt", sample("two_kernels"), "--passes", external("cat") + "," + passes});
        QCOMPARE(unknown.exitCode, 1);
        QVERIFY2(unknown.errors.contains(
                     "note: external(\"cat\") may establish it, because its contract is not known: "
                     "--force runs the passes anyway"),
                 unknown.errors);
    }

    void programsResultIsTheModule()
    {
        const QTemporaryDir folder;
        const QString path = folder.filePath("other.json");
        QCOMPARE(tirc({"print", sample("reverse"), "--tvm-json", "-o", path}).exitCode, 0);
        const TircResult result =
            tirc({"opt", sample("two_kernels"), "--passes", external("cat > /dev/null; cat " + path)});
        QVERIFY2(result.exitCode == 0, result.errors.constData());
        QCOMPARE(result.output, tirc({"opt", sample("reverse"), "--passes", external("cat")}).output);
    }

    void wrongResultIsNamed()
    {
        const TircResult result =
            tirc({"check", sample("two_kernels"), "--passes",
                  external("sed s/total_ptr/other_ptr/") + "," + external("sed s/tirx.Add/tirx.Sub/")});
        QCOMPARE(result.exitCode, 1);
        QVERIFY2(result.output.startsWith("not sound: step 2, external(\"sed s/tirx.Add/tirx.Sub/\"), "),
                 result.output + result.errors);
    }

    void failureCostsOneStep_data()
    {
        QTest::addColumn<QString>("command");
        QTest::addColumn<QByteArray>("reason");
        QTest::newRow("exit code") << "echo no such pass >&2; exit 3"
                                   << QByteArray("ended with exit code 3: no such pass");
        QTest::newRow("signal") << "kill -SEGV $$" << QByteArray("was ended by signal 11");
        QTest::newRow("text") << "echo loading libs; cat"
                              << QByteArray("wrote no module to its standard output: it begins with "
                                            "\"loading libs\", and only the module may be written there");
        QTest::newRow("a long line") << "printf %0100d 0"
                                     << "begins with \"" + QByteArray(60, '0') + "…\", and";
        QTest::newRow("text after it")
            << "cat; echo; echo bye" << QByteArray("there is text after it: \"bye\"");
        QTest::newRow("nothing") << "true" << QByteArray("standard output: it wrote nothing");
        QTest::newRow("cut off") << "head -c 1000" << QByteArray("the JSON ends too early, after 1000 bytes");
        QTest::newRow("no graph") << "echo '{}'"
                                  << QByteArray("expected an object with a list under 'nodes'");
        QTest::newRow("too long") << "sleep 100" << QByteArray("was still running after 0.2 s");
        QTest::newRow("too long, with output") << "yes" << QByteArray("was still running after 0.2 s");
        QTest::newRow("no program") << "/no/such/program" << QByteArray("ended with exit code 127");
    }

    void failureCostsOneStep()
    {
        QFETCH(QString, command);
        QFETCH(QByteArray, reason);
        const TircResult result = tirc({"check", sample("two_kernels"), "--no-run", "--external-time-limit",
                                        "0.2", "--passes", "BindTarget," + external(command)});
        QCOMPARE(result.exitCode, 1);
        QVERIFY2(result.output.startsWith("rejected: step 2, external("), result.output + result.errors);
        QVERIFY2(result.output.contains(reason), result.output + result.errors);
    }

    void openingARecordingStartsNothing()
    {
        const QTemporaryDir folder;
        const QString witness = folder.filePath("started");
        const QString trace = folder.filePath("run.tirtrace");
        const QString command = "echo x >> " + witness + "; cat";
        QCOMPARE(tirc({"trace", sample("reverse"), "--passes", external(command), "-o", trace}).exitCode, 0);
        QCOMPARE(readFile(witness).value_or(""), std::string("x\n"));
        const TircResult result = tirc({"check", trace});
        QVERIFY2(result.exitCode == 0, result.output + result.errors);
        QCOMPARE(readFile(witness).value_or(""), std::string("x\n"));
    }

    void commandIsRequired()
    {
        const TircResult result = tirc({"opt", sample("reverse"), "--passes", "external"});
        QCOMPARE(result.exitCode, 1);
        QVERIFY2(result.errors.contains("external needs a command"), result.errors.constData());
    }
};

TIR_TEST(TestExternalPass)
#include "tst_external_pass.moc"
