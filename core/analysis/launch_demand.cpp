#include "core/analysis/launch_demand.h"

#include "core/analysis/module_facts.h"
#include "core/analysis/shared_memory_liveness.h"
#include "core/support/checked_math.h"

#include <unordered_map>

namespace tir {
namespace {

int64_t blockThreads(const LaunchFacts& launch)
{
    CheckedProduct threads;
    for (const LaunchAxis& axis : launch.axes) {
        if (!axis.tag.starts_with("threadIdx."))
            continue;
        const auto* extent = as<IntImm>(axis.extent);
        if (!extent)
            return -1;
        threads.multiply(extent->value);
    }
    return threads.value().value_or(-1);
}

} // namespace

std::vector<LaunchDemand> launchDemands(const Module& module, const SizeLookup& sizes)
{
    const ModuleFacts facts = collectFacts(module);
    std::unordered_map<Place, int64_t> threads;
    for (const FunctionFacts& function : facts.functions)
        for (const LaunchFacts& launch : function.body->launches)
            threads.emplace(function.at(launch.place), blockThreads(launch));
    std::vector<LaunchDemand> demands;
    for (const LaunchLiveness& launch : sharedMemoryLiveness(module, sizes)) {
        LaunchDemand& demand = demands.emplace_back();
        demand.function = launch.function;
        demand.label = launch.label;
        demand.place = launch.place;
        demand.staticBytes = launch.staticBytes;
        demand.dynamicBytes = launch.takenBytes - launch.staticBytes;
        if (const auto found = threads.find(launch.place); found != threads.end())
            demand.threads = found->second;
    }
    return demands;
}

} // namespace tir
