/// Where the window is after a program was opened, and what it says about it.

#include "tests/support/test_main.h"
#include "tests/ui/shown_window.h"
#include "tests/ui/ui_support.h"
#include "ui/bars/pipeline_bar.h"
#include "ui/common/code_view.h"

#include <QAction>
#include <QLabel>
#include <QScrollBar>
#include <QToolBar>
#include <QToolButton>

using namespace tir;
using namespace tir::testing;
using namespace tir::ui;

class TestLanding : public QObject {
    Q_OBJECT
private slots:
    void theFirstErrorIsInView_data()
    {
        QTest::addColumn<QString>("pipeline");
        QTest::newRow("merge") << "split@legacy-merge";
        QTest::newRow("launch") << "split@legacy-launch";
    }

    void theFirstErrorIsInView()
    {
        QFETCH(QString, pipeline);
        ShownWindow desk;
        QCOMPARE(desk.perform("size=1280x720"), QString());
        usePipeline(desk.session, qPrintable(pipeline));
        desk.session.openFile(samplePath(QStringLiteral("two_kernels")), OpenWith::Setup);
        QTRY_COMPARE(desk.session.phase(), Phase::Ready);
        waitForJobs(desk.session);
        const Diagnostics& diagnostics = desk.session.diagnostics();
        const auto error = std::ranges::find(diagnostics, Severity::Error, &Diagnostic::severity);
        QVERIFY(error != diagnostics.end());
        const ModuleText& text = *desk.session.compared()->after;
        const auto* view = desk.window.findChild<CodeView*>(QStringLiteral("afterCode"));
        const int line = text.code.lineAt(text.spanOf(error->place).begin);
        QVERIFY(line > 20); // not in view of itself
        const int top = view->content().rows->rowOfLine[size_t(line)] * view->rowHeight();
        const auto isInView = [&] {
            const int from = view->verticalScrollBar()->value();
            return top >= from && top + view->rowHeight() <= from + view->viewport()->height();
        };
        QTRY_VERIFY(isInView());
    }

    void aDefectThatOnlyExecutionsFindIsInView_data()
    {
        QTest::addColumn<QString>("pass");
        QTest::newRow("reduction_without_init") << "LowerInitBlock";
        QTest::newRow("index_of_32_bits") << "ForceNarrowIndexToInt32";
        QTest::newRow("same_half_of_a_double_buffer") << "ThreadSync(\"shared\")";
        QTest::newRow("merged_two_launches") << "MergeSharedMemoryAllocations(mode=\"legacy\")"; // an error
    }

    void aDefectThatOnlyExecutionsFindIsInView()
    {
        QFETCH(QString, pass);
        ShownWindow desk;
        const auto shown = [&] {
            const size_t step = desk.session.step();
            return step == 0
                       ? QString()
                       : QString::fromStdString(toString(desk.session.recording()->steps[step - 1].pass));
        };
        QCOMPARE(desk.perform(QStringLiteral("sample=%1").arg(QLatin1String(QTest::currentDataTag()))),
                 QString());
        QCOMPARE(shown(), pass);
    }

    void aRunWithoutTheStepIsShownAsIfItWasOpened_data()
    {
        QTest::addColumn<bool>("isChosen");
        QTest::addColumn<QString>("pipeline");
        QTest::addColumn<QString>("pass");
        QTest::newRow("first change") << false << "split"
                                      << "AnnotateEntryFunc";
        QTest::newRow("first change, chosen") << true << "split"
                                              << "AnnotateEntryFunc";
        QTest::newRow("error") << false << "split@legacy-merge"
                               << "MergeSharedMemoryAllocations";
        QTest::newRow("error, chosen") << true << "split@legacy-merge"
                                       << "MergeSharedMemoryAllocations";
    }

    void aRunWithoutTheStepIsShownAsIfItWasOpened()
    {
        QFETCH(bool, isChosen);
        QFETCH(QString, pipeline);
        QFETCH(QString, pass);
        ShownWindow desk;
        Session& session = desk.session;
        std::string text = readFile(samplePath(QStringLiteral("two_kernels"))).value();
        const size_t body = text.find("        with T.launch_thread");
        // BindTarget changes nothing.
        text.insert(body,
                    "        T.func_attr({\"target\": T.target({\"kind\": \"cuda\", \"host\": {\"kind\": "
                    "\"llvm\"}})})\n");
        RunSetup setup = session.setup();
        setup.pipeline =
            ownPipeline(readOwnPasses(QStringLiteral("BindTarget, InstrumentProfileIntrinsics")).passes);
        session.setSetup(setup);
        session.openText(QStringLiteral("own.py"), QString::fromStdString(text), OpenWith::Setup);
        QTRY_COMPARE(session.phase(), Phase::Ready);
        QCOMPARE(session.step(), size_t(2));
        if (isChosen) {
            session.goTo(0);
            session.goTo(2);
        }
        usePipeline(session, qPrintable(pipeline));
        QTRY_COMPARE(session.phase(), Phase::Ready);
        QVERIFY(!session.isChanged(1));
        QCOMPARE(session.step(), stepOf(session, pass.toStdString()));
        session.setSetup(setup);
        QTRY_COMPARE(session.phase(), Phase::Ready);
        if (isChosen) // the step that the other run does not have
            QCOMPARE(session.step(), size_t(2));
    }

