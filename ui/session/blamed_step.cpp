#include "ui/session/blamed_step.h"

#include <algorithm>

namespace tir::ui {

size_t blamedStep(const Recording& recording, const std::optional<Story>& story)
{
    const std::string bad = story ? story->sample.expected.badPass : std::string();
    if (bad.empty())
        return 0;
    const auto& steps = recording.steps;
    auto found = std::ranges::find(steps, bad, [](const Step& step) { return toString(step.pass); });
    if (found == steps.end())
        found = std::ranges::find(steps, bad.substr(0, bad.find('(')),
                                  [](const Step& step) { return step.pass.name; });
    return found == steps.end() ? 0 : size_t(found - steps.begin()) + 1;
}

} // namespace tir::ui
