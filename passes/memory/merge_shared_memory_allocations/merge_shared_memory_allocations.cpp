/// merge_shared_memory_allocations: puts the shared buffers of a launch into one allocation of bytes.
///
///     A: float32[64], B: float32[64]    becomes    buf_dyn_shmem: uint8[256], A at byte 0, B at byte 0
///
/// where A is dead before B is written. Dynamic shared memory always, static with tirx.merge_static_smem.
///
/// Place: after everything that allocates shared memory or places barriers; before the split in today's
///        order, so it meets functions with several launches and plans each for itself.
/// Leaves alone: launches with at most one such buffer (noted), allocations outside of launches.
///
/// mode="legacy" plans once per function and puts the allocation into the first launch, which was enough
/// when merging came after the split. Before it, the other launches use a variable they do not see.

#include "core/ir/contains.h"
#include "core/ir/substitute.h"
#include "passes/framework/tvm_defects.h"
#include "passes/memory/merge_shared_memory_allocations/hazards.h"
#include "passes/memory/merge_shared_memory_allocations/rewrite.h"

namespace tir::passes {
namespace {

/// Bindings in the scope of an allocation are where TVM cannot count; nothing else is refused there.
PassError refusedLifetimes(PassContext& context, const PassError& refusal)
{
    context.reportDefect(tvm_defect::LoadInBinding, refusal.message, refusal.node);
    return refusal;
}

/// Replaces variables that a launch binds by their values: where the merged allocation is, they are not bound yet.
class BoundSizes : public Substituter {
public:
    BoundSizes(Arena& arena, const Stmt& launch) : Substituter(arena)
    {
        (void)contains(
            launch,
            [&](const Node& node) {
                const auto* bind = as<Bind>(&node);
                if (bind && bind->var->dtype.isIntegral() &&
                    !containsKind(*bind->value, NodeKind::BufferLoad))
                    m_bound.insert(bind->var, bind->value);
                return false;
            },
            Role::Scope);
    }

    void resolve(MergePlan& plan)
    {
        plan.totalBytes = mutate(plan.totalBytes);
        for (Placement& placement : plan.placements)
            if (placement.byteOffset)
                placement.byteOffset = mutate(placement.byteOffset);
    }

private:
    const Expr* valueOf(const Var& var) override
    {
        if (const Expr* const* known = m_values.find(&var))
            return *known;
        const Expr* const* bound = m_bound.find(&var);
        if (!bound)
            return nullptr;
        const Expr* value = mutate(*bound);
        m_values.insert(&var, value);
        return value;
    }

    VarValues m_bound;
    VarValues m_values; ///< in terms of variables from outside of the launch
};

/// Plans every launch for itself.
class LaunchMerger : public AccessRewriter {
public:
    LaunchMerger(PassContext& context, SharedKind kind, const FunctionNames& functionsWithBarriers)
        : AccessRewriter(context, kind, context.mode()),
          m_functionsWithBarriers(functionsWithBarriers)
    {}

private:
    bool isMerged(const Var* data) const override { return m_allocations.contains(data); }

    const Stmt* visit(const AttrStmt& attr) override
    {
        if (attr.key != attr::ThreadExtent || m_inLaunch)
            return Mutator::visit(attr);
        ++m_number;
        m_allocations = sharedAllocations(*attr.body, kind());
        if (m_allocations.inOrder.size() <= 1) {
            context().note("nothing to merge in launch " + std::to_string(m_number) + ": it has " +
                               std::string(m_allocations.inOrder.empty() ? "no" : "one") + " " +
                               std::string(kindWord(kind())) + " shared buffer",
                           &attr);
            m_allocations = {};
            return &attr;
        }
        const Stmt* made = merge(attr);
        m_allocations = {};
        return made;
    }

    const Stmt* merge(const AttrStmt& launch)
    {
        auto alive = lifetimes(launch, kind(), mode());
        if (auto* refusal = std::get_if<PassError>(&alive))
            return fail(refusedLifetimes(context(), *refusal)), &launch;
        auto planned = planMerge(arena(), std::get<Lifetimes>(alive), m_allocations, mode());
        if (auto* refusal = std::get_if<PassError>(&planned))
            return fail(std::move(*refusal)), &launch;
        auto& plan = std::get<MergePlan>(planned);
        if (mode() == Mode::Sound)
            BoundSizes(arena(), launch).resolve(plan);
        context().explain(
            [launch = &launch, number = m_number, ofKind = kind(), inMode = mode()](NoteWriter& notes) {
                explainMerge(notes, {.launch = launch, .number = number, .kind = ofKind, .mode = inMode});
            });
        if (mode() == Mode::AsTvm)
            reportPlanHazards(context(), launch, kind(), std::get<Lifetimes>(alive), m_allocations, plan,
                              m_functionsWithBarriers);
        use(&plan, makeMergedVar());
        forgetVolatile();
        m_inLaunch = true;
        const Stmt* body = mutate(launch.body);
        m_inLaunch = false;
        const Stmt* made = makeFrom<AttrStmt>(launch, launch.node, launch.key, launch.value,
                                              sequence(arena(), {makeMergedAllocation(launch), body}));
        use(nullptr, nullptr);
        return made;
    }

    const FunctionNames& m_functionsWithBarriers;
    SharedAllocations m_allocations; ///< of the launch around
    bool m_inLaunch = false;
    int m_number = 0; ///< of the launch in its function
};

/// Plans once for the whole function.
class FunctionMerger : public AccessRewriter {
public:
    FunctionMerger(PassContext& context, SharedKind kind, const PrimFunc& function, MergePlan plan)
        : AccessRewriter(context, kind, Mode::AsTvm),
          m_function(function),
          m_plan(std::move(plan))
    {
        use(nullptr, m_merged = makeMergedVar());
    }

private:
    bool isMerged(const Var* data) const override { return data != m_merged && isOfKind(data, kind()); }

