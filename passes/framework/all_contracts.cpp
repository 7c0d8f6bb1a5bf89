/// The contracts of the implemented passes, from their PassInfo, and of the passes of pipelines that are not
/// implemented. The contract of a pass moves from here into its PassInfo when it is implemented.

#include "passes/framework/contracts.h"
#include "passes/framework/registry.h"

#include <algorithm>

namespace tir {
namespace {

std::vector<Contract> contractsOfPassesNotImplemented()
{
    return {
        {.pass = "LowerTIRxOpaque",
         .established = {{ModuleProperty::LaunchesAsExtents, "scope ids become thread_extent statements"}}},
        {.pass = CodeGeneration,
         .required = {{.property = ModuleProperty::PlainRamps,
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
            contracts.push_back({pass.name, pass.required, pass.established, pass.invalidated});
        for (Contract& contract : contractsOfPassesNotImplemented())
            if (!findPass(contract.pass))
                contracts.push_back(std::move(contract));
        return contracts;
    }();
    return Contracts;
}

} // namespace tir
