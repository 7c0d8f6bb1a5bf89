/// The pipelines as text: passes in constructor form, as TVM runs them with its default configuration.
/// Passes that only another configuration switches on are left out.

#include "passes/pipelines.h"

#include "core/support/check.h"

#include <algorithm>

namespace tir {
namespace {

constexpr std::string_view STirFront = R"(
    CanonicalizeLoop, LowerCrossThreadReduction, LowerInitBlock, PlanAndUpdateBufferAllocationLocation,
    ConvertBlocksToOpaque, LiftThreadBinding, ManifestSharedMemoryLocalStage, CompactBufferAllocation,
    LowerAutoCopy, UnifyThreadBinding, LowerMatchBuffer, StmtSimplify, InjectPermutedLayout,
    AnnotateIrregularLoop, InjectSoftwarePipeline, TransformMmaBufferLayout, LowerOpaqueBlock)";

constexpr std::string_view STirBack = R"(FlattenBuffer,
    BF16ComputeLegalize, NarrowDataType(32), LoopPartition, VectorizeLoop(True), InjectVirtualThread,
    InjectDoubleBuffer, StorageRewrite, HoistIfThenElse, UnrollLoop, RenormalizeSplitPattern, StmtSimplify,
    RemoveNoOp, RewriteUnsafeSelect, CommonSubexprElim, FP8ComputeLegalize, VerifyVTCMLimit, LowerVtcmAlloc,
    VerifyMemory, AnnotateEntryFunc, ThreadSync("shared"), ThreadSync("shared.dyn"), ThreadSync("warp"),
    InferFragment, LowerThreadAllreduce)";

constexpr std::string_view TirxLegalize = R"(
    BF16ComputeLegalize, NarrowDataType(32), VectorizeLoop(True), UnrollLoop, StmtSimplify,
    CommonSubexprElim, FP8ComputeLegalize, VerifyMemory, AnnotateEntryFunc)";

constexpr std::string_view TrnFront = R"(
    TrnPrivateBufferAlloc, TrnNaiveAllocator, LowerTIRx, DecorateDeviceScope, StmtSimplify, LowerTIRxOpaque,
    LoopPartition, HoistIfThenElse, StmtSimplify, RemoveNoOp, AnnotateEntryFunc)";

/// What runs behind a pipeline, on the modules that code generators get.
constexpr std::string_view HostEnd = R"(Filter("host"), LowerTVMBuiltin, LowerCustomDatatypes, LowerIntrin)";
constexpr std::string_view DeviceEnd =
    R"(Filter("device"), LowerWarpMemory, StmtSimplify, LowerCustomDatatypes, LowerIntrin)";
constexpr std::string_view TrnDeviceEnd = R"(Filter("device"), StmtSimplify)";

/// What a tail consists of besides the split itself.
struct TailParts {
    bool hasMerge = true;
    bool hasStorageLegalize = true;
};

std::string tail(TailOrder order, LegacyMode merge, LegacyMode launch, TailParts parts = {})
{
    const std::string merging = merge == LegacyMode::Yes ? R"(MergeSharedMemoryAllocations(mode="legacy"))"
                                                         : "MergeSharedMemoryAllocations";
    const std::string launching =
        launch == LegacyMode::Yes ? R"(LowerDeviceKernelLaunch(mode="legacy"))" : "LowerDeviceKernelLaunch";
    const bool isToday = order == TailOrder::Today;
    std::string passes;
    const auto append = [&](const std::string& pass) { passes += (passes.empty() ? "" : ", ") + pass; };
    if (isToday && parts.hasMerge)
        append(merging);
    append("AnnotateDeviceRegions, SplitHostDevice");
    if (isToday)
        append(launching);
    else if (parts.hasMerge)
        append(merging);
    append("MakePackedAPI");
    if (parts.hasStorageLegalize)
        append("FP8StorageLegalize, BF16StorageLegalize");
    if (!isToday)
        append(launching);
    return passes;
}

