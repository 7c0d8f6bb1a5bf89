/// The statements of a function in sequence, each with the allocations that it accesses. A scope (a loop, a branch, the
/// outermost launch …) has two entries, before and after its body; accesses in its body to memory that is allocated
/// outside of the scope count for the scope as a whole.

#pragma once

#include "core/ir/visitor.h"
#include "core/support/pointer_map.h"
#include "passes/framework/pass.h"

#include <optional>
#include <vector>

namespace tir::passes {

struct LinearStmt {
    const Stmt* stmt = nullptr;
    /// From the begin of a scope to its end, or back; 0 for a statement without a scope.
    int64_t toOtherEnd = 0;
    std::vector<const Var*> touched = {}; ///< data variables; of a scope at its end
};

struct LinearAccesses {
    std::vector<LinearStmt> sequence;
    PointerMap<Var, const AllocBuffer*> allocations; ///< by data variable
    PointerSet<Buffer> accessed;                     ///< buffers that are loaded or stored
    std::optional<PassError> error;
};
LinearAccesses linearAccesses(const Stmt& body);

/// Whether `stmt` may write `target` over the memory of `source`, whose last use it is: it stores element i of
/// `target` after it has read element i of `source`, and accesses neither in any other way.
bool canReplaceInPlace(const Stmt& stmt, const Var& target, const Var& source);

} // namespace tir::passes
