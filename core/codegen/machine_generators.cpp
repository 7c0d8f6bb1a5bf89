#include "core/codegen/generators.h"

#include "core/codegen/gpu_artifacts.h"
#include "core/codegen/llvm_ir/host.h"

namespace tir {

Generator machineGenerator(ArtifactKind kind)
{
    switch (kind) {
    case ArtifactKind::Ptx:
        return generatePtx;
    case ArtifactKind::Cubin:
        return generateCubin;
    case ArtifactKind::Sass:
        return generateSass;
    case ArtifactKind::Llvm:
        return generateHostLlvm;
    case ArtifactKind::Cuda:
    case ArtifactKind::C:
        break;
    }
    return nullptr;
}

} // namespace tir
