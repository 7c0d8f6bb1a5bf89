/// *Make a Reproducer* writes the folder that `tirc reproduce` writes.

#include "passes/workbench/reproduce/case_folder.h"
#include "tests/support/test_main.h"
#include "tests/ui/ui_support.h"
#include "ui/action_script.h"
#include "ui/main_window.h"

#include <QTemporaryDir>
#include <QtWidgets>

using namespace tir;
using namespace tir::testing;
using namespace tir::ui;

class TestReproducer : public QObject {
    Q_OBJECT
private slots:
    void theBadPassBecomesAFolder()
    {
        Session session;
        MainWindow window(session);
        window.show();
        QTemporaryDir parent;
        const QString folder = parent.filePath("case");
        const QString failure = performActions(
            "sample=two_kernels,pipeline=split@legacy-merge,reproduce=\"" + folder + "\"", window, session);
        QCOMPARE(failure, QString());
        const auto* status = window.findChild<QLabel*>(QStringLiteral("runStatus"));
        QVERIFY2(status->text().startsWith("reproducer in " + folder), qPrintable(status->text()));
        QVERIFY(isCaseFolder(folder.toStdString()));
        const Result<Case> written = readCase(folder.toStdString());
        QVERIFY(written);
        QVERIFY(runCase(*written, written->module).shows(*written));
    }

    void aSoundRunHasNone()
    {
        Session session;
        MainWindow window(session);
        window.show();
        QTemporaryDir parent;
        const QString folder = parent.filePath("case");
        QCOMPARE(performActions("sample=reverse,reproduce=\"" + folder + "\"", window, session), QString());
        const auto* status = window.findChild<QLabel*>(QStringLiteral("runStatus"));
        QVERIFY2(status->text().startsWith("no reproducer"), qPrintable(status->text()));
        QVERIFY(!QFile::exists(folder));
    }
};

TIR_TEST(TestReproducer)
#include "tst_reproducer.moc"
