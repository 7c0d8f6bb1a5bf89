#include "ui/notes/note_functions.h"

#include "core/ir/place_walk.h"

namespace tir::ui {
namespace {

using Functions = std::unordered_map<const Node*, std::string>;

/// Names the function for every node of `functions` that has none yet.
struct FunctionFinder {
    Functions& functions;
    const std::string& name;

    void enter(const Node& node, Role, Place, const Node*)
    {
        if (const auto found = functions.find(&node); found != functions.end() && found->second.empty())
            found->second = name;
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
    if (functions.empty())
        return functions;
    for (const Module* module : {after, before})
        for (const ModuleEntry& entry : module->functions) {
            const std::string name(entry.var->name);
            FunctionFinder finder{functions, name};
            walkPlaces(*entry.function, Role::Part, 0, finder);
        }
    return functions;
}

} // namespace tir::ui
