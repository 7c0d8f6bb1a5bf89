/// CUDA C++ from the device functions of a module, for people to read and for nvcc and NVRTC to compile. The bodies
/// look like TVM's, except where TVM's text does not compile, loses digits, or computes something other than the
/// program. What TVM's text leaves out or leaves undefined is right in the sound form only (CodegenOptions::isSound).

#pragma once

#include "core/codegen/generators.h"

namespace tir {

/// The functions compiled for a CUDA target; those of other targets are passed over. Every line of a function
/// knows the statement it comes from.
Result<Artifact> generateCudaC(const Module& module, const CodegenOptions& options);

} // namespace tir
