/// The GPU that the stand-in for the CUDA driver emulates.

#pragma once

#include "core/runtime/cuda/cuda_abi.h"

namespace tir::testing::stand_in {

/// 90 for sm_90.
int capability();
/// 12040: the driver serves CUDA 12.4.
int servedVersion();
/// The newest PTX that the driver compiles: 84 for 8.4.
int newestPtx();
/// Whether the GPU runs code for this compute capability: machine code for the same generation only, PTX for older ones.
bool runs(int imageCapability, bool isOfOne, bool isMachineCode);
/// Bytes of shared memory of a block, with the limit raised.
int sharedLimit();
int attributeOf(cuda::DeviceAttribute which);
/// Whether the GPU supports the launch attribute.
bool hasLaunchAttribute(cuda::LaunchAttributeId id);

} // namespace tir::testing::stand_in
