/// The run panel: a report as rows and as one line; a run of a sample if the worker is there.

#include "tests/support/test_main.h"
#include "tests/ui/run_support.h"
#include "tests/ui/shown_window.h"
#include "tests/ui/ui_support.h"
#include "ui/bars/check_bar.h"
#include "ui/common/text.h"
#include "ui/run/history_model.h"
#include "ui/run/output_view.h"
#include "ui/run/run_model.h"
#include "ui/run/run_view.h"
#include "ui/run/tensor_values.h"
#include "ui/session/step_findings.h"

#include <QComboBox>
#include <QLabel>
#include <QMenu>
#include <QPushButton>
#include <QSpinBox>
#include <QSplitter>
#include <QTabWidget>
#include <QTableView>
#include <QToolButton>

#include <algorithm>
#include <cstring>
#include <ranges>

using namespace tir;
using namespace tir::testing;
using namespace tir::ui;

namespace {

std::vector<std::byte> bytesOf(std::initializer_list<float> values)
{
    std::vector<std::byte> bytes(values.size() * sizeof(float));
    std::memcpy(bytes.data(), values.begin(), bytes.size());
    return bytes;
}

RunReport doneReport(std::initializer_list<float> result)
{
    RunReport report;
    report.status = RunStatus::Done;
    report.device = "cpu";
    report.compileNs = 12'000'000;
    report.runNs = 80'000;
    RunTensor input;
    input.name = "A";
    input.dtype = "float32";
    input.shape = {2};
    input.before = input.after = bytesOf({1, 2});
    RunTensor output = input;
    output.name = "B";
    output.after = bytesOf(result);
    report.tensors = {input, output};
    return report;
}

RunResult resultOf(RunReport report, std::optional<RunReport> reference = {})
{
    RunResult result;
    result.number = 1;
    result.report = std::move(report);
    if (reference)
        result.with.kind = RunReference::Kind::Step;
    result.reference = std::move(reference);
    examine(result);
    return result;
}

/// All threads store into one element.
const QString Race = QStringLiteral("@T.prim_func(s_tir=True)\n"
                                    "def main(Y: T.Buffer((64,), \"int32\")):\n"
                                    "    tx = T.launch_thread(\"threadIdx.x\", 64)\n"
                                    "    Y[0] = tx\n");

} // namespace

class TestRun : public QObject {
    Q_OBJECT

private slots:
    void emptyModel();
    void rowsOfAReport();
    void comparisonWithTheInput();
    void failureSaysWhy();
    void emptySessionCannotRun();
    void runsASample();
    void tensorsAreBelowTheirListInANarrowView();
    void failedStepSaysWhatRan();
    void errorsAreShownAsTheyAre();
    void refusedRunNamesItsFirstError();
    void otherRecordingForgetsTheResult();
    void historyKeepsWhatFits();
    void historyHasBothRuns();
    void historyShowsARunAgain();
    void comparesWithAnotherStep();
    void clickGoesToWhoWroteIt();
    void checksEveryStep();
    void checkKeepsTheRun();
    void runKeepsTheCheck();
    void everyStepRunsWithMemoryChecks();
    void laterStepsInheritTheMark();
    void checkMarksTheFirstWrongStep();
    void barNamesTheFirstWrongStep();
    void barWarnsOfTheGenerator_data();
    void barWarnsOfTheGenerator();
    void barShowsTheProgressOfACheck();
    void aFailedPassHasNoMark();
};

void TestRun::emptyModel()
{
    RunModel model;
    const QAbstractItemModelTester tester(&model);
    QCOMPARE(model.rowCount(), 0);
    model.clear();
}

