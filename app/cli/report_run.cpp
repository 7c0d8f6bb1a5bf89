/// The diagnostics that the steps of a run introduce, as text on stderr.

#include "app/cli/input.h"
#include "app/cli/output.h"
#include "core/support/text_format.h"
#include "passes/workbench/trace/introduced_diagnostics.h"

#include <algorithm>
#include <cstdio>

namespace tir::cli {
namespace {

/// Further diagnostics of one step rarely help.
constexpr size_t DiagnosticsPerStep = 10;

bool hasTvmDefect(const Diagnostics& diagnostics)
{
    return std::ranges::count(diagnostics, Severity::Warning, &Diagnostic::severity) > 0;
}

std::string titleOf(const Recording& recording, size_t number)
{
    return number == 0 ? "the input" : "step " + std::to_string(number) + ", " + recording.pass(number);
}

/// The violations that are not errors of the input.
void reportBreaches(const Recording& recording, size_t number)
{
    for (const ContractBreach& breach : recording.steps[number - 1].breaches) {
        const Diagnostic diagnostic = toDiagnostic(breach);
        const auto isSame = [&](const Diagnostic& other) { return other.message == diagnostic.message; };
        if (std::ranges::none_of(recording.diagnostics(0), isSame))
            report({diagnostic});
    }
}

} // namespace

void reportMissingProperties(const RecordedRun& run)
{
    Diagnostics missing = run.recording->inputDiagnostics;
    std::erase_if(missing, [](const Diagnostic& found) { return found.code != "contract"; });
    if (missing.empty())
        return;
    const StepText text = run.text(0);
    report(text.placed(missing), text.source);
}

ExitCode reportRun(const RecordedRun& run, bool isComplete)
{
    const Recording& recording = *run.recording;
    ExitCode answer = ExitCode::Done;
    const std::vector<StepDiagnostics> steps = introducedDiagnostics(recording);
    for (size_t number = 0; number < recording.moduleCount(); ++number) {
        if (number > 0)
            reportBreaches(recording, number);
        const Diagnostics& diagnostics = recording.diagnostics(number);
        Diagnostics introduced;
        for (const Diagnostic* diagnostic : steps[number].introduced)
            introduced.push_back(*diagnostic);
        const size_t inheritedErrors =
            size_t(std::ranges::count(steps[number].inherited, Severity::Error, &Diagnostic::severity));
        const bool isBad = hasError(diagnostics);
        if (isBad)
            answer = ExitCode::No;
        if ((isBad || hasTvmDefect(diagnostics)) && !introduced.empty()) {
            const size_t count = introduced.size();
            if (!isComplete && count > DiagnosticsPerStep)
                introduced.resize(DiagnosticsPerStep);
            const StepText text = run.text(number);
            report(text.placed(introduced), text.source);
            if (introduced.size() < count)
                std::fprintf(stderr, "note: %s more in %s; --all shows them\n",
                             counted(int64_t(count - introduced.size()), "diagnostic").c_str(),
                             titleOf(recording, number).c_str());
        }
        if (inheritedErrors > 0)
            std::fprintf(stderr, "note: %s still has %s of earlier steps\n",
                         titleOf(recording, number).c_str(),
                         counted(int64_t(inheritedErrors), "error").c_str());
        if (recording.verdict(number) == Verdict::NotImplemented) {
            answer = ExitCode::No;
            std::fprintf(stderr, "error: stopped before step %zu, %s, which is not implemented\n", number,
                         recording.pass(number).c_str());
        }
    }
    return answer;
}

} // namespace tir::cli
