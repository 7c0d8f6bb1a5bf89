/// Barriers of a warp, and which of them only some lanes of a warp may reach.

#pragma once

#include "core/ir/module.h"

#include <string_view>
#include <unordered_set>

namespace tir {

/// The known TVM defect that CUDA C has nothing for a barrier of a warp.
inline constexpr std::string_view MissingWarpBarrierCode = "defect-missing-warp-barrier";

/// Whether the call is a barrier for all lanes of a warp: `T.tvm_storage_sync("warp")`, or `T.cuda.warp_sync()` and
/// `__syncwarp()` without a mask.
bool isWarpBarrier(const Call& call);

/// The barriers of a warp that some of its lanes may not reach: those under a condition that may differ between lanes,
/// in a loop that may end earlier for some of them, and in a function that is called there. A value may differ if it
/// depends on the index of a thread, on memory, or on an operation that is not pure.
std::unordered_set<const Call*> divergentWarpBarriers(const Module& module);

} // namespace tir
