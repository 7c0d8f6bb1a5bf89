/// A barrier that TVM's generator of CUDA C will drop, found without generating.

#pragma once

#include "passes/framework/recording.h"

#include <optional>

namespace tir {

/// What a code generator does wrong with the module of a step, which is the last one of its branch.
struct GeneratorDefect {
    size_t step = 0;
    Diagnostic diagnostic; ///< its place is in the module of the step
};

/// The first barrier of a warp for which TVM's generator of CUDA C writes nothing. No pass is to blame, and a run on the
/// CPU does not show it. Nothing in sound mode, and if LowerIntrin has reported it.
std::optional<GeneratorDefect> droppedWarpBarrier(const Recording& recording);

} // namespace tir
