/// The table of generators by kind of artifact. A new one is a line in text_generators.cpp, or, if it needs LLVM or
/// external tools, in machine_generators.cpp; those run in the worker process only.

#pragma once

#include "core/analysis/verify/types.h"
#include "core/codegen/artifact.h"
#include "core/support/result.h"

namespace tir {

struct CodegenOptions {
    std::string arch = "sm_90"; ///< of the GPU, for the kinds that are about one
    bool fastMath = false;      ///< `tirx.enable_fast_math`
    /// CUDA C: right where TVM's text is not. Barriers of a warp are `__syncwarp()`; TVM writes nothing for them, though
    /// lanes of GPUs from 7.0 on do not go in lockstep. Conversions of floats to integers saturate, as on a CPU; those
    /// of C are undefined out of range.
    bool isSound = false;
    bool resources = false; ///< measure the resources of kernels, which needs the toolkit
};

/// Rejects by name, with the place in the module, everything that cannot be generated; collects all rejections.
using Generator = Result<Artifact> (*)(const Module&, const CodegenOptions&);

/// The generator, for well-typed modules only: no generator has to cope with operands that do not fit together.
template <Generator generate>
Result<Artifact> generateWellTyped(const Module& module, const CodegenOptions& options)
{
    if (Diagnostics errors = checkTypes(module); !errors.empty())
        return errors;
    return generate(module, options);
}

/// Generators that only write text; null for the other kinds.
Generator textGenerator(ArtifactKind kind);

/// Generators that need LLVM or a toolchain (tirscope_codegen); null for the other kinds.
Generator machineGenerator(ArtifactKind kind);

} // namespace tir
