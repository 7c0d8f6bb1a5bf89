#include "ui/notes/note_functions.h"

#include "core/ir/place_walk.h"

#include <algorithm>

namespace tir::ui {
namespace {

/// Where a node is: in a function, and in one of its launches, or around just one.
struct NotePlace {
    const ModuleEntry* function = nullptr;
    int launch = 0;         ///< from 1; 0: neither
    int launchesBefore = 0; ///< in the function
};

using NotePlaces = std::unordered_map<const Node*, NotePlace>;

/// A launch, or a loop of a scheduled program that becomes one.
bool bindsThread(const Node& node)
{
    const auto* attr = as<AttrStmt>(&node);
    const auto* loop = as<For>(&node);
    return (attr && attr->iterVar()) || (loop && loop->threadBinding);
}

/// Finds the places of nodes that have none yet.
struct PlaceFinder {
    NotePlaces& places;
    size_t missing; ///< nodes without a place
    const ModuleEntry* function = nullptr;
    int launches = 0; ///< of the function, so far
    int depth = 0;    ///< of thread axes

    void enter(const Node& node, Role, Place, const Node*)
    {
        const int launchesBefore = launches;
        if (bindsThread(node) && depth++ == 0)
            ++launches;
        const auto found = places.find(&node);
        if (found == places.end() || found->second.function)
            return;
        found->second = {function, depth > 0 ? launches : 0, launchesBefore};
        --missing;
    }
    void leave(const Node& node, Role, Place, const Node*)
    {
        if (bindsThread(node))
            --depth;
        const auto found = node.isStmt() ? places.find(&node) : places.end();
        if (found != places.end() && found->second.function == function && found->second.launch == 0 &&
            launches == found->second.launchesBefore + 1)
            found->second.launch = launches;
    }
};

} // namespace

std::unordered_map<const PassNote*, std::string> functionsOfNotes(const Recording& recording, size_t number)
{
    const Module* after = recording.moduleAt(number);
    const Module* before = recording.moduleAt(number - 1);
    if (!after || !before)
        return {};
    NotePlaces places;
    for (const PassNote& note : recording.steps[number - 1].notes)
        if (note.node)
            places.try_emplace(note.node);
    PlaceFinder finder{places, places.size()};
    // By function, in the module that has more: the split leaves its functions without launches, but its notes are about
    // them.
    std::unordered_map<std::string_view, int> launches;
    for (const Module* module : {after, before})
        for (const ModuleEntry& entry : module->functions) {
            if (finder.missing == 0)
                break;
            finder.function = &entry;
            finder.launches = finder.depth = 0;
            walkPlaces(*entry.function, Role::Part, 0, finder);
            int& most = launches[entry.var->name];
            most = std::max(most, finder.launches);
        }
    const bool hasFunctions = after->functions.size() > 1 || before->functions.size() > 1;
    std::unordered_map<const PassNote*, std::string> names;
    NotePlace last;
    for (const PassNote& note : recording.steps[number - 1].notes) {
        NotePlace place = note.node ? places.at(note.node) : NotePlace();
        if (!place.function)
            continue;
        const bool isOfLast = last.function && place.function->var->name == last.function->var->name;
        if (place.launch == 0 && !note.node->isStmt() && isOfLast)
            place.launch = last.launch;
        last = place;
        std::string name(hasFunctions ? place.function->var->name : std::string_view());
        if (place.launch > 0 && launches[place.function->var->name] > 1)
            name += (name.empty() ? "launch " : ", launch ") + std::to_string(place.launch);
        names.emplace(&note, std::move(name));
    }
    return names;
}

} // namespace tir::ui
