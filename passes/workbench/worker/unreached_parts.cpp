#include "passes/workbench/worker/unreached_parts.h"

#include "core/analysis/module_facts.h"
#include "core/ir/contains.h"
#include "core/ir/places.h"

#include <algorithm>
#include <map>

namespace tir {
namespace {

/// Findings that are reported of one run.
constexpr size_t MaxUnreached = 100;

/// Whether the part can fail, or contributes to the result. A branch that only leaves decides what is skipped: a pass
/// may have lost it.
bool hasEffect(const Node& part)
{
    const auto acts = [](const Node& node) {
        const auto* call = as<Call>(&node);
        const CallEffect effect = call && call->op ? call->op->effect : CallEffect::Opaque;
        return node.kind == NodeKind::BufferStore || node.kind == NodeKind::Break ||
               node.kind == NodeKind::Continue || bindsThreads(node) ||
               (call && effect >= CallEffect::Opaque);
    };
    return contains(part, acts, Role::Scope);
}

bool isValue(ProgramPart::Kind kind)
{
    return kind == ProgramPart::Kind::TrueValue || kind == ProgramPart::Kind::FalseValue ||
           kind == ProgramPart::Kind::LeftValue || kind == ProgramPart::Kind::RightValue;
}

/// Of a value, the place is that of the choice: condition, value if it holds, other value; or both operands.
Place placeOf(const PlaceTable& places, const ProgramPart& part)
{
    const Place first = part.place + 1;
    switch (part.kind) {
    case ProgramPart::Kind::LeftValue:
        return first;
    case ProgramPart::Kind::RightValue:
    case ProgramPart::Kind::TrueValue:
        return places[first].end;
    case ProgramPart::Kind::FalseValue:
        return places[places[first].end].end;
    case ProgramPart::Kind::Function:
    case ProgramPart::Kind::Launch:
    case ProgramPart::Kind::Branch:
    case ProgramPart::Kind::Rest:
    case ProgramPart::Kind::Operand:
    case ProgramPart::Kind::Lanes:
        break;
    }
    return part.place;
}

/// One past the last place of a part that was not reached.
Place endOf(const PlaceTable& places, ProgramPart::Kind kind, Place place)
{
    return places[kind == ProgramPart::Kind::Rest ? places[place].parent : place].end;
}

/// Whether an operand reads memory or calls something. Other operands can be evaluated in any order.
bool canFail(const Node& operand)
{
    return contains(
               operand, [](const Node& node) { return node.kind == NodeKind::BufferLoad; }, Role::Scope) ||
           hasEffect(operand);
}

bool isReported(const PlaceTable& places, ProgramPart::Kind kind, Place place)
{
    // A function without an executed call: report the call, not the function.
    if (kind == ProgramPart::Kind::Launch || kind == ProgramPart::Kind::Function)
        return kind == ProgramPart::Kind::Launch;
    if (isValue(kind) || kind == ProgramPart::Kind::Lanes)
        return true;
    if (kind == ProgramPart::Kind::Operand)
        return canFail(*places[place].node);
    const Place end = endOf(places, kind, place);
    while (place < end && !hasEffect(*places[place].node))
        place = places[place].end;
    return place < end;
}

std::string textOf(ProgramPart::Kind kind)
{
    switch (kind) {
    case ProgramPart::Kind::Launch:
        return "this launch";
    case ProgramPart::Kind::TrueValue:
    case ProgramPart::Kind::FalseValue:
    case ProgramPart::Kind::LeftValue:
    case ProgramPart::Kind::RightValue:
        return "this value";
    case ProgramPart::Kind::Operand:
        return "this operand";
    case ProgramPart::Kind::Lanes:
        return "a lane under this predicate";
    case ProgramPart::Kind::Function:
    case ProgramPart::Kind::Branch:
    case ProgramPart::Kind::Rest:
        break;
    }
    return "these statements";
}

Finding findingOf(ProgramPart::Kind kind, Place place)
{
    Finding finding;
    finding.kind = FindingKind::NotReached;
    finding.access.kind = AccessKind::Skip;
    finding.access.place = place;
    finding.element = textOf(kind);
    return finding;
}

} // namespace

std::vector<Finding> unreachedParts(const Module& module, const std::vector<ProgramPart>& parts,
                                    std::span<const uint8_t> reached)
{
    struct Part {
        ProgramPart::Kind kind;
        bool isReached;
    };
    const PlaceTable places(module);
    std::map<Place, Part> byPlace;
    for (size_t number = 0; number < parts.size(); ++number) {
        const auto [part, isNew] = byPlace.try_emplace(placeOf(places, parts[number]),
                                                       Part{parts[number].kind, reached[number] != 0});
        part->second.isReached |= reached[number] != 0;
        part->second.kind = std::min(part->second.kind, parts[number].kind); // a branch may be a launch
    }
    std::vector<Finding> findings;
    Place end = 0; // of the last part that was not reached: nested parts are not reported
    for (const auto& [place, part] : byPlace) {
        if (part.isReached || place < end)
            continue;
        end = endOf(places, part.kind, place);
        if (isReported(places, part.kind, place))
            findings.push_back(findingOf(part.kind, place));
        if (findings.size() == MaxUnreached)
            break;
    }
    return findings;
}

} // namespace tir
