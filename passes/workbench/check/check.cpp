#include "passes/workbench/check/check.h"

#include "passes/framework/tvm_defects.h"

#include <algorithm>

namespace tir {
namespace {

bool isBad(const TraceStep& step)
{
    return step.verdict == Verdict::IllFormed || step.verdict == Verdict::Failed ||
           std::ranges::any_of(step.diagnostics, isHazard);
}

bool isBad(size_t number, const StepRun* run)
{
    // The result of the input is the reference: only a hazard makes it bad.
    return run && (number == 0 ? !run->introduced.empty() : run->isBad());
}

/// Whether the first error is that the input lacks a property that a pass requires.
bool lacksProperty(const TraceStep& input)
{
    const auto first = std::ranges::find(input.diagnostics, Severity::Error, &Diagnostic::severity);
    return first != input.diagnostics.end() && first->code == "contract";
}

/// What a bad step did, between its name and the reason.
std::string misdeedOf(const TraceStep& step, const StepRun* run)
{
    if (step.verdict == Verdict::Failed)
        return "failed";
    if (step.pass.empty() && lacksProperty(step))
        return "lacks a property";
    if (step.verdict == Verdict::IllFormed)
        return "is ill-formed";
    if (isBad(step) || !run)
        return "introduces a hazard";
    if (!run->introduced.empty())
        return run->step == 0 ? "has a hazard" : "introduces a hazard";
    return run->status == RunStatus::Done ? "changes the result" : "fails when executed";
}

std::string inOneLine(const std::string& lines)
{
    std::string text;
    for (const char c : lines)
        text += c == '\n' ? std::string("; ") : std::string(1, c);
    return text;
}

/// Why the step was not checked by executing it; nothing if it was, or if it left the module unchanged.
std::optional<UncheckedStep> executionGap(const Trace& trace, const StepRuns& runs, size_t number)
{
    const TraceStep& step = trace.steps[number];
    if (isBad(step) || step.verdict == Verdict::Missing)
        return std::nullopt; // there is nothing left to find out
    if (const StepRun* run = runs.find(number)) {
        if (run->status == RunStatus::Refused)
            return UncheckedStep{number, Gap::NotExecutable, inOneLine(run->message)};
        if (run->status == RunStatus::TimedOut)
            return UncheckedStep{number, Gap::OutOfTime, inOneLine(run->message)};
        if (number == 0 && run->status != RunStatus::Done)
            return UncheckedStep{number, Gap::NotCompared, runs.notCompared};
        return std::nullopt;
    }
    if (number > 0 && step.text == trace.steps[number - 1].text)
        return std::nullopt;
    if (runs.isOutOfTime && number >= runs.end)
        return UncheckedStep{number, Gap::OutOfTime, runs.notCompared};
    return UncheckedStep{number, Gap::NotCompared,
                         runs.notCompared.empty() ? "the module before the branch is unread"
                                                  : runs.notCompared};
}

std::vector<UncheckedStep> findGaps(const Trace& trace, const StepRuns& runs, bool isExecuted)
{
    std::vector<UncheckedStep> gaps;
    for (size_t number = 0; number < trace.steps.size(); ++number) {
        if (const auto unread = whyUnread(trace.steps[number].diagnostics))
            gaps.push_back({number, Gap::Unread, *unread});
        else if (isExecuted)
            if (auto gap = executionGap(trace, runs, number))
                gaps.push_back(*std::move(gap));
    }
    return gaps;
}

Answer answerOf(const CheckReport& report, const Trace& trace, const StepRuns& runs)
{
    if (report.firstBad)
        return trace.steps[*report.firstBad].verdict == Verdict::Failed ||
                       (*report.firstBad == 0 && lacksProperty(trace.steps[0]))
                   ? Answer::Rejected
                   : Answer::NotSound;
    if (report.missing || runs.isCancelled)
        return Answer::Stopped;
    return report.unchecked.empty() && report.isExecuted ? Answer::Sound : Answer::NotFullyChecked;
}

std::string counted(size_t count, const std::string& what)
{
    return std::to_string(count) + " " + what + (count == 1 ? "" : what.ends_with("ss") ? "es" : "s");
}

/// "the input and the modules after 9 passes".
std::string extentOf(const Trace& trace)
{
    const auto ran = std::count_if(trace.steps.begin() + 1, trace.steps.end(),
                                   [](const TraceStep& step) { return step.verdict != Verdict::Missing; });
    return "the input and the modules after " + counted(size_t(ran), "pass");
}

/// "; 7 changed modules executed with the result of the input, 2 passes changed nothing".
std::string executionOf(const Trace& trace, const StepRuns& runs)
{
    const auto compared = size_t(std::ranges::count_if(runs.runs, [&](const StepRun& run) {
        return run.step > 0 && run.status == RunStatus::Done &&
               trace.steps[run.step].text != trace.steps[run.step - 1].text;
    }));
    size_t unchanged = 0;
    for (size_t number = 1; number < trace.steps.size(); ++number)
        unchanged += trace.steps[number].text == trace.steps[number - 1].text;
    std::string text;
    if (compared > 0)
        text = counted(compared, "changed module") + " executed with the result of the input";
    if (unchanged > 0)
        text += (text.empty() ? "" : ", ") + counted(unchanged, "pass") + " changed nothing";
    return text.empty() ? text : "; " + text;
}

/// "3, 7 to 9".
std::string rangesOf(const std::vector<size_t>& numbers)
{
    std::string text;
    for (size_t first = 0; first < numbers.size();) {
        size_t last = first;
        while (last + 1 < numbers.size() && numbers[last + 1] == numbers[last] + 1)
            ++last;
        text += (text.empty() ? "" : ", ") + std::to_string(numbers[first]) +
                (last > first ? " to " + std::to_string(numbers[last]) : "");
        first = last + 1;
    }
    return text;
}

std::string explainBad(const CheckReport& report, const Trace& trace, const StepRuns& runs)
{
    const size_t number = *report.firstBad;
    return stepTitle(trace, number) + (number == 0 ? " " : ", ") +
           misdeedOf(trace.steps[number], runs.find(number)) + ": " + reasonOf(trace, number, runs);
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

std::string_view toString(Gap gap)
{
    switch (gap) {
    case Gap::Unread:
        return "unread";
    case Gap::NotExecutable:
        return "not executable";
    case Gap::NotCompared:
        return "not compared";
    case Gap::OutOfTime:
        return "out of time";
    }
    return "?";
}

const UncheckedStep* CheckReport::findUnchecked(size_t step) const
{
    const auto found = std::ranges::find(unchecked, step, &UncheckedStep::step);
    return found == unchecked.end() ? nullptr : &*found;
}

CheckReport check(const Trace& trace, const StepRuns& runs)
{
    CheckReport report;
    report.isExecuted = !runs.runs.empty() || !runs.notCompared.empty();
    for (size_t number = 0; number < trace.steps.size(); ++number) {
        const TraceStep& step = trace.steps[number];
        if (step.verdict == Verdict::Missing && !report.missing)
            report.missing = number;
        if (!isBad(step) && !isBad(number, runs.find(number)))
            continue;
        if (report.firstBad)
            report.laterBad.push_back(number);
        else
            report.firstBad = number;
    }
    report.unchecked = findGaps(trace, runs, report.isExecuted);
    report.answer = answerOf(report, trace, runs);
    return report;
}

std::string explain(const CheckReport& report, const Trace& trace, const StepRuns& runs)
{
    std::string text(toString(report.answer));
    text += ": ";
    switch (report.answer) {
    case Answer::NotSound:
    case Answer::Rejected:
        text += explainBad(report, trace, runs);
        break;
    case Answer::Sound:
        text += extentOf(trace) + executionOf(trace, runs);
        break;
    case Answer::NotFullyChecked:
        if (report.unchecked.empty())
            text += extentOf(trace) + " are well-formed; nothing was executed";
        else
            text += std::to_string(report.unchecked.size()) + " of " + counted(trace.steps.size(), "module") +
                    "; " + explainUnchecked(report, trace).front();
        break;
    case Answer::Stopped:
        if (report.missing)
            text += stepTitle(trace, *report.missing) + ", is not built yet; no error in " + extentOf(trace) +
                    executionOf(trace, runs);
        else
            text += runs.notCompared + "; no error in " + extentOf(trace) + executionOf(trace, runs);
        return text;
    }
    if (report.missing)
        text += "; stopped at " + stepTitle(trace, *report.missing) + ", which is not built yet";
    return text;
}

std::vector<std::string> explainUnchecked(const CheckReport& report, const Trace& trace)
{
    std::vector<std::string> lines;
    const std::vector<UncheckedStep>& steps = report.unchecked;
    for (size_t first = 0; first < steps.size(); ++first) {
        const auto isAlike = [&](const UncheckedStep& other) {
            return other.gap == steps[first].gap && other.reason == steps[first].reason;
        };
        const auto isReported = std::find_if(steps.begin(), steps.begin() + std::ptrdiff_t(first), isAlike) !=
                                steps.begin() + std::ptrdiff_t(first);
        if (isReported)
            continue;
        std::vector<size_t> numbers;
        for (const UncheckedStep& step : steps)
            if (isAlike(step))
                numbers.push_back(step.step);
        lines.push_back(
            (numbers.size() == 1 ? stepTitle(trace, numbers.front()) : "steps " + rangesOf(numbers)) + ": " +
            std::string(toString(steps[first].gap)) + ": " + steps[first].reason);
    }
    return lines;
}

std::string reasonOf(const Trace& trace, size_t number, const StepRuns& runs)
{
    const Diagnostics& diagnostics = trace.steps[number].diagnostics;
    const bool hasErrors = hasError(diagnostics);
    std::string first;
    int others = -1;
    for (const Diagnostic& diagnostic : diagnostics) {
        if (hasErrors ? diagnostic.severity != Severity::Error : !isHazard(diagnostic))
            continue;
        if (first.empty())
            first = diagnostic.message;
        ++others;
    }
    if (others > 0)
        first += " (and " + std::to_string(others) +
                 (hasErrors ? others == 1 ? " more error)" : " more errors)" : " more)");
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

bool isHazard(const Diagnostic& diagnostic)
{
    return diagnostic.severity == Severity::Warning && findTvmDefect(diagnostic.code);
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
