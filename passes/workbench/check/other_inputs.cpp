#include "passes/workbench/check/other_inputs.h"

#include "core/runtime/arguments.h"
#include "core/support/list_text.h"

namespace tir {
namespace {

/// "n = 64, m = 32", in the order of the names.
std::string textOf(const std::map<std::string, int64_t>& sizes)
{
    return listText(sizes, [](const auto& size) { return size.first + " = " + std::to_string(size.second); });
}

/// The sizes that a run chooses, and those with which tiles are incomplete.
struct ChosenSizes {
    std::map<std::string, int64_t> whole;
    std::map<std::string, int64_t> partial; ///< empty if there are none
};

ChosenSizes chosenSizes(const RunRequest& request)
{
    ChosenSizes chosen;
    const ModuleEntry* entry = request.module.module->find(request.entry);
    const auto* function = entry ? as<PrimFunc>(entry->function) : nullptr;
    if (!function)
        return chosen;
    const ArgumentPlan plan = planArguments(*function, {.seed = request.seed, .inputs = request.inputs});
    for (const SizePlan& size : plan.sizes)
        if (!size.isGiven)
            chosen.whole.emplace(size.name, size.value);
    for (const auto& [var, value] : plan.partialTiles)
        if (const int64_t whole = plan.values.at(var); whole != value) {
            chosen.partial.emplace(var->name, value);
            chosen.whole.emplace(var->name, whole);
        }
    return chosen;
}

} // namespace

std::string chosenSizesText(const RunRequest& request)
{
    return textOf(chosenSizes(request).whole);
}

OtherInputs sizesOfIncompleteTiles(const RunRequest& request)
{
    const ChosenSizes chosen = chosenSizes(request);
    OtherInputs others;
    for (const auto& [name, value] : chosen.partial)
        others.specs.emplace(name, InputSpec::constant(double(value)));
    others.text = textOf(chosen.partial);
    return others;
}

} // namespace tir