/// Orders that break a constraint, each for one program of samples/museum.
struct WrongOrder {
    std::string_view name;
    std::string_view summary;
    std::string_view tail;
};

constexpr WrongOrder WrongOrders[] = {
    {"split@late-merge", "wrong on purpose: the merge comes after the launch lowering",
     "AnnotateDeviceRegions, SplitHostDevice, LowerDeviceKernelLaunch, MergeSharedMemoryAllocations, "
     "MakePackedAPI, FP8StorageLegalize, BF16StorageLegalize"},
    {"split@early-storage", "wrong on purpose: storage is legalized before the packed API",
     "MergeSharedMemoryAllocations, AnnotateDeviceRegions, SplitHostDevice, LowerDeviceKernelLaunch, "
     "FP8StorageLegalize, BF16StorageLegalize, MakePackedAPI"},
};

std::vector<PassInvocation> passesOf(const std::string& text)
{
    auto passes = parseInvocations(text);
    TIR_CHECK(passes) << "a pipeline of this program cannot be read: " << text;
    return std::move(passes).value();
}

void appendBranch(std::vector<PassInvocation>& passes, std::string_view text, Branch branch)
{
    for (PassInvocation& pass : passesOf(std::string(text))) {
        pass.branch = branch;
        passes.push_back(std::move(pass));
    }
}

std::vector<PassInvocation> finalized(std::vector<PassInvocation> passes,
                                      std::string_view deviceEnd = DeviceEnd)
{
    appendBranch(passes, HostEnd, Branch::Host);
    appendBranch(passes, deviceEnd, Branch::Device);
    return passes;
}

std::string joined(std::initializer_list<std::string_view> parts)
{
    std::string text;
    for (const std::string_view part : parts)
        text += (text.empty() || part.empty() ? "" : ", ") + std::string(part);
    return text;
}

/// What stands behind the `@` of the name; empty for today's pipeline.
std::string variantName(TailOrder order, LegacyMode merge, LegacyMode launch)
{
    const bool oldMerge = merge == LegacyMode::Yes;
    const bool oldLaunch = launch == LegacyMode::Yes;
    if (order == TailOrder::Before) {
        if (oldMerge && oldLaunch)
            return "before";
        return oldMerge ? "old-order,legacy-merge" : oldLaunch ? "old-order,legacy-launch" : "old-order";
    }
    if (oldMerge && oldLaunch)
        return "transitional";
    return oldMerge ? "legacy-merge" : oldLaunch ? "legacy-launch" : "";
}

std::string splitSummary(TailOrder order, LegacyMode merge, LegacyMode launch, Finalize finalize)
{
    std::string summary = order == TailOrder::Today
                              ? "host and device split of lowered programs, today's order"
                              : "host and device split of lowered programs, old order";
    if (merge == LegacyMode::Yes)
        summary += ", one merged allocation per function";
    if (launch == LegacyMode::Yes)
        summary += ", launch lowering that ignores the host";
    if (finalize == Finalize::Yes)
        summary += "; then the host and the device module, ready for code";
    return summary;
}

/// Why a pipeline of the past stands as it does; empty for today's.
std::string historyOf(TailOrder order, LegacyMode merge, LegacyMode launch)
{
    if (order == TailOrder::Before)
        return "it is the order of the past, in which merging came behind the split and launch lowering last";
    return merge == LegacyMode::Yes || launch == LegacyMode::Yes
               ? "it shows what breaks when a pass is moved and not changed"
               : "";
}

/// A full pipeline of TVM in its three forms.
struct FullPipeline {
    std::string_view name;
    std::string_view summary;
    std::string front;
    TailParts parts = {};
    std::string_view deviceEnd = DeviceEnd;
};

