/// Barriers of a warp: TVM's generator of CUDA C writes nothing for them.

#pragma once

#include "core/ir/target.h"
#include "passes/framework/pass.h"

#include <unordered_set>

namespace tir::passes {

/// In sound mode each becomes `__syncwarp`, those in `divergent` (divergentWarpBarriers) for the lanes that are there;
/// else the first one is reported as a defect of TVM. On targets other than cuda the statement stays as it is.
const Stmt* lowerWarpBarriers(const Stmt* body, const Target& target,
                              const std::unordered_set<const Call*>& divergent, PassContext& context);

} // namespace tir::passes
