/// instrument_profile_intrinsics: marks the start and the end of functions and loops for a profiler.
///
///     body    becomes    start_profile_intrinsic(0); body; end_profile_intrinsic(0)
///
/// Place: after common_subexpr_elim, when the loops are final; only with `tirx.instrument_lwp`.
/// Leaves alone: loops of the wrong height or depth, loops without a sibling (noted).
///
/// Every loop that is looked at takes a number, marked or not. Loops below anything but a sequence of loops,
/// an attribute or a branch are not looked at, as in TVM. Numbers start at 0 in every run; TVM counts on in
/// one process unless `s_tir.reset_start_id` is set.

#include "core/ir/mutator.h"
#include "core/ir/visitor.h"
#include "core/support/text_format.h"
#include "passes/framework/pass.h"

#include <algorithm>
#include <unordered_map>

namespace tir::passes {
namespace {

struct Settings {
    int64_t maxDepth = 0;
    int64_t minHeight = 1;
    bool siblingsOnly = true;
    bool skipsFunctions = false;
};

struct LoopFacts {
    int64_t id = 0;
    int64_t depth = 0;
    int64_t height = 0; ///< 0 for an innermost loop
    bool hasSiblings = false;
    bool isBelowParallel = false;
};

using LoopTable = std::unordered_map<const For*, LoopFacts>;

/// Finds the loops that are in no other one, and looks at each.
class LoopReader : public Visitor {
public:
    explicit LoopReader(int64_t& nextId) : m_nextId(nextId) {}

    LoopTable read(const Stmt& body)
    {
        visit(&body, Role::Scope);
        return std::move(m_loops);
    }

private:
    using Visitor::visit;

    void visitChild(const Node& child, Role role) override
    {
        if (!child.isExpr())
            visit(&child, role);
    }

    void visit(const For& loop) override
    {
        LoopFacts facts{.id = m_nextId++};
        facts.height = heightOf(*loop.body, 0, false);
        m_loops.emplace(&loop, facts);
    }

    /// Height of the loops around `stmt`: one more than that of the highest loop in it, 0 without a loop.
    int64_t heightOf(const Stmt& stmt, int64_t depth, bool isBelowParallel)
    {
        switch (stmt.kind) {
        case NodeKind::For:
            return add(to<For>(stmt), depth, isBelowParallel, false) + 1;
        case NodeKind::SeqStmt:
            return heightOfSequence(to<SeqStmt>(stmt), depth, isBelowParallel);
        case NodeKind::IfThenElse: {
            const auto& branch = to<IfThenElse>(stmt);
            const int64_t height = heightOf(*branch.thenCase, depth, isBelowParallel);
            return branch.elseCase ? std::max(height, heightOf(*branch.elseCase, depth, isBelowParallel))
                                   : height;
        }
        case NodeKind::AttrStmt:
            return heightOf(*to<AttrStmt>(stmt).body, depth, isBelowParallel);
        default:
            return 0;
        }
    }

    int64_t heightOfSequence(const SeqStmt& statements, int64_t depth, bool isBelowParallel)
    {
        const auto isLoop = [](const Stmt* stmt) { return stmt->kind == NodeKind::For; };
        const auto count = std::ranges::count_if(statements.seq, isLoop);
        int64_t height = 0;
        for (const Stmt* stmt : statements.seq)
            if (isLoop(stmt))
                height = std::max(height, add(to<For>(*stmt), depth, isBelowParallel, count > 1) + 1);
        return height;
    }

    int64_t add(const For& loop, int64_t depthAround, bool isBelowParallel, bool hasSiblings)
    {
        LoopFacts facts{.id = m_nextId++,
                        .depth = depthAround + 1,
                        .hasSiblings = hasSiblings,
                        .isBelowParallel = isBelowParallel};
        facts.height =
            heightOf(*loop.body, facts.depth, isBelowParallel || loop.forKind == ForKind::Parallel);
        m_loops.emplace(&loop, facts);
        return facts.height;
    }

    int64_t& m_nextId;
    LoopTable m_loops;
};

class ProfileMarker : public Mutator {
public:
    ProfileMarker(PassContext& context, const Settings& settings, const LoopTable& loops)
        : Mutator(context.arena()),
          m_context(context),
          m_settings(settings),
          m_loops(loops)
    {}

    const Stmt* marked(const Stmt* stmt, int64_t id)
    {
        const auto call = [&](OpId op) {
            return arena().make<Evaluate>(callOp(arena(), Handle, op, {int32(arena(), id)}));
        };
        return sequence(arena(),
                        {call(OpId::start_profile_intrinsic), stmt, call(OpId::end_profile_intrinsic)});
    }

private:
    using Mutator::visit;

    const Stmt* visit(const For& loop) override
    {
        const Stmt* body = mutate(loop.body);
        const Stmt* made = body == loop.body
                               ? static_cast<const Stmt*>(&loop)
                               : makeFrom<For>(loop, loop.loopVar, loop.min, loop.extent, loop.forKind, body,
                                               loop.threadBinding, loop.annotations, loop.step);
        const auto found = m_loops.find(&loop);
        if (found == m_loops.end())
            return made;
        const std::string why = whyNot(found->second);
        m_context.note("the loop over " + quoted(loop.loopVar->name) +
                           (why.empty() ? " has the number " + std::to_string(found->second.id)
                                        : " is not marked: " + why),
                       &loop);
        return why.empty() ? marked(made, found->second.id) : made;
    }

    /// Empty when the loop is marked.
    std::string whyNot(const LoopFacts& loop) const
    {
        if (loop.isBelowParallel)
            return "it is in a parallel loop";
        if (loop.height < m_settings.minHeight)
            return "its height is " + std::to_string(loop.height) + ", and s_tir.lwp_min_height is " +
                   std::to_string(m_settings.minHeight);
        if (m_settings.siblingsOnly)
            return loop.hasSiblings ? "" : "no other loop is next to it";
        return loop.depth <= m_settings.maxDepth
                   ? ""
                   : "its depth is " + std::to_string(loop.depth) + ", and s_tir.lwp_max_depth is " +
                         std::to_string(m_settings.maxDepth);
    }

    PassContext& m_context;
    const Settings& m_settings;
    const LoopTable& m_loops;
};

PassOutcome run(const Module& module, PassContext& context)
{
    const Settings settings{.maxDepth = context.configNumber("s_tir.lwp_max_depth", 0),
                            .minHeight = context.configNumber("s_tir.lwp_min_height", 1),
                            .siblingsOnly = context.configNumber("s_tir.instr_siblings", 1) != 0,
                            .skipsFunctions = context.configFlag("s_tir.lwp_disable_func_prof")};
    int64_t nextId = 0;
    std::vector<ModuleEntry> functions(module.functions.begin(), module.functions.end());
    for (ModuleEntry& entry : functions) {
        const auto* function = as<PrimFunc>(entry.function);
        if (!function)
            continue;
        const int64_t id = nextId++;
        const LoopTable loops = LoopReader(nextId).read(*function->body);
        ProfileMarker marker(context, settings, loops);
        const Stmt* body = marker.mutate(function->body);
        if (!settings.skipsFunctions)
            body = marker.marked(body, id);
        entry.function = withBody(context.arena(), *function, body);
    }
    const Module* made = withFunctions(context.arena(), module, functions);
    if (made == &module)
        context.note("nothing to do: no function or loop is to be marked");
    return made;
}

} // namespace

PassInfo instrumentProfileIntrinsics()
{
    return {.name = "InstrumentProfileIntrinsics",
            .summary = "Mark the start and the end of functions and loops for a profiler",
            .run = run};
}

} // namespace tir::passes
