/// A watched variable, buffer, or statement: steps that change it are marked, and stepping stops there.

#include "tests/support/test_main.h"
#include "tests/ui/shown_window.h"
#include "tests/ui/ui_support.h"
#include "ui/steps/steps_model.h"

#include <QLabel>
#include <QTableView>

using namespace tir;
using namespace tir::testing;
using namespace tir::ui;

namespace {

/// The first node of that name in the text of a step.
const Node* namedIn(const Session& session, std::string_view name)
{
    const CodeText& code = session.compared()->after->code;
    for (const CodeToken& token : code.tokens)
        if (token.identity && code.textOf(token) == name)
            return token.identity;
    return nullptr;
}

/// Selects the place at the first occurrence of an excerpt in the text of the step, and no entity.
void selectStatement(Session& session, std::string_view excerpt)
{
    const CodeText& code = session.compared()->after->code;
    const size_t at = code.text.find(excerpt);
    QVERIFY(at != std::string::npos);
    const CodeToken* token = code.tokenAt(uint32_t(at));
    QVERIFY(token && token->place != NoPlace);
    session.select({.identity = nullptr, .number = session.step(), .place = token->place, .source = {}});
}

} // namespace

class TestWatchpoint : public QObject {
    Q_OBJECT

private slots:
    void nothingSelectedIsNotWatched();
    void steppingStopsAtChanges();
    void collapsedStepsAreEnteredAtTheChange();
    void theWindowShowsWhatIsWatched();
    void statementsAreWatched();
    void anotherRunIsExaminedAgain();
    void anotherProgramIsNotWatched();
};

void TestWatchpoint::nothingSelectedIsNotWatched()
{
    Session session;
    session.watchpoint().toggle();
    QVERIFY(!session.watchpoint().isSet());
    TIR_OPEN_SAMPLE(session, "two_kernels");
    session.select({});
    session.watchpoint().toggle();
    QVERIFY(!session.watchpoint().isSet());
    const size_t step = session.step();
    session.navigation().goToNextWatched();
    session.navigation().goToPreviousWatched();
    QCOMPARE(session.step(), step);
}

void TestWatchpoint::steppingStopsAtChanges()
{
    Session session;
    usePipeline(session, "split");
    TIR_OPEN_SAMPLE(session, "two_kernels");
    TIR_GO_TO(session, 0);
    const size_t merge = stepOf(session, "MergeSharedMemoryAllocations");
    session.selectEntity(namedIn(session, "values"));
    session.watchpoint().toggle();
    QCOMPARE(session.watchpoint().name(), QStringLiteral("values"));
    QTRY_VERIFY(!session.watchpoint().states().empty());
    session.selectEntity(namedIn(session, "squares")); // what is watched does not depend on the selection
    session.navigation().goToNextWatched();
    QCOMPARE(session.step(), merge);
    session.navigation().goToPreviousWatched();
    QCOMPARE(session.step(), size_t(0));
    session.selectEntity(namedIn(session, "values"));
    session.watchpoint().toggle();
    QVERIFY(!session.watchpoint().isSet());
}

void TestWatchpoint::collapsedStepsAreEnteredAtTheChange()
{
    Session session;
    usePipeline(session, "split");
    TIR_OPEN_SAMPLE(session, "two_kernels");
    TIR_GO_TO(session, 0);
    const size_t merge = stepOf(session, "MergeSharedMemoryAllocations");
    const StepSpan group{merge - 1, merge + 1};
    session.navigation().setCollapsed({group});
    session.goTo(group.first - 1);
    session.navigation().goToNext();
    QCOMPARE(session.step(), group.last); // all of them
    TIR_GO_TO(session, 0);
    session.selectEntity(namedIn(session, "values"));
    session.watchpoint().toggle();
    QTRY_VERIFY(!session.watchpoint().states().empty());
    session.goTo(group.first - 1);
    session.navigation().goToNext();
    QCOMPARE(session.step(), merge);
    QVERIFY(!session.isSpan());
    session.goTo(group.last + 1);
    session.navigation().goToPrevious();
    QCOMPARE(session.step(), merge);
}

