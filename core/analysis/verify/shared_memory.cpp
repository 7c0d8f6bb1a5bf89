/// Where shared memory is allocated: inside launches, and once per launch after the merge; and how much.

#include "core/analysis/shared_memory_limit.h"
#include "core/analysis/text.h"
#include "core/analysis/verify/rules.h"

#include <algorithm>
#include <set>
#include <vector>

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
    int64_t largestBytes = 0;
    const AllocationFacts* largest = nullptr;
};

/// Of each launch, in their order; a device function is one kernel, whatever opens its axes. Before the split, buffers
/// of a launch may still be merged over each other: the largest counts.
std::vector<TakenMemory> takenMemory(const FunctionFacts& function)
{
    const bool isKernel = function.isDevice();
    std::vector<TakenMemory> all(isKernel ? 1 : function.body->launches.size());
    for (const AllocationFacts& allocation : function.body->sharedAllocations) {
        if (allocation.launch < 0 && !isKernel)
            continue;
        TakenMemory& taken = all[isKernel ? 0 : size_t(allocation.launch)];
        const int64_t bytes = byteSize(*allocation.statement->buffer).constant;
        int64_t& sum = allocation.isDynamic ? taken.dynamicBytes : taken.staticBytes;
        sum = isKernel ? sum + bytes : std::max(sum, bytes);
        if (!taken.largest || bytes > taken.largestBytes) {
            taken.largest = &allocation;
            taken.largestBytes = bytes;
        }
    }
    return all;
}

/// Nearly all launches have the same target, whose limit is looked up once.
class LimitOfTarget {
public:
    const std::optional<SharedMemoryLimit>& of(const Target* target)
    {
        if (target != m_target) {
            m_target = target;
            m_limit = target ? sharedMemoryLimit(*target) : std::nullopt;
        }
        return m_limit;
    }

private:
    const Target* m_target = nullptr;
    std::optional<SharedMemoryLimit> m_limit;
};

void checkLimit(const FunctionFacts& function, LimitOfTarget& limits, Diagnostics& found)
{
    const auto& launches = function.body->launches;
    if (function.body->sharedAllocations.empty() || launches.empty())
        return;
    const std::vector<TakenMemory> takenBy = takenMemory(function);
    for (size_t launch = 0; launch < takenBy.size(); ++launch) {
        const TakenMemory& taken = takenBy[launch];
        const Target* region = launches[launch].regionTarget;
        const std::optional<SharedMemoryLimit>& limit = limits.of(region ? region : function.target);
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
    LimitOfTarget limits;
    for (const FunctionFacts& function : facts.functions)
        checkLimit(function, limits, found);
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
