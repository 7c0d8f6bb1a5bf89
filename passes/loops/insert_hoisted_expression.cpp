/// insert_hoisted_expression: moves conditions and bindings in front of the loops that do not change them.
///
///     for i in range(8):                          v = n * 2
///         v = n * 2                   becomes     for i in range(8):
///         A[i] = v                                    A[i] = v
///
/// Ends with SSA conversion.
/// Place: the first part of hoist_expression.

#include "passes/loops/hoisting.h"

namespace tir::passes {
namespace {

FunctionOutcome run(const PrimFunc& function, PassContext& context)
{
    constexpr int64_t AllButBlockVars = 7;
    constexpr int64_t AllLets = 7;
    return hoist(
        function, context,
        {.conditions = context.configNumber("s_tir.HoistExpression.hoisted_conditionals", AllButBlockVars),
         .lets = context.configNumber("s_tir.HoistExpression.hoisted_let_bindings", AllLets)});
}

} // namespace

PassInfo insertHoistedExpression()
{
    return {.name = "InsertHoistedExpression",
            .summary = "Move conditions and bindings in front of the loops that do not change them",
            .run = functionPass(run)};
}

} // namespace tir::passes
