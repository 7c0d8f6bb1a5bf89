#include "passes/workbench/trace/finished_passes.h"

#include "passes/framework/registry.h"

#include <algorithm>
#include <memory>

namespace tir {
namespace {

/// The passes that run others and have no PassInfo.
const std::vector<PassInfo>& passesNotImplemented()
{
    static const std::vector<PassInfo> Passes{
        {.name = "HoistIfThenElseBasic",
         .runs = {"InsertHoistIfThenElseBasic", "StmtSimplify", "RemoveNoOp"}},
        {.name = "LowerTIRx",
         .runs = {"TilePrimitiveDispatch", "LowerTIRxCleanup", "LowerTIRxStripExecScope"}},
    };
    return Passes;
}

/// Null for a pass that runs no other.
const PassInfo* findContainer(std::string_view name)
{
    const PassInfo* pass = findPass(name);
    if (!pass) {
        const auto other = std::ranges::find(passesNotImplemented(), name, &PassInfo::name);
        pass = other == passesNotImplemented().end() ? nullptr : &*other;
    }
    return pass && !pass->runs.empty() ? pass : nullptr;
}

/// TVM's build runs it outside of every sequence.
bool isOutsideSequences(std::string_view name)
{
    const PassInfo* pass = findPass(name);
    return name == "sequential" || name == "_pipeline" || (pass && pass->isOutsideSequences);
}

struct RanPass {
    FinishedPass pass;
    std::string name; ///< short
    bool changes = false;
    std::vector<std::unique_ptr<RanPass>> inside = {};
};
using RanPasses = std::vector<std::unique_ptr<RanPass>>;

/// How many of the last passes the pass ran.
size_t countInside(const RanPasses& nodes, const std::string& name, bool& changes)
{
    if (name == "_pipeline")
        return !nodes.empty() && nodes.back()->name == "sequential" ? 1 : 0;
    if (name == "sequential") {
        const auto isOutside = [](const auto& node) { return isOutsideSequences(node->name); };
        return size_t(std::find_if(nodes.rbegin(), nodes.rend(), isOutside) - nodes.rbegin());
    }
    const PassInfo* known = findContainer(name);
    if (!known || known->runs.size() > nodes.size())
        return 0;
    const bool isThere =
        std::equal(known->runs.rbegin(), known->runs.rend(), nodes.rbegin(),
                   [](std::string_view expected, const auto& node) { return node->name == expected; });
    changes = isThere && known->changesFirst;
    return isThere ? known->runs.size() : 0;
}

void addPass(PassEvents& events, const RanPass& node, const RanPass* parent)
{
    const size_t pass = events.passes.size();
    events.passes.push_back({.name = node.pass.name});
    const bool isFirstAfterChange = parent && parent->changes && parent->inside.front().get() == &node;
    if (isFirstAfterChange)
        events.passes.back().note =
            "what this pass got was not written: what it changed is part of the change of " + parent->name +
            ", which ran it";
    events.add(PassEvent::Kind::Before, pass,
               isFirstAfterChange ? std::optional(node.pass.text) : std::nullopt);
    for (const auto& inner : node.inside)
        addPass(events, *inner, &node);
    events.add(PassEvent::Kind::After, pass, node.pass.text);
}

} // namespace

std::span<const std::string_view> nestedPasses(std::string_view name)
{
    const PassInfo* known = findContainer(name);
    return known ? known->runs : std::span<const std::string_view>();
}

void addFinishedPasses(PassEvents& events, const std::vector<FinishedPass>& passes)
{
    events.hasInputs = false;
    RanPasses nodes;
    for (const FinishedPass& pass : passes) {
        auto node = std::make_unique<RanPass>(RanPass{.pass = pass, .name = shortName(pass.name)});
        const size_t count = countInside(nodes, node->name, node->changes);
        const auto first = nodes.end() - std::ptrdiff_t(count);
        node->inside.assign(std::make_move_iterator(first), std::make_move_iterator(nodes.end()));
        nodes.erase(first, nodes.end());
        nodes.push_back(std::move(node));
    }
    for (const auto& node : nodes)
        addPass(events, *node, nullptr);
}

} // namespace tir
