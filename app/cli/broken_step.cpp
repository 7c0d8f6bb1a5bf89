#include "app/cli/broken_step.h"

#include "app/cli/input.h"
#include "passes/workbench/check/check.h"

#include <algorithm>

namespace tir::cli {
namespace {

bool isBroken(Verdict verdict)
{
    return verdict == Verdict::IllFormed || verdict == Verdict::Failed;
}

Diagnostics errorsOf(const Diagnostics& diagnostics)
{
    Diagnostics errors;
    std::ranges::copy_if(diagnostics, std::back_inserter(errors),
                         [](const Diagnostic& diagnostic) { return diagnostic.severity == Severity::Error; });
    return errors;
}

/// The steps from the input to `last`; `previous` answers which one a step starts from.
template <class Previous>
std::vector<size_t> wayTo(size_t last, const Previous& previous)
{
    std::vector<size_t> way{last};
    while (way.back() > 0)
        way.push_back(previous(way.back()));
    std::ranges::reverse(way);
    return way;
}

} // namespace

std::optional<BrokenStep> findBrokenStep(const Recording& recording, const OpenedProgram& program,
                                         size_t last)
{
    for (const size_t number : wayTo(last, [&](size_t step) { return recording.previous(step); })) {
        const bool isBad = number == 0 ? hasError(recording.inputDiagnostics)
                                       : isBroken(recording.steps[number - 1].verdict);
        if (!isBad)
            continue;
        const StepText text = textOf(recording, program, number);
        return BrokenStep{number,
                          number == 0 ? "the input"
                                      : "step " + std::to_string(number) + ", " +
                                            toString(recording.steps[number - 1].pass),
                          text.placed(errorsOf(recording.diagnostics(number))), text.source};
    }
    return std::nullopt;
}

std::optional<BrokenStep> findBrokenStep(const Trace& trace, size_t last)
{
    for (const size_t number : wayTo(last, [&](size_t step) { return trace.steps[step].previous; })) {
        const TraceStep& step = trace.steps[number];
        if (isBroken(step.verdict) || hasError(step.diagnostics))
            return BrokenStep{number, stepTitle(trace, number), errorsOf(step.diagnostics),
                              trace.text(number)};
    }
    return std::nullopt;
}

} // namespace tir::cli
