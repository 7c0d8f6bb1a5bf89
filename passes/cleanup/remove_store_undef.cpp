/// remove_store_undef: deletes statements that only copy an undefined value, and rejects any other use of one.
///
///     v = T.undef() + 1
///     if n > 0: A[0] = v    becomes    A[1] = 3
///     A[1] = 3
///
/// Place: after a schedule has put `T.undef()` where the content of padding does not matter; in no default pipeline.
/// Consists of remove_store_undef_internal, remove_no_op and validate_all_undef_removed.

#include "passes/framework/pass.h"

namespace tir::passes {

PassInfo removeStoreUndef()
{
    return nestedPass({.name = "RemoveStoreUndef",
                       .summary = "Delete what only passes an undefined value on",
                       .runs = {"RemoveStoreUndefInternal", "RemoveNoOp", "ValidateAllUndefRemoved"}});
}

} // namespace tir::passes
