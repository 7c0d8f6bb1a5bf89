#include "core/codegen/generators.h"

namespace tir {

Generator textGenerator(ArtifactKind kind)
{
    switch (kind) {
    case ArtifactKind::Cuda:
    case ArtifactKind::C:
    case ArtifactKind::Ptx:
    case ArtifactKind::Sass:
    case ArtifactKind::Llvm:
    case ArtifactKind::Cubin:
        break;
    }
    return nullptr;
}

} // namespace tir
