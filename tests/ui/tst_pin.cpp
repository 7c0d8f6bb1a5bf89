/// A pinned run beside the run in view.

#include "core/analysis/call_graph.h"
#include "passes/workbench/trace/trace_file.h"
#include "tests/support/test_main.h"
#include "tests/ui/shown_window.h"
#include "tests/ui/ui_support.h"
#include "ui/call_graph/call_graph_canvas.h"
#include "ui/common/code_view.h"
#include "ui/common/message_list.h"
#include "ui/common/message_roles.h"
#include "ui/comparison/comparison_model.h"
#include "ui/functions/functions_model.h"
#include "ui/steps/steps_model.h"
#include "ui/timeline/timeline_canvas.h"
#include "ui/timeline/timeline_view.h"

#include <QScrollBar>
#include <QTableView>
#include <QTemporaryDir>
#include <QtWidgets>

using namespace tir;
using namespace tir::testing;
using namespace tir::ui;

namespace {

struct Shown : ShownWindow {
    QWidget* bar() { return window.findChild<QWidget*>(QStringLiteral("pinBar")); }
    QString text() { return window.findChild<QLabel*>(QStringLiteral("pinText"))->text(); }
};

} // namespace

class TestPin : public QObject {
    Q_OBJECT
private slots:
    void thePinnedRunWaitsForAnother()
    {
        Shown shown;
        QVERIFY(!shown.bar()->isVisible());
        QCOMPARE(shown.perform("sample=two_kernels,pipeline=split,pin"), QString());
        QVERIFY(shown.bar()->isVisible());
        QVERIFY2(shown.text().startsWith("Pinned as A: two_kernels.py, split, as TVM. Choose another"),
                 qPrintable(shown.text()));
        QVERIFY(!shown.session.compared()->pinned);
        QCOMPARE(shown.perform("unpin"), QString());
        QVERIFY(!shown.bar()->isVisible());
    }

    void theOldMergeBesideTheNew()
    {
        Shown shown;
        QCOMPARE(shown.perform("sample=two_kernels,pipeline=split,pin,pipeline=split@legacy-merge,"
                               "first-difference"),
                 QString());
        const Session& session = shown.session;
        QCOMPARE(session.step(), stepOf(session, "MergeSharedMemoryAllocations"));
        QVERIFY2(shown.text().contains("steps differ"), qPrintable(shown.text()));

        const ComparedStepPointer compared = session.compared();
        QVERIFY(compared->pinned && compared->rows.hasChanges());
        const ComparisonContent content = comparisonContent(session);
        QCOMPARE(content.before->heading, QStringLiteral("A: After MergeSharedMemoryAllocations"));
        QVERIFY2(content.after.heading.startsWith("B: After MergeSharedMemoryAllocations(mode"),
                 qPrintable(content.after.heading));
        // The left side is the pinned run's, whatever the steps before did.
        QCOMPARE(&compared->before->module(), &compared->pinned->recording->module(compared->previous));

        QStringList marked;
        const auto* table = shown.window.findChild<QTableView*>(QStringLiteral("stepsTable"));
        QVERIFY(table);
        for (int row = 0; row < table->model()->rowCount(); ++row) {
            const QModelIndex index = table->model()->index(row, StepsModel::Pass);
            if (index.data(StepsModel::PinnedMarkRole).toString() == "≠ A")
                marked.append(index.data().toString());
        }
        QVERIFY2(marked.contains("MergeSharedMemoryAllocations"), qPrintable(marked.join(' ')));
        QVERIFY(!marked.contains("BindTarget"));
    }

