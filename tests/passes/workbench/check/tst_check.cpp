/// Which step a check accuses, on recordings made by hand.

#include "passes/workbench/check/check.h"
#include "passes/workbench/check/step_faults.h"
#include "tests/support/recordings.h"
#include "tests/support/test_main.h"

#include <QtTest>

using namespace tir;
using namespace tir::testing;

Q_DECLARE_METATYPE(tir::StepRuns)

class TestCheck : public QObject {
    Q_OBJECT
private slots:
    void nothingRan()
    {
        const auto recording = handMadeRecording({});
        const CheckReport report = check(*recording);
        QVERIFY(!report.firstBad);
        QCOMPARE(explain(report, *recording),
                 std::string("not fully checked: the input and the modules after 0 "
                             "passes are well-formed; nothing was executed"));
    }

    void firstBadStepIsNamed()
    {
        const auto recording = handMadeRecording(
            {handMadeStep("A", Verdict::Changed),
             handMadeStep("B(\"x\")", Verdict::IllFormed, {"one", "two", "three"}),
             handMadeStep("C", Verdict::IllFormed, {"four"}), handMadeStep("D", Verdict::Failed, {"five"})});
        const CheckReport report = check(*recording);
        QVERIFY(report.answer == Answer::NotSound);
        QCOMPARE(report.firstBad, std::optional<size_t>(2));
        QCOMPARE(report.laterBad, std::vector<size_t>({3, 4}));
        QCOMPARE(explain(report, *recording),
                 std::string("not sound: step 2, B(\"x\"), is ill-formed: one (and 2 more errors)"));
    }

    void passThatFailsRejectsTheProgram()
    {
        const auto recording = handMadeRecording({handMadeStep("A", Verdict::Failed, {"one", "two"})});
        QVERIFY(check(*recording).answer == Answer::Rejected);
        QCOMPARE(explain(check(*recording), *recording),
                 std::string("rejected: step 1, A, failed: one (and 1 more error)"));
    }

    void badInputIsReportedForTheInput()
    {
        const auto recording = handMadeRecording({handMadeStep("A", Verdict::IllFormed, {"one"})}, {"one"});
        const CheckReport report = check(*recording);
        QCOMPARE(report.firstBad, std::optional<size_t>(0));
        QCOMPARE(explain(report, *recording), std::string("not sound: the input is ill-formed: one"));
    }

    void knownTvmDefectMakesAStepBad()
    {
        const auto recording = handMadeRecording(
            {handMadeStep("A", Verdict::Changed, {"one"}), handMadeStep("B", Verdict::Changed)});
        Diagnostic defect = error("x", "one");
        defect.severity = Severity::Warning;
        recording->steps[0].diagnostics = Diagnostics{defect};
        QVERIFY(!check(*recording).firstBad); // a warning that is not a known TVM defect
        defect.code = "defect-tiny-buffer";
        recording->steps[0].diagnostics = Diagnostics{defect};
        QCOMPARE(explain(check(*recording), *recording),
                 std::string("not sound: step 1, A, reproduces a known TVM defect: one"));
        recording->steps[1].diagnostics = Diagnostics{defect, defect};
        QCOMPARE(check(*recording).laterBad, std::vector<size_t>({2}));
        QCOMPARE(reasonOf(*recording, 2), std::string("one (and 1 more)"));
    }

