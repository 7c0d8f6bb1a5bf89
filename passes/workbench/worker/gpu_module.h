/// Converts the module of any step to one with compilable kernels and host code that launches them: runs the remaining
/// passes of the pipeline.

#pragma once

#include "passes/framework/recording.h"

namespace tir {

struct GpuModule {
    std::shared_ptr<const Recording> recording = nullptr; ///< null: nothing had to be run
    OwnedModule module;
    std::vector<std::string> passes = {}; ///< run to get here, in constructor form

    /// Maps places of `diagnostics` in `module` to those in the module it was derived from.
    Diagnostics inOriginal(Diagnostics diagnostics, const Module& original) const;
};

/// Runs the passes in the sound mode, so that the result is that of the step. Fails with the diagnostics of a pass that
/// fails or is not implemented.
Result<GpuModule> toGpuModule(const OwnedModule& step);

} // namespace tir
