/// Which pipeline a program is written for.

#pragma once

#include "passes/pipelines.h"

namespace tir {

struct FittingPipeline {
    const Pipeline* pipeline; ///< never null
    std::string reason;       ///< "the program has blocks"
};

/// The pipeline that takes the module as it is to its end:
///
///     execution scopes or tile calls             tirx
///     blocks, or loops that are bound to threads s_tir, for Adreno GPUs adreno
///     kernels that are split from their host     finish
///     everything else                            split
FittingPipeline fittingPipeline(const Module& module);

/// Why the pipeline does not fit the module, and which one does: "the program has blocks; 'split' does not take
/// them, the pipeline 's_tir' does". Empty when nothing is known against it.
std::string whyUnfit(const Pipeline& pipeline, const Module& module);

} // namespace tir
