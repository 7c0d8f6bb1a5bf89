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
            path = QString::fromStdString(folder.write("a.txt", "content"));
            QCOMPARE(contentOf(path.toStdString()), std::string("content"));
        }
        QVERIFY(!path.isEmpty() && !QFileInfo::exists(path));
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
            QCOMPARE(folder.write("a.txt", "content"), std::string());
        }
    }
};

TIR_TEST(TstTemporaryFolder)
#include "tst_temporary_folder.moc"