void TestRun::rowsOfAReport()
{
    RunModel model;
    const QAbstractItemModelTester tester(&model);
    const RunResult result = resultOf(doneReport({3, 5}));
    model.setResult(result);
    const QStringList rows = rowsOf(model).split(QLatin1Char('\n'));
    QCOMPARE(rows.size(), 2);
    QVERIFY2(rows[1].startsWith(QStringLiteral("B | float32 | 2 |  | 3 | 5 | 4 | ")), qPrintable(rows[1]));
    QVERIFY(!model.index(0, 0).data(RunModel::IsChangedRole).toBool());
    QVERIFY(model.index(1, 0).data(RunModel::IsChangedRole).toBool());
    QCOMPARE(statusText(result), QStringLiteral("done on the CPU · compiled in 12.0 ms · ran in 80.0 µs"));
}

void TestRun::comparisonWithTheInput()
{
    RunModel model;
    RunResult result = resultOf(doneReport({3, 5}), doneReport({3, 5}));
    model.setResult(result);
    QVERIFY(model.hasReference());
    QCOMPARE(model.index(1, RunModel::Reference).data().toString(), QStringLiteral("equal"));
    QVERIFY(statusText(result).endsWith(QStringLiteral("equal to the result of the unlowered program")));
    result = resultOf(doneReport({3, 5}), doneReport({3, 4}));
    model.setResult(result);
    QCOMPARE(model.index(0, RunModel::Reference).data().toString(), QStringLiteral("equal"));
    QCOMPARE(model.index(1, RunModel::Reference).data().toString(), QStringLiteral("differs"));
    QVERIFY(model.index(1, 0).data(RunModel::IsMismatchRole).toBool());
    QVERIFY(statusText(result).endsWith(
        QStringLiteral("1 tensor differs from the result of the unlowered program")));
}

void TestRun::failureSaysWhy()
{
    RunResult result;
    result.report.status = RunStatus::TimedOut;
    result.report.message = "after 30 s";
    QCOMPARE(statusText(result), QStringLiteral("timed out: after 30 s"));
}

void TestRun::emptySessionCannotRun()
{
    Session session;
    RunView view(session);
    QVERIFY(!view.findChild<QToolButton*>(QStringLiteral("runButton"))->isEnabled());
    view.run();
    QVERIFY(session.jobs().running().isEmpty());
}

void TestRun::runsASample()
{
    Session session;
    RunView view(session);
    TIR_OPEN_SAMPLE(session, "two_kernels");
    TIR_GO_TO(session, stepOf(session, "LowerDeviceKernelLaunch"));
    view.findChild<QToolButton*>(QStringLiteral("runButton"))->click();
    auto* status = view.findChild<QLabel*>(QStringLiteral("runStatus"));
    QTRY_VERIFY(!status->text().isEmpty());
    QVERIFY2(status->text().contains(QStringLiteral("done on the CPU")), qPrintable(status->text()));
    QVERIFY2(status->text().endsWith(QStringLiteral("equal to the result of the unlowered program")),
             qPrintable(status->text()));
    QCOMPARE(view.findChild<QTableView*>(QStringLiteral("runTable"))->model()->rowCount(), 3);
}

void TestRun::tensorsAreBelowTheirListInANarrowView()
{
    OutputView view;
    view.show();
    const auto* parts = view.findChild<QSplitter*>();
    view.resize(670, 300);
    QCOMPARE(parts->orientation(), Qt::Vertical);
    view.resize(1000, 300);
    QCOMPARE(parts->orientation(), Qt::Horizontal);
    QVERIFY(view.findChild<QTableView*>(QStringLiteral("runTable"))->width() > 400);
    view.resize(1000, 700);
    QCOMPARE(parts->orientation(), Qt::Vertical);
}

void TestRun::failedStepSaysWhatRan()
{
    Session session;
    RunView view(session);
    TIR_OPEN_SAMPLE(session, "museum/symbolic_reuse");
    session.goTo(stepOf(session, "MergeSharedMemoryAllocations"));
    view.run();
    auto* status = view.findChild<QLabel*>(QStringLiteral("runStatus"));
    QTRY_VERIFY(status->text().contains(QStringLiteral("done on the CPU")));
    QVERIFY2(status->text().contains(QStringLiteral("the pass failed, so the module before it ran")),
             qPrintable(status->text()));
    QVERIFY(!status->text().contains(QStringLiteral("lockstep")));
}

