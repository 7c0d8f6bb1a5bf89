/// hoist_if_then_else: moves branches out of the loops that do not change their condition.
///
///     for i in range(8):                    if n > 3:
///         if n > 3: A[i] = 1    becomes         for i in range(8): A[i] = 1
///
/// Place: before unroll_loop, which would repeat the branches.
/// Leaves alone: conditions that load; conditions on thread variables, unless
///        `s_tir.HoistIfThenElse.support_block_scope_hoisting` is on; loops with several statements.
/// Consists of insert_hoist_if_then_else, stmt_simplify and remove_no_op, which run even when nothing moves.

#include "passes/framework/pass.h"

namespace tir::passes {

PassInfo hoistIfThenElse()
{
    return nestedPass({.name = "HoistIfThenElse",
                       .summary = "Move branches out of the loops that do not change their condition",
                       .options = {{.name = "variant",
                                    .values = "\"basic\"",
                                    .summary = "never move a condition on thread variables",
                                    .choices = {"basic"}}},
                       .runs = {"InsertHoistIfThenElse", "StmtSimplify", "RemoveNoOp"}});
}

} // namespace tir::passes
