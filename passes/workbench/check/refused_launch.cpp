#include "passes/workbench/check/refused_launch.h"

#include "core/ir/places.h"

#include <algorithm>

namespace tir {
namespace {

/// The place in the input of what is at `place` in another module of the recording.
Place placeInInput(const Recording& recording, const PlaceTable& table, Place place)
{
    const PlaceTable input(recording.module(0));
    Place found = NoPlace;
    const Node* node = place < table.size() ? table[place].node : nullptr;
    for (; node && found == NoPlace; node = node->origin)
        found = input.firstPlaceOf(node);
    return found;
}

/// The name of the function around a place.
std::string functionAt(const Module& module, const PlaceTable& table, Place place)
{
    std::string name;
    for (const ModuleEntry& entry : module.functions)
        if (const Place start = table.placeOfFunction(entry.function); start != NoPlace && start <= place)
            name = entry.var->name;
    return name;
}

} // namespace

std::optional<Finding> refusedLaunch(const Recording& recording)
{
    for (size_t number = 0; number < recording.moduleCount(); ++number) {
        const Diagnostics& diagnostics = recording.diagnostics(number);
        const auto found = std::ranges::find(diagnostics, "shared-memory-limit", &Diagnostic::code);
        if (found == diagnostics.end())
            continue;
        const Module& module = recording.module(number);
        const PlaceTable table(module);
        Finding finding;
        finding.kind = FindingKind::RefusedLaunch;
        finding.detail = found->message;
        finding.element = functionAt(module, table, found->place);
        finding.access = {.kind = AccessKind::Launch,
                          .place = placeInInput(recording, table, found->place),
                          .isOnHost = true};
        return finding;
    }
    return std::nullopt;
}

} // namespace tir