/// An error may contain what looks like rich text, as the names of templates do.
void TestRun::errorsAreShownAsTheyAre()
{
    Session session;
    TIR_OPEN_SAMPLE(session, "two_kernels");
    RunView view(session);
    view.run();
    QVERIFY(!session.jobs().running().isEmpty());
    Job* job = session.jobs().running().back();
    QCOMPARE(job->title(), RunView::tr("Running"));
    job->start(
        [](JobControl&) -> int {
            TIR_CHECK(false) << "vector<int> & more";
            return 0;
        },
        [](int) { QFAIL("there is no result"); });
    QTRY_VERIFY2(statusOf(view).contains(QStringLiteral("vector&lt;int&gt; &amp; more")),
                 qPrintable(statusOf(view)));
}

void TestRun::refusedRunNamesItsFirstError()
{
    Session session;
    usePipeline(session, "split@legacy-merge");
    RunView view(session);
    TIR_OPEN_SAMPLE(session, "two_kernels");
    session.goTo(stepOf(session, "MergeSharedMemoryAllocations"));
    view.run();
    const auto* status = view.findChild<QLabel*>(QStringLiteral("runStatus"));
    QTRY_VERIFY2(status->text().contains(QStringLiteral("(and 1 more error)")), qPrintable(status->text()));
    QVERIFY(status->property("isError").toBool());
    session.goTo(0);
    view.run();
    QTRY_VERIFY(status->text().contains(QStringLiteral("done on the CPU")));
    QVERIFY(!status->property("isError").toBool());
}

void TestRun::otherRecordingForgetsTheResult()
{
    Session session;
    RunView view(session);
    TIR_OPEN_SAMPLE(session, "reverse");
    session.requestRun();
    auto* table = view.findChild<QTableView*>(QStringLiteral("runTable"));
    QTRY_VERIFY(table->model()->rowCount() > 0);
    session.rerun();
    QCOMPARE(table->model()->rowCount(), 0);
}

void TestRun::historyKeepsWhatFits()
{
    HistoryModel history(3 * 32); // a run of doneReport has two tensors of 8 bytes, before and after
    const QAbstractItemModelTester tester(&history);
    for (int run = 0; run < 5; ++run)
        history.add(std::make_shared<RunResult>(resultOf(doneReport({1, float(run)}))));
    QCOMPARE(history.rowCount(), 5);
    for (int row = 0; row < 5; ++row)
        QCOMPARE(history.resultAt(row) != nullptr, row < 3);
    QVERIFY(history.bytes() <= 96);
    // The latest stays whatever it takes.
    HistoryModel tight(1);
    tight.add(std::make_shared<RunResult>(resultOf(doneReport({1, 2}))));
    QVERIFY(tight.resultAt(0));
    for (size_t run = 0; run < HistoryModel::MaxRuns + 10; ++run)
        tight.add(std::make_shared<RunResult>(resultOf(doneReport({1, 2}))));
    QCOMPARE(tight.rowCount(), int(HistoryModel::MaxRuns));
}

void TestRun::historyHasBothRuns()
{
    HistoryModel history;
    RunReport pinned = doneReport({1, 3});
    pinned.compileNs = 40'000'000;
    pinned.runNs = 7'000'000'000;
    RunResult differs = resultOf(doneReport({1, 2}), pinned);
    differs.isWithPinned = true;
    differs.pinnedTitle = QStringLiteral("A: after step 3, Merge");
    RunResult equal = differs;
    equal.reference->tensors = equal.report.tensors;
    examine(equal);
    RunResult failed = differs;
    failed.reference->status = RunStatus::Crashed;
    failed.referenceProblem = QStringLiteral("crashed: SIGSEGV");
    for (const RunResult& result : {equal, failed, differs})
        history.add(std::make_shared<RunResult>(result));
    const auto text = [&](int row, int column) { return history.index(row, column).data().toString(); };
    QCOMPARE(text(0, HistoryModel::Verdict), QStringLiteral("differs from A"));
    QCOMPARE(text(1, HistoryModel::Verdict), QStringLiteral("A: crashed: SIGSEGV"));
    QCOMPARE(text(2, HistoryModel::Verdict), QStringLiteral("equal to A"));
    QCOMPARE(text(0, HistoryModel::Compiled),
             durationText(40'000'000) + QStringLiteral(" | ") + durationText(12'000'000));
    QCOMPARE(text(0, HistoryModel::Ran),
             durationText(7'000'000'000) + QStringLiteral(" | ") + durationText(80'000));
    QCOMPARE(text(1, HistoryModel::Compiled), durationText(12'000'000));
    QVERIFY(history.index(0, 0).data(Qt::ToolTipRole).toString().endsWith(differs.pinnedTitle));
}

