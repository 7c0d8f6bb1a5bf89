#include "passes/workbench/drawing/former_layout.h"

#include <algorithm>
#include <map>

namespace tir {
namespace {

const LaunchLiveness* correspondent(std::span<const LaunchLiveness> before,
                                    std::span<const LaunchLiveness> after, size_t launch)
{
    const auto same = std::ranges::find(before, after[launch].label, &LaunchLiveness::label);
    if (same != before.end())
        return &*same;
    return before.size() == after.size() ? &before[launch] : nullptr;
}

} // namespace

FormerLayout formerLayout(std::span<const LaunchLiveness> before, std::span<const LaunchLiveness> after,
                          size_t launch)
{
    const LaunchLiveness* former = correspondent(before, after, launch);
    if (!former)
        return {};
    FormerLayout layout;
    layout.takenBytes = former->hasSymbolicSizes ? -1 : former->takenBytes;
    // Of several buffers of one name, the first was the first.
    std::multimap<std::string_view, const SharedBuffer*> byName;
    for (const SharedBuffer& buffer : former->buffers)
        byName.emplace(buffer.name, &buffer);
    for (size_t i = 0; i < after[launch].buffers.size(); ++i) {
        const SharedBuffer& now = after[launch].buffers[i];
        const auto found = byName.lower_bound(now.name);
        if (found == byName.end() || found->first != now.name)
            continue;
        const SharedBuffer& then = *found->second;
        byName.erase(found);
        if (then.offsetBytes >= 0 && then.sizeBytes > 0 && !then.isOutOfScope &&
            (then.offsetBytes != now.offsetBytes || then.sizeBytes != now.sizeBytes))
            layout.places.push_back({i, then.offsetBytes, then.sizeBytes});
    }
    return layout;
}

} // namespace tir
