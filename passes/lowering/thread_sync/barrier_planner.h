/// Which statements need a barrier in front of them.

#pragma once

#include "core/support/pointer_map.h"
#include "passes/framework/pass.h"

#include <optional>

namespace tir::passes {

/// Why a statement needs a barrier: the accesses before it and in it.
struct BarrierReason {
    const Stmt* stmt;
    const Var* data;
    const Node* before;
    const Node* after;
    bool isWriteBefore;
    bool isWriteAfter;
    const For* loop; ///< of whose previous iteration `before` is; null if it is of the same one
};

struct BarrierPlan {
    PointerSet<Stmt> stmts;
    std::vector<BarrierReason> reasons; ///< one for each statement
    std::optional<PassError> error;
};

/// For the memory of `scope` ("shared", "shared.dyn", "warp"). Writes of one place by several threads without a
/// read in between need a barrier only in sound mode.
BarrierPlan planBarriers(const Stmt& body, std::string_view scope, Mode mode);

} // namespace tir::passes
