/// Files that tirc writes: whole, ended by one line end, or not there.

#include "tests/support/patience.h"
#include "tests/support/test_files.h"
#include "tests/support/test_main.h"
#include "tests/support/tirc_process.h"

#include <QDir>
#include <QFile>
#include <QProcess>
#include <QTemporaryDir>
#include <QtTest>

#include <sys/prctl.h>
#include <sys/resource.h>

#include <linux/capability.h>

using namespace tir::testing;

namespace {

bool write(const QString& path, const QByteArray& content)
{
    QFile file(path);
    return file.open(QIODevice::WriteOnly) && file.write(content) == content.size();
}

/// tirc for a user to whom permissions apply, also where the tests run as root.
TircResult tircWithPermissions(const QStringList& arguments)
{
    QProcess process;
    process.setChildProcessModifier([] { prctl(PR_CAPBSET_DROP, CAP_DAC_OVERRIDE); });
    process.start(QStringLiteral(TIRSCOPE_TEST_TIRC), arguments);
    if (!process.waitForFinished(PatienceInMs) || process.exitStatus() != QProcess::NormalExit)
        return {};
    return {process.exitCode(), process.readAllStandardOutput(), process.readAllStandardError()};
}

/// tirc after `ulimit -f`, which the shell counts in blocks.
TircResult tircWithFileSize(rlim_t bytes, const QStringList& arguments, const QString& outputFile = {})
{
    QProcess process;
    process.setChildProcessModifier([bytes] {
        const rlimit limit{bytes, bytes};
        setrlimit(RLIMIT_FSIZE, &limit);
    });
    if (!outputFile.isEmpty())
        process.setStandardOutputFile(outputFile);
    process.start(QStringLiteral(TIRSCOPE_TEST_TIRC), arguments);
    if (!process.waitForFinished(PatienceInMs) || process.exitStatus() != QProcess::NormalExit)
        return {};
    return {process.exitCode(), process.readAllStandardOutput(), process.readAllStandardError()};
}

constexpr QFile::Permissions ReadOnlyFile = QFile::ReadOwner | QFile::ReadGroup | QFile::ReadOther;
constexpr QFile::Permissions ReadOnlyFolder =
    ReadOnlyFile | QFile::ExeOwner | QFile::ExeGroup | QFile::ExeOther;

/// All entries of the folder, with their contents or link targets.
QMap<QString, QString> contentOf(const QString& folder)
{
    QMap<QString, QString> content;
    for (const QFileInfo& entry :
         QDir(folder).entryInfoList(QDir::AllEntries | QDir::Hidden | QDir::System | QDir::NoDotAndDotDot))
        content[entry.fileName()] =
            entry.isSymLink() ? "link to " + entry.symLinkTarget()
                              : QString::fromStdString(readFile(entry.filePath()).value_or("nothing"));
    return content;
}

/// Every command that writes a file, with PATH in place of its name.
void addWritingCommands()
{
    QTest::addColumn<QStringList>("arguments");
    const QString program = sample("two_kernels");
    for (const QStringList& arguments : QList<QStringList>{
             {"print", program, "-o", "PATH"},
             {"opt", program, "--pipeline", "split", "-o", "PATH"},
             {"trace", program, "--pipeline", "split", "-o", "PATH"},
             {"codegen", program, "--pipeline", "split", "--emit", "cuda", "-o", "PATH"},
             {"run", program, "--save-request", "PATH"},
         })
        QTest::newRow(qPrintable(arguments.front())) << arguments;
}

} // namespace

class TestTircFiles : public QObject {
    Q_OBJECT
private slots:
    void outputFileHoldsWhatStdoutWould()
    {
        const QTemporaryDir folder;
        const QString path = folder.filePath("out.py");
        const TircResult toFile = tirc({"print", sample("matmul"), "-o", path});
        QCOMPARE(toFile.exitCode, 0);
        QVERIFY(toFile.output.isEmpty());
        const QByteArray expected = tirc({"print", sample("matmul")}).output;
        QVERIFY(expected.endsWith("\n") && !expected.endsWith("\n\n"));
        QCOMPARE(QByteArray::fromStdString(readFile(path).value()), expected);
        QCOMPARE(QDir(folder.path()).entryList(QDir::Files | QDir::Hidden), QStringList("out.py"));
    }

