/// Journeys as lists of actions, as `tirscope --do` performs them.

#include "tests/support/test_main.h"
#include "tests/ui/shown_window.h"
#include "tests/ui/ui_support.h"
#include "ui/session/step_findings.h"

#include <QLabel>
#include <QTemporaryDir>

using namespace tir;
using namespace tir::testing;
using namespace tir::ui;

class TestJourneyActions : public QObject {
    Q_OBJECT
private slots:
    void teachTheSplit()
    {
        ShownWindow shown;
        const Session& session = shown.session;
        QCOMPARE(shown.perform("size=1280x800,sample=two_kernels,pipeline=split,step=0,next-changed,"
                               "step=SplitHostDevice,view=notes,select=X,view=call_graph,split-picture"),
                 QString());
        QCOMPARE(session.step(), stepOf(session, "SplitHostDevice"));
        QVERIFY(session.selection().identity);
        QTRY_VERIFY(shown.window.findChild<QWidget*>(QStringLiteral("splitPicture"))->isVisible());
        QCOMPARE(shown.perform("next-change,next,next-change"), QString());
        QVERIFY(session.compared()->after->code.text.find("T.call_packed") != std::string::npos);
    }

    void theSplitComesToTheFront()
    {
        ShownWindow shown;
        const auto* picture = shown.window.findChild<QWidget*>(QStringLiteral("splitPicture"));
        const auto* title = shown.window.findChild<QLabel*>(QStringLiteral("splitPictureTitle"));
        QCOMPARE(shown.perform("sample=two_kernels,pipeline=split,step=SplitHostDevice,view=timeline"),
                 QString());
        QVERIFY(!picture->isVisible());
        QCOMPARE(shown.perform("split-picture"), QString());
        QTRY_VERIFY(picture->isVisible());
        QVERIFY(!title->isVisible());
        QCOMPARE(shown.perform("pin,mode=sound"), QString());
        QTRY_VERIFY(title->isVisible());
        QVERIFY2(title->text().startsWith(QStringLiteral("B: ")), qPrintable(title->text()));
    }

    void findTheScopingBug()
    {
        ShownWindow shown;
        const Session& session = shown.session;
        const StepFindings& findings = StepFindings::of(shown.session);
        QCOMPARE(shown.perform("sample=merged_two_launches,step=0,check,first-problem"), QString());
        const size_t merge = stepOf(session, "MergeSharedMemoryAllocations");
        QCOMPARE(session.step(), merge);
        QVERIFY(session.recording()->steps[merge - 1].verdict == Verdict::IllFormed);
        QCOMPARE(findings.firstWrong(), std::optional(merge));
        const std::string fix = session.story()->sample.fix;
        QCOMPARE(shown.perform(QStringLiteral("pipeline=%1,check").arg(QString::fromStdString(fix))),
                 QString());
        QVERIFY(findings.answer() && !findings.firstWrong());
        QCOMPARE(session.step(), stepOf(session, "MergeSharedMemoryAllocations"));
    }

    void compareTwoPipelinesAtTheMerge()
    {
        ShownWindow shown;
        const Session& session = shown.session;
        QCOMPARE(shown.perform("sample=two_kernels,step=0,pin,pipeline=split,first-difference"), QString());
        QCOMPARE(session.step(), stepOf(session, "MergeSharedMemoryAllocations"));
        QVERIFY(session.compared()->pinned);
        QVERIFY(session.compared()->rows.hasChanges());
        QCOMPARE(shown.perform("unpin"), QString());
        QVERIFY(!session.compared()->pinned);
    }

    /// The sample's pipeline is not that of the next file.
    void openAnotherFileAfterASample()
    {
        const QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("own.py"));
        QVERIFY(QFile::copy(samplePath(QStringLiteral("elementwise")), path));
        ShownWindow shown;
        QCOMPARE(shown.perform(QStringLiteral("sample=two_kernels,close,open=%1").arg(path)), QString());
        QCOMPARE(shown.session.setup().pipeline.name, std::string("split"));
        QCOMPARE(shown.perform(QStringLiteral("sample=two_kernels,open=%1").arg(path)), QString());
        QCOMPARE(shown.session.setup().pipeline.name, std::string("split"));
    }
};

TIR_TEST(TestJourneyActions)
#include "tst_journey_actions.moc"
