/// How much arithmetic GPUs can do: what NVIDIA documents for each compute capability, in the throughput table of the
/// CUDA programming guide and, for matrices, in the data sheets of its GPUs. Needs no GPU.

#pragma once

#include "core/ir/dtype.h"

#include <string_view>

namespace tir {

/// Of one multiprocessor, for dense matrices; a fused multiply-add is two operations. `isMatrix`: by the instructions
/// that multiply matrices whose elements have the type (float32: as TF32). 0: not known, or there are no such
/// instructions.
int operationsPerClock(std::string_view arch, DType dtype, bool isMatrix);

} // namespace tir
