#include "ui/call_graph/call_graph_drawing.h"

#include <map>
#include <unordered_map>

namespace tir::ui {
namespace {

/// A step that changes nothing shares the graph of the one before.
bool isShared(const Recording& recording, size_t number)
{
    return number > 0 && recording.isSameModule(number, recording.previous(number));
}

CallGraphPictures placedAll(const Recording& recording, const CallGraphLayout& layout,
                            std::vector<CallGraph>::iterator& next)
{
    CallGraphPictures pictures;
    for (size_t number = 0; number < recording.moduleCount(); ++number) {
        if (isShared(recording, number)) {
            pictures.push_back(pictures[recording.previous(number)]);
            continue;
        }
        std::vector<NodeSide> sides = sidesOf(*next);
        pictures.push_back(
            std::make_shared<CallGraphPicture>(placed(std::move(*next++), std::move(sides), layout)));
    }
    return pictures;
}

/// Those of the whole graph.
std::vector<NodeSide> sidesIn(const CallGraphPicture& whole, const CallGraph& part)
{
    std::unordered_map<std::string_view, size_t> numbers;
    for (size_t node = 0; node < whole.graph.nodes.size(); ++node)
        numbers.emplace(whole.graph.nodes[node].id, node);
    std::vector<NodeSide> sides;
    for (const CallNode& node : part.nodes)
        sides.push_back(whole.sides[numbers.at(node.id)]);
    return sides;
}

} // namespace

DrawnRuns drawRuns(const Recording& own, const Recording* pinned, const std::function<bool()>& isCancelled)
{
    std::vector<CallGraph> graphs;
    for (const Recording* recording : {&own, pinned})
        for (size_t number = 0; recording && number < recording->moduleCount() && !isCancelled(); ++number)
            if (!isShared(*recording, number))
                graphs.push_back(drawnCallGraph(recording->module(number)));
    if (isCancelled())
        return {};
    const CallGraphLayout layout = layoutCallGraph(graphs);
    auto next = graphs.begin();
    DrawnRuns drawn;
    drawn.own = placedAll(own, layout, next);
    if (pinned)
        drawn.pinned = placedAll(*pinned, layout, next);
    return drawn;
}

DrawnRuns drawAround(const DrawnRuns& all, const std::string& function, int depth)
{
    std::map<const CallGraphPicture*, size_t> parts; // into `graphs`: steps share pictures
    std::vector<CallGraph> graphs;
    for (const CallGraphPictures* pictures : {&all.own, &all.pinned})
        for (const auto& picture : *pictures)
            if (parts.try_emplace(picture.get(), graphs.size()).second)
                graphs.push_back(neighborhood(picture->graph, function, depth));
    const CallGraphLayout layout = layoutCallGraph(graphs);
    std::vector<std::shared_ptr<const CallGraphPicture>> placedParts(graphs.size());
    for (const auto& [whole, part] : parts)
        placedParts[part] =
            std::make_shared<CallGraphPicture>(placed(graphs[part], sidesIn(*whole, graphs[part]), layout));
    DrawnRuns drawn;
    for (const auto& picture : all.own)
        drawn.own.push_back(placedParts[parts.at(picture.get())]);
    for (const auto& picture : all.pinned)
        drawn.pinned.push_back(placedParts[parts.at(picture.get())]);
    return drawn;
}

} // namespace tir::ui