    /// Either way round, the common steps are counted, and those of one run only.
    void stepsOfOneRunOnlyAreNotDifferent()
    {
        Shown shown;
        const auto marks = [&](const QString& mark) {
            QStringList marked;
            const auto* table = shown.window.findChild<QTableView*>(QStringLiteral("stepsTable"));
            for (int row = 0; row < table->model()->rowCount(); ++row) {
                const QModelIndex index = table->model()->index(row, StepsModel::Pass);
                if (!index.data(StepsModel::IsGroupRole).toBool() &&
                    index.data(StepsModel::PinnedMarkRole).toString() == mark)
                    marked.append(index.data().toString());
            }
            return marked;
        };
        QCOMPARE(shown.perform("sample=two_kernels,pipeline=split,pin,pipeline=split@legacy-merge"),
                 QString());
        QTRY_VERIFY2(shown.text().endsWith(". 5 of 8 common steps differ, 2 ran only in A"),
                     qPrintable(shown.text()));
        QTRY_COMPARE(marks("≠ A").size(), 5);
        QCOMPARE(marks("only in B"), QStringList());
        QCOMPARE(shown.perform("unpin,pin,pipeline=split"), QString());
        QTRY_VERIFY2(shown.text().endsWith(". 5 of 8 common steps differ, 2 ran only in B"),
                     qPrintable(shown.text()));
        QTRY_COMPARE(marks("≠ A").size(), 5);
        QCOMPARE(marks("only in B"), QStringList({"FP8StorageLegalize", "BF16StorageLegalize"}));
    }

    void targetsHaveShortNames()
    {
        Session session;
        const auto nameOf = [&](const std::string& target) {
            RunSetup setup = session.setup();
            setup.target = target;
            session.setSetup(std::move(setup));
            return setupTexts(session).last();
        };
        QCOMPARE(nameOf(R"({"kind": "cuda", "arch": "sm_80", "host": {"kind": "llvm"}})"),
                 QStringLiteral("cuda sm_80"));
        QCOMPARE(nameOf("cuda"), QStringLiteral("cuda sm_50"));
        QCOMPARE(nameOf("no target"), QStringLiteral("no target"));
    }

    void theTimelineShowsBothRuns()
    {
        Shown shown;
        QCOMPARE(shown.perform("sample=two_kernels,pipeline=split,pin,view=timeline"), QString());
        const auto* current = shown.window.findChild<TimelineCanvas*>(QStringLiteral("timelineCanvas"));
        auto* pinned = shown.window.findChild<TimelineCanvas*>(QStringLiteral("pinnedTimelineCanvas"));
        const auto* title = shown.window.findChild<QLabel*>(QStringLiteral("pinnedTimelineCanvasTitle"));
        QTRY_VERIFY(current->isVisible());
        QVERIFY(!pinned->isVisible());

        QCOMPARE(shown.perform("pipeline=split@legacy-merge,first-difference"), QString());
        QTRY_VERIFY(pinned->isVisible());
        // Above each other, however low the view is.
        TimelineView high(shown.session);
        high.resize(1000, 230);
        high.show();
        const auto* upper = high.findChild<TimelineCanvas*>(QStringLiteral("pinnedTimelineCanvas"));
        const auto* lower = high.findChild<TimelineCanvas*>(QStringLiteral("timelineCanvas"));
        QTRY_VERIFY(upper->isVisible());
        QTRY_VERIFY(upper->mapTo(&high, QPoint()).y() < lower->mapTo(&high, QPoint()).y());
        QCOMPARE(title->text(), QStringLiteral("A: split"));
        const auto* ownTitle = shown.window.findChild<QLabel*>(QStringLiteral("timelineCanvasTitle"));
        QCOMPARE(ownTitle->text(), QStringLiteral("B: split@legacy-merge"));
        // In a narrow dock, launches that are beside each other would be cut off.
        TimelineView narrow(shown.session);
        narrow.resize(530, 230);
        narrow.show();
        const auto* first = narrow.findChild<TimelineCanvas*>(QStringLiteral("pinnedTimelineCanvas"));
        QTRY_VERIFY(first->isVisible());
        QTRY_COMPARE(first->horizontalScrollBar()->maximum(), 0);
        // Equal sizes look equal: 'values' of the first launch.
        QTRY_COMPARE(upper->rectOf(0, 0).height(), lower->rectOf(0, 0).height());
        // In the pinned run the second launch has separate memory: 'total' has another offset there.
        QVERIFY(!pinned->rectOf(1, 0).isEmpty());
        const QString above = pinned->descriptionAt(pinned->rectOf(1, 0).center());
        const QString below = current->descriptionAt(current->rectOf(1, 0).center());
        QVERIFY2(above.startsWith("total") && below.startsWith("total"), qPrintable(above + '\n' + below));
        QVERIFY(below.contains("not defined in this launch"));
        QVERIFY(!above.contains("not defined in this launch"));

        // A box of either run selects its buffer in both.
        QTest::mouseClick(pinned->viewport(), Qt::LeftButton, {}, pinned->rectOf(1, 0).center());
        const ModuleText& text = *shown.session.compared()->after;
        const Place place = text.firstPlaceOf(shown.session.selection().identity);
        QVERIFY(place != NoPlace);

        QCOMPARE(shown.perform("unpin"), QString());
        QTRY_VERIFY(!pinned->isVisible());
    }

