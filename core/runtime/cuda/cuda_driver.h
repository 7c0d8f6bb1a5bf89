/// The CUDA driver, opened at run time: its functions, its devices, its error messages.

#pragma once

#include "core/runtime/cuda/cuda_abi.h"
#include "core/support/result.h"

#include <string>

namespace tir {

/// Properties of one GPU.
struct CudaDeviceFacts {
    int ordinal = 0;
    std::string name = {};
    std::string arch = {}; ///< "sm_90"
    int maxThreadsPerBlock = 0;
    int maxBlock[3] = {};
    int maxGrid[3] = {};
    int64_t maxSharedBytes = 0; ///< of a block, static and dynamic
    bool canCooperate = false;
    int multiprocessors = 0;
    int64_t l2Bytes = 0;                ///< of its L2 cache; 0: not known
    double peakBytesPerSecond = 0;      ///< of its memory; 0: not known
    double peakOperationsPerSecond = 0; ///< float32, a fused multiply-add as two; 0: not known
    double clockHertz = 0;              ///< of its multiprocessors, at most; 0: not known
};

class CudaDriver {
public:
    /// The library that TIRSCOPE_CUDA_DRIVER names, else libcuda.so.1. Fails with the code "no-driver" if there is
    /// none, if it is too old, or if it does not start; with "no-device" if it has no device.
    static Result<CudaDriver> open();

    const cuda::Functions& functions() const { return *m_functions; }
    /// "13.0": the CUDA it serves; empty if it does not report it.
    const std::string& version() const { return m_version; }
    int deviceCount() const { return m_deviceCount; }
    /// Fails with "no-device" for an ordinal that does not exist.
    Result<CudaDeviceFacts> facts(int ordinal) const;

    /// "CUDA_ERROR_ILLEGAL_ADDRESS: an illegal memory access was encountered".
    std::string statusText(cuda::Status status) const;
    /// "cuMemAlloc: CUDA_ERROR_OUT_OF_MEMORY: out of memory", with the code "cuda".
    Diagnostic failure(const std::string& what, cuda::Status status) const;

private:
    const cuda::Functions* m_functions = nullptr; ///< of a library that stays open
    std::string m_version;
    int m_deviceCount = 0;
};

} // namespace tir
