#include "passes/workbench/trace/finished_passes.h"

#include <algorithm>
#include <memory>

namespace tir {
namespace {

struct Container {
    std::string_view name;
    std::vector<std::string_view> runs; ///< in this order, directly before it
    bool changes = false;               ///< it changes the module itself before it runs them
};

const std::vector<Container>& containers()
{
    static const std::vector<Container> Containers{
        {"HoistExpression", {"InsertHoistedExpression", "StmtSimplify", "RemoveNoOp"}},
        {"HoistIfThenElse", {"InsertHoistIfThenElse", "StmtSimplify", "RemoveNoOp"}},
        {"HoistIfThenElseBasic", {"InsertHoistIfThenElseBasic", "StmtSimplify", "RemoveNoOp"}},
        {"LowerTIRx", {"TilePrimitiveDispatch", "LowerTIRxCleanup", "LowerTIRxStripExecScope"}},
        {"RemoveAssume", {"RemoveAssumeInternal", "RemoveNoOp"}},
        {"RemoveStoreUndef", {"RemoveStoreUndefInternal", "RemoveNoOp", "ValidateAllUndefRemoved"}},
        {"SplitHostDevice", {"ConvertSSA"}, true},
    };
    return Containers;
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
        // TVM's build runs these outside of every sequence.
        const auto isOutside = [](const std::unique_ptr<RanPass>& node) {
            return node->name == "BindTarget" || node->name == "Filter" || node->name == "sequential" ||
                   node->name == "_pipeline";
        };
        return size_t(std::find_if(nodes.rbegin(), nodes.rend(), isOutside) - nodes.rbegin());
    }
    const auto known = std::ranges::find(containers(), name, &Container::name);
    if (known == containers().end() || known->runs.size() > nodes.size())
        return 0;
    const bool isThere =
        std::equal(known->runs.rbegin(), known->runs.rend(), nodes.rbegin(),
                   [](std::string_view expected, const auto& node) { return node->name == expected; });
    changes = isThere && known->changes;
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
    const auto known = std::ranges::find(containers(), name, &Container::name);
    return known == containers().end() ? std::span<const std::string_view>() : known->runs;
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
