/// The values of an index in the threads of a warp.

#pragma once

#include "core/ir/expr.h"
#include "core/support/pointer_map.h"
#include "passes/blocks/lower_auto_copy/copy_nest.h"

namespace tir::passes {

/// How many threads of each axis are in the first warp of a block.
ThreadExtents warpExtents(const ThreadExtents& threads);

/// All values that a simplified index takes while its variables run through their extents, with repetitions.
/// Empty for a constant. Nothing if it is not a sum of products, quotients and remainders of variables, or
/// has too many values to enumerate.
std::optional<std::vector<int64_t>> warpValues(const Expr* index, const PointerMap<Var, int64_t>& extents);

} // namespace tir::passes