    const Stmt* visit(const AttrStmt& attr) override
    {
        if (attr.key != attr::ThreadExtent || m_isAllocated)
            return Mutator::visit(attr);
        m_isAllocated = true;
        context().explain([launch = &attr, body = m_function.body, ofKind = kind()](NoteWriter& notes) {
            explainMerge(notes, {.launch = launch, .function = body, .kind = ofKind});
        });
        use(&m_plan, m_merged);
        const Stmt* body = mutate(attr.body);
        return makeFrom<AttrStmt>(attr, attr.node, attr.key, attr.value,
                                  sequence(arena(), {makeMergedAllocation(attr), body}));
    }

    const PrimFunc& m_function;
    MergePlan m_plan;
    const Var* m_merged = nullptr;
    bool m_isAllocated = false;
};

FunctionOutcome mergeKind(const PrimFunc& function, PassContext& context, SharedKind kind, bool isLegacy,
                          const FunctionNames& functionsWithBarriers)
{
    const SharedAllocations allocations = sharedAllocations(*function.body, kind);
    if (allocations.inOrder.size() <= 1) {
        context.note("nothing to merge: the function has " +
                         std::string(allocations.inOrder.empty() ? "no" : "one") + " " +
                         std::string(kindWord(kind)) + " shared buffer",
                     &function);
        return &function;
    }
    const auto rewritten = [&](AccessRewriter&& merger) -> FunctionOutcome {
        const Stmt* body = merger.mutate(function.body);
        if (merger.error())
            return *merger.error();
        return withBody(context.arena(), function, body);
    };
    if (!isLegacy)
        return rewritten(LaunchMerger(context, kind, functionsWithBarriers));
    auto alive = lifetimes(*function.body, kind, Mode::AsTvm);
    if (const auto* refusal = std::get_if<PassError>(&alive))
        return refusedLifetimes(context, *refusal);
    auto plan = planMerge(context.arena(), std::get<Lifetimes>(alive), allocations, Mode::AsTvm);
    if (auto* refusal = std::get_if<PassError>(&plan))
        return std::move(*refusal);
    reportPlanHazards(context, *function.body, kind, std::get<Lifetimes>(alive), allocations,
                      std::get<MergePlan>(plan), functionsWithBarriers);
    return rewritten(FunctionMerger(context, kind, function, std::get<MergePlan>(std::move(plan))));
}

FunctionOutcome mergeFunction(const PrimFunc& function, PassContext& context,
                              const FunctionNames& functionsWithBarriers)
{
    const bool isLegacy = context.textArgument("mode", 0, "") == "legacy";
    if (isLegacy && context.mode() == Mode::Sound)
        context.note(
            "mode=\"legacy\" keeps TVM's old plan in sound mode, too: it exists to show the old defect",
            &function);
    FunctionOutcome merged =
        mergeKind(function, context, SharedKind::Dynamic, isLegacy, functionsWithBarriers);
    if (std::holds_alternative<PassError>(merged) || !context.configFlag("tirx.merge_static_smem"))
        return merged;
    return mergeKind(*std::get<const PrimFunc*>(merged), context, SharedKind::Static, isLegacy,
                     functionsWithBarriers);
}

PassOutcome run(const Module& module, PassContext& context)
{
    const FunctionNames functionsWithBarriers = tir::functionsWithBarriers(module);
    return functionPass([&](const PrimFunc& function, PassContext& ofPass) {
        return mergeFunction(function, ofPass, functionsWithBarriers);
    })(module, context);
}

} // namespace

PassInfo mergeSharedMemoryAllocations()
{
    return {
        .name = "MergeSharedMemoryAllocations",
        .summary = "Put the shared buffers of a launch into one allocation",
        .options = {{.name = "mode",
                     .values = "\"legacy\"",
                     .summary = "one plan per function, as before merging came ahead of the split",
                     .choices = {"legacy"}}},
        .required = {{ModuleProperty::FlatBuffers,
                      "an offset is added to the one index of an access; more dimensions are refused"},
                     {ModuleProperty::Barriers, "afterwards all accesses go to one variable"},
                     {ModuleProperty::LaunchesAsExtents, "a plan covers one thread_extent statement"},
                     {.property = ModuleProperty::OneLaunch,
                      .reason = "its one allocation is in the first launch of the function, where no other "
                                "launch sees it",
                      .with = "legacy"},
                     {.property = ModuleProperty::LaunchMemory,
                      .reason = "its one allocation is in the first launch that uses it",
                      .with = "legacy"},
                     {.property = ModuleProperty::Unsplit,
                      .reason = "so that marking, splitting and launch lowering are adjacent; planning each "
                                "launch separately is correct after the split, too",
                      .isConvention = true,
                      .without = "legacy"}},
        .established = {{ModuleProperty::Merged, "the buffers of one launch share one variable"},
                        {.property = ModuleProperty::StaticMerged,
                         .reason = "static buffers are merged in the same way",
                         .ifConfig = "tirx.merge_static_smem"}},
        .invalidated = {{ModuleProperty::Unmerged, "all accesses of a launch go to one variable"},
                        {ModuleProperty::PlainRamps, "an offset of zero makes ramp + broadcast(0) of a ramp"},
                        {ModuleProperty::OwnDeclarations,
                         "the rewritten buffers lose the allocation that declared them"}},
        .run = run};
}

} // namespace tir::passes
