/// Which pipeline a program is written for.

#pragma once

#include "passes/pipelines.h"

namespace tir {

/// The kind of a module, and the pipeline that lowers it.
struct FittingPipeline {
    const Pipeline* pipeline;      ///< never null
    std::string reason;            ///< "the program has blocks"
    std::string_view loweringPass; ///< that lowers the construct in the reason; empty if no pass is needed

    /// Why another pipeline does not fit the module: "the program has blocks; 'split' does not accept that; use
    /// pipeline 's_tir'". Empty if nothing is known against it.
    std::string whyNot(const Pipeline& other) const;
};

/// The pipeline that takes the module as it is to its end:
///
///     execution scopes or tile calls             tirx
///     blocks, or loops that are bound to threads s_tir, for Adreno GPUs adreno
///     virtual threads                            the same
///     kernels that are split from their host     finish
///     everything else                            split
FittingPipeline fittingPipeline(const Module& module);

} // namespace tir