    void failureLeavesTheOldFile()
    {
        const QTemporaryDir folder;
        const QString path = folder.filePath("out.py");
        QVERIFY(write(path, "old"));
        QCOMPARE(tirc({"print", "-", "-o", path}, "nonsense").exitCode, 2);
        QCOMPARE(readFile(path).value(), std::string("old"));
        QCOMPARE(tirc({"opt", sample("out_of_scope"), "--pipeline", "split", "-o", path}).exitCode, 1);
        QCOMPARE(readFile(path).value(), std::string("old"));
        QCOMPARE(QDir(folder.path()).entryList(QDir::Files | QDir::Hidden), QStringList("out.py"));
    }

    void failureCreatesNoFile()
    {
        const QTemporaryDir folder;
        const QString path = folder.filePath("out.tirtrace");
        QCOMPARE(tirc({"trace", "-", "--pipeline", "split", "-o", path}, "nonsense").exitCode, 2);
        QVERIFY(QDir(folder.path()).isEmpty(QDir::Files | QDir::Hidden));
    }

    void pathsThatCannotBeExaminedAreSaid_data()
    {
        QTest::addColumn<QStringList>("arguments"); // with PATH in place of the path
        for (const QStringList& arguments : QList<QStringList>{
                 {"print", "PATH"},
                 {"verify", "PATH"},
                 {"equal", "PATH", sample("reverse")},
                 {"opt", "PATH", "--pipeline", "split"},
                 {"trace", "PATH", "--pipeline", "split", "-o", "/dev/null"},
                 {"check", "PATH"},
                 {"run", "PATH"},
                 {"codegen", "PATH", "--emit", "cuda"},
                 {"liveness", "PATH"},
                 {"callgraph", "PATH"},
                 {"run", sample("reverse"), "--compare", "PATH"},
                 {"run", sample("reverse"), "--request", "PATH"},
                 {"run", sample("reverse"), "--input", "A=PATH"},
                 {"run", sample("reverse"), "--out", "PATH"},
                 {"run", sample("reverse"), "--save-request", "PATH"},
                 {"print", sample("reverse"), "-o", "PATH"},
             })
            QTest::newRow(qPrintable(arguments.join(' ').section('/', -1))) << arguments;
    }

    void pathsThatCannotBeExaminedAreSaid()
    {
        QFETCH(QStringList, arguments);
        const QTemporaryDir folder;
        QVERIFY(QFile::link(folder.filePath("loop"), folder.filePath("loop")));
        for (const QString& path :
             {folder.filePath("loop"), folder.filePath(QString(300, 'x')), folder.filePath("loop/inner")}) {
            QStringList given = arguments;
            given.replaceInStrings(QStringLiteral("PATH"), path);
            const TircResult result = tirc(given);
            const QByteArray shown = given.join(' ').toUtf8() + "\n" + result.errors;
            QVERIFY2(result.exitCode == 2, shown.constData());
            QVERIFY2(!result.errors.isEmpty(), shown.constData());
        }
    }

    /// A request is written with paths from its folder, which takes a working folder.
    void deletedWorkingFolderIsSaid()
    {
        QProcess shell;
        const QTemporaryDir folder;
        shell.setWorkingDirectory(folder.path());
        shell.start("sh", {"-c", "mkdir gone && cd gone && rmdir ../gone && exec \"$0\" \"$@\"",
                           QStringLiteral(TIRSCOPE_TEST_TIRC), "run", sample("reverse"), "--save-request",
                           "request.json"});
        QVERIFY(shell.waitForFinished(PatienceInMs));
        QCOMPARE(shell.exitStatus(), QProcess::NormalExit);
        QCOMPARE(shell.exitCode(), 2);
        QVERIFY(shell.readAllStandardError().contains("working folder"));
    }

    void unwritableOutputIsTwo()
    {
        const QTemporaryDir folder;
        const TircResult noFolder = tirc({"print", sample("reverse"), "-o", folder.filePath("none/out.py")});
        QCOMPARE(noFolder.exitCode, 2);
        QVERIFY2(noFolder.errors.contains("none/out.py"), noFolder.errors.constData());
        const TircResult isFolder = tirc({"print", sample("reverse"), "-o", folder.path()});
        QCOMPARE(isFolder.exitCode, 2);
        QVERIFY2(isFolder.errors.contains("is a folder"), isFolder.errors.constData());
    }

