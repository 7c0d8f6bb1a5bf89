/// Generates code from a step, for the window's code view and `tirc codegen`. Generators that only write text run in
/// this process; those that need LLVM or a toolchain run in a worker process.

#pragma once

#include "core/codegen/generators.h"
#include "passes/framework/recording.h"

#include <atomic>
#include <functional>

namespace tir {

struct GenerateRequest {
    OwnedModule module;
    ArtifactKind kind = ArtifactKind::Cuda;
    CodegenOptions options = {};
    double timeLimitSeconds = 60;
    uint64_t memoryLimitBytes = uint64_t(4) << 30;
};

/// What `generate` returns; an error instead of an exception.
Result<Artifact> guarded(const std::function<Result<Artifact>()>& generate);

/// Refused when `verdict` (on the module of the request) has errors, unless forced: then they are warnings
/// among the remarks. Diagnostics have places in the module. Blocks; returns within 100 ms of `cancelled`
/// becoming true when it works in a worker.
Result<Artifact> generateCode(const GenerateRequest& request, const Diagnostics& verdict, bool force = false,
                              const std::atomic<bool>* cancelled = nullptr);

/// The module after step `step` of a recording. Precondition: step < recording.moduleCount().
Result<Artifact> generateCode(const Recording& recording, size_t step, ArtifactKind kind,
                              const CodegenOptions& options = {}, bool force = false,
                              const std::atomic<bool>* cancelled = nullptr);

} // namespace tir
