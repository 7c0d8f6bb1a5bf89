/// The CUDA architectures: their names, and what NVIDIA documents for each. This is the only list of them.

#pragma once

#include <span>
#include <string>
#include <string_view>

namespace tir {

/// Fused multiply-adds a clock of one multiprocessor. 0: not known, or not supported.
struct GpuThroughput {
    int float64 = 0;
    int float32 = 0;
    int float16 = 0;
    int bfloat16 = 0;
    int int32 = 0;
    /// By the instructions that multiply dense matrices.
    struct Matrix {
        int float64 = 0;
        int tf32 = 0;
        int float16 = 0; ///< bfloat16 likewise, since 8.0
        int float8 = 0;
        int int8 = 0;
    } matrix = {};
};

struct GpuArch {
    int number = 0; ///< the compute capability times ten: 90 of "sm_90"
    /// Of names of code that later GPUs do not run: "a", which has all instructions of this one, and "f", of its family.
    std::string_view suffixes = {};
    int blockSharedKiB = 0; ///< that a block has at most, static and dynamic
    /// Limits of a multiprocessor; zeros for those older than 7.0.
    struct Multiprocessor {
        int warps = 0;
        int blocks = 0;
        int sharedKiB = 0;
    } multiprocessor = {};
    GpuThroughput throughput = {};
};

/// Ascending.
std::span<const GpuArch> gpuArchs();

/// Of "sm_90" and "sm_90a"; null if it is not in the list, also for a suffix that the architecture does not have.
const GpuArch* findGpuArch(std::string_view name);

/// Compute capability times ten: 90 for "sm_90" and "sm_90a"; 0 for anything that is not such a name. The number may be
/// that of a GPU that is not in the list, which has no suffix.
int computeCapability(std::string_view arch);

/// Why findGpuArch() does not find the name; empty if it does.
std::string whyUnknownArch(std::string_view name);

} // namespace tir
