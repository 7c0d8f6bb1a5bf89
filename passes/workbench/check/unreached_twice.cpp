#include "passes/workbench/check/unreached_twice.h"

#include "core/ir/places.h"

#include <algorithm>

namespace tir {
namespace {

/// Whether what was not reached at `place` includes `inner`. Findings do not tell how far the rest of a sequence goes.
bool includesPlace(const PlaceTable& places, Place place, Place inner)
{
    const Place parent = places[place].parent;
    const bool isRest = parent != NoPlace && places[parent].node->kind == NodeKind::SeqStmt;
    return place <= inner && inner < places[isRest ? parent : place].end;
}

} // namespace

std::vector<Finding> unreachedTwice(const Module& module, const std::vector<Finding>& first,
                                    const std::vector<Finding>& second)
{
    const PlaceTable places(module);
    const auto isIn = [&](const std::vector<Finding>& others, Place place) {
        return std::ranges::any_of(others, [&](const Finding& other) {
            return other.kind == FindingKind::NotReached && includesPlace(places, other.access.place, place);
        });
    };
    std::vector<Finding> both;
    const auto add = [&](const std::vector<Finding>& findings, const std::vector<Finding>& others) {
        for (const Finding& finding : findings)
            if (finding.kind == FindingKind::NotReached && isIn(others, finding.access.place) &&
                std::ranges::find(both, finding) == both.end())
                both.push_back(finding);
    };
    add(first, second);
    add(second, first);
    return both;
}

} // namespace tir
