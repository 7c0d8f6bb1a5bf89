/// remove_assume: deletes assumptions, and what is left around them.
///
///     for i in range(16): T.assume(A[i] == 0)    becomes    (nothing)
///
/// Place: after the last simplification that may use the assumptions; in no default pipeline.
/// Consists of remove_assume_internal and remove_no_op.

#include "passes/framework/pass.h"

namespace tir::passes {

PassInfo removeAssume()
{
    return nestedPass({.name = "RemoveAssume",
                       .summary = "Delete assumptions and what is left around them",
                       .runs = {"RemoveAssumeInternal", "RemoveNoOp"}});
}

} // namespace tir::passes
