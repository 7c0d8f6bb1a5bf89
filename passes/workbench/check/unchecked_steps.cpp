#include "passes/workbench/check/unchecked_steps.h"

#include "core/analysis/text.h"
#include "core/support/list_text.h"
#include "core/support/text_format.h"
#include "passes/workbench/check/step_faults.h"

#include <algorithm>
#include <iterator>
#include <span>

namespace tir {
namespace {

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
        gap = UncheckedStep{run.step, Gap::BlocksLeftOut,
                            explainPartial(run.partialGrids) +
                                (runs.whyLimited.empty() ? "" : ": " + runs.whyLimited)};
    if (run.step > 0)
        return gap;
    if (!runs.notRepeated.empty())
        join(gap, {run.step, Gap::OutOfTime, inOneLine(runs.notRepeated)});
    if (std::optional<UncheckedStep> unreached = reachGap(run))
        join(gap, *std::move(unreached));
    if (!runs.notEntered.empty() && !runs.isEntryGiven)
        join(gap, {run.step, Gap::NotReached, explainNotEntered(runs)});
    return gap;
}

/// Why the step was not checked by executing it; nothing if it was, or if it left the module unchanged.
std::optional<UncheckedStep> executionGap(const Recording& recording, const StepRuns& runs, size_t number)
{
    if (isBad(recording, number) || !recording.hasResult(number))
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
        if (run->isOtherChoice)
            return UncheckedStep{number, Gap::NotCompared,
                                 "its threads may choose another one of several equal values: " +
                                     run->difference()};
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

} // namespace

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

std::vector<UncheckedStep> findUnchecked(const Recording& recording, const StepRuns& runs, bool isExecuted)
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

std::vector<std::string> explainUnchecked(const std::vector<UncheckedStep>& steps, const Recording& recording)
{
    std::vector<std::string> lines;
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

std::string explainNotEntered(const StepRuns& runs)
{
    constexpr size_t Most = 3;
    const size_t shown = std::min(runs.notEntered.size(), Most);
    const std::string names = listText(std::span(runs.notEntered).first(shown), quoted);
    const size_t more = runs.notEntered.size() - shown;
    return "'" + runs.entry + "' ran, which does not call " + names +
           (more > 0 ? " and " + std::to_string(more) + " more" : "");
}

} // namespace tir
