/// Which step a check accuses, on traces written by hand.

#include "passes/workbench/check/check.h"
#include "tests/support/test_main.h"

#include <QtTest>

using namespace tir;

namespace {

TraceStep step(const std::string& pass, Verdict verdict, const std::vector<std::string>& errors = {})
{
    TraceStep result;
    result.pass = pass;
    result.verdict = verdict;
    result.diagnostics.push_back(
        {.severity = Severity::Note, .code = "remark", .message = "a remark", .span = {}});
    for (const std::string& message : errors)
        result.diagnostics.push_back(error("x", message));
    return result;
}

Trace traceOf(std::vector<TraceStep> steps)
{
    Trace trace;
    trace.texts = {""};
    trace.steps = std::move(steps);
    return trace;
}

} // namespace

Q_DECLARE_METATYPE(tir::StepRuns)

class TestCheck : public QObject {
    Q_OBJECT
private slots:
    void nothingRan()
    {
        const Trace trace = traceOf({step("", Verdict::Unchanged)});
        const CheckReport report = check(trace);
        QVERIFY(!report.firstBad);
        QCOMPARE(explain(report, trace), std::string("not fully checked: the input and the modules after 0 "
                                                     "passes are well-formed; nothing was executed"));
    }

    void firstBadStepIsNamed()
    {
        const Trace trace =
            traceOf({step("", Verdict::Unchanged), step("A", Verdict::Changed),
                     step("B(\"x\")", Verdict::IllFormed, {"one", "two", "three"}),
                     step("C", Verdict::IllFormed, {"four"}), step("D", Verdict::Failed, {"five"})});
        const CheckReport report = check(trace);
        QVERIFY(report.answer == Answer::NotSound);
        QCOMPARE(report.firstBad, std::optional<size_t>(2));
        QCOMPARE(report.laterBad, std::vector<size_t>({3, 4}));
        QCOMPARE(explain(report, trace),
                 std::string("not sound: step 2, B(\"x\"), is ill-formed: one (and 2 more errors)"));
    }

    void passThatFailsRejectsTheProgram()
    {
        const Trace trace =
            traceOf({step("", Verdict::Unchanged), step("A", Verdict::Failed, {"one", "two"})});
        QVERIFY(check(trace).answer == Answer::Rejected);
        QCOMPARE(explain(check(trace), trace),
                 std::string("rejected: step 1, A, failed: one (and 1 more error)"));
    }

    void badInputIsReportedForTheInput()
    {
        const Trace trace =
            traceOf({step("", Verdict::IllFormed, {"one"}), step("A", Verdict::IllFormed, {"one"})});
        const CheckReport report = check(trace);
        QCOMPARE(report.firstBad, std::optional<size_t>(0));
        QCOMPARE(explain(report, trace), std::string("not sound: the input is ill-formed: one"));
    }

    void hazardMakesAStepBad()
    {
        Trace trace = traceOf({step("", Verdict::Unchanged), step("A", Verdict::Changed, {"one"}),
                               step("B", Verdict::Changed)});
        Diagnostic& hazard = trace.steps[1].diagnostics.back();
        hazard.severity = Severity::Warning;
        QVERIFY(!check(trace).firstBad); // a warning that is not a known TVM defect
        hazard.code = "hazard-tiny-buffer";
        QCOMPARE(explain(check(trace), trace), std::string("not sound: step 1, A, introduces a hazard: one"));
        trace.steps[2].diagnostics = {hazard, hazard};
        QCOMPARE(check(trace).laterBad, std::vector<size_t>({2}));
        QCOMPARE(reasonOf(trace, 2), std::string("one (and 1 more)"));
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
            "sound: the input and the modules after 3 passes; 2 changed modules executed with the result of "
            "the input, 1 pass changed nothing");
        row("unread", runs({Done, Done}), "not fully checked: 1 of 4 modules; step 2, B: unread: why", true);
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
        row("interrupted", cancelled,
            "stopped: the run was cancelled; no error in the input and the modules after 3 passes; 1 pass "
            "changed nothing");
    }

    /// The last step leaves the module of the step before unchanged, so it never counts.
    void answers()
    {
        QFETCH(StepRuns, runs);
        QFETCH(bool, isSecondUnread);
        QFETCH(QString, explanation);
        Trace trace = traceOf({step("", Verdict::Unchanged), step("A", Verdict::Changed),
                               step("B", Verdict::Changed), step("C", Verdict::Unchanged)});
        trace.texts = {"0", "1", "2"};
        for (const size_t number : {1, 2, 3})
            trace.steps[number].text = std::min<size_t>(number, 2);
        if (isSecondUnread)
            for (const size_t number : {2, 3})
                trace.steps[number].diagnostics.push_back(
                    {.severity = Severity::Warning, .code = "unreadable-text", .message = "why", .span = {}});
        if (isSecondUnread)
            trace.steps[3].diagnostics.pop_back();
        const CheckReport report = check(trace, runs);
        QCOMPARE(QString::fromStdString(explain(report, trace, runs)), explanation);
        QVERIFY(explanation.startsWith(QString::fromUtf8(toString(report.answer).data()) + ": "));
    }

    void missingPassIsSaidButNotBad()
    {
        const Trace trace =
            traceOf({step("", Verdict::Unchanged), step("A", Verdict::Changed), step("B", Verdict::Missing)});
        const CheckReport report = check(trace);
        QVERIFY(!report.firstBad && report.answer == Answer::Stopped);
        QCOMPARE(report.missing, std::optional<size_t>(2));
        QVERIFY(QString::fromStdString(explain(report, trace))
                    .startsWith("stopped: step 2, B, is not built yet; no error in the input and the modules "
                                "after 1 pass"));
    }
};

TIR_TEST(TestCheck)
#include "tst_check.moc"
