/// insert_hoist_if_then_else: evaluates loop-invariant conditions before the loop.
///
///     for i in range(8):                    if n > 3:
///         if n > 3: A[i] = 1    becomes         for i in range(8):
///                                                   if n > 3: A[i] = 1
///
/// Ends with SSA conversion.
/// Place: the first part of hoist_if_then_else; the simplification that follows removes the inner branch.

#include "passes/loops/hoisting.h"

namespace tir::passes {
namespace {

FunctionOutcome run(const PrimFunc& function, PassContext& context)
{
    const bool isBasic = context.textArgument("variant", 0, "") == "basic";
    return hoist(function, context, ifHoistOptions(function, context, isBasic));
}

} // namespace

PassInfo insertHoistIfThenElse()
{
    return {.name = "InsertHoistIfThenElse",
            .summary = "Decide branches in front of the loops that do not change them",
            .options = {{.name = "variant",
                         .values = "\"basic\"",
                         .summary = "never move a condition on thread variables",
                         .choices = {"basic"}}},
            .run = functionPass(run)};
}

} // namespace tir::passes
