/// hoist_expression: moves conditions, in statements and expressions, and bindings out of loops.
///
///     for i in range(8):                                  if n > 3:
///         A[i] = if_then_else(n > 3, 1, 0)    becomes         for i in range(8): A[i] = 1
///                                                         else:
///                                                             for i in range(8): A[i] = 0
///
/// Place: before unroll_loop; in no default pipeline. `s_tir.HoistExpression` selects what moves.
/// Consists of insert_hoisted_expression, stmt_simplify and remove_no_op.

#include "passes/framework/pass.h"

namespace tir::passes {

PassInfo hoistExpression()
{
    return nestedPass({.name = "HoistExpression",
                       .summary = "Move conditions and bindings out of the loops that do not change them",
                       .runs = {"InsertHoistedExpression", "StmtSimplify", "RemoveNoOp"}});
}

} // namespace tir::passes
