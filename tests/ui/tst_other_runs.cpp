/// Another pipeline, mode, or target for the open program: the session keeps the step and the selection.

#include "tests/support/test_main.h"
#include "tests/ui/ui_support.h"
#include "ui/action_script.h"

using namespace tir;
using namespace tir::testing;
using namespace tir::ui;

class TestOtherRuns : public QObject {
    Q_OBJECT

private slots:
    void otherPipelineRunsAgain();
    void onlyARecordingIsReady();
    void chosenStepStaysInEveryRun_data();
    void chosenStepStaysInEveryRun();
    void comparedPipelinesKeepTheStep();
    void sameStepIsFoundByPassAndOccurrence();
    void selectionOfTheInputStays();
    void startStepIsShownOnce();
    void wrongTargetSaysSo();
};

void TestOtherRuns::otherPipelineRunsAgain()
{
    Session session;
    TIR_OPEN_SAMPLE(session, "two_kernels");
    const std::shared_ptr<const Recording> first = session.recording();
    usePipeline(session, "split@legacy-launch");
    QCOMPARE(session.phase(), Phase::Running);
    QVERIFY(!session.recording());
    QTRY_COMPARE(session.phase(), Phase::Ready);
    QVERIFY(session.recording() != first);
    QCOMPARE(session.recording()->pipeline, std::string("split@legacy-launch"));
    QCOMPARE(session.step(), stepOf(session, "LowerDeviceKernelLaunch"));
}

void TestOtherRuns::onlyARecordingIsReady()
{
    Session session;
    TIR_OPEN_SAMPLE(session, "two_kernels");
    session.selectEntity(session.recording()->module(0).functions.front().var);
    int signalCount = 0;
    const auto check = [&] {
        ++signalCount;
        QCOMPARE(session.recording() != nullptr, session.phase() == Phase::Ready);
    };
    connect(&session, &Session::recordingChanged, this, check);
    connect(&session, &Session::comparedChanged, this, check);
    connect(&session, &Session::selectionChanged, this, check);
    session.rerun();
    QVERIFY(signalCount >= 3);
    QTRY_COMPARE(session.phase(), Phase::Ready);
    waitForJobs(session);
    session.close();
    disconnect(&session, nullptr, this, nullptr);
}

void TestOtherRuns::chosenStepStaysInEveryRun_data()
{
    QTest::addColumn<QString>("pipeline");
    QTest::addColumn<bool>("isSound");
    QTest::newRow("sound") << "split" << true;
    QTest::newRow("other merge") << "split@legacy-merge" << false;
    QTest::newRow("other launch") << "split@legacy-launch" << false;
    QTest::newRow("other order") << "split@before" << false;
    QTest::newRow("all of it") << "split@before" << true;
}

/// A user who goes to a step and changes the run wants to compare that step.
void TestOtherRuns::chosenStepStaysInEveryRun()
{
    QFETCH(QString, pipeline);
    QFETCH(bool, isSound);
    Session session;
    TIR_OPEN_SAMPLE(session, "two_kernels");
    const RunSetup first = session.setup();
    RunSetup other = first;
    other.pipeline = *findPipeline(pipeline.toStdString());
    other.mode = isSound ? Mode::Sound : Mode::AsTvm;
    for (size_t number = 0; number < session.stepCount(); ++number) {
        TIR_GO_TO(session, number);
        const std::string pass =
            number > 0 ? session.recording()->steps[number - 1].pass.name : std::string();
        session.setSetup(other);
        QTRY_COMPARE(session.phase(), Phase::Ready);
        const size_t same = stepOf(session, pass);
        if (same > 0 || number == 0)
            QCOMPARE(session.step(), same);
        else // a run that stops before the step is shown as if it was opened
            QCOMPARE(session.step(),
                     stepsToShow(*session.recording(), session.stepDiagnostics(), std::nullopt, 0).last);
        QVERIFY(!session.isSpan());
        session.setSetup(first);
        QTRY_COMPARE(session.phase(), Phase::Ready);
        QCOMPARE(session.step(), number);
    }
    const StepGroup group = stepGroups(*session.recording()).front();
    session.goToSpan(group.span);
    session.setSetup(other);
    QTRY_COMPARE(session.phase(), Phase::Ready);
    session.setSetup(first);
    QTRY_COMPARE(session.phase(), Phase::Ready);
    QVERIFY((StepSpan{session.firstStep(), session.step()} == group.span));
}

