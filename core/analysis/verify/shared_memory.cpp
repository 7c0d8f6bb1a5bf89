/// Where shared memory is allocated: inside launches, and once per launch after the merge; and how much.

#include "core/analysis/shared_memory_limit.h"
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

/// The least memory of one launch.
struct TakenMemory {
    int64_t staticBytes = 0;
    int64_t dynamicBytes = 0;
    const AllocationFacts* largest = nullptr;
};

/// Before the split, buffers of a launch may still be merged over each other: the largest counts.
TakenMemory takenBy(const FunctionFacts& function, int launch)
{
    TakenMemory taken;
    int64_t largestBytes = 0;
    for (const AllocationFacts& allocation : function.body->sharedAllocations) {
        if (allocation.launch != launch && !function.isDevice())
            continue;
        const int64_t bytes = byteSize(*allocation.statement->buffer).constant;
        int64_t& sum = allocation.isDynamic ? taken.dynamicBytes : taken.staticBytes;
        sum = function.isDevice() ? sum + bytes : std::max(sum, bytes);
        if (!taken.largest || bytes > largestBytes) {
            taken.largest = &allocation;
            largestBytes = bytes;
        }
    }
    return taken;
}

void checkLimit(const FunctionFacts& function, Diagnostics& found)
{
    if (function.body->sharedAllocations.empty())
        return;
    const auto& launches = function.body->launches;
    for (size_t launch = 0; launch < launches.size(); ++launch) {
        const Target* target =
            launches[launch].regionTarget ? launches[launch].regionTarget : function.target;
        const std::optional<SharedMemoryLimit> limit = target ? sharedMemoryLimit(*target) : std::nullopt;
        const TakenMemory taken = takenBy(function, int(launch));
        if (!limit || !taken.largest)
            continue;
        const std::string excess =
            overLimit(*limit, taken.staticBytes,
                      function.isDevice() ? taken.staticBytes + taken.dynamicBytes
                                          : std::max(taken.staticBytes, taken.dynamicBytes));
        if (!excess.empty())
            found.push_back({.severity = Severity::Warning,
                             .code = "shared-memory-limit",
                             .message = "the launch takes " + excess,
                             .place = function.at(taken.largest->place),
                             .notes = {{"the launch is here", function.at(launches[launch].place), {}}}});
        if (function.isDevice())
            return; // one kernel, whatever opens its axes
    }
}

void checkDynamicMerged(const FunctionFacts& function, Diagnostics& found)
{
    const AllocationFacts* first = nullptr; // of the launch; launches come one after another
    int firstLaunch = -1;
    for (const AllocationFacts& allocation : function.body->sharedAllocations) {
        if (!allocation.isDynamic || (allocation.launch < 0 && !function.isDevice()))
            continue;
        // After the split a device function is one kernel, including statements outside of its axes.
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

void checkSharedMemoryLimit(const ModuleFacts& facts, Diagnostics& found)
{
    for (const FunctionFacts& function : facts.functions)
        checkLimit(function, found);
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
