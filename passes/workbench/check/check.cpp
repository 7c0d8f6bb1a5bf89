#include "passes/workbench/check/check.h"

#include "core/analysis/text.h"
#include "core/support/count_text.h"
#include "core/support/list_text.h"
#include "passes/framework/tvm_defects.h"

#include <algorithm>
#include <iterator>
#include <span>

namespace tir {
namespace {

bool isBad(const Recording& recording, size_t number)
{
    const Verdict verdict = recording.verdict(number);
    return verdict == Verdict::IllFormed || verdict == Verdict::Failed ||
           std::ranges::any_of(recording.diagnostics(number), isTvmDefect);
}

bool isBad(size_t number, const StepRun* run)
{
    // The result of the input is the reference: only a failed memory check makes it bad.
    return run && (number == 0 ? !run->introduced.empty() : run->isBad());
}

/// Whether the first error is that the input lacks a property that a pass requires.
bool inputLacksProperty(const Recording& recording)
{
    const Diagnostics& diagnostics = recording.inputDiagnostics;
    const auto first = std::ranges::find(diagnostics, Severity::Error, &Diagnostic::severity);
    return first != diagnostics.end() && first->code == "contract";
}

/// The fault of a bad step, between its name and the reason.
std::string faultKind(const Recording& recording, size_t number, const StepRun* run)
{
    if (recording.verdict(number) == Verdict::Failed)
        return "failed";
    if (number == 0 && inputLacksProperty(recording))
        return "lacks a property";
    if (recording.verdict(number) == Verdict::IllFormed)
        return "is ill-formed";
    if (isBad(recording, number) || !run)
        return "reproduces a known TVM defect";
    if (!run->introduced.empty())
        return "fails a memory check";
    return run->status == RunStatus::Done ? "changes the result" : "fails when executed";
}

std::string inOneLine(const std::string& lines)
{
    std::string text;
    for (const char c : lines)
        text += c == '\n' ? std::string("; ") : std::string(1, c);
    return text;
}

/// Parts of the input that its run did not reach. Other steps compute the same with the same arguments: parts that only
/// they do not reach, such as the rest of a loop that a pass has split, are not the user's code.
std::optional<UncheckedStep> reachGap(const StepRun& run)
{
    UncheckedStep gap{run.step, Gap::NotReached, {}};
    std::ranges::copy_if(run.findings, std::back_inserter(gap.unreached),
                         [](const Finding& finding) { return finding.kind == FindingKind::NotReached; });
    if (gap.unreached.empty())
        return std::nullopt;
    gap.reason = "with these arguments, " + toDiagnostic(gap.unreached.front()).message;
    if (gap.unreached.size() > 1)
        gap.reason += " (and " + counted(int64_t(gap.unreached.size()) - 1, "more place") + ")";
    return gap;
}

/// "'one', 'two' and 3 more".
std::string namesOf(const std::vector<std::string>& functions)
{
    constexpr size_t Most = 3;
    const std::string text = listText(std::span(functions).first(std::min(functions.size(), Most)), quoted);
    return functions.size() > Most ? text + " and " + std::to_string(functions.size() - Most) + " more"
                                   : text;
}

/// Both reasons in one gap.
void join(std::optional<UncheckedStep>& gap, UncheckedStep other)
{
    if (!gap) {
        gap = std::move(other);
        return;
    }
    gap->reason += "; " + other.reason;
    std::ranges::move(other.unreached, std::back_inserter(gap->unreached));
}

/// Blocks that the limit left out, and for the input the parts and the functions that did not run as well.
std::optional<UncheckedStep> coverageGap(const StepRuns& runs, const StepRun& run)
{
    std::optional<UncheckedStep> gap;
    if (!run.partialGrids.empty())
        gap = UncheckedStep{run.step, Gap::BlocksLeftOut, explainPartial(run.partialGrids)};
    if (run.step > 0)
        return gap;
    if (!runs.notRepeated.empty())
        join(gap, {run.step, Gap::OutOfTime, inOneLine(runs.notRepeated)});
    if (std::optional<UncheckedStep> unreached = reachGap(run))
        join(gap, *std::move(unreached));
    if (!runs.notEntered.empty() && !runs.isEntryGiven)
        join(gap, {run.step, Gap::NotReached,
                   "'" + runs.entry + "' ran, which does not call " + namesOf(runs.notEntered)});
    return gap;
}

/// Why the step was not checked by executing it; nothing if it was, or if it left the module unchanged.
std::optional<UncheckedStep> executionGap(const Recording& recording, const StepRuns& runs, size_t number)
{
    if (isBad(recording, number) || recording.verdict(number) == Verdict::NotImplemented)
        return std::nullopt; // everything is known
    if (const StepRun* run = runs.find(number)) {
        if (run->status == RunStatus::Refused)
            return UncheckedStep{number, Gap::NotExecutable, inOneLine(run->message)};
        if (run->status == RunStatus::TimedOut)
            return UncheckedStep{number, Gap::OutOfTime, inOneLine(run->message)};
        if (number == 0 && run->status != RunStatus::Done)
            return UncheckedStep{number, Gap::NotCompared, runs.notCompared};
        if (run->status == RunStatus::Done && run->hasOtherBlocks && !run->comparison.isEqual())
            return UncheckedStep{number, Gap::NotCompared,
                                 "other blocks ran than in the run of the input, and the results differ"};
        return coverageGap(runs, *run);
    }
    if (recording.repeatsModule(number))
        return std::nullopt;
    if (runs.isOutOfTime && number >= runs.end)
        return UncheckedStep{number, Gap::OutOfTime, runs.notCompared};
    return UncheckedStep{number, Gap::NotCompared,
                         runs.notCompared.empty() ? "the module before the branch is unread"
                                                  : runs.notCompared};
}

std::vector<UncheckedStep> findGaps(const Recording& recording, const StepRuns& runs, bool isExecuted)
{
    std::vector<UncheckedStep> gaps;
    for (size_t number = 0; number < recording.moduleCount(); ++number) {
        if (const auto unread = whyUnread(recording.diagnostics(number)))
            gaps.push_back({number, Gap::Unread, *unread});
        else if (isExecuted)
            if (auto gap = executionGap(recording, runs, number))
                gaps.push_back(*std::move(gap));
    }
    return gaps;
}

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
    return std::ranges::count_if(recording.steps,
                                 [](const Step& step) { return step.verdict != Verdict::NotImplemented; });
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
        unchanged += recording.repeatsModule(number);
    return unchanged;
}

/// "all 9 passes keep the result (7 changed modules executed, 2 passes changed nothing)".
std::string soundText(const Recording& recording, const StepRuns& runs)
{
    const int64_t ran = passesThatRan(recording);
    std::string text = ran == 0   ? "no pass ran, and the input passes all checks"
                       : ran == 1 ? "the pass keeps the result"
                                  : "all " + counted(ran, "pass", "passes") + " keep the result";
    const size_t compared = comparedModules(recording, runs);
    const size_t unchanged = unchangedModules(recording);
    std::string details;
    if (compared > 0)
        details = counted(compared, "changed module") + " executed" +
                  (runs.sizes.empty() ? "" : " with " + runs.sizes);
    if (unchanged > 0)
        details += (details.empty() ? "" : ", ") + counted(unchanged, "pass", "passes") + " changed nothing";
    return details.empty() ? text : text + " (" + details + ")";
}

/// "; 7 changed modules executed with the result of the input, 2 passes changed nothing".
std::string executionOf(const Recording& recording, const StepRuns& runs)
{
    const size_t compared = comparedModules(recording, runs);
    const size_t unchanged = unchangedModules(recording);
    std::string text;
    if (compared > 0)
        text = counted(compared, "changed module") + " executed with the result of the input" +
               (runs.sizes.empty() ? "" : " (" + runs.sizes + ")");
    if (unchanged > 0)
        text += (text.empty() ? "" : ", ") + counted(unchanged, "pass", "passes") + " changed nothing";
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

std::string explainBad(const CheckReport& report, const Recording& recording, const StepRuns& runs)
{
    const size_t number = *report.firstBad;
    return stepTitle(recording, number) + (number == 0 ? " " : ", ") +
           faultKind(recording, number, runs.find(number)) + ": " + reasonOf(recording, number, runs);
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
    case Gap::NotReached:
        return "not reached";
    case Gap::BlocksLeftOut:
        return "blocks left out";
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
        if (!isBad(recording, number) && !isBad(number, runs.find(number)))
            continue;
        if (report.firstBad)
            report.laterBad.push_back(number);
        else
            report.firstBad = number;
    }
    report.unchecked = findGaps(recording, runs, report.isExecuted);
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
        text += explainBad(report, recording, runs);
        break;
    case Answer::Sound:
        text += soundText(recording, runs);
        if (!runs.notEntered.empty())
            text += "; only '" + runs.entry + "' ran, which does not call " + namesOf(runs.notEntered);
        break;
    case Answer::NotFullyChecked:
        if (report.unchecked.empty() && report.isExecuted)
            text += "memory accesses were not checked; " + extentOf(recording) + executionOf(recording, runs);
        else if (report.unchecked.empty())
            text += extentOf(recording) + " are well-formed; nothing was executed";
        else
            text += std::to_string(report.unchecked.size()) + " of " +
                    counted(int64_t(recording.moduleCount()), "module") + "; " +
                    explainUnchecked(report, recording).front();
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

std::vector<std::string> explainUnchecked(const CheckReport& report, const Recording& recording)
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
            (numbers.size() == 1 ? stepTitle(recording, numbers.front()) : "steps " + rangesOf(numbers)) +
            ": " + std::string(toString(steps[first].gap)) + ": " + steps[first].reason);
    }
    return lines;
}

