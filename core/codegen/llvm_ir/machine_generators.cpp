#include "core/codegen/generators.h"

#include "core/codegen/llvm_ir/gpu_artifacts.h"
#include "core/codegen/llvm_ir/host.h"

namespace tir {

Generator machineGenerator(ArtifactKind kind)
{
    switch (kind) {
    case ArtifactKind::Ptx:
        return generateWellTyped<generatePtx>;
    case ArtifactKind::Cubin:
        return generateWellTyped<generateCubin>;
    case ArtifactKind::Sass:
        return generateWellTyped<generateSass>;
    case ArtifactKind::Llvm:
        return generateWellTyped<generateHostLlvm>;
    case ArtifactKind::Cuda:
    case ArtifactKind::C:
        break;
    }
    return nullptr;
}

} // namespace tir
