#include "passes/workbench/trace/introduced_diagnostics.h"

#include <algorithm>
#include <tuple>

namespace tir {
namespace {

using Key = std::tuple<Severity, std::string_view, std::string_view>;

Key keyOf(const Diagnostic& diagnostic)
{
    return {diagnostic.severity, diagnostic.code, diagnostic.message};
}

} // namespace

std::optional<Severity> StepDiagnostics::worstIntroduced() const
{
    const auto worst = std::ranges::max_element(introduced, {}, &Diagnostic::severity);
    return worst == introduced.end() ? std::nullopt : std::optional((*worst)->severity);
}

size_t StepDiagnostics::countIntroduced(Severity severity) const
{
    return size_t(std::ranges::count(introduced, severity, &Diagnostic::severity));
}

std::vector<StepDiagnostics> introducedDiagnostics(const Recording& recording)
{
    std::vector<StepDiagnostics> steps(recording.moduleCount());
    std::map<Key, std::vector<size_t>>
        known; // the steps in which there was one more of it than in any before
    for (size_t number = 0; number < recording.moduleCount(); ++number) {
        StepDiagnostics& step = steps[number];
        std::map<Key, size_t> counts;
        for (const Diagnostic& diagnostic : recording.diagnostics(number)) {
            const Key key = keyOf(diagnostic);
            std::vector<size_t>& introducedIn = known[key];
            const size_t count = counts[key]++;
            if (count < introducedIn.size()) {
                step.inherited.push_back(&diagnostic);
                step.since.push_back(introducedIn[count]);
            } else {
                step.introduced.push_back(&diagnostic);
                introducedIn.push_back(number);
            }
        }
    }
    return steps;
}

} // namespace tir
