/// A block with a reduction: its accumulators and their updates.

#pragma once

#include "passes/blocks/lower_cross_thread_reduction/reducers.h"

#include <string>
#include <variant>

namespace tir::passes {

struct ReductionBlock {
    std::vector<const BufferStore*> inits; ///< one per accumulator
    ReducerMatch match;
};

/// The reduction that `block`, which has an init, computes; or why threads cannot share it.
std::variant<ReductionBlock, std::string> recognizeReduction(Arena& arena, const SBlock& block);

} // namespace tir::passes
