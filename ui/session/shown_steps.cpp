#include "ui/session/shown_steps.h"

#include <algorithm>

namespace tir::ui {
namespace {

/// Parameters may differ: `MergeSharedMemoryAllocations` and its legacy mode are compared with each other.
bool isSamePass(const PassInvocation& a, const PassInvocation& b)
{
    return a.name == b.name && a.branch == b.branch;
}

/// 0 if there is none: the input does not count.
template <class IsMeant>
size_t firstStep(const Recording& recording, IsMeant isMeant)
{
    const auto found = std::ranges::find_if(recording.steps, isMeant);
    return found == recording.steps.end() ? 0 : size_t(found - recording.steps.begin()) + 1;
}

/// 0 is the input.
std::optional<size_t> firstError(const Recording& recording)
{
    if (hasError(recording.inputDiagnostics))
        return 0;
    const size_t wrong = firstStep(recording, [](const Step& step) {
        return step.verdict == Verdict::IllFormed || step.verdict == Verdict::Failed;
    });
    return wrong > 0 ? std::optional(wrong) : std::nullopt;
}

} // namespace

std::optional<size_t> sameStep(const std::vector<PassInvocation>& passes, size_t number,
                               const Recording& recording)
{
    if (number == 0)
        return 0;
    const PassInvocation& pass = passes[number - 1];
    auto left = std::count_if(passes.begin(), passes.begin() + std::ptrdiff_t(number),
                              [&](const PassInvocation& other) { return isSamePass(other, pass); });
    const size_t same =
        firstStep(recording, [&](const Step& step) { return isSamePass(step.pass, pass) && --left == 0; });
    return same > 0 ? std::optional(same) : std::nullopt;
}

bool hasStepInView(const ShownSteps& before, const Recording& recording)
{
    return sameStep(before.passes, before.span.last, recording).has_value();
}

std::optional<size_t> firstProblem(const Recording& recording,
                                   const std::vector<StepDiagnostics>& diagnostics)
{
    if (const std::optional<size_t> wrong = firstError(recording))
        return wrong;
    const auto warned = std::ranges::find_if(
        diagnostics, [](const StepDiagnostics& step) { return step.worstIntroduced() == Severity::Warning; });
    return warned == diagnostics.end() ? std::nullopt : std::optional(size_t(warned - diagnostics.begin()));
}

StepSpan stepsToShow(const Recording& recording, const std::vector<StepDiagnostics>& diagnostics,
                     const std::optional<ShownSteps>& before, size_t blamed)
{
    const std::optional<size_t> last =
        before ? sameStep(before->passes, before->span.last, recording) : std::nullopt;
    if (last && (before->isChosen || !firstError(recording))) {
        const size_t first = sameStep(before->passes, before->span.first, recording).value_or(*last);
        const bool isSpan = first > 0 && first < *last;
        return isSpan ? onOneWay(recording, {first, *last}) : StepSpan{*last, *last};
    }
    if (const std::optional<size_t> problem = firstProblem(recording, diagnostics))
        return {*problem, *problem};
    const size_t shown =
        blamed > 0 ? blamed
                   : firstStep(recording, [](const Step& step) { return step.before != step.after; });
    return {shown, shown};
}

} // namespace tir::ui
