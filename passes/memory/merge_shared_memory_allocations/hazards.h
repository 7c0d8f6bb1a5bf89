/// Detects where TVM's plan is not safe: buffers that share bytes while both are live, or whose bytes are reused by
/// other threads without a barrier.

#pragma once

#include "core/analysis/barriers.h"
#include "passes/memory/merge_shared_memory_allocations/plan.h"

namespace tir::passes {

/// For the plan of TVM over `root`, a launch or a whole function of a module with some functions that pass barriers.
void reportPlanHazards(PassContext& context, const Stmt& root, SharedKind kind, const Lifetimes& lifetimes,
                       const SharedAllocations& allocations, const MergePlan& plan,
                       const FunctionNames& functionsWithBarriers);

} // namespace tir::passes