void TestRun::historyShowsARunAgain()
{
    Session session;
    RunView view(session);
    TIR_OPEN_SAMPLE(session, "reverse");
    auto* history = view.findChild<QTableView*>(QStringLiteral("historyTable"));
    for (const size_t step : {size_t(0), size_t(2)}) {
        TIR_GO_TO(session, step);
        const int before = history->model()->rowCount();
        view.run();
        QTRY_COMPARE(history->model()->rowCount(), before + 1);
    }
    QVERIFY2(statusOf(view).startsWith(QStringLiteral("Step 2: done")), qPrintable(statusOf(view)));
    emit history->activated(history->model()->index(1, 0));
    QVERIFY2(statusOf(view).startsWith(QStringLiteral("Input: done")), qPrintable(statusOf(view)));
    QCOMPARE(view.findChild<QTableView*>(QStringLiteral("runTable"))->model()->rowCount(), 2);
    // Another pipeline forgets the result, not the history; another program forgets both.
    session.rerun();
    QTRY_COMPARE(session.phase(), Phase::Ready);
    QCOMPARE(history->model()->rowCount(), 2);
    TIR_OPEN_SAMPLE(session, "two_kernels");
    QTRY_COMPARE(history->model()->rowCount(), 0);
}

void TestRun::comparesWithAnotherStep()
{
    Session session;
    RunView view(session);
    TIR_OPEN_SAMPLE(session, "reverse");
    TIR_GO_TO(session, 3);
    auto* with = view.findChild<QComboBox*>(QStringLiteral("compareBox"));
    with->setCurrentText(QStringLiteral("step…"));
    emit with->activated(with->currentIndex());
    view.findChild<QSpinBox*>(QStringLiteral("compareStepBox"))->setValue(1);
    view.run();
    QTRY_VERIFY(statusOf(view).contains(QStringLiteral("done")));
    QVERIFY2(statusOf(view).endsWith(QStringLiteral("equal to step 1")), qPrintable(statusOf(view)));
    with->setCurrentText(QStringLiteral("nothing"));
    emit with->activated(with->currentIndex());
    view.run();
    QTRY_VERIFY(statusOf(view).contains(QStringLiteral("done")));
    QVERIFY2(!statusOf(view).contains(QStringLiteral("equal")), qPrintable(statusOf(view)));
}

void TestRun::clickGoesToWhoWroteIt()
{
    Session session;
    RunView view(session);
    TIR_OPEN_SAMPLE(session, "reverse");
    TIR_GO_TO(session, 2);
    view.findChild<QToolButton*>(QStringLiteral("checksButton"))->setChecked(true);
    view.run();
    QTRY_VERIFY(statusOf(view).contains(QStringLiteral("done")));
    // The output is the tensor that is shown first, since the run changed it.
    auto* values = view.findChild<QTableView*>(QStringLiteral("valuesTable"));
    TIR_GO_TO(session, 0);
    emit values->clicked(values->model()->index(0, 0));
    QCOMPARE(session.step(), size_t(2));
    QTRY_VERIFY(session.compared() && session.compared()->number == 2);
    const CodeText& shown = session.compared()->after->code;
    const Span span = session.compared()->after->spanOf(session.selection().place);
    const std::string statement = shown.text.substr(span.begin, span.end - span.begin);
    QVERIFY2(statement.starts_with("Y["), statement.c_str());
}

