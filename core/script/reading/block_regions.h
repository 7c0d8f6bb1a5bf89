/// Read and write regions of blocks that do not state them.

#pragma once

#include "core/ir/stmt.h"

namespace tir::script {

struct BlockContext;

/// Fills in `reads` and `writes` if the block does not state them: for each buffer the hull of all accesses in the
/// body, over the loops inside.
void detectRegions(Arena& arena, BlockContext& block, const Stmt* body);

} // namespace tir::script
