#include "passes/fitting_pipeline.h"

#include "core/ir/contains.h"
#include "core/support/check.h"

#include <algorithm>

namespace tir {
namespace {

/// What decides, of all functions together.
struct Traits {
    bool hasTiles = false;
    bool hasBlocks = false;
    bool hasBoundLoops = false;
    bool hasKernels = false;
    bool isForAdreno = false;
};

void addTraits(const PrimFunc& function, Traits& traits)
{
    traits.hasKernels |= callingConv(function) == CallingConv::DeviceKernelLaunch;
    const Target* target = targetOf(function);
    traits.isForAdreno |= target && hasKey(*target, "adreno");
    const auto isTile = [&](const Node& node) {
        const auto* loop = as<For>(&node);
        traits.hasBoundLoops |= loop && loop->forKind == ForKind::ThreadBinding;
        traits.hasBlocks |= node.kind == NodeKind::SBlockRealize;
        return node.kind == NodeKind::ExecScopeStmt || node.kind == NodeKind::TilePrimitiveCall;
    };
    traits.hasTiles |= contains(*function.body, isTile);
}

Traits traitsOf(const Module& module)
{
    Traits traits;
    for (const ModuleEntry& entry : module.functions)
        if (const auto* function = as<PrimFunc>(entry.function))
            addTraits(*function, traits);
    return traits;
}

/// What a program is made of, and what a pipeline does with it.
struct Need {
    std::string_view pipeline;
    std::string reason;
    std::string_view pass; ///< that takes it away; empty when no pass has to
};

Need needOf(const Traits& traits)
{
    if (traits.hasTiles)
        return {"tirx", "the program has execution scopes or tile calls", "LowerTIRx"};
    const std::string_view scheduled = traits.isForAdreno ? "adreno" : "s_tir";
    if (traits.hasBlocks)
        return {scheduled,
                std::string("the program has blocks") +
                    (traits.hasBoundLoops ? " and loops that are bound to threads" : ""),
                "LowerOpaqueBlock"};
    if (traits.hasBoundLoops)
        return {scheduled, "the program has loops that are bound to threads", "UnifyThreadBinding"};
    if (traits.hasKernels)
        return {"finish", "the kernels of the program are functions of their own", ""};
    return {"split", "the program has neither blocks nor loops that are bound to threads", ""};
}

} // namespace

FittingPipeline fittingPipeline(const Module& module)
{
    Need need = needOf(traitsOf(module));
    const Pipeline* pipeline = findPipeline(need.pipeline);
    TIR_CHECK(pipeline) << "no pipeline " << need.pipeline;
    return {pipeline, std::move(need.reason)};
}

std::string whyUnfit(const Pipeline& pipeline, const Module& module)
{
    const Need need = needOf(traitsOf(module));
    const bool isSplitTwice = need.pipeline == "finish" && hasPass(pipeline, "SplitHostDevice");
    if (!isSplitTwice && (need.pass.empty() || hasPass(pipeline, need.pass)))
        return {};
    return need.reason + "; '" + pipeline.name + "' does not take them, the pipeline '" +
           std::string(need.pipeline) + "' does";
}

} // namespace tir