    /// 512 bytes beside 64 KiB would be a line.
    void verySmallMemoryHasItsOwnScale()
    {
        Shown shown;
        shown.window.resize(1280, 800);
        QCOMPARE(shown.perform("sample=two_kernels,pipeline=split,pin,sample=matmul,view=timeline"),
                 QString());
        const auto* pinned = shown.window.findChild<TimelineCanvas*>(QStringLiteral("pinnedTimelineCanvas"));
        const auto* title = shown.window.findChild<QLabel*>(QStringLiteral("pinnedTimelineCanvasTitle"));
        const auto* ownTitle = shown.window.findChild<QLabel*>(QStringLiteral("timelineCanvasTitle"));
        QTRY_VERIFY(pinned->isVisible());
        QTRY_VERIFY2(title->text().endsWith(" · in its own scale"), qPrintable(title->text()));
        QVERIFY2(ownTitle->text().endsWith(" · in its own scale"), qPrintable(ownTitle->text()));
        QVERIFY2(pinned->rectOf(0, 0).height() > 12,
                 qPrintable(QString::number(pinned->rectOf(0, 0).height())));
        QCOMPARE(shown.perform("sample=two_kernels"), QString());
        QTRY_VERIFY2(!title->text().contains("scale"), qPrintable(title->text()));
    }

    void theTableAndTheNotesShowBothRuns()
    {
        Shown shown;
        QCOMPARE(shown.perform("sample=two_kernels,pipeline=split,pin,view=functions"), QString());
        const QAbstractItemModel* functions =
            shown.window.findChild<QTableView*>(QStringLiteral("functionsTable"))->model();
        const QAbstractItemModel* notes =
            shown.window.findChild<QAbstractItemView*>(QStringLiteral("notesList"))->model();
        QVERIFY(!rowsOf(*notes).contains("only in A"));
        QCOMPARE(shown.perform("pipeline=split@legacy-merge,first-difference"), QString());
        // The old merge allocates for both launches in the first one.
        QTRY_VERIFY2(rowsOf(*functions).contains("1024, 512 | 1024"), qPrintable(rowsOf(*functions)));
        QVERIFY2(rowsOf(*functions).startsWith(QStringLiteral("main ≠ A | ")),
                 qPrintable(rowsOf(*functions)));
        const QString text = rowsOf(*notes);
        QVERIFY2(text.contains("Decisions only in A\n") && text.contains("Decisions only in B: launch 1\n"),
                 qPrintable(text));
        QVERIFY(text.contains("the 5 dynamic shared buffers of the whole function"));

        // Common parts of the runs are listed once.
        QCOMPARE(shown.perform("step=BindTarget"), QString());
        QTRY_VERIFY2(rowsOf(*notes).contains("Decisions, the same in A and B\n"), qPrintable(rowsOf(*notes)));
        QTRY_VERIFY(!rowsOf(*functions).contains(" | – "));
        QCOMPARE(shown.perform("unpin"), QString());
        QTRY_VERIFY(!rowsOf(*notes).contains("in A"));
    }

