/// How a test configures the stand-in for the CUDA driver (stand_in_cuda.cpp), a shared library that the programs
/// open in place of libcuda.so.1. Its "GPU" is this process: addresses of its memory cannot be dereferenced
/// by the host, and every call is checked and logged. It executes kernels that tests/support/host_toolkit compiled, and
/// kernels in PTX (host_ptx); for kernels in cubins, the test states the result.
///
/// By environment variables, for other processes:
///     STAND_IN_CUDA_LOG      a log file with a line for every call
///     STAND_IN_CUDA_DEVICES  number of devices; default 1
///     STAND_IN_CUDA_ARCH     "120" for sm_120; default 90
///     STAND_IN_CUDA_VERSION  "12040": the supported CUDA version is 12.4, with PTX up to 8.4; default 13.0
///     STAND_IN_CUDA_FAIL     "cuMemAlloc_v2=2": this function returns that code
///     STAND_IN_CUDA_FAIL_CALL  "12": the twelfth call returns StandInFailure
///     STAND_IN_CUDA_LAUNCH_NS "25000000": how long each launch takes on the GPU; default 125 µs
///     STAND_IN_CUDA_MEMSET_NS "40000": how long each memset takes on the GPU; default 20 µs
///     STAND_IN_CUDA_SUBMIT_NS "3000": how long the host takes to submit a launch, a memset, or an event; default 0
///     STAND_IN_CUDA_BUSY     "7": launches after the first seven never end
///     STAND_IN_CUDA_MEMORY   "1048576": bytes of its memory; default 8 GiB
///     STAND_IN_CUDA_REJECT   "cubin=209": loading a cubin (or "ptx") returns that code
///     STAND_IN_CUDA_KERNEL   "elementwise": kernels compute what samples/elementwise.py does; "none": nothing
///     STAND_IN_CUDA_PRINT    every kernel prints this line to the standard output

#pragma once

#include "core/runtime/cuda/cuda_abi.h"

namespace tir::testing {

/// A launch as the driver saw it; addresses of device memory are still the device's. More is required than by the driver,
/// so that sizes and counts can be checked: each address of an argument is that of ArgumentBytes, with zeros after the value,
/// and a null address ends them.
struct StandInLaunch {
    static constexpr unsigned ArgumentBytes = 8;

    const char* kernel;
    const cuda::LaunchConfig* config;
    void** arguments;
};
using StandInKernel = void (*)(const StandInLaunch&);

/// The code of a call that was chosen to fail.
inline constexpr cuda::Status StandInFailure = 998;

/// Exported by the library: `extern "C"`.
using SetStandInKernel = void (*)(StandInKernel); ///< "standInSetKernel"
using StandInMemory =
    void* (*)(cuda::DevicePointer); ///< "standInMemory": the host address of a device address
/// "standInCountCalls": calls since the last time; the argument is the number of the next call that will fail (1: the
/// next one; 0: none).
using StandInCountCalls = int (*)(int);
using StandInLeaks = int (*)();   ///< "standInLeaks": objects that were not released
using StandInForget = void (*)(); ///< "standInForget": forgets all objects
/// "standInComplaint": why the last launch failed; empty if it was executed.
using StandInComplaint = const char* (*)();

} // namespace tir::testing