    void answers_data()
    {
        QTest::addColumn<StepRuns>("runs");
        QTest::addColumn<bool>("isSecondUnread");
        QTest::addColumn<QString>("explanation");
        const auto row = [](const char* name, StepRuns runs, const char* explanation, bool isUnread = false) {
            QTest::newRow(name) << std::move(runs) << isUnread << QString::fromUtf8(explanation);
        };
        const auto runs = [](std::vector<RunStatus> statuses) {
            StepRuns result;
            for (const RunStatus status : statuses)
                result.runs.push_back({.step = result.runs.size(),
                                       .status = status,
                                       .message = status == RunStatus::Done ? "" : "why",
                                       .comparison = {}});
            return result;
        };
        using enum RunStatus;
        row("sound", runs({Done, Done, Done}),
            "sound: all 3 passes keep the result (2 changed modules executed, 1 pass changed nothing)");
        row("unread", runs({Done, Done}),
            "not fully checked: 1 of 4 modules; step 2, B: unread: the text of this step cannot be read: why",
            true);
        row("a step cannot be executed", runs({Done, Refused, Done}),
            "not fully checked: 1 of 4 modules; step 1, A: not executable: why");
        row("several cannot be executed", runs({Done, Refused, Refused}),
            "not fully checked: 2 of 4 modules; steps 1 to 2: not executable: why");
        row("a step takes too long", runs({Done, Done, TimedOut}),
            "not fully checked: 1 of 4 modules; step 2, B: out of time: why");
        row("a step fails", runs({Done, Failed, Done}), "not sound: step 1, A, fails when executed: why");
        row("bad and unread", runs({Done, Crashed}), "not sound: step 1, A, fails when executed: why", true);

        StepRuns noReference = runs({Refused});
        noReference.notCompared = "no reference";
        noReference.end = 1;
        row("the input cannot be executed", noReference,
            "not fully checked: 3 of 4 modules; the input: not executable: why");
        StepRuns failedReference = runs({Failed});
        failedReference.notCompared = "no reference";
        row("the input fails", failedReference,
            "not fully checked: 3 of 4 modules; steps 0 to 2: not compared: no reference");
        StepRuns noEntry;
        noEntry.notCompared = "which function?";
        row("nothing to execute", noEntry,
            "not fully checked: 3 of 4 modules; steps 0 to 2: not compared: which function?");
        StepRuns outOfTime = runs({Done, Done});
        outOfTime.notCompared = "time";
        outOfTime.end = 2;
        outOfTime.isOutOfTime = true;
        row("the check takes too long", outOfTime,
            "not fully checked: 1 of 4 modules; step 2, B: out of time: time");
        StepRuns cancelled = runs({Done});
        cancelled.notCompared = "the run was cancelled";
        cancelled.isCancelled = true;
        cancelled.end = 1;
        row("interrupted", cancelled,
            "stopped: the run was cancelled at step 1, A; no error until then; 1 pass changed nothing");
        StepRuns cancelledLater = runs({Done, Failed});
        cancelledLater.notCompared = "the run was cancelled";
        cancelledLater.isCancelled = true;
        cancelledLater.end = 2;
        row("interrupted after an error", cancelledLater,
            "not sound: step 1, A, fails when executed: why; the run was cancelled at step 2, B");
        StepRuns unwatched = runs({Done, Done, Done});
        unwatched.isUnwatched = true;
        row("without memory checks", unwatched,
            "not fully checked: memory accesses were not checked; the input and the modules after 3 passes; "
            "2 "
            "changed modules executed with the result of the input, 1 pass changed nothing");
        StepRuns partial = runs({Done, Done, Done});
        for (StepRun& run : partial.runs)
            run.partialGrids = {{{64, 1, 1}, 16}};
        row("blocks are left out", partial,
            "not fully checked: 3 of 4 modules; steps 0 to 2: blocks left out: only 16 of 64 blocks of the "
            "grid (64, 1, 1) ran");
        partial.runs[0].partialGrids = {};
        partial.runs[2].partialGrids = {{{8, 4, 1}, 4}, {{64, 1, 1}, 16}};
        row("blocks of several grids are left out", partial,
            "not fully checked: 2 of 4 modules; step 1, A: blocks left out: only 16 of 64 blocks of the grid "
            "(64, 1, 1) ran");
        partial.runs[0].partialGrids = {{{8, 4, 1}, 4}, {{64, 1, 1}, 16}};
        row("blocks of several grids are left out of one run", partial,
            "not fully checked: 3 of 4 modules; steps 0, 2: blocks left out: only 4 of 32 blocks of the grid "
            "(8, 4, 1), 16 of 64 blocks of the grid (64, 1, 1) ran");
        partial.whyLimited = "all of them took longer than 30 s at step 1";
        row("all blocks take too long", partial,
            "not fully checked: 3 of 4 modules; steps 0, 2: blocks left out: only 4 of 32 blocks of the grid "
            "(8, 4, 1), 16 of 64 blocks of the grid (64, 1, 1) ran: all of them took longer than 30 s at "
            "step "
            "1");
        partial.whyLimited = {};
        partial.runs[0].partialGrids = {};
        partial.runs[1].comparison.returnDifference = "returned 3 instead of 2";
        row("the same blocks have another result", partial,
            "not sound: step 1, A, changes the result: returned 3 instead of 2");
        partial.runs[1].hasOtherBlocks = true;
        row("other blocks have another result", partial,
            "not fully checked: 2 of 4 modules; step 1, A: not compared: other blocks ran than in the run of "
            "the input, and the results differ");
    }

    /// The last step leaves the module of the step before unchanged, so it never counts.
    void answers()
    {
        QFETCH(StepRuns, runs);
        QFETCH(bool, isSecondUnread);
        QFETCH(QString, explanation);
        const auto recording =
            handMadeRecording({handMadeStep("A", Verdict::Changed), handMadeStep("B", Verdict::Changed),
                               handMadeStep("C", Verdict::Unchanged)});
        if (isSecondUnread)
            recording->steps[1].diagnostics.push_back(unreadText({error("syntax", "why")}));
        const CheckReport report = check(*recording, runs);
        QCOMPARE(QString::fromStdString(explain(report, *recording, runs)), explanation);
        QVERIFY(explanation.startsWith(QString::fromUtf8(toString(report.answer).data()) + ": "));
    }

    void missingPassIsSaidButNotBad()
    {
        const auto recording = handMadeRecording(
            {handMadeStep("A", Verdict::Changed), handMadeStep("B", Verdict::NotImplemented)});
        const CheckReport report = check(*recording);
        QVERIFY(!report.firstBad && report.answer == Answer::Stopped);
        QCOMPARE(report.missing, std::optional<size_t>(2));
        QVERIFY(
            QString::fromStdString(explain(report, *recording))
                .startsWith("stopped: step 2, B, is not implemented; no error in the input and the modules "
                            "after 1 pass"));
    }
};

TIR_TEST(TestCheck)
#include "tst_check.moc"