void TestRun::checksEveryStep()
{
    Session session;
    RunView view(session);
    TIR_OPEN_SAMPLE(session, "reverse");
    view.findChild<QToolButton*>(QStringLiteral("checkStepsButton"))->click();
    QTRY_VERIFY(StepFindings::of(session).answer());
    const QString answer = StepFindings::of(session).answer()->text;
    QVERIFY2(answer.startsWith(QStringLiteral("sound: ")), qPrintable(answer));
    auto* table = view.findChild<QTableView*>(QStringLiteral("stepsTable"));
    QCOMPARE(table->model()->rowCount(), int(session.recording()->moduleCount()));
    const QStringList rows = rowsOf(*table->model()).split(QLatin1Char('\n'));
    QCOMPARE(rows[0], QStringLiteral("0 | Input | reference"));
    QVERIFY2(rows[1].startsWith(QStringLiteral("1 | BindTarget")), qPrintable(rows[1]));
    QCOMPARE(table->currentIndex().row(), int(session.step())); // whose reason is in full
    emit table->activated(table->model()->index(3, 0));
    QCOMPARE(session.step(), size_t(3));
    emit table->clicked(table->model()->index(2, 0));
    QCOMPARE(session.step(), size_t(2));
    QVERIFY(!StepFindings::of(session).firstWrong());
}

void TestRun::checkKeepsTheRun()
{
    ShownWindow shown;
    QCOMPARE(shown.perform("sample=reverse,step=2,run"), QString());
    const auto* outputs = shown.window.findChild<QTableView*>(QStringLiteral("runTable"));
    const auto* status = shown.window.findChild<QLabel*>(QStringLiteral("runStatus"));
    QTRY_VERIFY(outputs->isVisible());
    const QString rows = rowsOf(*outputs->model());
    const QString text = status->text();
    QVERIFY2(text.startsWith(QStringLiteral("Step 2")), qPrintable(text));
    shown.session.requestCheck();
    shown.window.findChild<QTabWidget*>(QStringLiteral("runPages"))->setCurrentIndex(0);
    QVERIFY(outputs->isVisible()); // during the check
    QTRY_VERIFY(StepFindings::of(shown.session).answer());
    QVERIFY(outputs->isVisible());
    QCOMPARE(rowsOf(*outputs->model()), rows);
    QCOMPARE(status->text(), text);
}

void TestRun::runKeepsTheCheck()
{
    Session session;
    RunView view(session);
    TIR_OPEN_SAMPLE(session, "reverse");
    session.requestCheck();
    QTRY_VERIFY(StepFindings::of(session).answer());
    const auto* steps = view.findChild<QTableView*>(QStringLiteral("stepsTable"));
    const QString rows = rowsOf(*steps->model());
    QVERIFY(!rows.isEmpty());
    session.requestRun();
    QTRY_VERIFY(statusOf(view).contains(QStringLiteral("done")));
    QCOMPARE(rowsOf(*steps->model()), rows);
    session.rerun();
    QCOMPARE(steps->model()->rowCount(), 0);
}

/// The switch for checks is for single runs.
void TestRun::everyStepRunsWithMemoryChecks()
{
    Session session;
    RunView view(session);
    session.openText(QStringLiteral("race.py"), Race);
    QTRY_VERIFY(session.phase() == Phase::Ready);
    QVERIFY(!view.findChild<QToolButton*>(QStringLiteral("checksButton"))->isChecked());
    view.findChild<QToolButton*>(QStringLiteral("checkStepsButton"))->click();
    QTRY_VERIFY(StepFindings::of(session).answer());
    const QString answer = StepFindings::of(session).answer()->text;
    QVERIFY2(answer.startsWith(QStringLiteral("not sound: the input fails a memory check: race: ")),
             qPrintable(answer));
}

