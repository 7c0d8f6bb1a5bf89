#include "ui/notes/note_functions.h"

#include "core/ir/place_walk.h"

namespace tir::ui {
namespace {

using Functions = std::unordered_map<const Node*, std::string>;

/// Names the function for every node of `functions` that has none yet.
struct FunctionFinder {
    Functions& functions;
    size_t missing; ///< nodes without a function
    std::string name = {};

    void enter(const Node& node, Role, Place, const Node*)
    {
        const auto found = functions.find(&node);
        if (found == functions.end() || !found->second.empty())
            return;
        found->second = name;
        --missing;
    }
    void leave(const Node&, Role, Place, const Node*) {}
};

} // namespace

Functions functionsOfNotes(const Recording& recording, size_t number)
{
    const Module* after = recording.moduleAt(number);
    const Module* before = recording.moduleAt(number - 1);
    Functions functions;
    if (!after || !before || (after->functions.size() <= 1 && before->functions.size() <= 1))
        return functions;
    for (const PassNote& note : recording.steps[number - 1].notes)
        if (note.node)
            functions.try_emplace(note.node);
    FunctionFinder finder{functions, functions.size()};
    for (const Module* module : {after, before})
        for (const ModuleEntry& entry : module->functions) {
            if (finder.missing == 0)
                return functions;
            finder.name = entry.var->name;
            walkPlaces(*entry.function, Role::Part, 0, finder);
        }
    return functions;
}

} // namespace tir::ui