void TestWatchpoint::theWindowShowsWhatIsWatched()
{
    ShownWindow desk;
    const auto* status = desk.window.findChild<QLabel*>(QStringLiteral("watchStatus"));
    QCOMPARE(desk.perform("sample=two_kernels,pipeline=split,step=0,select=values,watch"), QString());
    const size_t merge = stepOf(desk.session, "MergeSharedMemoryAllocations");
    QVERIFY(status->isVisible());
    QCOMPARE(status->text(), QStringLiteral("·  watching values: appears here"));
    const auto* table = desk.window.findChild<QTableView*>(QStringLiteral("stepsTable"));
    const auto& model = dynamic_cast<const StepsModel&>(*table->model());
    const auto stateOfStep = [&](size_t number) {
        return EntityState(
            model.index(model.rowOf(number), StepsModel::Number).data(StepsModel::WatchRole).toInt());
    };
    QCOMPARE(stateOfStep(0), EntityState::Born);
    QCOMPARE(stateOfStep(merge), EntityState::Changed);
    QCOMPARE(stateOfStep(merge - 1), EntityState::Kept);
    const QString toolTip =
        model.index(model.rowOf(merge), StepsModel::Pass).data(Qt::ToolTipRole).toString();
    QVERIFY2(toolTip.contains(QStringLiteral("The watched 'values' changes here")), qPrintable(toolTip));
    QCOMPARE(desk.perform("next"), QString());
    QCOMPARE(status->text(), QStringLiteral("·  watching values: changes next in step %1").arg(merge));
    QCOMPARE(desk.perform("next-watched"), QString());
    QCOMPARE(status->text(), QStringLiteral("·  watching values: changes here"));
    QCOMPARE(desk.perform("unwatch"), QString());
    QVERIFY(!status->isVisible());
    QCOMPARE(stateOfStep(merge), EntityState::Absent);
}

void TestWatchpoint::statementsAreWatched()
{
    Session session;
    usePipeline(session, "split");
    TIR_OPEN_SAMPLE(session, "two_kernels");
    TIR_GO_TO(session, 0);
    QTRY_VERIFY(session.lineHistory());
    selectStatement(session, "T.tvm_storage_sync");
    session.watchpoint().toggle();
    QCOMPARE(session.watchpoint().name(), QStringLiteral("T.tvm_storage_sync(\"shared\")"));
    const std::vector<EntityState> states = session.watchpoint().states();
    QCOMPARE(states.size(), session.stepCount());
    QCOMPARE(states.front(), EntityState::Born);
    for (size_t number = 1; number < states.size(); ++number)
        QCOMPARE(states[number], EntityState::Kept); // it moves into a kernel, and stays what it is

    // The user wrote it: another run has it, too.
    RunSetup setup = session.setup();
    setup.mode = Mode::Sound;
    session.setSetup(std::move(setup));
    QTRY_COMPARE(session.phase(), Phase::Ready);
    QVERIFY(session.watchpoint().isSet());
    QTRY_COMPARE(session.watchpoint().states().size(), session.stepCount());
    TIR_GO_TO(session, 0);
    selectStatement(session, "T.tvm_storage_sync");
    session.watchpoint().toggle();
    QVERIFY(!session.watchpoint().isSet());
}

void TestWatchpoint::anotherRunIsExaminedAgain()
{
    Session session;
    usePipeline(session, "split");
    TIR_OPEN_SAMPLE(session, "two_kernels");
    TIR_GO_TO(session, stepOf(session, "MergeSharedMemoryAllocations"));
    // The pass makes it: it is another node in another run.
    session.selectEntity(namedIn(session, "buf_dyn_shmem"));
    session.watchpoint().toggle();
    QTRY_VERIFY(!session.watchpoint().states().empty());
    RunSetup setup = session.setup();
    setup.pipeline = *findPipeline("split@legacy-merge");
    session.setSetup(std::move(setup));
    QTRY_COMPARE(session.phase(), Phase::Ready);
    QVERIFY(session.watchpoint().isSet());
    QTRY_COMPARE(session.watchpoint().states().size(), session.stepCount());
    QCOMPARE(session.watchpoint().states()[stepOf(session, "MergeSharedMemoryAllocations")],
             EntityState::Born);
}

void TestWatchpoint::anotherProgramIsNotWatched()
{
    Session session;
    TIR_OPEN_SAMPLE(session, "two_kernels");
    TIR_GO_TO(session, 0);
    session.selectEntity(namedIn(session, "values"));
    session.watchpoint().toggle();
    QVERIFY(session.watchpoint().isSet());
    session.reload();
    QTRY_COMPARE(session.phase(), Phase::Ready);
    QVERIFY(session.watchpoint().isSet());
    QTRY_COMPARE(session.watchpoint().states().size(), session.stepCount());
    QCOMPARE(session.watchpoint().states().front(), EntityState::Born);
    TIR_OPEN_SAMPLE(session, "matmul");
    QVERIFY(!session.watchpoint().isSet());
}

TIR_TEST(TestWatchpoint)
#include "tst_watchpoint.moc"