    void readOnlyPlacesStayAsTheyAre_data() { addWritingCommands(); }

    void readOnlyPlacesStayAsTheyAre()
    {
        QFETCH(QStringList, arguments);
        const QTemporaryDir folder;
        const QString closed = folder.filePath("closed");
        QVERIFY(QDir().mkdir(closed));
        QVERIFY(write(folder.filePath("file"), "old") && write(closed + "/file", "old"));
        QVERIFY(QFile::setPermissions(folder.filePath("file"), ReadOnlyFile));
        QVERIFY(QFile::setPermissions(closed, ReadOnlyFolder));
        const auto before = std::pair(contentOf(folder.path()), contentOf(closed));
        for (const QString& path : {folder.filePath("file"), closed + "/file", closed + "/new"}) {
            QStringList given = arguments;
            given.replaceInStrings(QStringLiteral("PATH"), path);
            const TircResult result = tircWithPermissions(given);
            QVERIFY2(result.exitCode == 2, result.errors.constData());
            QVERIFY2(result.errors.contains("error: ") && result.errors.contains(path.toUtf8()) &&
                         result.errors.contains("Permission denied"),
                     result.errors.constData());
            QVERIFY(std::pair(contentOf(folder.path()), contentOf(closed)) == before);
        }
        QVERIFY(QFile::setPermissions(closed, ReadOnlyFolder | QFile::WriteOwner)); // to be removed
    }

    void danglingLinksStayAsTheyAre_data() { addWritingCommands(); }

    void danglingLinksStayAsTheyAre()
    {
        QFETCH(QStringList, arguments);
        const QTemporaryDir folder;
        const QString link = folder.filePath("link");
        QVERIFY(QFile::link(folder.filePath("missing"), link));
        const auto before = contentOf(folder.path());
        QCOMPARE(before.size(), 1);
        arguments.replaceInStrings(QStringLiteral("PATH"), link);
        const TircResult result = tirc(arguments);
        QVERIFY2(result.exitCode == 2, result.errors.constData());
        QVERIFY2(result.errors.contains("error: ") && result.errors.contains(link.toUtf8()) &&
                     result.errors.contains("is a dangling symbolic link"),
                 result.errors.constData());
        QVERIFY(contentOf(folder.path()) == before);
    }

    /// If one tensor cannot be written, none is.
    void tensorsThatCannotBeReplacedStayAsTheyAre()
    {
        const QTemporaryDir folder;
        const QString inner = folder.filePath("inner");
        const auto isKept = [&](const QByteArray& reason) {
            const auto before = contentOf(inner);
            const TircResult result = tircWithPermissions({"run", sample("two_kernels"), "--out", inner});
            if (result.exitCode != 2 || !result.errors.contains(reason) || !(contentOf(inner) == before))
                qWarning() << result.exitCode << result.errors;
            return result.exitCode == 2 && result.errors.contains(reason) && contentOf(inner) == before;
        };
        QVERIFY(QDir().mkdir(inner) && write(inner + "/Z.npy", "old"));
        QVERIFY(QFile::setPermissions(inner + "/Z.npy", QFile::ReadOwner));
        QVERIFY(isKept("Permission denied"));
        QVERIFY(QFile::remove(inner + "/Z.npy") && QFile::link(folder.filePath("missing"), inner + "/Z.npy"));
        QVERIFY(isKept("is a dangling symbolic link"));
        QVERIFY(QFile::remove(inner + "/Z.npy") && QDir().mkdir(inner + "/Z.npy"));
        QVERIFY(isKept("is a folder"));
    }

    /// The tensors of a run are written to a folder, all of them or none.
    void readOnlyFolderOfTensorsStaysAsItIs()
    {
        const QTemporaryDir folder;
        const QString closed = folder.filePath("closed");
        QVERIFY(QDir().mkdir(closed) && write(closed + "/X.npy", "old"));
        QVERIFY(QFile::setPermissions(closed, ReadOnlyFolder));
        const auto before = contentOf(closed);
        for (const QString& path : {closed, closed + "/inner"}) {
            const TircResult result = tircWithPermissions({"run", sample("two_kernels"), "--out", path});
            QVERIFY2(result.exitCode == 2, result.errors.constData());
            QVERIFY2(result.errors.contains(path.toUtf8()) && result.errors.contains("Permission denied"),
                     result.errors.constData());
            QVERIFY(contentOf(closed) == before);
        }
        QVERIFY(QFile::setPermissions(closed, ReadOnlyFolder | QFile::WriteOwner));
    }

