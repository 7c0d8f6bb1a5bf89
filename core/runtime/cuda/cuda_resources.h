/// The resources of CUDA C kernels, as reported by NVRTC's assembler.

#pragma once

#include "core/codegen/artifact.h"
#include "core/ir/module.h"

namespace tir {

/// Compiles the code of the artifact and adds a report for each kernel; a remark gives the reason if NVRTC is missing
/// or rejects the code.
void measureCudaC(Artifact& artifact, const Module& module);

} // namespace tir
