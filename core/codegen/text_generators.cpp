#include "core/codegen/c_host/c_host.h"
#include "core/codegen/cuda_c/cuda_c.h"
#include "core/codegen/generators.h"

namespace tir {

Generator textGenerator(ArtifactKind kind)
{
    switch (kind) {
    case ArtifactKind::Cuda:
        return generateWellTyped<generateCudaC>;
    case ArtifactKind::C:
        return generateWellTyped<generateHostC>;
    case ArtifactKind::Ptx:
    case ArtifactKind::Sass:
    case ArtifactKind::Llvm:
    case ArtifactKind::Cubin:
        break;
    }
    return nullptr;
}

} // namespace tir
