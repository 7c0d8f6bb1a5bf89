#include "passes/workbench/check.h"

#include <algorithm>

namespace tir {
namespace {

bool isBad(const TraceStep& step)
{
    switch (step.verdict) {
    case Verdict::IllFormed:
    case Verdict::Failed:
        return true;
    case Verdict::Unchanged:
    case Verdict::Changed:
    case Verdict::Missing:
    case Verdict::Imported:
        return false;
    }
    return false;
}

/// What a bad step did, between its name and the reason.
std::string deedOf(const TraceStep& step, const StepRun* run)
{
    if (step.verdict == Verdict::Failed)
        return "failed";
    if (isBad(step) || !run)
        return "is ill-formed";
    if (!run->introduced.empty())
        return run->step == 0 ? "has a hazard" : "introduces a hazard";
    return run->status == RunStatus::Done ? "changes the result" : "breaks the run";
}

/// Steps whose result was compared with the input's.
size_t comparedCount(const StepRuns& runs)
{
    return size_t(std::count_if(runs.runs.begin(), runs.runs.end(), [](const StepRun& run) {
        return run.step > 0 && run.status == RunStatus::Done;
    }));
}

/// "; no results were compared: …", "; 2 modules were not run, the first after step 4, P: …"; empty when all ran.
std::string whatWasNotRun(const Trace& trace, const StepRuns& runs)
{
    if (!runs.notCompared.empty())
        return "; no results were compared: " + runs.notCompared;
    const auto isRefused = [](const StepRun& run) { return run.status == RunStatus::Refused; };
    const auto first = std::ranges::find_if(runs.runs, isRefused);
    if (first == runs.runs.end())
        return {};
    const auto count = std::ranges::count_if(runs.runs, isRefused);
    return (count == 1 ? "; one module was not run, that after "
                       : "; " + std::to_string(count) + " modules were not run, the first after ") +
           stepTitle(trace, first->step) + ": " + first->message;
}

/// "; one hazard stays, in step 4, P: …"; empty when there is none.
std::string hazardsIn(const Trace& trace)
{
    size_t count = 0;
    std::string first;
    for (size_t number = 0; number < trace.steps.size(); ++number)
        for (const Diagnostic& diagnostic : trace.steps[number].diagnostics)
            if (diagnostic.severity == Severity::Warning && count++ == 0)
                first = stepTitle(trace, number) + ": " + diagnostic.message;
    return count == 0 ? ""
                      : (count == 1 ? "; one hazard stays, in "
                                    : "; " + std::to_string(count) + " hazards stay, the first in ") +
                            first;
}

} // namespace

CheckReport check(const Trace& trace, const StepRuns& runs)
{
    CheckReport report;
    for (size_t number = 0; number < trace.steps.size(); ++number) {
        const TraceStep& step = trace.steps[number];
        if (step.verdict == Verdict::Missing && !report.missing)
            report.missing = number;
        const StepRun* run = runs.find(number);
        const bool isInputSound = number == 0 && (!run || run->introduced.empty());
        if (!isBad(step) && (isInputSound || !run || !run->isBad()))
            continue;
        if (report.firstBad)
            report.laterBad.push_back(number);
        else
            report.firstBad = number;
    }
    return report;
}

std::string explain(const CheckReport& report, const Trace& trace, const StepRuns& runs)
{
    std::string text;
    if (report.firstBad) {
        text = stepTitle(trace, *report.firstBad) + (*report.firstBad == 0 ? " " : ", ") +
               deedOf(trace.steps[*report.firstBad], runs.find(*report.firstBad)) + ": " +
               reasonOf(trace, *report.firstBad, runs);
    } else {
        const auto ran = std::count_if(trace.steps.begin() + 1, trace.steps.end(), [](const TraceStep& step) {
            return step.verdict != Verdict::Missing;
        });
        const std::string verdict = runs.notCompared.empty() ? "sound" : "well-formed";
        text = verdict + (report.missing ? " so far: " : ": ") + "the input and the modules after " +
               std::to_string(ran) + (ran == 1 ? " pass" : " passes");
        if (const size_t compared = comparedCount(runs))
            text += ", " + std::to_string(compared) + (compared == 1 ? " result" : " results") +
                    " equal to the input's";
        text += whatWasNotRun(trace, runs) + hazardsIn(trace);
    }
    if (report.missing)
        text += "; stopped at " + stepTitle(trace, *report.missing) + ", which is not built yet";
    return text;
}

std::string reasonOf(const Trace& trace, size_t number, const StepRuns& runs)
{
    std::string first;
    int others = -1;
    for (const Diagnostic& diagnostic : trace.steps[number].diagnostics) {
        if (diagnostic.severity != Severity::Error)
            continue;
        if (first.empty())
            first = diagnostic.message;
        ++others;
    }
    if (others > 0)
        first += " (and " + std::to_string(others) + (others == 1 ? " more error)" : " more errors)");
    const StepRun* run = runs.find(number);
    if (!first.empty() || !run)
        return first;
    if (!run->introduced.empty()) {
        const Diagnostic hazard = toDiagnostic(run->introduced.front());
        const size_t more = run->introduced.size() - 1;
        return hazard.code + ": " + hazard.message +
               (more > 0 ? " (and " + std::to_string(more) + " more)" : std::string());
    }
    return run->status == RunStatus::Done ? explain(run->comparison) : run->message;
}

std::string stepTitle(const Trace& trace, size_t number)
{
    if (number == 0)
        return "the input";
    const TraceStep& step = trace.steps[number];
    const std::string branch(toString(step.branch));
    return "step " + std::to_string(number) + (branch.empty() ? "" : " of the " + branch) + ", " + step.pass;
}

} // namespace tir
