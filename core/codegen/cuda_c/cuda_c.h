/// CUDA C++ from the device functions of a module, for people to read and for nvcc and NVRTC to compile.
/// The bodies read as TVM's do. Where TVM's text does not compile, loses digits or computes something else
/// than the program says, this one is right instead.

#pragma once

#include "core/codegen/generators.h"

namespace tir {

/// The functions compiled for a CUDA target; those of other targets are passed over. Every line of a function
/// knows the statement it comes from.
Result<Artifact> generateCudaC(const Module& module, const CodegenOptions& options);

} // namespace tir
