#include "passes/workbench/execution/entry_part.h"

#include "core/ir/contains.h"
#include "core/ir/places.h"
#include "passes/workbench/execution/report_places.h"

#include <algorithm>
#include <unordered_map>

namespace tir {
namespace {

/// The functions that `entry` reaches, by their number. A caller of a function mentions its name: in the call,
/// or in a string, as launches and foreign calls do.
std::vector<bool> reachedFrom(const Module& module, const ModuleEntry& entry)
{
    std::unordered_multimap<std::string_view, size_t> numberOf;
    for (size_t number = 0; number < module.functions.size(); ++number) {
        const ModuleEntry& each = module.functions[number];
        numberOf.emplace(each.var->name, number);
        if (isExposed(*each.function) && globalSymbol(*each.function) != each.var->name)
            numberOf.emplace(globalSymbol(*each.function), number);
    }
    std::vector<bool> isReached(module.functions.size(), false);
    std::vector<size_t> open;
    const auto mention = [&](std::string_view name) {
        const auto [begin, end] = numberOf.equal_range(name);
        for (auto each = begin; each != end; ++each)
            if (!isReached[each->second]) {
                isReached[each->second] = true;
                open.push_back(each->second);
            }
    };
    mention(entry.var->name);
    while (!open.empty()) {
        const Function& function = *module.functions[open.back()].function;
        open.pop_back();
        contains(
            function,
            [&](const Node& node) {
                if (const auto* call = as<Call>(&node); call && call->function)
                    mention(call->function->name);
                else if (const auto* text = as<StringImm>(&node))
                    mention(text->value);
                return false;
            },
            Role::Part);
    }
    return isReached;
}

OwnedModule partOf(const OwnedModule& whole, const std::string& entryName)
{
    const ModuleEntry* entry = whole.module ? whole.module->find(entryName) : nullptr;
    if (!entry)
        return whole;
    const std::vector<bool> isReached = reachedFrom(*whole.module, *entry);
    std::vector<ModuleEntry> functions;
    for (size_t number = 0; number < isReached.size(); ++number)
        if (isReached[number])
            functions.push_back(whole.module->functions[number]);
    if (functions.size() == isReached.size())
        return whole;
    auto arena = std::make_shared<Arena>();
    arena->keepAlive(whole.arena);
    const Module* part = withFunctions(*arena, *whole.module, functions);
    return {std::move(arena), part};
}

} // namespace

EntryPart::EntryPart(const OwnedModule& whole, const std::string& entry)
    : m_whole(whole),
      m_part(partOf(whole, entry))
{}

void EntryPart::movePlaces(RunReport& report) const
{
    if (m_part.module == m_whole.module)
        return;
    const PlaceTable whole(*m_whole.module);
    struct Moved {
        Place begin; ///< of a function in the part
        Place to;    ///< in the whole
    };
    std::vector<Moved> functions;
    Place next = 1; // 0 is the module
    for (const ModuleEntry& entry : m_part.module->functions) {
        const Place place = whole.placeOfFunction(entry.function);
        functions.push_back({next, place});
        next += whole[place].end - place;
    }
    mapPlaces(report, [&](Place place) {
        if (place == 0 || place >= next)
            return place;
        const Moved& around = *std::prev(std::ranges::upper_bound(functions, place, {}, &Moved::begin));
        return around.to + (place - around.begin);
    });
}

} // namespace tir
