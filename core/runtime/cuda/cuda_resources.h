/// What kernels of CUDA C take of a GPU, as NVRTC's assembler says.

#pragma once

#include "core/codegen/artifact.h"
#include "core/ir/module.h"

namespace tir {

/// Compiles the code of the artifact and adds a report for each kernel; a remark says why not where NVRTC is
/// absent or refuses the code.
void measureCudaC(Artifact& artifact, const Module& module);

} // namespace tir