/// The race of the input stays to the end.
void TestRun::laterStepsInheritTheMark()
{
    Session session;
    RunView view(session);
    usePipeline(session, "split");
    session.openText(QStringLiteral("race.py"), Race);
    QTRY_VERIFY(session.phase() == Phase::Ready);
    view.findChild<QToolButton*>(QStringLiteral("checkStepsButton"))->click();
    const StepFindings& findings = StepFindings::of(session);
    QTRY_VERIFY(findings.answer());
    QCOMPARE(findings.firstWrong(), std::optional<size_t>(0));
    QVERIFY(findings.at(0).mark == RunMark::Wrong);
    QVERIFY(findings.at(1).mark == RunMark::Inherited);
    QVERIFY(std::ranges::none_of(std::views::iota(size_t(1), session.stepCount()),
                                 [&](size_t step) { return findings.at(step).mark == RunMark::Wrong; }));
}

void TestRun::checkMarksTheFirstWrongStep()
{
    Session session;
    RunView view(session);
    TIR_OPEN_SAMPLE(session, "museum/lanes_in_launch");
    view.findChild<QToolButton*>(QStringLiteral("checkStepsButton"))->click();
    QTRY_VERIFY(StepFindings::of(session).firstWrong());
    QCOMPARE(*StepFindings::of(session).firstWrong(), stepOf(session, "LowerDeviceKernelLaunch"));
    QVERIFY(StepFindings::of(session).at(0).mark == RunMark::Agrees);
    QVERIFY(StepFindings::of(session).at(*StepFindings::of(session).firstWrong()).mark == RunMark::Wrong);
}

void TestRun::barNamesTheFirstWrongStep()
{
    Session session;
    RunView view(session);
    CheckBar bar(session);
    QVERIFY(bar.isHidden());
    TIR_OPEN_SAMPLE(session, "museum/lanes_in_launch");
    session.goTo(0);
    session.requestCheck();
    QTRY_VERIFY(StepFindings::of(session).answer());
    QVERIFY(!bar.isHidden());
    const size_t firstWrong = stepOf(session, "LowerDeviceKernelLaunch");
    const QString text = bar.findChild<QLabel*>(QStringLiteral("checkText"))->text();
    QVERIFY2(text.startsWith(QStringLiteral("Not sound: step %1, LowerDeviceKernelLaunch").arg(firstWrong)),
             qPrintable(text));
    // The only place with the answer.
    QVERIFY(view.findChild<QLabel*>(QStringLiteral("runStatus"))->isHidden());
    bar.findChild<QPushButton*>(QStringLiteral("checkButton"))->click();
    QCOMPARE(session.step(), firstWrong);

    // Dismissed, it stays hidden until the next check.
    bar.findChild<QToolButton*>(QStringLiteral("dismissCheckButton"))->click();
    QVERIFY(bar.isHidden());
    session.requestRun();
    QTRY_VERIFY(!view.findChild<QLabel*>(QStringLiteral("runStatus"))->isHidden());
    QTRY_VERIFY(session.jobs().running().isEmpty());
    QVERIFY(bar.isHidden());
    session.requestCheck();
    QTRY_VERIFY(!bar.isHidden());
    session.close();
    QVERIFY(bar.isHidden());
}

void TestRun::barWarnsOfTheGenerator_data()
{
    QTest::addColumn<Mode>("mode");
    QTest::newRow("as TVM") << Mode::AsTvm;
    QTest::newRow("sound") << Mode::Sound;
}