    void theDiagnosticsAndTheVerdictsShowBothRuns()
    {
        Shown shown;
        QCOMPARE(shown.perform("sample=two_kernels,pipeline=split,pin"), QString());
        auto* list = shown.window.findChild<QAbstractItemView*>(QStringLiteral("diagnosticsList"));
        const QAbstractItemModel* model = list->model();
        QCOMPARE(shown.perform("pipeline=split@legacy-merge,first-difference"), QString());
        // Only the old merge leaves buffers on memory that is out of scope.
        QTRY_VERIFY2(rowsOf(*model).startsWith("Only in B, introduced by this step\n"),
                     qPrintable(rowsOf(*model)));
        QVERIFY(!rowsOf(*model).contains("Only in A"));
        const auto* table = shown.window.findChild<QTableView*>(QStringLiteral("stepsTable"));
        QString tip;
        for (int row = 0; row < table->model()->rowCount(); ++row)
            if (const QModelIndex index = table->model()->index(row, StepsModel::Pass);
                index.data().toString() == "MergeSharedMemoryAllocations")
                tip = index.data(Qt::ToolTipRole).toString();
        QVERIFY2(tip.contains("Produces a different module than the pinned run (A: changed)"),
                 qPrintable(tip));

        // The other way round: diagnostics of A only are listed with its line there, without a link.
        QCOMPARE(shown.perform("unpin,pin,pipeline=split,first-difference"), QString());
        QTRY_VERIFY2(rowsOf(*model).startsWith("Only in A\n"), qPrintable(rowsOf(*model)));
        const QModelIndex first = model->index(1, 0);
        QTRY_VERIFY2(first.data(DetailRole).toString().startsWith("line "),
                     qPrintable(first.data(DetailRole).toString()));
        QVERIFY(!(first.flags() & Qt::ItemIsSelectable));
        int errors = 0;
        for (int row = 0; row < model->rowCount(); ++row)
            errors += model->index(row, 0).data(IconRole).toString() == QStringLiteral("error");
        QVERIFY(errors > 0);
        const auto* chip = shown.window.findChild<QToolButton*>(QStringLiteral("errorChip"));
        QCOMPARE(chip->text(), QStringLiteral("%1 errors only in A").arg(errors));
        QCOMPARE(shown.window.findChild<QDockWidget*>(QStringLiteral("diagnostics"))->windowTitle(),
                 QStringLiteral("Diagnostics"));
        shown.session.select({});
        emit static_cast<MessageList*>(list)->chosen(first);
        QVERIFY(shown.session.selection().isEmpty());
        QCOMPARE(shown.perform("unpin"), QString());
        QTRY_VERIFY(!rowsOf(*model).contains("in A"));
    }

    void onlyErrorsOfTheRunInViewAreCounted()
    {
        Shown shown;
        shown.window.resize(1280, 800);
        QCOMPARE(shown.perform("sample=two_kernels,pipeline=split@legacy-merge,pin,"
                               "pipeline=split@legacy-launch,step=LowerDeviceKernelLaunch"),
                 QString());
        const auto* chip = shown.window.findChild<QToolButton*>(QStringLiteral("errorChip"));
        QTRY_COMPARE(chip->text(), QStringLiteral("4 errors, 2 only in A"));
        QCOMPARE(shown.window.findChild<QDockWidget*>(QStringLiteral("diagnostics"))->windowTitle(),
                 QStringLiteral("Diagnostics (4)"));
        // The list begins with what is only in A, whatever function the code shows.
        const auto* list = shown.window.findChild<MessageList*>(QStringLiteral("diagnosticsList"));
        QTRY_COMPARE(list->verticalScrollBar()->value(), 0);
    }