std::string reasonOf(const Recording& recording, size_t number, const StepRuns& runs)
{
    const Diagnostics& diagnostics = recording.diagnostics(number);
    const bool hasErrors = hasError(diagnostics);
    std::string first;
    int others = -1;
    for (const Diagnostic& diagnostic : diagnostics) {
        if (hasErrors ? diagnostic.severity != Severity::Error : !isTvmDefect(diagnostic))
            continue;
        if (first.empty())
            first = diagnostic.message;
        ++others;
    }
    if (others > 0)
        first +=
            " (and " + (hasErrors ? counted(others, "more error") : std::to_string(others) + " more") + ")";
    const StepRun* run = runs.find(number);
    if (!first.empty() || !run)
        return first;
    if (!run->introduced.empty()) {
        const Diagnostic finding = toDiagnostic(run->introduced.front());
        const size_t more = run->introduced.size() - 1;
        return finding.code + ": " + finding.message +
               (more > 0 ? " (and " + std::to_string(more) + " more)" : std::string());
    }
    return run->status == RunStatus::Done ? run->difference() : run->message;
}

bool isTvmDefect(const Diagnostic& diagnostic)
{
    return diagnostic.severity == Severity::Warning && findTvmDefect(diagnostic.code);
}

std::vector<size_t> wayTo(size_t last, const Recording& recording)
{
    std::vector<size_t> way{last};
    while (way.back() > 0)
        way.push_back(recording.previous(way.back()));
    std::ranges::reverse(way);
    return way;
}

std::string stepTitle(const Recording& recording, size_t number)
{
    if (number == 0)
        return "the input";
    const std::string branch(toString(recording.branch(number)));
    return "step " + std::to_string(number) + (branch.empty() ? "" : " of the " + branch) + ", " +
           recording.pass(number);
}

} // namespace tir
