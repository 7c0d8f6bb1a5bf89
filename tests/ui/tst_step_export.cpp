/// The module of a step as a file and on the clipboard, and the command of tirc that shows the step.

#include "tests/support/test_main.h"
#include "tests/ui/shown_window.h"
#include "tests/ui/ui_support.h"
#include "ui/files/step_export.h"

#include <QClipboard>
#include <QTemporaryDir>

using namespace tir;
using namespace tir::testing;
using namespace tir::ui;

class TestStepExport : public QObject {
    Q_OBJECT
private slots:
    void theModuleIsSavedAndCopied()
    {
        ShownWindow desk;
        const QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("step.py"));
        QCOMPARE(desk.perform("sample=two_kernels,pipeline=split,step=SplitHostDevice"), QString());
        QCOMPARE(desk.perform(QStringLiteral("copy-step,save-step=\"%1\"").arg(path)), QString());
        QFile file(path);
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QString saved = QString::fromUtf8(file.readAll());
        QVERIFY(saved.contains(QStringLiteral("def main_kernel")));
        QVERIFY(saved.endsWith(QLatin1Char('\n')));
        QCOMPARE(QApplication::clipboard()->text().trimmed(), saved.trimmed());
        // It is a program again.
        desk.session.openFile(path);
        QTRY_COMPARE(desk.session.phase(), Phase::Ready);
        QVERIFY(!saveStep(desk.session, folder.filePath(QStringLiteral("no/such/folder.py"))).isEmpty());
    }

    void theCommandShowsTheSameStep()
    {
        Session session;
        usePipeline(session, "split");
        TIR_OPEN_SAMPLE(session, "two_kernels");
        const QString path = samplePath(QStringLiteral("two_kernels"));
        session.goTo(0);
        QCOMPARE(tircCommand(session), QStringLiteral("tirc print %1").arg(path));
        session.goTo(3);
        QCOMPARE(tircCommand(session), QStringLiteral("tirc opt %1 --pipeline split --diff 3").arg(path));
        session.goToSpan({2, 4});
        QCOMPARE(tircCommand(session), QStringLiteral("tirc opt %1 --pipeline split --diff 2..4").arg(path));

        RunSetup setup = session.setup();
        setup.pipeline = {.name = {},
                          .summary = {},
                          .passes = *parseInvocations("ThreadSync(\"shared\"), SplitHostDevice")};
        setup.mode = Mode::Sound;
        setup.target = "{\"kind\": \"cuda\", \"arch\": \"sm_80\"}";
        session.setSetup(std::move(setup));
        QTRY_COMPARE(session.phase(), Phase::Ready);
        session.goTo(1);
        QCOMPARE(tircCommand(session),
                 QStringLiteral("tirc opt %1 --passes 'ThreadSync(\"shared\"),SplitHostDevice' --target "
                                "'{\"kind\": \"cuda\", \"arch\": \"sm_80\"}' --mode sound --diff 1")
                     .arg(path));
    }
};

TIR_TEST(TestStepExport)
#include "tst_step_export.moc"
