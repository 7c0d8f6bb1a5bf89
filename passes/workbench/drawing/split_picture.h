/// The kernels that a step splits off the host functions, with their launches, captures, and reasons.

#pragma once

#include "core/analysis/call_graph.h"
#include "passes/framework/pass.h"

#include <span>
#include <string>
#include <vector>

namespace tir {

/// A value that the host passes and a kernel takes.
struct CapturedValue {
    std::string argument;  ///< as the host passes it: "X.data"
    std::string parameter; ///< as the kernel names it: "X_ptr"
    std::string type;
    std::string reason; ///< empty when no note gives one
};

/// A kernel that the module before does not have, and one of its launches.
struct SplitKernel {
    std::string host; ///< the function that launches it
    std::string name;
    std::string shape; ///< "4 × 128, 1024 bytes"; empty when it is not known
    std::vector<CapturedValue> values;
};

/// Whether the second module has functions that the first one does not have: only then splitKernels() finds any. Fast.
bool addsFunctions(const Module& before, const Module& after);
/// Launch by launch, in the order of the host functions. `notes` are those of the step.
std::vector<SplitKernel> splitKernels(const Module& before, const Module& after,
                                      std::span<const PassNote> notes);

} // namespace tir
