/// The peak arithmetic throughput of GPUs: NVIDIA's figures for each compute capability, from the throughput table of
/// the CUDA programming guide and, for matrices, from the data sheets of its GPUs. Needs no GPU.

#pragma once

#include "core/ir/dtype.h"

#include <string_view>

namespace tir {

/// Of one multiprocessor, for dense matrices; a fused multiply-add is two operations. `isMatrix`: by the instructions
/// that multiply matrices whose elements have the type (float32: as TF32). 0: not known, or not supported.
int operationsPerClock(std::string_view arch, DType dtype, bool isMatrix);

} // namespace tir
