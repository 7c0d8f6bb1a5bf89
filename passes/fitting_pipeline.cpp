#include "passes/fitting_pipeline.h"

#include "core/ir/contains.h"
#include "core/support/check.h"

#include <algorithm>

namespace tir {
namespace {

/// The deciding features, of all functions together.
struct Traits {
    bool hasTiles = false;
    bool hasBlocks = false;
    bool hasBoundLoops = false;
    bool hasVirtualThreads = false;
    bool hasShapedMemory = false; ///< shared, of several dimensions
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
        const auto* attr = as<AttrStmt>(&node);
        traits.hasVirtualThreads |= attr && attr->key == attr::VirtualThread;
        const auto* buffer = as<Buffer>(&node);
        traits.hasShapedMemory |=
            buffer && buffer->shape.size() != 1 && buffer->scope().rank == StorageRank::Shared;
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

FittingPipeline fitting(std::string_view name, std::string reason, std::string_view loweringPass)
{
    const Pipeline* pipeline = findPipeline(name);
    TIR_CHECK(pipeline) << "no pipeline " << name;
    return {pipeline, std::move(reason), loweringPass};
}

} // namespace

FittingPipeline fittingPipeline(const Module& module)
{
    const Traits traits = traitsOf(module);
    if (traits.hasTiles)
        return fitting("tirx", "the program has execution scopes or tile calls", "LowerTIRx");
    const std::string_view scheduled = traits.isForAdreno ? "adreno" : "s_tir";
    if (traits.hasBlocks)
        return fitting(scheduled,
                       std::string("the program has blocks") +
                           (traits.hasBoundLoops ? " and loops that are bound to threads" : ""),
                       "LowerOpaqueBlock");
    if (traits.hasBoundLoops)
        return fitting(scheduled, "the program has loops that are bound to threads", "UnifyThreadBinding");
    if (traits.hasVirtualThreads)
        return fitting(scheduled, "the program has virtual threads", "InjectVirtualThread");
    if (traits.hasKernels)
        return fitting("finish", "the kernels of the program are functions of their own", "");
    if (traits.hasShapedMemory)
        return fitting(scheduled, "the program has shared memory of several dimensions", "FlattenBuffer");
    return fitting("split", "the program has neither blocks nor loops that are bound to threads", "");
}

std::string FittingPipeline::whyNot(const Pipeline& other) const
{
    const bool isSplitTwice =
        pipeline->name == "finish" && std::ranges::any_of(other.passes, [](const PassInvocation& pass) {
            return establishes(pass.name, ModuleProperty::Split);
        });
    if (!isSplitTwice && (loweringPass.empty() || hasPass(other, loweringPass)))
        return {};
    return reason + "; '" + other.name + "' does not accept that; use pipeline '" + pipeline->name + "'";
}

} // namespace tir