    void severalStepsAreTheirChange()
    {
        ShownWindow desk;
        const auto* status = desk.window.findChild<QLabel*>(QStringLiteral("stepStatus"));
        QCOMPARE(desk.perform("sample=two_kernels,pipeline=split"), QString());
        const size_t last = desk.session.stepCount() - 1;
        QVERIFY(!desk.session.isChanged(last)); // the last of them changes nothing
        desk.session.goToSpan({1, last});
        QVERIFY2(status->text().contains(QStringLiteral("steps 1 to %1 of %1 as one  ·  changed").arg(last)),
                 qPrintable(status->text()));
        desk.session.goToSpan({last - 1, last});
        QVERIFY2(status->text().contains(QStringLiteral("unchanged")), qPrintable(status->text()));
    }

    void anUnreadableTextHasErrors()
    {
        ShownWindow desk;
        desk.session.openText(QStringLiteral("own"),
                              QStringLiteral("@T.prim_func\ndef f():\n    A[0] = 1\n"));
        QTRY_COMPARE(desk.session.phase(), Phase::Unreadable);
        const auto* status = desk.window.findChild<QLabel*>(QStringLiteral("stepStatus"));
        QTRY_COMPARE(status->text(), QStringLiteral("own  ·  1 error"));
    }

    void wordsAreBesideIconsWhereThereIsRoom()
    {
        ShownWindow desk;
        const auto* bar = desk.window.findChild<QToolBar*>(QStringLiteral("toolBar"));
        const auto* more = bar->findChild<QToolButton*>(QStringLiteral("qt_toolbar_ext_button"));
        for (const char* id : {"run", "check", "generatedViewAction", "runViewAction"}) {
            auto* action = desk.window.findChild<QAction*>(QLatin1String(id));
            const auto* button = qobject_cast<QToolButton*>(bar->widgetForAction(action));
            QVERIFY(button);
            QCOMPARE(desk.perform("size=1920x1000"), QString());
            QTRY_COMPARE(button->toolButtonStyle(), Qt::ToolButtonTextBesideIcon);
            QVERIFY(button->width() > button->fontMetrics().horizontalAdvance(button->text()));
            QVERIFY(!more->isVisible());
            QCOMPARE(desk.perform("size=1280x800"), QString());
            QTRY_COMPARE(button->toolButtonStyle(), Qt::ToolButtonIconOnly);
            QVERIFY(!more->isVisible());
        }
    }

    void theStepsRunAndTheCheckAreAlwaysInTheToolBar()
    {
        ShownWindow desk;
        const auto* bar = desk.window.findChild<QToolBar*>(QStringLiteral("toolBar"));
        const auto* merge = desk.window.findChild<QToolButton*>(QStringLiteral("mergeSwitch"));
        QCOMPARE(desk.perform("size=1280x720,sample=two_kernels"), QString());
        QTRY_VERIFY(merge->isVisible());
        for (const char* size : {"size=1024x720", "size=960x720", "size=840x720"}) {
            QCOMPARE(desk.perform(QLatin1String(size)), QString());
            QTRY_VERIFY(!merge->isVisible());
            for (const char* id : {"previous-changed", "previous", "next", "next-changed", "run", "check"}) {
                auto* action = desk.window.findChild<QAction*>(QLatin1String(id));
                QTRY_VERIFY2(bar->widgetForAction(action)->isVisible(), id);
            }
            QVERIFY(desk.window.findChild<QWidget*>(QStringLiteral("pipelineBox"))->isVisible());
        }
        QCOMPARE(desk.perform("size=1280x720"), QString());
        QTRY_VERIFY(merge->isVisible());
    }

    void buttonsThatDoNotFitAreBehindAnArrow()
    {
        ShownWindow desk;
        const auto* more = desk.window.findChild<QToolButton*>(QStringLiteral("qt_toolbar_ext_button"));
        QVERIFY(more && !more->icon().isNull());
        QCOMPARE(desk.perform("size=740x640,sample=two_kernels"), QString());
        QTRY_VERIFY(more->isVisible());
        QVERIFY(desk.window.rect().contains(more->geometry().translated(more->parentWidget()->pos())));
        QCOMPARE(desk.perform("size=1280x720"), QString());
        QTRY_VERIFY(!more->isVisible());
    }
};

TIR_TEST(TestLanding)
#include "tst_landing.moc"
