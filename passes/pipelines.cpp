/// The pipelines, each in the variants of its tail.

#include "passes/pipelines.h"

#include "core/support/check.h"
#include "core/support/list_text.h"
#include "passes/pipeline_parts.h"
#include "passes/wrong_orders.h"

#include <algorithm>

namespace tir {
namespace {

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

std::vector<PassInvocation> finalized(std::vector<PassInvocation> passes, std::string_view deviceEnd)
{
    appendBranch(passes, HostEnd, Branch::Host);
    appendBranch(passes, deviceEnd, Branch::Device);
    return passes;
}

std::string joined(std::initializer_list<std::string_view> parts)
{
    return listText(parts);
}

/// The part of the name after `@`; empty for today's pipeline.
std::string variantName(TailSwitches switches)
{
    const bool oldMerge = switches.merge == LegacyMode::Yes;
    const bool oldLaunch = switches.launch == LegacyMode::Yes;
    if (switches.order == TailOrder::Before) {
        if (oldMerge && oldLaunch)
            return "before";
        return oldMerge ? "old-order,legacy-merge" : oldLaunch ? "old-order,legacy-launch" : "old-order";
    }
    if (oldMerge && oldLaunch)
        return "transitional";
    return oldMerge ? "legacy-merge" : oldLaunch ? "legacy-launch" : "";
}

/// Differences from today's pipeline, appended to a summary.
std::string remarks(TailSwitches switches, TailParts parts)
{
    std::string text;
    if (switches.order == TailOrder::Before)
        text += "; passes in the order of older TVM";
    if (switches.merge == LegacyMode::Yes && parts.hasMerge)
        text += "; one merged allocation per function";
    if (switches.launch == LegacyMode::Yes)
        text += "; launch lowering that ignores the host";
    return text;
}

/// Why a pipeline of the past has this order; empty for today's.
std::string historyOf(TailSwitches switches)
{
    if (switches == TailSwitches())
        return "";
    return switches.order == TailOrder::Before
               ? "this pipeline reproduces TVM's old order, in which merging came after the split, and "
                 "launch lowering came last"
               : "this pipeline shows what breaks when a pass is moved but not adapted";
}

/// As split, with a configuration that TVM leaves off.
Pipeline withStaticMerge()
{
    return {.name = "split@static-merge",
            .summary = "split that merges static shared memory, too (tirx.merge_static_smem)",
            .passes = passesOf(joined({"BindTarget, AnnotateEntryFunc", tail({}, {})})),
            .config = {{"tirx.merge_static_smem", true}}};
}

/// As split, after a pass that TVM leaves off, for programs that are in lowered form.
Pipeline withGuardedLoads()
{
    return {.name = "split@guarded-loads",
            .summary = "split after InjectPTXLDG32 (tirx.ptx_ldg32)",
            .passes = passesOf(joined({"BindTarget, InjectPTXLDG32, AnnotateEntryFunc", tail({}, {})}))};
}

/// As s_tir, with a configuration that TVM leaves off.
Pipeline withAsyncCopy()
{
    const PassConfig config{{"tirx.use_async_copy", true}};
    return {.name = "s_tir@async-copy",
            .summary = "s_tir that makes cp.async of copies in asynchronous stages (tirx.use_async_copy)",
            .passes =
                finalized(passesOf(joined({"BindTarget", scheduledPasses(config), tail({}, {})})), DeviceEnd),
            .config = config};
}

/// The rest of build after the split, for the modules that a recorded run or a text begins with.
Pipeline finish()
{
    return {.name = "finish",
            .summary = "programs that are split already: the host and the device module, ready for code",
            .passes = finalized({}, DeviceEnd)};
}

/// Which variants are worth a place in a list.
enum class Variants : uint8_t { Whole, Single };

/// A pipeline in all its variants.
struct Family {
    std::string_view name;
    std::string_view summary;
    std::string front;
    TailParts parts = {};
    std::string_view deviceEnd = DeviceEnd; ///< empty: it ends before the modules part
    Variants listed = Variants::Whole;      ///< Single: each old pass alone, too
    /// The front under a configuration; null: always the same.
    std::string (*frontUnder)(const PassConfig&) = nullptr;
};

const std::vector<Family>& families()
{
    const TailParts noMerge{.hasMerge = false, .hasStorageLegalize = true};
    const TailParts bare{.hasMerge = false, .hasStorageLegalize = false};
    static const std::vector<Family> Families{
        {"split", "host and device split of lowered programs", "AnnotateEntryFunc", {}, "", Variants::Single},
        {"build",
         "host and device split of lowered programs, then the host and the device module, ready for code",
         "AnnotateEntryFunc",
         {},
         DeviceEnd,
         Variants::Single},
        {"narrow",
         "split for programs that compute with bfloat16 or 8-bit floats, replaced where the target lacks "
         "them",
         "BF16ComputeLegalize, FP8ComputeLegalize, AnnotateEntryFunc",
         {},
         ""},
        {.name = "s_tir",
         .summary = "scheduled kernels: the default pipeline of TVM",
         .front = scheduledPasses({}),
         .frontUnder = scheduledPasses},
        {.name = "adreno",
         .summary = "s_tir with textures, for Adreno GPUs",
         .front = adrenoPasses({}),
         .frontUnder = adrenoPasses},
        {"tirx", "TIRx kernels",
         joined(
             {"LowerTIRx, UnifyThreadBinding, StmtSimplify, LowerTIRxOpaque, FlattenBuffer", TirxLegalize}),
         noMerge},
        {"default_tirx", "TIR without schedulable blocks",
         joined({"LowerInitBlock, UnifyThreadBinding, StmtSimplify, FlattenBuffer", TirxLegalize}), noMerge},
        {"trn", "Trainium kernels", std::string(TrnFront), bare, TrnDeviceEnd},
    };
    return Families;
}

Pipeline make(const Family& family, TailSwitches switches, const PassConfig& config = {})
{
    const std::string variant = variantName(switches);
    const std::string name = std::string(family.name) + (variant.empty() ? "" : "@" + variant);
    const std::string front = family.frontUnder ? family.frontUnder(config) : family.front;
    std::vector<PassInvocation> passes =
        passesOf(joined({"BindTarget", front, tail(switches, family.parts)}));
    return {name,
            std::string(family.summary) + remarks(switches, family.parts),
            family.deviceEnd.empty() ? std::move(passes) : finalized(std::move(passes), family.deviceEnd),
            historyOf(switches),
            std::string(family.name),
            switches,
            {}};
}

std::vector<TailSwitches> variantsOf(const Family& family)
{
    using enum LegacyMode;
    std::vector<TailSwitches> variants;
    for (const TailOrder order : {TailOrder::Today, TailOrder::Before})
        for (const LegacyMode merge : {No, Yes})
            for (const LegacyMode launch : {No, Yes})
                if (family.parts.hasMerge || merge == launch)
                    variants.push_back({order, merge, launch});
    return variants;
}

const Pipeline* find(const std::vector<Pipeline>& pipelines, std::string_view name)
{
    const auto found = std::ranges::find(pipelines, name, &Pipeline::name);
    return found == pipelines.end() ? nullptr : &*found;
}

/// Every pipeline in every variant.
const std::vector<Pipeline>& everyPipeline()
{
    static const std::vector<Pipeline> Pipelines = [] {
        std::vector<Pipeline> pipelines;
        for (const Family& family : families())
            for (const TailSwitches switches : variantsOf(family))
                pipelines.push_back(make(family, switches));
        for (const WrongOrder& wrong : wrongOrders()) {
            std::vector<PassInvocation> passes = reordered(find(pipelines, wrong.base)->passes, wrong);
            const bool isAllowed = respectsContracts(passes);
            pipelines.push_back(
                {.name = std::string(wrong.name),
                 .summary = std::string(wrong.summary),
                 .passes = std::move(passes),
                 .history = isAllowed ? "" : "this pipeline shows what the contract prevents"});
        }
        pipelines.push_back(withStaticMerge());
        pipelines.push_back(withGuardedLoads());
        pipelines.push_back(withAsyncCopy());
        pipelines.push_back(finish());
        return pipelines;
    }();
    return Pipelines;
}

std::vector<Pipeline> listedPipelines()
{
    using enum LegacyMode;
    std::vector<Pipeline> listed;
    for (const Family& family : families()) {
        std::vector<TailSwitches> shown{{}, {TailOrder::Before, Yes, Yes}, {TailOrder::Today, Yes, Yes}};
        if (family.listed == Variants::Single) {
            shown.push_back({TailOrder::Today, Yes, No});
            shown.push_back({TailOrder::Today, No, Yes});
        }
        for (const TailSwitches switches : shown)
            listed.push_back(make(family, switches));
        for (const WrongOrder& wrong : wrongOrders())
            if (wrong.base == family.name)
                listed.push_back(*find(everyPipeline(), wrong.name));
        if (family.name == "s_tir")
            listed.push_back(withAsyncCopy());
        if (family.name != "build")
            continue;
        listed.push_back(withStaticMerge());
        listed.push_back(withGuardedLoads());
        listed.push_back(finish());
    }
    return listed;
}

} // namespace

const std::vector<Pipeline>& allPipelines()
{
    static const std::vector<Pipeline> Pipelines = listedPipelines();
    return Pipelines;
}

const Pipeline* findPipeline(std::string_view name)
{
    return find(everyPipeline(), name);
}

const Pipeline& withSwitches(const Pipeline& pipeline, TailSwitches switches)
{
    if (!hasPass(pipeline, "MergeSharedMemoryAllocations"))
        switches.merge = switches.launch;
    const std::string variant = variantName(switches);
    const Pipeline* found = findPipeline(pipeline.family + (variant.empty() ? "" : "@" + variant));
    TIR_CHECK(found) << "a pipeline without switches: " << pipeline.name;
    return *found;
}

Pipeline underConfig(const Pipeline& pipeline, const PassConfig& config)
{
    const auto family = std::ranges::find(families(), pipeline.family, &Family::name);
    if (!pipeline.switches || family == families().end() || !family->frontUnder)
        return pipeline;
    return make(*family, *pipeline.switches, config);
}

bool hasPass(const Pipeline& pipeline, std::string_view name)
{
    return std::ranges::find(pipeline.passes, name, &PassInvocation::name) != pipeline.passes.end();
}

bool isKnownPass(std::string_view name)
{
    static const Pipeline Largest =
        underConfig(*findPipeline("adreno"), {{"tirx.use_async_copy", true},
                                              {"tirx.ptx_ldg32", true},
                                              {"tirx.instrument_bound_checkers", true},
                                              {"tirx.instrument_lwp", true}});
    return hasPass(Largest, name) || std::ranges::any_of(allPipelines(), [&](const Pipeline& pipeline) {
               return hasPass(pipeline, name);
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
