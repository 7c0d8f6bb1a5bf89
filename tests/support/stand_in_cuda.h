/// What a test tells the stand-in for the CUDA driver (stand_in_cuda.cpp), a shared library that the programs
/// open in place of libcuda.so.1. Its "GPU" is this process: addresses of its memory cannot be dereferenced
/// by the host, every call is checked and logged, and a kernel is whatever the test says it computes.
///
/// By environment variables, for other processes:
///     STAND_IN_CUDA_LOG      a file that gets a line for every call
///     STAND_IN_CUDA_DEVICES  how many there are; default 1
///     STAND_IN_CUDA_ARCH     "120" for sm_120; default 90
///     STAND_IN_CUDA_FAIL     "cuMemAlloc_v2=2": this function answers that code
///     STAND_IN_CUDA_KERNEL   "elementwise": kernels compute what samples/elementwise.py does
///     STAND_IN_CUDA_PRINT    every kernel prints this line to the standard output

#pragma once

#include "core/runtime/cuda/cuda_abi.h"

namespace tir::testing {

/// A launch as the driver saw it; addresses of device memory are still the device's.
struct StandInLaunch {
    const char* kernel;
    const cuda::LaunchConfig* config;
    void** arguments;
};
using StandInKernel = void (*)(const StandInLaunch&);

/// Exported by the library: `extern "C"`.
using SetStandInKernel = void (*)(StandInKernel);     ///< "standInSetKernel"
using StandInMemory = void* (*)(cuda::DevicePointer); ///< "standInMemory": what the address stands for
using StandInLeaks = int (*)();                       ///< "standInLeaks": things made and not given back

} // namespace tir::testing
