/// The worked examples of CONTRIBUTING.md: with them the repository is complete, and the programs behave as documented.
/// The example of a sample is run by tst_sample_headers, that of a view by tst_contributing_view.

#include "tests/repo/catalogue_rules.h"
#include "tests/repo/layering_rules.h"
#include "tests/support/patience.h"
#include "tests/support/test_files.h"
#include "tests/support/test_main.h"

#include <QDir>
#include <QFileInfo>
#include <QProcess>
#include <QTemporaryDir>
#include <QtTest>

using namespace tir::testing;

namespace {

QString text(const QString& path)
{
    return QString::fromStdString(readFile(path).value_or(""));
}

/// The repository with the examples in it.
Repository repositoryWithExamples()
{
    Repository repository = readRepository();
    const QDir examples(TIRSCOPE_EXAMPLES);
    for (const QString& path : filesBelow(examples.path(), {"*"}))
        repository.files[examples.relativeFilePath(path)] = text(path);
    return repository;
}

struct Output {
    int exitCode;
    QString text; ///< of both streams
};

/// In the root of the sources; `tirc` is the one with the examples.
Output shell(const QString& command)
{
    QProcess process;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    const QString folder = QFileInfo(TIRSCOPE_TIRC_WITH_EXAMPLES).path();
    environment.insert("PATH", folder + ":" + environment.value("PATH"));
    process.setProcessEnvironment(environment);
    process.setWorkingDirectory(sourcePath());
    process.setProcessChannelMode(QProcess::MergedChannels);
    process.start("sh", {"-c", command});
    const bool isFinished = process.waitForFinished(PatienceInMs);
    return {isFinished ? process.exitCode() : -1, QString::fromUtf8(process.readAll())};
}

} // namespace

class TstContributing : public QObject {
    Q_OBJECT
private slots:
    void nothingIsForgotten_data()
    {
        static const Repository repository = repositoryWithExamples();
        QVERIFY(repository.contains("passes/lowering/remove_repeated_barriers.cpp"));
        QTest::addColumn<QStringList>("findings");
        QTest::newRow("source lists") << checkSourceLists(repository);
        QTest::newRow("pass list") << checkPassList(repository);
        QTest::newRow("pass cards") << checkPassCards(repository);
        QTest::newRow("view list") << checkViewList(repository);
        QTest::newRow("folder order") << checkFolderOrder(repository);
        QTest::newRow("foreign headers") << checkForeignHeaders(repository);
        QTest::newRow("include paths") << checkIncludePaths(repository);
        QTest::newRow("models") << checkModels(repository);
        QTest::newRow("passes") << checkPasses(repository);
        QTest::newRow("views") << checkViews(repository);
        QTest::newRow("pages") << checkPages(repository);
    }

    void nothingIsForgotten()
    {
        QFETCH(QStringList, findings);
        QVERIFY2(findings.isEmpty(), qPrintable(asText(findings)));
    }

    /// The pass turns each `Before` into its `Expected`.
    void goldenCaseHolds()
    {
        const QDir cases(TIRSCOPE_EXAMPLES "/tests/golden/pass/remove_repeated_barriers");
        const QStringList paths = filesBelow(cases.path(), {"*.py"});
        QCOMPARE(paths.size(), 1);
        const QString both = text(paths.front());
        const qsizetype middle = both.indexOf("\n@I.ir_module\nclass Expected:");
        QVERIFY(middle > 0);
        const QTemporaryDir folder;
        const auto write = [&](const QString& name, const QString& program) {
            QFile file(folder.filePath(name));
            return file.open(QIODevice::WriteOnly) && file.write(program.toUtf8()) > 0;
        };
        QVERIFY(write("before.py", both.left(middle)));
        QVERIFY(write("expected.py", both.mid(middle)));
        const QString at = folder.path();
        const Output changed =
            shell("tirc opt " + at + "/before.py --passes RemoveRepeatedBarriers -o " + at +
                  "/after.py && tirc equal " + at + "/after.py " + at + "/expected.py");
        QVERIFY2(changed.exitCode == 0, qPrintable(changed.text));
        const Output unchanged = shell("tirc equal " + at + "/before.py " + at + "/expected.py");
        QCOMPARE(unchanged.exitCode, 1);
    }

    void sessionsPrintWhatThePageShows_data()
    {
        QTest::addColumn<QString>("command");
        QTest::addColumn<QString>("output");
        const QStringList blocks = text(sourcePath("CONTRIBUTING.md")).split("\n```console\n$ ").mid(1);
        for (const QString& block : blocks) {
            const QString session = block.left(block.indexOf("\n```\n") + 1);
            const qsizetype end = session.indexOf('\n');
            QTest::newRow(qPrintable(session.left(end))) << session.left(end) << session.mid(end + 1);
        }
    }

    void sessionsPrintWhatThePageShows()
    {
        QFETCH(QString, command);
        QFETCH(QString, output);
        const Output actual = shell(command);
        QVERIFY2(actual.exitCode == 0, qPrintable(actual.text));
        QCOMPARE(actual.text, output);
    }

    void newOperationIsRejectedByName()
    {
        const QTemporaryDir folder;
        QFile file(folder.filePath("zeta.py"));
        QVERIFY(file.open(QIODevice::WriteOnly));
        QVERIFY(file.write("@T.prim_func(s_tir=True)\n"
                           "def main(X: T.Buffer((32,), \"float32\")):\n"
                           "    tx = T.launch_thread(\"threadIdx.x\", 32)\n"
                           "    X[tx] = T.zeta(X[tx])\n") > 0);
        file.close();
        QCOMPARE(shell("tirc verify " + file.fileName()).exitCode, 0);
        for (const char* command : {"codegen --emit cuda", "codegen --emit ptx", "run"}) {
            const Output output = shell("tirc " + QString(command) + " --pipeline split " + file.fileName());
            QVERIFY2(output.exitCode != 0 && output.text.contains("zeta"), qPrintable(output.text));
        }
    }
};

TIR_TEST(TstContributing)
#include "tst_contributing.moc"
