#include "ui/session/function_in_view.h"

#include "ui/session/session.h"

#include <unordered_set>

namespace tir::ui {

PlaceRange placesInView(const Session& session)
{
    const ComparedStepPointer compared = session.compared();
    const bool isThere = session.phase() == Phase::Ready && compared && compared->number == session.step() &&
                         compared->recording == session.recording();
    if (!isThere || session.functionInView().empty())
        return {};
    const Module& module = compared->after->module();
    const ModuleEntry* found = module.functions.size() < 2 ? nullptr : module.find(session.functionInView());
    if (!found)
        return {};
    const PlaceTable& places = compared->after->places;
    const Place begin = places.placeOfFunction(found->function);
    return begin == NoPlace ? PlaceRange() : PlaceRange{begin, places[begin].end};
}

std::function<bool(const Node*)> nodesInView(const Session& session)
{
    const PlaceRange range = placesInView(session);
    auto nodes = std::make_shared<std::unordered_set<const Node*>>();
    for (Place place = range.begin; place < range.end; ++place)
        for (const Node* node = session.compared()->after->places[place].node; node; node = node->origin)
            if (!nodes->insert(node).second)
                break; // with all of its origins
    return [nodes](const Node* node) { return nodes->contains(node); };
}

} // namespace tir::ui
