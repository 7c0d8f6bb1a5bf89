/// stmt_simplify: replaces every expression by a simpler one that is equal at its place.
///
///     B[127 - tx + 128] = A[i + 0]    becomes    B[255 - tx] = A[i]
///     if i < 20: …                    becomes    …    in a loop over 16
///
/// Place: after passes that produce arithmetic (flattening, unrolling, merging of shared memory), before
///        lower_intrin, which replaces divisions by operations without rules here.
/// Leaves alone: declarations of buffers, which must stay equal to their uses; loops and bindings that
///        nothing uses any more (RemoveNoOp).

#include "core/arith/statement_simplifier.h"
#include "passes/framework/pass.h"

namespace tir::passes {
namespace {

FunctionOutcome run(const PrimFunc& function, PassContext& context)
{
    const arith::AnalyzerOptions options{
        .isSound = context.mode() == Mode::Sound,
        .transitivelyProveInequalities =
            context.configFlag("tirx.StmtSimplify.transitively_prove_inequalities"),
        .convertBooleanToAndOfOrs = context.configFlag("tirx.StmtSimplify.convert_boolean_to_and_of_ors"),
        .applyConstraintsToBooleanBranches =
            context.configFlag("tirx.StmtSimplify.apply_constraints_to_boolean_branches")};
    const PrimFunc* simplified = arith::simplifyStatements(
        context.arena(), function, options,
        [&](const char* message, const Node& node) { context.note(message, &node); });
    if (simplified == &function)
        context.note("nothing to do: every expression is as simple as it gets here", &function);
    return simplified;
}

} // namespace

PassInfo stmtSimplify()
{
    return {.name = "StmtSimplify",
            .summary = "Simplify expressions in place",
            .established = {{ModuleProperty::PlainRamps, "ramp + broadcast(0) is a ramp again"}},
            .run = functionPass(run)};
}

} // namespace tir::passes