std::vector<FullPipeline> fullPipelines()
{
    const TailParts noMerge{.hasMerge = false, .hasStorageLegalize = true};
    const TailParts bare{.hasMerge = false, .hasStorageLegalize = false};
    return {
        {"s_tir", "scheduled kernels: the default pipeline of TVM", joined({STirFront, STirBack})},
        {"adreno", "s_tir with textures, for Adreno GPUs",
         joined({"TextureFlatten", STirFront, "InjectTextureAlloc", STirBack})},
        {"tirx", "TIRx kernels",
         joined(
             {"LowerTIRx, UnifyThreadBinding, StmtSimplify, LowerTIRxOpaque, FlattenBuffer", TirxLegalize}),
         noMerge},
        {"default_tirx", "TIR without schedulable blocks",
         joined({"LowerInitBlock, UnifyThreadBinding, StmtSimplify, FlattenBuffer", TirxLegalize}), noMerge},
        {"trn", "Trainium kernels", std::string(TrnFront), bare, TrnDeviceEnd},
    };
}

std::vector<Pipeline> makePipelines()
{
    using enum LegacyMode;
    std::vector<Pipeline> pipelines;
    for (const Finalize finalize : {Finalize::No, Finalize::Yes}) {
        pipelines.push_back(splitPipeline(TailOrder::Today, No, No, finalize));
        pipelines.push_back(splitPipeline(TailOrder::Before, Yes, Yes, finalize));
        pipelines.push_back(splitPipeline(TailOrder::Today, Yes, Yes, finalize));
        pipelines.push_back(splitPipeline(TailOrder::Today, Yes, No, finalize));
        pipelines.push_back(splitPipeline(TailOrder::Today, No, Yes, finalize));
    }
    for (const WrongOrder& wrong : WrongOrders)
        pipelines.push_back({std::string(wrong.name), std::string(wrong.summary),
                             passesOf(joined({"BindTarget, AnnotateEntryFunc", wrong.tail})),
                             "it shows what the contract protects from"});
    for (const FullPipeline& full : fullPipelines()) {
        const auto add = [&](std::string_view suffix, std::string_view remark, TailOrder order,
                             LegacyMode legacy) {
            const std::string text =
                joined({"BindTarget", full.front, tail(order, legacy, legacy, full.parts)});
            pipelines.push_back({std::string(full.name) + std::string(suffix),
                                 std::string(full.summary) + std::string(remark),
                                 finalized(passesOf(text), full.deviceEnd),
                                 historyOf(order, legacy, legacy)});
        };
        add("", "", TailOrder::Today, No);
        add("@before", "; old order, both old passes", TailOrder::Before, Yes);
        add("@transitional", "; today's order, both old passes", TailOrder::Today, Yes);
    }
    return pipelines;
}

} // namespace

Pipeline splitPipeline(TailOrder order, LegacyMode merge, LegacyMode launch, Finalize finalize)
{
    const std::string variant = variantName(order, merge, launch);
    std::vector<PassInvocation> passes =
        passesOf(joined({"BindTarget, AnnotateEntryFunc", tail(order, merge, launch)}));
    const bool isBuild = finalize == Finalize::Yes;
    return {(isBuild ? "build" : "split") + (variant.empty() ? "" : "@" + variant),
            splitSummary(order, merge, launch, finalize),
            isBuild ? finalized(std::move(passes)) : std::move(passes), historyOf(order, merge, launch)};
}

const std::vector<Pipeline>& allPipelines()
{
    static const std::vector<Pipeline> Pipelines = makePipelines();
    return Pipelines;
}

const Pipeline* findPipeline(std::string_view name)
{
    const auto found = std::ranges::find(allPipelines(), name, &Pipeline::name);
    return found == allPipelines().end() ? nullptr : &*found;
}

bool isKnownPass(std::string_view name)
{
    return std::ranges::any_of(allPipelines(), [&](const Pipeline& pipeline) {
        return std::ranges::find(pipeline.passes, name, &PassInvocation::name) != pipeline.passes.end();
    });
}

std::vector<ContractBreach> breachesOf(const Pipeline& pipeline)
{
    std::vector<ContractBreach> breaches = checkContracts(pipeline.passes);
    for (ContractBreach& breach : breaches)
        breach.exemption = pipeline.history;
    return breaches;
}

} // namespace tir