    void theCallGraphShowsBothRuns()
    {
        Shown shown;
        shown.window.resize(1400, 1000);
        QCOMPARE(shown.perform("sample=two_kernels,pipeline=split,pin,view=call_graph"), QString());
        auto* current = shown.window.findChild<CallGraphCanvas*>(QStringLiteral("callGraphCanvas"));
        auto* pinned = shown.window.findChild<CallGraphCanvas*>(QStringLiteral("pinnedCallGraphCanvas"));
        const auto* title = shown.window.findChild<QLabel*>(QStringLiteral("pinnedCallGraphTitle"));
        QTRY_VERIFY(current->isVisible());
        QVERIFY(!pinned->isVisible() && !title->isVisible());

        QCOMPARE(shown.perform("pipeline=split@legacy-merge,step=LowerDeviceKernelLaunch"), QString());
        QTRY_VERIFY(pinned->isVisible());
        QVERIFY(pinned->mapTo(&shown.window, QPoint()).x() < current->mapTo(&shown.window, QPoint()).x());
        QCOMPARE(title->text(), QStringLiteral("A: split"));
        // main, which launches with other sizes, is marked in both; a function of both runs is at one place.
        QCOMPARE(current->rectOf(0).x(), pinned->rectOf(0).x());
        for (const CallGraphCanvas* canvas : {current, pinned})
            QVERIFY2(canvas->descriptionAt(canvas->rectOf(0).center()).contains("the other run"),
                     qPrintable(canvas->descriptionAt(canvas->rectOf(0).center())));
        QTest::mouseClick(pinned->viewport(), Qt::LeftButton, {}, pinned->rectOf(1).center());
        const CallGraph graph = callGraph(shown.session.module());
        QCOMPARE(shown.session.selection().place, graph.nodes[1].place);

        QCOMPARE(shown.perform("step=BindTarget"), QString());
        QVERIFY(!current->descriptionAt(current->rectOf(0).center()).contains("the other run"));
        QCOMPARE(shown.perform("unpin"), QString());
        QTRY_VERIFY(!pinned->isVisible());
    }

    /// Half of the view has less room than the graph of one run.
    void bothCallGraphsFit()
    {
        Shown shown;
        shown.window.resize(1280, 800);
        QCOMPARE(shown.perform("sample=two_kernels,pipeline=split@legacy-merge,view=call_graph,"
                               "step=MergeSharedMemoryAllocations,pin,pipeline=split"),
                 QString());
        for (const char* name : {"callGraphCanvas", "pinnedCallGraphCanvas"}) {
            const auto* canvas = shown.window.findChild<CallGraphCanvas*>(QLatin1String(name));
            QTRY_VERIFY(canvas->isVisible());
            QVERIFY(!canvas->nodeNames().isEmpty());
            for (qsizetype node = 0; node < canvas->nodeNames().size(); ++node)
                QTRY_VERIFY2(canvas->viewport()->rect().contains(canvas->rectOf(size_t(node))),
                             qPrintable(canvas->nodeNames().at(node)));
        }
    }

    void aRunIsComparedWithThePinnedOne()
    {
        Shown shown;
        QCOMPARE(shown.perform("sample=two_kernels,pipeline=split,pin,view=run"), QString());
        auto* with = shown.window.findChild<QComboBox*>(QStringLiteral("compareBox"));
        const auto* status = shown.window.findChild<QLabel*>(QStringLiteral("runStatus"));
        QCOMPARE(with->currentText(), QStringLiteral("the unlowered program"));
        QCOMPARE(shown.perform("pipeline=split@legacy-merge"), QString());
        QTRY_COMPARE(with->currentText(), QStringLiteral("A: the pinned run"));
        QCOMPARE(shown.perform("step=BindTarget,run"), QString());
        QTRY_VERIFY2(status->text().contains("equal to the pinned run (A)"), qPrintable(status->text()));

        // Another choice stays while runs come and go.
        with->setCurrentIndex(1);
        emit with->activated(1);
        QCOMPARE(shown.perform("pipeline=split@legacy-launch"), QString());
        QTRY_VERIFY(!shown.session.pin().steps().empty());
        QCOMPARE(with->currentText(), QStringLiteral("the unlowered program"));
        QCOMPARE(shown.perform("step=BindTarget,run"), QString());
        QTRY_VERIFY2(status->text().contains("equal to the result of the unlowered program"),
                     qPrintable(status->text()));
        with->setCurrentIndex(4);
        emit with->activated(4);
        QCOMPARE(shown.perform("unpin"), QString());
        QTRY_COMPARE(with->currentText(), QStringLiteral("the unlowered program"));
    }

