#include "passes/workbench/check/check.h"

#include "core/support/text_format.h"
#include "passes/workbench/check/step_faults.h"

#include <algorithm>

namespace tir {
namespace {

Answer answerOf(const CheckReport& report, const Recording& recording, const StepRuns& runs)
{
    if (report.firstBad)
        return recording.verdict(*report.firstBad) == Verdict::Failed ||
                       (*report.firstBad == 0 && inputLacksProperty(recording))
                   ? Answer::Rejected
                   : Answer::NotSound;
    if (report.missing || runs.isCancelled)
        return Answer::Stopped;
    const bool isComplete = report.unchecked.empty() && report.isExecuted && !runs.isUnwatched;
    return isComplete ? Answer::Sound : Answer::NotFullyChecked;
}

int64_t passesThatRan(const Recording& recording)
{
    return std::ranges::count_if(recording.steps, [](const Step& step) {
        return step.verdict != Verdict::NotImplemented && step.verdict != Verdict::Failed;
    });
}

/// "the input and the modules after 9 passes".
std::string extentOf(const Recording& recording)
{
    return "the input and the modules after " + counted(passesThatRan(recording), "pass", "passes");
}

/// Changed modules that executed with the result of the input.
size_t comparedModules(const Recording& recording, const StepRuns& runs)
{
    return size_t(std::ranges::count_if(runs.runs, [&](const StepRun& run) {
        return run.step > 0 && run.status == RunStatus::Done && run.comparison.isEqual() &&
               !recording.repeatsModule(run.step);
    }));
}

size_t unchangedModules(const Recording& recording)
{
    size_t unchanged = 0;
    for (size_t number = 1; number < recording.moduleCount(); ++number)
        unchanged += recording.repeatsModule(number) && recording.verdict(number) != Verdict::Failed;
    return unchanged;
}

/// "7 changed modules executed, 2 passes changed nothing"; `how` comes after "executed".
std::string executionText(const Recording& recording, const StepRuns& runs, const std::string& how)
{
    const size_t compared = comparedModules(recording, runs);
    const size_t unchanged = unchangedModules(recording);
    std::string text;
    if (compared > 0)
        text = counted(compared, "changed module") + " executed" + how;
    if (unchanged > 0)
        text += (text.empty() ? "" : ", ") + counted(unchanged, "pass", "passes") + " changed nothing";
    return text;
}

/// "all 9 passes keep the result (7 changed modules executed, 2 passes changed nothing)".
std::string soundText(const Recording& recording, const StepRuns& runs)
{
    const int64_t ran = passesThatRan(recording);
    const std::string text = ran == 0   ? "no pass ran, and the input passes all checks"
                             : ran == 1 ? "the pass keeps the result"
                                        : "all " + counted(ran, "pass", "passes") + " keep the result";
    const std::string details =
        executionText(recording, runs, runs.sizes.empty() ? "" : " with " + runs.sizes);
    return details.empty() ? text : text + " (" + details + ")";
}

/// "; 7 changed modules executed with the result of the input, 2 passes changed nothing".
std::string executionOf(const Recording& recording, const StepRuns& runs)
{
    const std::string sizes = runs.sizes.empty() ? "" : " (" + runs.sizes + ")";
    const std::string text = executionText(recording, runs, " with the result of the input" + sizes);
    return text.empty() ? text : "; " + text;
}

} // namespace

std::string_view toString(Answer answer)
{
    switch (answer) {
    case Answer::Sound:
        return "sound";
    case Answer::NotSound:
        return "not sound";
    case Answer::NotFullyChecked:
        return "not fully checked";
    case Answer::Rejected:
        return "rejected";
    case Answer::Stopped:
        return "stopped";
    }
    return "?";
}

const UncheckedStep* CheckReport::findUnchecked(size_t step) const
{
    const auto found = std::ranges::find(unchecked, step, &UncheckedStep::step);
    return found == unchecked.end() ? nullptr : &*found;
}

CheckReport check(const Recording& recording, const StepRuns& runs)
{
    CheckReport report;
    report.isExecuted = !runs.runs.empty() || !runs.notCompared.empty();
    for (size_t number = 0; number < recording.moduleCount(); ++number) {
        if (recording.verdict(number) == Verdict::NotImplemented && !report.missing)
            report.missing = number;
        if (!isBad(recording, number, runs))
            continue;
        if (report.firstBad)
            report.laterBad.push_back(number);
        else
            report.firstBad = number;
    }
    report.unchecked = findUnchecked(recording, runs, report.isExecuted);
    report.answer = answerOf(report, recording, runs);
    return report;
}

std::string explain(const CheckReport& report, const Recording& recording, const StepRuns& runs)
{
    std::string text(toString(report.answer));
    text += ": ";
    switch (report.answer) {
    case Answer::NotSound:
    case Answer::Rejected:
        text += explainFault(recording, *report.firstBad, runs);
        break;
    case Answer::Sound:
        text += soundText(recording, runs);
        if (!runs.notEntered.empty())
            text += "; only " + explainNotEntered(runs);
        break;
    case Answer::NotFullyChecked:
        if (report.unchecked.empty() && report.isExecuted)
            text += "memory accesses were not checked; " + extentOf(recording) + executionOf(recording, runs);
        else if (report.unchecked.empty())
            text += extentOf(recording) + " are well-formed; nothing was executed";
        else
            text += std::to_string(report.unchecked.size()) + " of " +
                    counted(int64_t(recording.moduleCount()), "module") + "; " +
                    explainUnchecked(report.unchecked, recording).front();
        break;
    case Answer::Stopped:
        if (report.missing)
            text += stepTitle(recording, *report.missing) + ", is not implemented; no error in " +
                    extentOf(recording) + executionOf(recording, runs);
        else
            text += runs.notCompared + " at " + stepTitle(recording, runs.end) + "; no error until then" +
                    executionOf(recording, runs);
        return text;
    }
    if (report.missing)
        text += "; stopped at " + stepTitle(recording, *report.missing) + ", which is not implemented";
    else if (runs.isCancelled)
        text += "; " + runs.notCompared + " at " + stepTitle(recording, runs.end);
    return text;
}

std::vector<size_t> wayTo(size_t last, const Recording& recording)
{
    std::vector<size_t> way{last};
    while (way.back() > 0)
        way.push_back(recording.previous(way.back()));
    std::ranges::reverse(way);
    return way;
}

} // namespace tir
