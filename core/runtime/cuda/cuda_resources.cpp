#include "core/runtime/cuda/cuda_resources.h"

#include "core/codegen/llvm_ir/gpu_artifacts.h"
#include "core/codegen/toolkit/ptxas.h"
#include "core/runtime/cuda/nvrtc.h"

namespace tir {
namespace {

Diagnostic absent(const std::string& why)
{
    return {.severity = Severity::Note, .code = "no-resources", .message = "resources are absent: " + why};
}

} // namespace

void measureCudaC(Artifact& artifact, const Module& module)
{
    const Result<Nvrtc> nvrtc = Nvrtc::open({.arch = artifact.arch});
    const Result<NvrtcOutput> output =
        nvrtc ? nvrtc->compile(artifact.content, artifact.arch, {"--ptxas-options=-v"})
              : Result<NvrtcOutput>(nvrtc.diagnostics());
    if (!output) {
        for (const Diagnostic& diagnostic : output.diagnostics())
            artifact.remarks.push_back(absent(diagnostic.message));
        return;
    }
    if (output->cubin.empty()) {
        artifact.remarks.push_back(absent("NVRTC refuses the code: " + output->log));
        return;
    }
    artifact.resources = completeReports(readResources(output->log), module);
}

} // namespace tir