/// No pass is to blame, and the answer stays what it is.
void TestRun::barWarnsOfTheGenerator()
{
    QFETCH(Mode, mode);
    constexpr const char* Program = R"(
@T.prim_func(s_tir=True)
def main(A: T.Buffer((32,), "float32"), B: T.Buffer((32,), "float32")):
    tx = T.launch_thread("threadIdx.x", 32)
    S = T.alloc_buffer((32,), scope="shared")
    S[tx] = A[tx]
    T.tvm_storage_sync("warp")
    B[tx] = S[31 - tx]
)";
    Session session;
    RunView view(session);
    CheckBar bar(session);
    RunSetup setup = session.setup();
    setup.pipeline = *findPipeline("split");
    setup.mode = mode;
    session.setSetup(setup);
    session.openText(QStringLiteral("warp.py"), QString::fromLatin1(Program), OpenWith::Setup);
    QTRY_VERIFY(session.phase() == Phase::Ready);
    session.requestCheck();
    QTRY_VERIFY(StepFindings::of(session).answer());
    const QString text = bar.findChild<QLabel*>(QStringLiteral("checkText"))->text();
    QVERIFY2(text.startsWith(QStringLiteral("Sound: ")), qPrintable(text));
    QCOMPARE(text.contains(QStringLiteral("; warning: TVM generates no CUDA C for this warp barrier")),
             mode == Mode::AsTvm);
}

/// Also with the panel of runs closed: the bar is above the code.
void TestRun::barShowsTheProgressOfACheck()
{
    Session session;
    RunView view(session);
    CheckBar bar(session);
    TIR_OPEN_SAMPLE(session, "museum/lanes_in_launch");
    session.requestCheck();
    QVERIFY(!bar.isHidden());
    auto* button = bar.findChild<QPushButton*>(QStringLiteral("checkButton"));
    const auto* text = bar.findChild<QLabel*>(QStringLiteral("checkText"));
    QVERIFY2(text->text().startsWith(QStringLiteral("Checking every step")), qPrintable(text->text()));
    QVERIFY(!button->isHidden());
    QCOMPARE(button->text(), QStringLiteral("Cancel"));
    const auto placeholders = view.findChildren<QLabel*>(QStringLiteral("placeholderTitle"));
    const auto isShown = [&](const QString& title) {
        return std::ranges::any_of(placeholders, [&](const QLabel* each) { return each->text() == title; });
    };
    QVERIFY(isShown(QStringLiteral("Checking every step…")));
    QVERIFY(!isShown(QStringLiteral("Not checked yet")));
    button->click();
    QVERIFY(!StepFindings::of(session).progress()); // other jobs, which count lines, may go on
    QVERIFY(bar.isHidden());
    QVERIFY(!StepFindings::of(session).answer());

    session.requestCheck();
    QTRY_VERIFY(StepFindings::of(session).answer());
    QVERIFY(!StepFindings::of(session).progress());
    QVERIFY2(text->text().startsWith(QStringLiteral("Not sound")), qPrintable(text->text()));
    // Hidden while it is checked again, it comes back with the answer only.
    session.requestCheck();
    QVERIFY(!bar.isHidden());
    bar.findChild<QToolButton*>(QStringLiteral("dismissCheckButton"))->click();
    QTRY_VERIFY(!StepFindings::of(session).progress());
    QVERIFY(!bar.isHidden());
}

/// The module before it runs, and says nothing about the pass.
void TestRun::aFailedPassHasNoMark()
{
    Session session;
    RunView view(session);
    TIR_OPEN_SAMPLE(session, "museum/symbolic_reuse");
    const size_t failed = stepOf(session, "MergeSharedMemoryAllocations");
    QVERIFY(session.recording()->steps[failed - 1].verdict == Verdict::Failed);
    TIR_GO_TO(session, failed);
    session.requestRun();
    const auto* status = view.findChild<QLabel*>(QStringLiteral("runStatus"));
    QTRY_VERIFY2(status->text().contains(QStringLiteral("the pass failed, so the module before it ran")),
                 qPrintable(status->text()));
    QVERIFY(StepFindings::of(session).at(failed).mark == RunMark::None);
    TIR_GO_TO(session, failed - 1);
    session.requestRun();
    QTRY_VERIFY(StepFindings::of(session).at(failed - 1).mark == RunMark::Agrees);
}

TIR_TEST(TestRun)
#include "tst_run_view.moc"