    void fullDiskIsNoticed()
    {
        if (!QFile::exists("/dev/full"))
            QSKIP("this system has no /dev/full");
        const TircResult result = tirc({"print", sample("reverse"), "-o", "/dev/full"});
        QCOMPARE(result.exitCode, 2);
        QVERIFY2(result.errors.contains("/dev/full"), result.errors.constData());
        QVERIFY(QFile::exists("/dev/full"));
    }

    void limitOfFileSizesIsAnError_data() { addWritingCommands(); }

    /// Whether nothing or only the start of a file fits.
    void limitOfFileSizesIsAnError()
    {
        QFETCH(QStringList, arguments);
        const QTemporaryDir folder;
        const QString old = folder.filePath("old");
        QVERIFY(write(old, "old"));
        const auto before = contentOf(folder.path());
        for (const rlim_t bytes : {0, 64})
            for (const QString& path : {old, folder.filePath("new")}) {
                QStringList given = arguments;
                given.replaceInStrings(QStringLiteral("PATH"), path);
                const TircResult result = tircWithFileSize(bytes, given);
                QVERIFY2(result.exitCode == 2, result.errors.constData());
                QVERIFY2(
                    result.errors.contains("error: cannot write '" + path.toUtf8() + "': File too large"),
                    result.errors.constData());
                QVERIFY(contentOf(folder.path()) == before);
            }
    }

    void limitOfFileSizesKeepsFolders_data()
    {
        QTest::addColumn<QStringList>("arguments");
        QTest::newRow("tensors") << QStringList{"run", sample("two_kernels"), "--out"};
        QTest::newRow("case") << QStringList{
            "reproduce", sample("two_kernels"), "--pipeline", "split@legacy-merge", "--reduce-time", "1",
            "-o"};
    }

    /// All files of a folder are written, or none.
    void limitOfFileSizesKeepsFolders()
    {
        QFETCH(QStringList, arguments);
        const QTemporaryDir folder;
        const QString path = folder.filePath("out");
        for (const rlim_t bytes : {64, 600}) {
            const TircResult result = tircWithFileSize(bytes, arguments + QStringList{path});
            QVERIFY2(result.exitCode == 2, result.errors.constData());
            QVERIFY2(result.errors.contains("File too large"), result.errors.constData());
            QVERIFY2(contentOf(path).isEmpty(), qPrintable(contentOf(path).keys().join(' ')));
        }
        QVERIFY(tirc(arguments + QStringList{path}).exitCode != 2);
        QVERIFY(!contentOf(path).isEmpty());
    }

    void limitOfFileSizesIsAnErrorOfStandardOutput()
    {
        const QTemporaryDir folder;
        const TircResult result =
            tircWithFileSize(64, {"print", sample("two_kernels")}, folder.filePath("out"));
        QCOMPARE(result.exitCode, 2);
        QVERIFY2(result.errors.contains("error: cannot write to standard output"), result.errors.constData());
    }

    void linkStaysALinkAndModeStays()
    {
        const QTemporaryDir folder;
        const QString target = folder.filePath("target.py");
        const QString link = folder.filePath("link.py");
        QVERIFY(write(target, "old"));
        QVERIFY(QFile::setPermissions(target, QFile::ReadOwner | QFile::WriteOwner));
        QVERIFY(QFile::link(target, link));
        QCOMPARE(tirc({"print", sample("reverse"), "-o", link}).exitCode, 0);
        QVERIFY(QFileInfo(link).isSymLink());
        QVERIFY(readFile(target).value() != "old");
        QVERIFY(!(QFile::permissions(target) & (QFile::ReadGroup | QFile::ReadOther)));
    }

    void lineEndsAndByteOrderMarkDoNotMatter()
    {
        const std::string text = readFile(sample("reverse")).value();
        const QByteArray windows = "\xEF\xBB\xBF" + QByteArray::fromStdString(text).replace("\n", "\r\n");
        const TircResult result = tirc({"print", "-"}, windows);
        QCOMPARE(result.exitCode, 0);
        QCOMPARE(result.output, tirc({"print", sample("reverse")}).output);
    }
};

TIR_TEST(TestTircFiles)
#include "tst_tirc_files.moc"
