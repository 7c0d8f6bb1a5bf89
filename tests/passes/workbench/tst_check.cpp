/// Which step a check accuses, on traces written by hand.

#include "passes/workbench/check.h"

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

class TestCheck : public QObject {
    Q_OBJECT
private slots:
    void nothingRan()
    {
        const Trace trace = traceOf({step("", Verdict::Unchanged)});
        const CheckReport report = check(trace);
        QVERIFY(report.isSound());
        QCOMPARE(explain(report, trace), std::string("sound: the input and the modules after 0 passes"));
    }

    void firstBadStepIsNamed()
    {
        const Trace trace =
            traceOf({step("", Verdict::Unchanged), step("A", Verdict::Changed),
                     step("B(\"x\")", Verdict::IllFormed, {"one", "two", "three"}),
                     step("C", Verdict::IllFormed, {"four"}), step("D", Verdict::Failed, {"five"})});
        const CheckReport report = check(trace);
        QCOMPARE(report.firstBad, std::optional<size_t>(2));
        QCOMPARE(report.laterBad, std::vector<size_t>({3, 4}));
        QCOMPARE(explain(report, trace),
                 std::string("step 2, B(\"x\"), is ill-formed: one (and 2 more errors)"));
    }

    void failureIsBad()
    {
        const Trace trace =
            traceOf({step("", Verdict::Unchanged), step("A", Verdict::Failed, {"one", "two"})});
        QCOMPARE(explain(check(trace), trace), std::string("step 1, A, failed: one (and 1 more error)"));
    }

    void inputIsNobodysFault()
    {
        const Trace trace =
            traceOf({step("", Verdict::IllFormed, {"one"}), step("A", Verdict::IllFormed, {"one"})});
        const CheckReport report = check(trace);
        QCOMPARE(report.firstBad, std::optional<size_t>(0));
        QCOMPARE(explain(report, trace), std::string("the input is ill-formed: one"));
    }

    void whatWasNotRunIsSaid()
    {
        const Trace trace =
            traceOf({step("", Verdict::Unchanged), step("A", Verdict::Changed), step("B", Verdict::Changed)});
        StepRuns runs;
        runs.notCompared = "the input was not run to its end: refused: words";
        QCOMPARE(explain(check(trace, runs), trace, runs),
                 std::string(
                     "well-formed: the input and the modules after 2 passes; no results were compared: the "
                     "input was not run to its end: refused: words"));
        runs.notCompared.clear();
        runs.runs = {{.step = 0, .message = "", .comparison = {}},
                     {.step = 1, .status = RunStatus::Refused, .message = "words", .comparison = {}},
                     {.step = 2, .status = RunStatus::Done, .message = "", .comparison = {}}};
        QCOMPARE(
            explain(check(trace, runs), trace, runs),
            std::string("sound: the input and the modules after 2 passes, 1 result equal to the input's; one "
                        "module was not run, that after step 1, A: words"));
    }

    void hazardsStandBehindTheVerdict()
    {
        Trace trace = traceOf({step("", Verdict::Unchanged), step("A", Verdict::Changed, {"one"}),
                               step("B", Verdict::Changed)});
        trace.steps[1].diagnostics.back().severity = Severity::Warning;
        QCOMPARE(explain(check(trace), trace),
                 std::string(
                     "sound: the input and the modules after 2 passes; one hazard stays, in step 1, A: one"));
        trace.steps[2].diagnostics = {trace.steps[1].diagnostics.back(), trace.steps[1].diagnostics.back()};
        QCOMPARE(explain(check(trace), trace),
                 std::string("sound: the input and the modules after 2 passes; 3 "
                             "hazards stay, the first in step 1, A: one"));
    }

    void missingPassIsSaidButNotBad()
    {
        const Trace trace =
            traceOf({step("", Verdict::Unchanged), step("A", Verdict::Changed), step("B", Verdict::Missing)});
        const CheckReport report = check(trace);
        QVERIFY(report.isSound() && !report.isComplete());
        QCOMPARE(report.missing, std::optional<size_t>(2));
        QCOMPARE(
            explain(report, trace),
            std::string(
                "sound so far: the input and the modules after 1 pass; stopped at step 2, B, which is not "
                "built yet"));
    }
};

QTEST_GUILESS_MAIN(TestCheck)
#include "tst_check.moc"
