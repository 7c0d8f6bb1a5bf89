/// remove_no_op: deletes statements that have no observable effect.
///
///     for i in range(16):
///         T.evaluate(0)          becomes    (nothing)
///
/// Place: after unroll_loop and stmt_simplify, which leave empty loops; before split_host_device, so that no
///        empty kernel is split off.
/// Leaves alone: bindings, allocations and declarations, used or not; stores that are overwritten.
///
/// Effects in a deleted statement are kept as separate statements.

#include "core/analysis/text.h"
#include "core/arith/mutator_with_analyzer.h"
#include "core/arith/side_effect.h"
#include "passes/framework/pass_mutator.h"

#include <algorithm>

namespace tir::passes {
namespace {

class NoOpRemover : public PassMutatorOf<arith::MutatorWithAnalyzer> {
public:
    explicit NoOpRemover(PassContext& context)
        : PassMutatorOf(context),
          m_ignoresTimers(context.configFlag("tirx.RemoveNoOp.ignore_profiler_call"))
    {}

private:
    using MutatorWithAnalyzer::visit;

    const Stmt* visit(const AttrStmt& attr) override
    {
        if (attr.key == "pragma_debug_skip_region") {
            context().note("the region is to be skipped for debugging: it is deleted", &attr);
            return noOp(arena());
        }
        if (attr.key == "async_wait_queue_scope") {
            // A count that depends on an unrolled loop may be negative: then there is nothing to wait for.
            const auto* count = as<AttrStmt>(attr.body);
            if (count && count->key == "async_wait_inflight_count" && isProvablyBelow(count->value, 0)) {
                context().note("the count of the wait is negative: the wait is deleted", &attr);
                return mutate(count->body);
            }
        }
        const Stmt* made = MutatorWithAnalyzer::visit(attr);
        const auto* kept = as<AttrStmt>(made);
        return kept && isNoOp(kept->body) ? removed(attr, {kept->value}, "its body is empty") : made;
    }

    const Stmt* visit(const IfThenElse& branch) override
    {
        const Stmt* made = MutatorWithAnalyzer::visit(branch);
        const auto* kept = as<IfThenElse>(made);
        if (!kept || kept->condition->kind == NodeKind::IntImm)
            return made;
        const bool isThenEmpty = isNoOp(kept->thenCase);
        const bool isElseEmpty = !kept->elseCase || isNoOp(kept->elseCase);
        if (isThenEmpty && isElseEmpty)
            return removed(branch, {kept->condition}, "both of its branches are empty");
        if (isThenEmpty)
            return makeFrom<IfThenElse>(branch, negated(kept->condition), kept->elseCase);
        if (isElseEmpty && kept->elseCase)
            return makeFrom<IfThenElse>(branch, kept->condition, kept->thenCase);
        return made;
    }

    const Stmt* visit(const For& loop) override
    {
        if (isProvablyBelow(loop.extent, 1))
            return removed(loop, {}, "it has no iteration");
        const Stmt* made = MutatorWithAnalyzer::visit(loop);
        const auto& kept = to<For>(*made);
        return isNoOp(kept.body) ? removed(loop, {kept.min, kept.extent}, "its body is empty") : made;
    }

    const Stmt* visit(const Evaluate& statement) override
    {
        if (isNoOp(&statement) || hasEffect(*statement.value))
            return &statement;
        return removed(statement, {}, "it has no effect");
    }

    const Stmt* visit(const BufferStore& store) override
    {
        const auto* load = as<BufferLoad>(store.value);
        const auto isEqual = [this](const Expr* a, const Expr* b) { return analyzer().canProveEqual(a, b); };
        if (!load || load->buffer != store.buffer || load->predicate || store.predicate ||
            !std::ranges::equal(load->indices, store.indices, isEqual))
            return &store;
        std::vector<const Expr*> parts{store.value};
        parts.insert(parts.end(), store.indices.begin(), store.indices.end());
        return removed(store, parts, "it stores what it loads from the same place");
    }

    bool isProvablyBelow(const Expr* expr, int64_t limit)
    {
        return analyzer().canProve(binary(arena(), BinaryOp::LT, expr, intImm(arena(), expr->dtype, limit)));
    }

    const Expr* negated(const Expr* condition) { return arena().make<Not>(condition); }

    /// The remaining part of `stmt`: the effects of `parts`.
    const Stmt* removed(const Stmt& stmt, const std::vector<const Expr*>& parts, const char* why)
    {
        context().explain([&stmt, why](NoteWriter& notes) {
            notes.note("'" + shortText(stmt, 40) + "' is deleted: " + why, &stmt);
        });
        std::vector<const Stmt*> effects;
        for (const Expr* part : parts)
            if (hasEffect(*part))
                effects.push_back(arena().make<Evaluate>(part));
        return sequence(arena(), effects);
    }

    bool hasEffect(const Expr& expr) const
    {
        const auto* call = as<Call>(&expr);
        if (m_ignoresTimers && call && call->op &&
            (call->isOp(OpId::timer_init_cuda) || call->isOp(OpId::timer_start_cuda) ||
             call->isOp(OpId::timer_end_cuda) || call->isOp(OpId::timer_finalize_cuda)))
            return false;
        return arith::sideEffect(expr) > CallEffect::ReadState;
    }

    bool m_ignoresTimers;
};

FunctionOutcome run(const PrimFunc& function, PassContext& context)
{
    const Stmt* body = NoOpRemover(context).mutate(function.body);
    if (body == function.body)
        context.note("nothing to do: every statement has an effect", &function);
    return withBody(context.arena(), function, body);
}

} // namespace

PassInfo removeNoOp()
{
    return {
        .name = "RemoveNoOp", .summary = "Delete statements that have no effect", .run = functionPass(run)};
}

} // namespace tir::passes
