/// annotate_irregular_loop: marks loops that a break or continue can leave early.
///
///     for i in range(8):          becomes    for i in range(8):  # irregular_loop_mark = 1
///         if A[i] < 0: break                     if A[i] < 0: break
///
/// Place: before every pass that changes the number of iterations (inject_software_pipeline,
///        lower_opaque_block, loop_partition, unroll_loop): a marked loop stays a loop.
/// Leaves alone: while loops, and loops around the one that the statement belongs to.

#include "core/ir/mutator.h"
#include "core/support/text_format.h"
#include "passes/framework/pass_mutator.h"

namespace tir::passes {
namespace {

class LoopMarker : public PassMutator {
public:
    using PassMutator::PassMutator;

private:
    const Stmt* visit(const For& loop) override
    {
        const bool outer = std::exchange(m_hasJump, false);
        const Stmt* visited = Mutator::visit(loop);
        if (!std::exchange(m_hasJump, outer))
            return visited;
        check(loop);
        static constexpr std::string_view Mark = "irregular_loop_mark";
        if (find(loop.annotations, Mark))
            return visited;
        context().explain([&loop](NoteWriter& notes) {
            notes.note("loop " + quoted(loop.loopVar->name) + " can be left early: it is marked as irregular",
                       &loop);
        });
        For made = to<For>(*visited);
        made.annotations = withEntry(arena(), loop.annotations, Mark, AttrValue::ofInt(1));
        return makeFrom<For>(loop, made);
    }

    const Stmt* visit(const While& loop) override
    {
        const bool outer = std::exchange(m_hasJump, false);
        const Stmt* visited = Mutator::visit(loop);
        m_hasJump = outer;
        return visited;
    }

    const Stmt* visit(const Evaluate& evaluate) override
    {
        const auto* call = as<Call>(evaluate.value);
        m_hasJump |= call && (call->isOp(OpId::break_loop) || call->isOp(OpId::continue_loop));
        return &evaluate;
    }

    void check(const For& loop)
    {
        const std::string name = "loop " + quoted(loop.loopVar->name);
        if (loop.forKind != ForKind::Serial)
            fail("only a serial loop can contain break or continue, and " + name + " is not serial", loop);
        for (const std::string_view key : {"pragma_auto_unroll_max_step", "pragma_unroll_explicit",
                                           "pragma_loop_partition_hint", "software_pipeline_stage"})
            if (find(loop.annotations, key))
                fail(name + " contains break or continue, which the annotation \"" + std::string(key) +
                         "\" does not allow",
                     loop);
    }

    bool m_hasJump = false; ///< in the innermost loop so far
};

FunctionOutcome run(const PrimFunc& function, PassContext& context)
{
    LoopMarker marker(context);
    const Stmt* body = marker.mutate(function.body);
    if (marker.error())
        return *marker.error();
    if (body == function.body)
        context.note("nothing to do: no unmarked loop contains break or continue", &function);
    return withBody(context.arena(), function, body);
}

} // namespace

PassInfo annotateIrregularLoop()
{
    return {.name = "AnnotateIrregularLoop",
            .summary = "Mark loops that break or continue can leave early",
            .run = functionPass(run)};
}

} // namespace tir::passes
