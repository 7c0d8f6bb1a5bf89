/// lower_init_block: the init of a block becomes a guarded statement at the start of its body.
///
///     with T.init(): B[vi] = 0          becomes    if vk == 0: B[vi] = 0
///     B[vi] = B[vi] + A[vi, vk]                    B[vi] = B[vi] + A[vi, vk]
///
/// Place: after lower_cross_thread_reduction, which recognizes reductions by their init; before
///        plan_and_update_buffer_allocation_location and convert_blocks_to_opaque, which reject it.
/// Leaves alone: reads, writes and annotations of the block.

#include "core/analysis/text.h"
#include "core/ir/mutator.h"
#include "core/support/text_format.h"
#include "passes/framework/pass_mutator.h"

namespace tir::passes {
namespace {

class InitLowerer : public PassMutator {
public:
    using PassMutator::PassMutator;

private:
    const Stmt* visit(const SBlock& block) override
    {
        const Stmt* visited = Mutator::visit(block);
        if (!block.init)
            return visited;
        SBlock made = to<SBlock>(*visited);
        const Expr* condition = firstIteration(made);
        const Stmt* init = condition ? makeFrom<IfThenElse>(*block.init, condition, made.init) : made.init;
        context().explain([&block, condition](NoteWriter& notes) {
            notes.note("the init of block " + quoted(block.name) +
                           (condition ? " runs where " + shortText(*condition)
                                      : " runs in every iteration: the block has no reduction axis"),
                       block.init);
        });
        made.body = sequence(arena(), {init, made.body});
        made.init = nullptr;
        return makeFrom<SBlock>(block, made);
    }

    /// Holds in the first iteration of all reduction axes; null if there are none.
    const Expr* firstIteration(const SBlock& block)
    {
        const Expr* condition = nullptr;
        for (const IterVar* axis : block.iterVars) {
            if (axis->iterType != IterType::CommReduce)
                continue;
            const Expr* isFirst = binary(arena(), BinaryOp::EQ, axis->var, axis->dom->min);
            condition = condition ? binary(arena(), BinaryOp::And, condition, isFirst) : isFirst;
        }
        return condition;
    }
};

FunctionOutcome run(const PrimFunc& function, PassContext& context)
{
    const Stmt* body = InitLowerer(context).mutate(function.body);
    if (body == function.body)
        context.note("nothing to do: no block has an init", &function);
    return withBody(context.arena(), function, body);
}

} // namespace

PassInfo lowerInitBlock()
{
    return {.name = "LowerInitBlock",
            .summary = "Make the init of blocks a guarded part of their bodies",
            .required = {{ModuleProperty::BlockAxes,
                          "an init runs in the first iteration of the reduction axes"}},
            .established = {{ModuleProperty::NoBlockInits, "an init becomes the start of the body"}},
            .invalidated = {{ModuleProperty::BlockInits, "an init becomes the start of the body"}},
            .run = functionPass(run)};
}

} // namespace tir::passes
