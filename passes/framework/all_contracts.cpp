/// The contracts of the passes that are built, from their PassInfo, and of those that stand in pipelines and
/// are not built yet. A pass that gets built takes its lines from here into its own file.

#include "passes/framework/contracts.h"
#include "passes/framework/properties.h"
#include "passes/framework/registry.h"

#include <algorithm>

namespace tir {
namespace {

std::vector<Contract> contractsOfOthers()
{
    return {
        {.pass = "FlattenBuffer",
         .gives = {{property::FlatBuffers, "indices of several dimensions become one"}}},
        {.pass = "LowerOpaqueBlock",
         .gives = {{property::LaunchesAsExtents, "loops bound to threads become thread_extent statements"}}},
        {.pass = "LowerTIRxOpaque",
         .gives = {{property::LaunchesAsExtents, "scope ids become thread_extent statements"}}},
        {.pass = "VectorizeLoop",
         .needs = {{property::Unmerged,
                    "it changes the element types of allocations, which must be final before they are "
                    "merged"}}},
        {.pass = "StorageRewrite",
         .needs = {{property::Unmerged,
                    "it changes the sizes of allocations, which must be final before they are merged, and "
                    "lifts shared ones to the start of the launch"}}},
        {.pass = "LowerThreadAllreduce",
         .needs = {{property::Unmerged,
                    "it allocates staging buffers in shared memory, which must take part in the plan"}}},
        {.pass = "ThreadSync",
         .needs = {{property::Unmerged,
                    "afterwards all accesses go to one variable, and barriers could no longer tell buffers "
                    "apart"}},
         .gives = {{property::Barriers, "accesses of several threads are kept apart"}}},
        {.pass = "InjectPTXAsyncCopy",
         .needs = {{property::Unmerged,
                    "merging rewrites the destinations of asynchronous copies, so these must be there"}}},
        {.pass = CodeGeneration,
         .needs = {{.name = property::PlainRamps,
                    .reason = "one vector access is written for a plain ramp, and single ones otherwise",
                    .isConvention = true}}},
    };
}

} // namespace

const std::vector<Contract>& allContracts()
{
    static const std::vector<Contract> Contracts = [] {
        std::vector<Contract> contracts;
        for (const PassInfo& pass : allPasses())
            contracts.push_back({pass.name, pass.needs, pass.gives, pass.breaks});
        for (Contract& contract : contractsOfOthers())
            if (!findPass(contract.pass))
                contracts.push_back(std::move(contract));
        return contracts;
    }();
    return Contracts;
}

} // namespace tir
