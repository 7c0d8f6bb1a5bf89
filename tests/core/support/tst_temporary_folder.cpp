/// Temporary folders: gone with their object; a TMPDIR that cannot be used leaves no folder and no exception.

#include "core/support/temporary_folder.h"
#include "tests/support/test_main.h"

#include <QFileInfo>
#include <QScopeGuard>
#include <QtTest>

using namespace tir;

class TstTemporaryFolder : public QObject {
    Q_OBJECT
private slots:
    void goesWithItsObject()
    {
        QString path;
        {
            const TemporaryFolder folder;
            path = QString::fromStdString(*folder.write("a.txt", "content"));
            QCOMPARE(contentOf(path.toStdString()), std::string("content"));
        }
        QVERIFY(!path.isEmpty() && !QFileInfo::exists(path));
    }

    void unwritableFileIsAnError()
    {
        const TemporaryFolder folder;
        const Result<std::string> written = folder.write("no/such/folder", "content");
        QVERIFY(!written);
        QCOMPARE(written.diagnostics().front().message,
                 "cannot write '" + folder.file("no/such/folder") + "': No such file or directory");
    }

    void missingTmpdirIsNoException()
    {
        const QByteArray before = qgetenv("TMPDIR");
        const auto restore = qScopeGuard([&] {
            if (before.isNull())
                qunsetenv("TMPDIR");
            else
                qputenv("TMPDIR", before);
        });
        for (const char* path : {"/nonexistent", "/dev/null", "/proc/self/fd/999"}) {
            qputenv("TMPDIR", path);
            const TemporaryFolder folder;
            const Result<std::string> written = folder.write("a.txt", "content");
            QVERIFY(!written);
            const QString message = QString::fromStdString(written.diagnostics().front().message);
            QVERIFY2(message.startsWith(QStringLiteral("cannot make a temporary folder in '%1'").arg(path)),
                     qPrintable(message));
        }
    }
};

TIR_TEST(TstTemporaryFolder)
#include "tst_temporary_folder.moc"
