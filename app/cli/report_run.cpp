/// What the steps of a run introduce, as text on stderr.

#include "app/cli/input.h"
#include "app/cli/output.h"

#include <algorithm>
#include <cstdio>
#include <map>
#include <tuple>

namespace tir::cli {
namespace {

/// More diagnostics of one step say little about what is wrong.
constexpr size_t DiagnosticsPerStep = 10;

bool hasHazard(const Diagnostics& diagnostics)
{
    return std::ranges::count(diagnostics, Severity::Warning, &Diagnostic::severity) > 0;
}

/// Tells the diagnostics that a step introduces from those that an earlier step has as well. Places change from
/// step to step, messages do not.
class Novelty {
public:
    /// In the order of the steps.
    Diagnostics introducedBy(const Diagnostics& diagnostics)
    {
        std::map<Key, size_t> counts;
        Diagnostics introduced;
        m_inheritedErrors = 0;
        for (const Diagnostic& diagnostic : diagnostics) {
            const Key key{diagnostic.severity, diagnostic.code, diagnostic.message};
            if (++counts[key] > m_known[key])
                introduced.push_back(diagnostic);
            else
                m_inheritedErrors += diagnostic.severity == Severity::Error;
        }
        for (const auto& [key, count] : counts)
            m_known[key] = std::max(m_known[key], count);
        return introduced;
    }

    /// Of the last step.
    size_t inheritedErrors() const { return m_inheritedErrors; }

private:
    using Key = std::tuple<Severity, std::string, std::string>;

    std::map<Key, size_t> m_known; ///< the most that one step had
    size_t m_inheritedErrors = 0;
};

std::string titleOf(const Recording& recording, size_t number)
{
    return number == 0 ? "the input" : "step " + std::to_string(number) + ", " + recording.pass(number);
}

std::string counted(size_t count, const char* what)
{
    return std::to_string(count) + " " + what + (count == 1 ? "" : "s");
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
    Novelty novelty;
    for (size_t number = 0; number < recording.moduleCount(); ++number) {
        if (number > 0)
            reportBreaches(recording, number);
        const Diagnostics& diagnostics = recording.diagnostics(number);
        Diagnostics introduced = novelty.introducedBy(diagnostics);
        const bool isBad = hasError(diagnostics);
        if (isBad)
            answer = ExitCode::No;
        if ((isBad || hasHazard(diagnostics)) && !introduced.empty()) {
            const size_t count = introduced.size();
            if (!isComplete && count > DiagnosticsPerStep)
                introduced.resize(DiagnosticsPerStep);
            const StepText text = run.text(number);
            report(text.placed(introduced), text.source);
            if (introduced.size() < count)
                std::fprintf(stderr, "note: %s more in %s; --all shows them\n",
                             counted(count - introduced.size(), "diagnostic").c_str(),
                             titleOf(recording, number).c_str());
        }
        if (novelty.inheritedErrors() > 0)
            std::fprintf(stderr, "note: %s still has %s of earlier steps\n",
                         titleOf(recording, number).c_str(),
                         counted(novelty.inheritedErrors(), "error").c_str());
        if (recording.verdict(number) == Verdict::Missing) {
            answer = ExitCode::No;
            std::fprintf(stderr, "error: stopped before step %zu, %s, which is not built yet\n", number,
                         recording.pass(number).c_str());
        }
    }
    return answer;
}

} // namespace tir::cli
