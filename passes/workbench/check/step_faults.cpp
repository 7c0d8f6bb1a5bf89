#include "passes/workbench/check/step_faults.h"

#include "core/support/text_format.h"
#include "passes/framework/tvm_defects.h"
#include "passes/workbench/trace/recorded_run.h"

#include <algorithm>

namespace tir {
namespace {

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

/// The unread steps directly before a bad one may have made its change.
std::string unreadBefore(const Recording& recording, size_t number)
{
    if (number == 0 || recording.verdict(number) == Verdict::Failed)
        return {};
    const size_t last = recording.previous(number);
    size_t first = number;
    for (size_t at = last; at > 0 && whyUnread(recording.diagnostics(at)); at = recording.previous(at))
        first = at;
    if (first == number)
        return {};
    return "; " +
           (first == last
                ? stepTitle(recording, first) + ", which is unread,"
                : "steps " + std::to_string(first) + " to " + std::to_string(last) + ", which are unread,") +
           " may be the cause";
}

} // namespace

bool isTvmDefect(const Diagnostic& diagnostic)
{
    return diagnostic.severity == Severity::Warning && findTvmDefect(diagnostic.code);
}

bool isCaughtFailure(const Recording& recording, size_t number)
{
    return recording.verdict(number) == Verdict::Failed &&
           std::ranges::find(recording.steps, number, &Step::previous) != recording.steps.end();
}

bool isBad(const Recording& recording, size_t number)
{
    const Verdict verdict = recording.verdict(number);
    return verdict == Verdict::IllFormed ||
           (verdict == Verdict::Failed && !isCaughtFailure(recording, number)) ||
           std::ranges::any_of(recording.diagnostics(number), isTvmDefect);
}

bool isBad(size_t number, const StepRun* run)
{
    // The result of the input is the reference: only a failed memory check makes it bad.
    return run && (number == 0 ? !run->introduced.empty() : run->isBad());
}

bool isBad(const Recording& recording, size_t number, const StepRuns& runs)
{
    return isBad(recording, number) || isBad(number, runs.find(number));
}

bool inputLacksProperty(const Recording& recording)
{
    const Diagnostics& diagnostics = recording.inputDiagnostics;
    const auto first = std::ranges::find(diagnostics, Severity::Error, &Diagnostic::severity);
    return first != diagnostics.end() && first->code == "contract";
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

std::string stepTitle(const Recording& recording, size_t number)
{
    if (number == 0)
        return "the input";
    const std::string branch(toString(recording.branch(number)));
    return "step " + std::to_string(number) + (branch.empty() ? "" : " of the " + branch) + ", " +
           recording.pass(number);
}

std::string explainFault(const Recording& recording, size_t number, const StepRuns& runs)
{
    return stepTitle(recording, number) + (number == 0 ? " " : ", ") +
           faultKind(recording, number, runs.find(number)) + ": " + reasonOf(recording, number, runs) +
           unreadBefore(recording, number) +
           (runs.correctedStep == number ? "; a defect of TVM: in sound mode, the pass keeps the result"
                                         : "");
}

} // namespace tir
