/// tests/fuzz/million.sh, in a folder with a test program that notes its seeds: which portions run, and what is counted.

#include "tests/support/test_files.h"
#include "tests/support/test_main.h"

#include <QDir>
#include <QFile>
#include <QProcess>
#include <QTemporaryDir>
#include <QtTest>

#include <algorithm>
#include <memory>

using namespace tir::testing;

namespace {

/// Tries ten inputs; fails for the seed FAILS_AT.
constexpr const char* Program = R"(#!/bin/sh
echo "$2 $TIR_FUZZ_SEED" >>"$NOTES"
[ "$TIR_FUZZ_SEED" != "$FAILS_AT" ] || exit 1
echo "QINFO  : TstFuzz::$2() 10 inputs, 3 modules examined" | sed 's/:\([a-z_]*\)()/(\1)/'
)";

} // namespace

class TstMillionScript : public QObject {
    Q_OBJECT
private slots:
    void init();
    void everyTargetIsTriedUntilItHasItsInputs();
    void goesOnWithWhatIsMissing();

private:
    void write(const QString& path, const QByteArray& content)
    {
        QVERIFY(QDir().mkpath(QFileInfo(m_folder->filePath(path)).path()));
        QFile file(m_folder->filePath(path));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(content);
        file.setPermissions(QFileDevice::ReadOwner | QFileDevice::WriteOwner | QFileDevice::ExeOwner);
    }

    /// The exit code.
    int run(const QStringList& arguments, const QString& failsAt = {})
    {
        QFile::remove(m_folder->filePath("notes"));
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert("PATH", m_folder->filePath("bin:") + environment.value("PATH"));
        environment.insert("NOTES", m_folder->filePath("notes"));
        environment.insert("FAILS_AT", failsAt);
        environment.insert("TIRSCOPE_JOBS", "1");
        environment.remove("TIRSCOPE_PRESET");
        QProcess process;
        process.setProcessEnvironment(environment);
        process.start(m_folder->filePath("main/tests/fuzz/million.sh"), arguments);
        process.waitForFinished();
        m_output = QString::fromUtf8(process.readAllStandardOutput() + process.readAllStandardError());
        return process.exitCode();
    }

    QStringList tried() const
    {
        const std::string notes = readFile(m_folder->filePath("notes")).value_or("");
        return QString::fromStdString(notes).split('\n', Qt::SkipEmptyParts);
    }

    std::unique_ptr<QTemporaryDir> m_folder;
    QString m_output;
};

void TstMillionScript::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    const std::optional<std::string> script = readFile(sourcePath("tests/fuzz/million.sh"));
    QVERIFY(script);
    write("main/tests/fuzz/million.sh", QByteArray::fromStdString(*script));
    write("main/build/asan/CMakeCache.txt", "");
    write("main/build/asan/tests/fuzz/tests_fuzz", Program);
    write("bin/cmake", "#!/bin/sh\n");
}

void TstMillionScript::everyTargetIsTriedUntilItHasItsInputs()
{
    QCOMPARE(run({"25", "arith", "executor"}), 0);
    QCOMPARE(tried(), QStringList({"propertyHolds:arith 1", "propertyHolds:arith 2", "propertyHolds:arith 3",
                                   "propertyHolds:executor 1", "propertyHolds:executor 2",
                                   "propertyHolds:executor 3"}));
    for (const char* const target : {"arith", "executor"})
        QVERIFY2(m_output.contains(QString("%1: 30 of 25 inputs, 9 modules examined").arg(target)),
                 qPrintable(m_output));
}

/// A portion that failed counts as one that an interruption has ended.
void TstMillionScript::goesOnWithWhatIsMissing()
{
    QCOMPARE(run({"30", "arith"}, "2"), 1);
    QVERIFY2(m_output.contains("arith: seed 2 failed"), qPrintable(m_output));
    QVERIFY(QFile::exists(m_folder->filePath("main/build/asan/million/failures/arith-2/output.txt")));
    QStringList seeds = tried();
    std::ranges::sort(seeds);
    QCOMPARE(seeds, QStringList({"propertyHolds:arith 1", "propertyHolds:arith 2", "propertyHolds:arith 3",
                                 "propertyHolds:arith 4"}));
    QCOMPARE(run({"50", "arith"}), 0);
    QCOMPARE(tried(), QStringList({"propertyHolds:arith 2", "propertyHolds:arith 5"}));
    QVERIFY(!QFile::exists(m_folder->filePath("main/build/asan/million/failures/arith-2")));
    QCOMPARE(run({"50", "arith"}), 0);
    QCOMPARE(tried(), QStringList());
}

TIR_TEST(TstMillionScript)
#include "tst_million_script.moc"
