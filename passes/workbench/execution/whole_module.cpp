#include "passes/workbench/execution/whole_module.h"

#include "core/ir/places.h"
#include "passes/workbench/execution/report_places.h"

#include <vector>

namespace tir {
namespace {

size_t stepBeforeBranch(const Recording& recording, size_t number)
{
    while (recording.branch(number) != Branch::Common)
        number = recording.previous(number);
    return number;
}

} // namespace

OwnedModule completedWith(const OwnedModule& half, const OwnedModule& whole, Branch branch)
{
    std::vector<ModuleEntry> functions(half.module->functions.begin(), half.module->functions.end());
    for (const ModuleEntry& entry : whole.module->functions)
        if (runsOnHost(*entry.function) == (branch == Branch::Device) && !half.module->find(entry.var->name))
            functions.push_back(entry);
    if (functions.size() == half.module->functions.size())
        return half;
    auto arena = std::make_shared<Arena>();
    arena->keepAlive(half.arena);
    arena->keepAlive(whole.arena);
    const Module* joined = arena->make<Module>(half.module->name, arena->copy(functions), half.module->attrs,
                                               half.module->globalInfos);
    return {std::move(arena), joined};
}

size_t stepOfOtherSide(const Recording& recording, size_t number)
{
    const Branch branch = recording.branch(number);
    if (branch == Branch::Common)
        return number;
    const size_t common = stepBeforeBranch(recording, number);
    for (size_t other = number; --other > common;)
        if (recording.branch(other) != branch && recording.hasResult(other) &&
            recording.verdict(other) != Verdict::Unread && stepBeforeBranch(recording, other) == common)
            return other;
    return common;
}

OwnedModule wholeModule(const Recording& recording, size_t number)
{
    const OwnedModule half{recording.arena, &recording.module(number)};
    const size_t other = stepOfOtherSide(recording, number);
    return other == number
               ? half
               : completedWith(half, {recording.arena, &recording.module(other)}, recording.branch(number));
}

void keepPlacesOf(const Module& half, RunReport& report)
{
    const size_t end = PlaceTable(half).size();
    mapPlaces(report, [end](Place place) { return place < end ? place : NoPlace; });
}

} // namespace tir