/// The window went to the error by itself; the run without it shows the same step.
void TestOtherRuns::comparedPipelinesKeepTheStep()
{
    Session session;
    TIR_OPEN_SAMPLE(session, "two_kernels");
    for (int round = 0; round < 2; ++round) {
        usePipeline(session, "split@legacy-merge");
        QTRY_COMPARE(session.phase(), Phase::Ready);
        QVERIFY(hasError(session.diagnostics()));
        QCOMPARE(session.step(), stepOf(session, "MergeSharedMemoryAllocations"));
        usePipeline(session, "split");
        QTRY_COMPARE(session.phase(), Phase::Ready);
        QVERIFY(!hasError(session.diagnostics()));
        QCOMPARE(session.step(), stepOf(session, "MergeSharedMemoryAllocations"));
    }
    // Another program begins anew.
    TIR_OPEN_SAMPLE(session, "reverse");
    QVERIFY(session.step() != stepOf(session, "MergeSharedMemoryAllocations"));
}

void TestOtherRuns::sameStepIsFoundByPassAndOccurrence()
{
    Recording recording;
    std::vector<PassInvocation> old;
    const auto pass = [](const char* name, Branch branch = Branch::Common) {
        PassInvocation invocation;
        invocation.name = name;
        invocation.branch = branch;
        return invocation;
    };
    for (const char* name : {"A", "B", "Gone", "B", "C"})
        old.push_back(pass(name));
    old.push_back(pass("B", Branch::Device));
    const auto add = [&](PassInvocation invocation) {
        recording.steps.emplace_back();
        recording.steps.back().pass = std::move(invocation);
    };
    for (const char* name : {"New", "A", "B", "C", "B"})
        add(pass(name));
    add(pass("B", Branch::Host));
    add(pass("B", Branch::Device));
    const auto same = [&](size_t number) { return sameStep(old, number, recording); };
    QCOMPARE(same(0), std::optional<size_t>(0));
    QCOMPARE(same(1), std::optional<size_t>(2));
    QCOMPARE(same(2), std::optional<size_t>(3));
    QCOMPARE(same(3), std::nullopt);
    QCOMPARE(same(4), std::optional<size_t>(5));
    QCOMPARE(same(5), std::optional<size_t>(4));
    QCOMPARE(same(6), std::optional<size_t>(7));
}

void TestOtherRuns::selectionOfTheInputStays()
{
    Session session;
    TIR_OPEN_SAMPLE(session, "two_kernels");
    TIR_GO_TO(session, 0);
    const CodeText& input = session.compared()->after->code;
    const auto token = std::ranges::find_if(input.tokens, [&](const CodeToken& each) {
        return each.kind == TokenKind::Buffer && input.textOf(each) == "X";
    });
    QVERIFY(token != input.tokens.end());
    session.selectEntity(token->identity);
    const Selection selected = session.selection();
    usePipeline(session, "split@legacy-merge");
    QTRY_COMPARE(session.phase(), Phase::Ready);
    QCOMPARE(session.selection().identity, selected.identity);

    // Nodes of a pass end with its run; another run may have nodes with their names.
    TIR_GO_TO(session, stepOf(session, "MergeSharedMemoryAllocations"));
    const CodeText& merged = session.compared()->after->code;
    const auto made = std::ranges::find_if(
        merged.tokens, [&](const CodeToken& each) { return merged.textOf(each) == "buf_dyn_shmem"; });
    QVERIFY(made != merged.tokens.end());
    session.selectEntity(made->identity);
    QVERIFY(!session.selection().isEmpty());
    usePipeline(session, "split");
    QTRY_COMPARE(session.phase(), Phase::Ready);
    QCOMPARE(selectedText(session), std::string("buf_dyn_shmem"));
    QVERIFY(session.identities().ordinal(session.selection().identity) >= 0); // it is one of this run
    RunSetup withoutMerge = session.setup();
    withoutMerge.pipeline = {.name = {}, .summary = {}, .passes = *parseInvocations("BindTarget")};
    session.setSetup(std::move(withoutMerge));
    QTRY_COMPARE(session.phase(), Phase::Ready);
    QVERIFY(session.selection().isEmpty());
}

void TestOtherRuns::startStepIsShownOnce()
{
    Session session;
    session.setStartStep(6);
    TIR_OPEN_SAMPLE(session, "two_kernels");
    QCOMPARE(session.step(), size_t(6));
    TIR_OPEN_SAMPLE(session, "reverse");
    QVERIFY(session.step() != 6);
    Session beyond;
    beyond.setStartStep(1000);
    TIR_OPEN_SAMPLE(beyond, "reverse");
    QCOMPARE(beyond.step(), beyond.stepCount() - 1);
}

void TestOtherRuns::wrongTargetSaysSo()
{
    Session session;
    RunSetup setup = session.setup();
    setup.target = "abacus";
    session.setSetup(setup);
    session.openFile(samplePath(QStringLiteral("two_kernels")));
    QTRY_COMPARE(session.phase(), Phase::Broken);
    QVERIFY2(session.failure().contains(QStringLiteral("abacus")), qPrintable(session.failure()));
    setup.target = "cuda";
    session.setSetup(setup);
    QTRY_COMPARE(session.phase(), Phase::Ready);
}

TIR_TEST(TestOtherRuns)
#include "tst_other_runs.moc"
