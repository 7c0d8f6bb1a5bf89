/// From the module of any step to one whose kernels can be compiled and whose host code launches them: what
/// is left of the pipeline is run on it.

#pragma once

#include "passes/framework/recording.h"

namespace tir {

struct GpuModule {
    std::shared_ptr<const Recording> recording = nullptr; ///< null: nothing had to be run
    OwnedModule module;
    std::vector<std::string> passes = {}; ///< run to get here, in constructor form

    /// Places of `diagnostics` in `module`, changed to those in the module it was made from.
    Diagnostics inOriginal(Diagnostics diagnostics, const Module& original) const;
};

/// The passes run in the sound mode, so that the result is that of the step. Fails when one of them does, or
/// is not built, with its words.
Result<GpuModule> toGpuModule(const OwnedModule& step);

} // namespace tir
