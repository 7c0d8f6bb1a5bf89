/// The result of SplitHostDevice: no device region in any function, and kernels whose parameters a host can pass. And the
/// memory that kernels can allocate.

#include "core/analysis/verify/rules.h"
#include "core/support/text_format.h"

namespace tir {
namespace {

void checkParameters(const FunctionFacts& kernel, Diagnostics& found)
{
    const VarList params = kernel.function->params;
    for (size_t i = 0; i < params.size(); ++i) {
        const auto* pointer = as<PointerType>(params[i]->type);
        const std::optional<StorageScope> scope = storageScopeFromString(pointer ? pointer->scope : "");
        const bool isShared = scope && scope->rank == StorageRank::Shared;
        if (!isShared && !(scope && scope->rank == StorageRank::Local))
            continue;
        found.push_back({.code = isShared ? "shared-memory-parameter" : "local-memory-parameter",
                         .message = "kernel " + quoted(kernel.name()) + " takes " +
                                    (isShared ? "shared" : "local") + " memory " + quoted(params[i]->name) +
                                    (isShared ? " as a parameter, and no host can pass it"
                                              : " of its host as a parameter, and cannot reach it"),
                         .place = kernel.place + 1 + Place(i)}); // parameters are its first children
    }
}

} // namespace

void checkNoRegions(const ModuleFacts& facts, Diagnostics& found)
{
    for (const FunctionFacts& function : facts.functions)
        if (function.body->deviceRegion != NoPlace)
            found.push_back(
                {.code = "device-region-left",
                 .message = "a device region is still in " + quoted(function.name()) + " after the split",
                 .place = function.at(function.body->deviceRegion)});
}

void checkGlobalMemory(const ModuleFacts& facts, Diagnostics& found)
{
    for (const FunctionFacts& function : facts.functions)
        if (function.body->globalAllocation != NoPlace && !function.isForCpu)
            found.push_back({.code = "global-memory-in-launch",
                             .message = "a launch allocates global memory, which a kernel cannot do: use the "
                                        "scope local or shared, or make the buffer a parameter",
                             .place = function.at(function.body->globalAllocation)});
}

void checkKernelParameters(const ModuleFacts& facts, Diagnostics& found)
{
    for (const FunctionFacts& function : facts.functions)
        if (function.function && function.isDevice() && !function.body->launches.empty())
            checkParameters(function, found);
}

} // namespace tir
