#include "passes/workbench/trace/consequences.h"

#include "core/ir/places.h"

#include <unordered_set>

namespace tir {
namespace {

/// The variables that the errors of a module are at.
std::unordered_set<const Node*> accusedVars(const Module& module, const Diagnostics& diagnostics)
{
    std::unordered_set<const Node*> vars;
    const PlaceTable places(module);
    for (const Diagnostic& diagnostic : diagnostics) {
        if (diagnostic.severity != Severity::Error || diagnostic.place >= places.size())
            continue;
        const Node* node = places[diagnostic.place].node;
        if (const auto* buffer = as<Buffer>(node))
            vars.insert(buffer->data);
        else if (as<Var>(node))
            vars.insert(node);
    }
    return vars;
}

} // namespace

std::vector<Consequence> consequencesOf(const Recording& recording, size_t number)
{
    if (const auto known = recording.knownConsequences.find(number);
        known != recording.knownConsequences.end())
        return known->second;
    std::vector<Consequence> consequences;
    if (!hasError(recording.diagnostics(number)))
        return consequences;
    const auto vars = accusedVars(recording.module(number), recording.diagnostics(number));
    const auto isAccused = [&](const Node* node) {
        while (node && !vars.contains(node))
            node = node->origin;
        return node != nullptr;
    };
    for (size_t later = number + 1; later < recording.moduleCount(); ++later)
        for (const PassNote& note : recording.steps[later - 1].notes)
            if (isAccused(note.node))
                consequences.push_back({later, note});
    return consequences;
}

} // namespace tir
