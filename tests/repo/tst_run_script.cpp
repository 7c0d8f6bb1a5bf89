/// tests/run.sh, in a folder with a ctest that prints what it gets: where the corpus comes from.

#include "tests/support/test_files.h"
#include "tests/support/test_main.h"

#include <QDir>
#include <QFile>
#include <QProcess>
#include <QTemporaryDir>
#include <QtTest>

using namespace tir::testing;

class TstRunScript : public QObject {
    Q_OBJECT
private slots:
    void findsTheCorpus_data();
    void findsTheCorpus();

private:
    static void write(const QString& path, const QByteArray& content)
    {
        QVERIFY(QDir().mkpath(QFileInfo(path).path()));
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(content);
        file.setPermissions(QFileDevice::ReadOwner | QFileDevice::WriteOwner | QFileDevice::ExeOwner);
    }
};

void TstRunScript::findsTheCorpus_data()
{
    QTest::addColumn<bool>("exists");
    QTest::addColumn<QString>("variable"); // "-": it is not set
    QTest::addColumn<QString>("corpus");
    QTest::newRow("beside the repository") << true << "-"
                                           << "FOLDER/shared/corpus";
    QTest::newRow("named") << true << "/elsewhere"
                           << "/elsewhere";
    QTest::newRow("not wanted") << true << ""
                                << "";
    QTest::newRow("not there") << false << "-"
                               << "";
}

void TstRunScript::findsTheCorpus()
{
    QFETCH(bool, exists);
    QFETCH(QString, variable);
    QFETCH(QString, corpus);
    const QTemporaryDir folder;
    const std::optional<std::string> script = readFile(sourcePath("tests/run.sh"));
    QVERIFY(script);
    write(folder.filePath("main/tests/run.sh"), QByteArray::fromStdString(*script));
    write(folder.filePath("main/tests/allowed_skips.txt"), "# none\n");
    write(folder.filePath("main/build/release/ready"), "");
    write(folder.filePath("main/app/packages.sh"),
          "tirscope_jobs=1\ntirscope_install_packages() { :; }\ntirscope_build() { :; }\n");
    write(folder.filePath("bin/ctest"), "#!/bin/sh\necho \"corpus '$TIRSCOPE_CORPUS'\"\n");
    if (exists)
        QVERIFY(QDir().mkpath(folder.filePath("shared/corpus")));
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert("PATH", folder.filePath("bin:") + environment.value("PATH"));
    environment.remove("TIRSCOPE_CORPUS");
    environment.remove("TIRSCOPE_PRESET");
    environment.remove("TIRSCOPE_FOLDERS");
    if (variable != "-")
        environment.insert("TIRSCOPE_CORPUS", variable);
    QProcess process;
    process.setProcessEnvironment(environment);
    process.start(folder.filePath("main/tests/run.sh"), {"-L", "gpu"});
    QVERIFY(process.waitForFinished());
    const QString output = QString::fromUtf8(process.readAllStandardOutput());
    QVERIFY2(
        output.contains("corpus '" + corpus.replace("FOLDER", QDir(folder.path()).canonicalPath()) + "'\n"),
        qPrintable(output + QString::fromUtf8(process.readAllStandardError())));
    QCOMPARE(process.exitCode(), 0);
}

TIR_TEST(TstRunScript)
#include "tst_run_script.moc"