    void aFunctionOfOneRunOnly()
    {
        FunctionsModel model;
        const QAbstractItemModelTester tester(&model);
        const auto named = [](const char* name, Place place) {
            FunctionRow made;
            made.name = name;
            made.place = place;
            return made;
        };
        const FunctionRow both = named("main", 1);
        const FunctionRow ofB = named("kernel", 9);
        const FunctionRow ofA = named("kernel_1", 5);
        model.setFunctions({both, ofB}, std::vector<FunctionRow>{both, ofA});
        QStringList names;
        for (int row = 0; row < model.rowCount(); ++row)
            names.append(model.index(row, 0).data().toString());
        QCOMPARE(names, QStringList({"main", "kernel (only in B)", "kernel_1 (only in A)"}));
        QCOMPARE(model.placeAt(model.index(1, 0)), Place(9));
        QCOMPARE(model.placeAt(model.index(2, 0)), NoPlace);
        QCOMPARE(model.rowOf(5), -1);
    }

    void aClickOnTheLeftSideSelectsByName()
    {
        Shown shown;
        QCOMPARE(shown.perform("sample=two_kernels,pipeline=split,pin,pipeline=split@legacy-merge,"
                               "first-difference,select=X"),
                 QString());
        QVERIFY(shown.session.compared()->before->firstPlaceOf(shown.session.selection().identity) !=
                NoPlace);
    }

    void theBarSaysWhyTheCodeOfAIsHidden()
    {
        Shown shown;
        shown.window.resize(1280, 800);
        QCOMPARE(shown.perform("sample=two_kernels,pipeline=split,pin,pipeline=split@legacy-merge,"
                               "first-difference"),
                 QString());
        const auto* before = shown.window.findChild<CodeView*>(QStringLiteral("beforeCode"));
        QTRY_VERIFY(before->isVisible());
        QVERIFY2(!shown.text().contains("hidden"), qPrintable(shown.text()));
        QCOMPARE(shown.perform("edit-source"), QString());
        QTRY_VERIFY2(shown.text().endsWith(". The code of A is hidden: the source is in its place"),
                     qPrintable(shown.text()));
        QCOMPARE(shown.perform("edit-source,side-by-side"), QString());
        QTRY_VERIFY2(shown.text().endsWith("hidden: side by side is off"), qPrintable(shown.text()));
        QCOMPARE(shown.perform("unified"), QString()); // shows lines of both
        QTRY_VERIFY2(!shown.text().contains("hidden"), qPrintable(shown.text()));
        QCOMPARE(shown.perform("unified,side-by-side,view=generated"), QString());
        shown.window.resize(1000, 700);
        QTRY_VERIFY(!before->isVisible());
        QTRY_VERIFY2(shown.text().endsWith("hidden: the code is too narrow for both"),
                     qPrintable(shown.text()));
        // The text has the width of the bar, and the buttons are below it.
        const auto* text = shown.window.findChild<QLabel*>(QStringLiteral("pinText"));
        const auto* unpin = shown.window.findChild<QPushButton*>(QStringLiteral("unpinButton"));
        QTRY_VERIFY(unpin->y() > text->geometry().bottom());
        QVERIFY(text->width() > shown.bar()->width() - 40);
    }

    void theButtonsCompareWithTheOwnInputAndForget()
    {
        Shown shown;
        QCOMPARE(shown.perform("sample=two_kernels,pipeline=split,pin,mode=sound,step=SplitHostDevice"),
                 QString());
        QVERIFY(shown.session.compared()->pinned);
        auto* compare = shown.window.findChild<QPushButton*>(QStringLiteral("comparePinnedButton"));
        QVERIFY(compare->isVisible() && compare->isChecked());
        compare->click();
        waitForJobs(shown.session);
        QVERIFY(!shown.session.compared()->pinned);
        compare->click();
        waitForJobs(shown.session);
        QVERIFY(shown.session.compared()->pinned);
        shown.window.findChild<QPushButton*>(QStringLiteral("unpinButton"))->click();
        waitForJobs(shown.session);
        QVERIFY(!shown.session.compared()->pinned);
        QVERIFY(!shown.bar()->isVisible());
    }

