/// Compiles a module, or CUDA C, to an image that a GPU can load, by the requested way or the first available one.
/// Results are cached.

#pragma once

#include "core/codegen/artifact.h"
#include "core/codegen/toolkit/kernel_way.h"
#include "core/ir/module.h"
#include "core/runtime/cuda/kernel_cache.h"
#include "core/support/result.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tir {

/// A way whose code the driver did not load.
struct RejectedWay {
    KernelWay way;
    std::string why;
};

struct CompileRequest {
    const Module& module; ///< with separate kernels
    std::string arch;
    std::optional<KernelWay> way = {};      ///< empty: the first that is there
    std::string cudaSource = {};            ///< compiled instead of generated code; not with Nvptx
    std::string driver = {};                ///< "12.4": the CUDA that the driver serves; empty: any
    std::vector<RejectedWay> rejected = {}; ///< not tried again
    /// A product and the sum with it may be rounded once, as compilers of CUDA C do by default; the CPU and PTX through
    /// LLVM round twice.
    bool fusesMultiplyAdd = true;
};

struct CompiledKernels {
    std::string image; ///< a cubin; PTX with Nvptx
    KernelWay way = KernelWay::Nvrtc;
    std::string compiler;                 ///< "NVRTC 13.0"; with the option, "NVRTC 13.0 (--fmad=false)"
    std::string log;                      ///< output of the compiler
    std::vector<std::string> skippedWays; ///< "nvcc: why not"
    bool isCached = false;
};

/// Uses the first way that is available: if one fails, the next one is tried. If all fail, the error is that of the
/// first. Diagnostics of a compiler that rejects the code: one for each of its errors, with the place in the module
/// that the line was generated from, and its whole log as the first. Code "cuda-compiler".
Result<CompiledKernels> compileKernels(const CompileRequest& request, const KernelCache& cache);

} // namespace tir
