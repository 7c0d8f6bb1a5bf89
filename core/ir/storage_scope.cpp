#include "core/ir/storage_scope.h"

#include <array>

namespace tir {
namespace {

struct NamedRank {
    std::string_view prefix;
    StorageRank rank;
};

constexpr std::array Ranks{
    NamedRank{"global", StorageRank::Global},
    NamedRank{"shared", StorageRank::Shared},
    NamedRank{"warp", StorageRank::Warp},
    NamedRank{"local", StorageRank::Local},
    NamedRank{"wmma.matrix_a", StorageRank::WmmaMatrixA},
    NamedRank{"wmma.matrix_b", StorageRank::WmmaMatrixB},
    NamedRank{"wmma.accumulator", StorageRank::WmmaAccumulator},
    NamedRank{"texture", StorageRank::Texture},
    NamedRank{"amx.tmm", StorageRank::AmxTmm},
    NamedRank{"m16n8k8.matrixA", StorageRank::MmaMatrixA},
    NamedRank{"m16n8k8.matrixB", StorageRank::MmaMatrixB},
    NamedRank{"m16n8k8.matrixC", StorageRank::MmaMatrixC},
    NamedRank{"metal.simdgroup", StorageRank::MetalSimdGroup},
    NamedRank{"metal.cooperative_tensor", StorageRank::MetalCooperativeTensor},
    NamedRank{"trn.sbuf", StorageRank::TrnSbuf},
    NamedRank{"trn.psum", StorageRank::TrnPsum},
};

} // namespace

std::optional<StorageScope> storageScopeFromString(std::string_view text)
{
    if (text.empty())
        return StorageScope{};
    for (const NamedRank& rank : Ranks)
        if (text.starts_with(rank.prefix))
            return StorageScope{rank.rank, text.substr(rank.prefix.size())};
    return std::nullopt;
}

} // namespace tir