    void aRecordedRunIsComparedWithOurs()
    {
        QTemporaryDir folder;
        const QString trace = folder.filePath(QStringLiteral("run.tirtrace"));
        {
            Session recorder;
            usePipeline(recorder, "split@legacy-merge");
            recorder.openFile(samplePath("two_kernels"), OpenWith::Setup);
            QTRY_COMPARE(recorder.phase(), Phase::Ready);
            QFile file(trace);
            QVERIFY(file.open(QIODevice::WriteOnly));
            file.write(
                QByteArray::fromStdString(toJson(RecordedRun{*recorder.program(), recorder.recording()})));
        }
        Shown shown;
        QCOMPARE(shown.perform("open=" + trace), QString());
        QVERIFY(shown.session.isRecorded() && !shown.session.canEditSource());
        QCOMPARE(shown.perform("run-here"), QString());
        QVERIFY(!shown.session.isRecorded() && shown.session.canEditSource());
        QVERIFY2(shown.text().endsWith("Every step has the same module"), qPrintable(shown.text()));
        QCOMPARE(shown.perform("pipeline=split,first-difference"), QString());
        QCOMPARE(shown.session.step(), stepOf(shown.session, "MergeSharedMemoryAllocations"));
        // The recording is not what is saved.
        QCOMPARE(
            shown.perform("save"),
            QStringLiteral("action 'save': it opens the dialog 'Save the source', which --do cannot answer"));
    }

    void theRestOfARecordedRunIsRunHere()
    {
        // A folder as DumpIR writes it, with a pass that Tirscope does not have and a pipeline around all.
        QTemporaryDir folder;
        const char* passes[] = {"tirx.StmtSimplify", "my.Pass", "tirx.RemoveNoOp", "tirx.UnrollLoop"};
        int number = 0;
        const auto write = [&](const char* pass, int value) {
            QFile file(folder.filePath(QStringLiteral("00%1_%2.py").arg(number++).arg(QLatin1String(pass))));
            QVERIFY(file.open(QIODevice::WriteOnly));
            file.write(QByteArray("@I.ir_module\nclass Module:\n    @T.prim_func(s_tir=True)\n"
                                  "    def main(A: T.Buffer((1,), \"int32\")):\n"
                                  "        T.func_attr({\"target\": T.target(\"llvm\")})\n        A[0] = ") +
                       QByteArray::number(value) + "\n");
        };
        for (const char* pass : passes)
            write(pass, number);
        write("sequential", number - 1);

        Shown shown;
        QCOMPARE(shown.perform("open=" + folder.path() + ",step=1,continue-from-step"), QString());
        QCOMPARE(shown.session.phase(), Phase::Ready);
        std::vector<std::string> names;
        for (const Step& step : shown.session.recording()->steps)
            names.push_back(step.pass.name);
        QCOMPARE(names, (std::vector<std::string>{"RemoveNoOp", "UnrollLoop"}));
        QVERIFY(shown.session.recording()->passesNotRun.empty());
        QCOMPARE(QString::fromStdString(shown.session.setup().target).contains("llvm"), true);

        // After the last of our passes there is nothing to run.
        QCOMPARE(shown.perform("leave-copy,step=UnrollLoop"), QString());
        QVERIFY(shown.session.isRecorded());
        QVERIFY(!shown.window.findChild<QAction*>(QStringLiteral("continue-from-step"))->isEnabled());
    }

    void aRunOfAnotherProgramIsCompared()
    {
        Shown shown;
        QCOMPARE(shown.perform("sample=two_kernels,pipeline=split,pin,sample=reverse,step=1"), QString());
        QVERIFY(shown.session.compared()->pinned);
        QVERIFY(shown.session.compared()->rows.hasChanges());
        QCOMPARE(shown.perform("close"), QString());
        QVERIFY(!shown.bar()->isHidden()); // until it is unpinned
    }
};

TIR_TEST(TestPin)
#include "tst_pin.moc"
