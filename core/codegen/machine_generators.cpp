#include "core/codegen/generators.h"

namespace tir {

Generator machineGenerator(ArtifactKind kind)
{
    switch (kind) {
    case ArtifactKind::Ptx:
    case ArtifactKind::Sass:
    case ArtifactKind::Llvm:
    case ArtifactKind::Cubin:
    case ArtifactKind::Cuda:
    case ArtifactKind::C:
        break;
    }
    return nullptr;
}

} // namespace tir
