#include "app/cli/broken_step.h"

#include "passes/workbench/check/check.h"
#include "passes/workbench/check/step_faults.h"

#include <algorithm>

namespace tir::cli {
namespace {

Diagnostics errorsOf(const Diagnostics& diagnostics)
{
    Diagnostics errors;
    std::ranges::copy_if(diagnostics, std::back_inserter(errors),
                         [](const Diagnostic& diagnostic) { return diagnostic.severity == Severity::Error; });
    return errors;
}

} // namespace

std::optional<BrokenStep> findBrokenStep(const RecordedRun& run, size_t last)
{
    const Recording& recording = *run.recording;
    for (const size_t number : wayTo(last, recording)) {
        const Verdict verdict = recording.verdict(number);
        if ((verdict != Verdict::IllFormed && verdict != Verdict::Failed) ||
            isCaughtFailure(recording, number))
            continue;
        const StepText text = run.text(number);
        return BrokenStep{number, stepTitle(recording, number), errorsOf(run.diagnostics(number, text)),
                          text.source};
    }
    return std::nullopt;
}

} // namespace tir::cli
