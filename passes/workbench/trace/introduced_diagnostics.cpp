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
    std::map<Key, size_t> known; // the most that one step had
    for (size_t number = 0; number < recording.moduleCount(); ++number) {
        StepDiagnostics& step = steps[number];
        std::map<Key, size_t> counts;
        for (const Diagnostic& diagnostic : recording.diagnostics(number)) {
            const Key key = keyOf(diagnostic);
            const auto before = known.find(key);
            const bool isInherited = before != known.end() && counts[key] < before->second;
            ++counts[key];
            (isInherited ? step.inherited : step.introduced).push_back(&diagnostic);
        }
        for (const auto& [key, count] : counts)
            known[key] = std::max(known[key], count);
    }
    return steps;
}

} // namespace tir
