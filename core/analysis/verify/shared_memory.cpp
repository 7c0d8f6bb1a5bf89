/// Where shared memory is allocated: inside launches, and once per launch after the merge.

#include "core/analysis/text.h"
#include "core/analysis/verify/rules.h"

#include <algorithm>
#include <set>

namespace tir {
namespace {

void checkPlaces(const FunctionFacts& function, Diagnostics& found)
{
    if (function.body->launches.empty())
        return;
    for (const AllocationFacts& allocation : function.body->sharedAllocations)
        if (allocation.launch < 0)
            found.push_back({.severity = Severity::Note,
                             .code = "shared-memory-outside-launch",
                             .message = "shared buffer " + quoted(allocation.statement->buffer->name) +
                                        " is allocated outside of any launch",
                             .place = function.at(allocation.place),
                             .notes = {{"the first launch of " + quoted(function.name()) + " is here",
                                        function.at(function.body->launches.front().place),
                                        {}}}});
}

void checkDynamicMerged(const FunctionFacts& function, Diagnostics& found)
{
    const AllocationFacts* first = nullptr; // of the launch; launches come one after another
    int firstLaunch = -1;
    for (const AllocationFacts& allocation : function.body->sharedAllocations) {
        if (!allocation.isDynamic || (allocation.launch < 0 && !function.isDevice()))
            continue;
        // After the split a device function is one kernel, including what is outside of its axes.
        const int launch = function.isDevice() ? 0 : allocation.launch;
        if (!first || launch != firstLaunch) {
            first = &allocation;
            firstLaunch = launch;
            continue;
        }
        found.push_back(
            {.code = "several-dynamic-allocations",
             .message = "a second dynamic shared buffer, " + quoted(allocation.statement->buffer->name) +
                        ", is allocated in one launch",
             .place = function.at(allocation.place),
             .notes = {{"the first one, " + quoted(first->statement->buffer->name) + ", is allocated here",
                        function.at(first->place),
                        {}}}});
    }
}

} // namespace

void checkSharedMemoryPlaces(const ModuleFacts& facts, Diagnostics& found)
{
    for (const FunctionFacts& function : facts.functions)
        checkPlaces(function, found);
}

void checkMerged(const ModuleFacts& facts, Diagnostics& found)
{
    for (const FunctionFacts& function : facts.functions)
        checkDynamicMerged(function, found);
}

void checkStaticMerged(const ModuleFacts& facts, Diagnostics& found)
{
    for (const FunctionFacts& function : facts.functions) {
        std::set<int> launches;
        for (const AllocationFacts& allocation : function.body->sharedAllocations)
            if (allocation.launch >= 0 && allocation.statement->buffer->scope().isStaticShared() &&
                !launches.insert(allocation.launch).second)
                found.push_back({.code = "several-static-allocations",
                                 .message = "a second static shared buffer, " +
                                            quoted(allocation.statement->buffer->name) +
                                            ", is allocated in one launch",
                                 .place = function.at(allocation.place)});
    }
}

void checkOneLaunch(const ModuleFacts& facts, Diagnostics& found)
{
    const auto isDynamic = [](const AllocationFacts& allocation) { return allocation.isDynamic; };
    for (const FunctionFacts& function : facts.functions)
        if (function.body->launches.size() > 1 &&
            std::ranges::count_if(function.body->sharedAllocations, isDynamic) > 1)
            found.push_back({.code = "several-launches",
                             .message = quoted(function.name()) + " has " +
                                        std::to_string(function.body->launches.size()) +
                                        " launches and several dynamic shared buffers",
                             .place = function.at(function.body->launches[1].place)});
}

} // namespace tir
