#include "passes/pipeline_parts.h"

namespace tir {
namespace {

std::string sTirPasses(const PassConfig& config, bool isAdreno)
{
    std::string passes;
    const auto add = [&](std::string_view part) {
        passes += (passes.empty() ? "" : ", ") + std::string(part);
    };
    const auto addIf = [&](bool isWanted, std::string_view part) {
        if (isWanted)
            add(part);
    };
    const bool isAsync = isOn(config, "tirx.use_async_copy");
    const bool hasLdg32 = isOn(config, "tirx.ptx_ldg32");
    addIf(isAdreno, "TextureFlatten");
    add("CanonicalizeLoop, LowerCrossThreadReduction, LowerInitBlock, PlanAndUpdateBufferAllocationLocation, "
        "ConvertBlocksToOpaque, LiftThreadBinding, ManifestSharedMemoryLocalStage, CompactBufferAllocation, "
        "LowerAutoCopy, UnifyThreadBinding, LowerMatchBuffer, StmtSimplify, InjectPermutedLayout, "
        "AnnotateIrregularLoop, InjectSoftwarePipeline, TransformMmaBufferLayout, LowerOpaqueBlock");
    addIf(isAdreno, "InjectTextureAlloc");
    add("FlattenBuffer, BF16ComputeLegalize, NarrowDataType(32), LoopPartition");
    add(isOn(config, "tirx.disable_vectorize") ? "VectorizeLoop(False)" : "VectorizeLoop(True)");
    add("InjectVirtualThread, InjectDoubleBuffer");
    addIf(!isOn(config, "tirx.disable_storage_rewrite"), "StorageRewrite");
    addIf(isAsync, "LowerAsyncDMA");
    add("HoistIfThenElse, UnrollLoop, RenormalizeSplitPattern, StmtSimplify, RemoveNoOp, "
        "RewriteUnsafeSelect");
    addIf(isOn(config, "tirx.instrument_bound_checkers"), "InstrumentBoundCheckers");
    addIf(hasLdg32, "InjectPTXLDG32(True)");
    addIf(!isOn(config, "tirx.disable_cse_tir"), "CommonSubexprElim");
    addIf(isOn(config, "tirx.instrument_lwp"), "InstrumentProfileIntrinsics");
    add("FP8ComputeLegalize, VerifyVTCMLimit, LowerVtcmAlloc, VerifyMemory, AnnotateEntryFunc, "
        R"(ThreadSync("shared"), ThreadSync("shared.dyn"), ThreadSync("warp"), )"
        "InferFragment, LowerThreadAllreduce");
    addIf(isAsync, "InjectPTXAsyncCopy");
    addIf(hasLdg32, "InjectPTXLDG32");
    return passes;
}

} // namespace

std::string scheduledPasses(const PassConfig& config)
{
    return sTirPasses(config, false);
}

std::string adrenoPasses(const PassConfig& config)
{
    return sTirPasses(config, true);
}

std::string tail(TailSwitches switches, TailParts parts)
{
    const std::string merging = switches.merge == LegacyMode::Yes
                                    ? R"(MergeSharedMemoryAllocations(mode="legacy"))"
                                    : "MergeSharedMemoryAllocations";
    const std::string launching = switches.launch == LegacyMode::Yes
                                      ? R"(LowerDeviceKernelLaunch(mode="legacy"))"
                                      : "LowerDeviceKernelLaunch";
    const bool isToday = switches.order == TailOrder::Today;
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

} // namespace tir
