/// The regions that a block reads and writes: for each buffer the smallest range per dimension that covers all
/// accesses, over the loops in the block.

#pragma once

#include "core/arith/analyzer.h"
#include "core/support/pointer_map.h"

#include <vector>

namespace tir::arith {

/// Buffers by their data variables.
using BuffersByData = PointerMap<Var, const Buffer*>;

struct BlockRegions {
    std::vector<const BufferRegion*> reads; ///< by first access
    std::vector<const BufferRegion*> writes;
};

/// Of the block's body and init. Only accesses of `visible` buffers count. `plain` has no facts. A nested block counts
/// with the regions that it declares.
BlockRegions blockRegions(Analyzer& plain, const SBlock& block, const BuffersByData& visible);

} // namespace tir::arith
