#include "passes/workbench/worker/generate_here.h"

#include "core/runtime/cuda/cuda_resources.h"

namespace tir {

Result<Artifact> generateHere(const GenerateRequest& request)
{
    Generator generate = machineGenerator(request.kind);
    if (!generate)
        generate = textGenerator(request.kind);
    if (!generate)
        return error("no-generator",
                     "there is no generator for '" + std::string(toString(request.kind)) + "'");
    return guarded([&]() -> Result<Artifact> {
        Result<Artifact> made = generate(*request.module.module, request.options);
        if (!made || request.kind != ArtifactKind::Cuda || !request.options.resources)
            return made;
        Artifact artifact = *std::move(made);
        measureCudaC(artifact, *request.module.module);
        return artifact;
    });
}

} // namespace tir
