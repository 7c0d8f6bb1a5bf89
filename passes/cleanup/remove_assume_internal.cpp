/// remove_assume_internal: deletes statements that only state an assumption.
///
///     T.evaluate(T.assume(n > 0))    becomes    (nothing)
///
/// Place: the first part of remove_assume.
/// Leaves alone: assumptions within larger expressions.

#include "core/ir/mutator.h"
#include "passes/framework/pass.h"

namespace tir::passes {
namespace {

class AssumeRemover : public Mutator {
public:
    explicit AssumeRemover(PassContext& context) : Mutator(context.arena()), m_context(context) {}

private:
    using Mutator::visit;

    const Stmt* visit(const Evaluate& statement) override
    {
        const auto* call = as<Call>(statement.value);
        if (!call || !call->isOp(OpId::assume))
            return &statement;
        m_context.note("the assumption is deleted", &statement);
        return noOp(arena());
    }

    PassContext& m_context;
};

FunctionOutcome run(const PrimFunc& function, PassContext& context)
{
    const Stmt* body = AssumeRemover(context).mutate(function.body);
    if (body == function.body)
        context.note("nothing to do: no statement states an assumption", &function);
    return withBody(context.arena(), function, body);
}

} // namespace

PassInfo removeAssumeInternal()
{
    return {.name = "RemoveAssumeInternal",
            .summary = "Delete statements that only state an assumption",
            .run = functionPass(run)};
}

} // namespace tir::passes
