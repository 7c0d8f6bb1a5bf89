/// Storage scopes: where the memory of a buffer lives. A scope is a text on the pointer type of the
/// buffer's data variable: a rank prefix, then a tag that includes its dot ("shared" + ".dyn").

#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace tir {

/// TVM's numbers.
enum class StorageRank : uint8_t {
    Global = 0,
    Shared = 1,
    Warp = 2,
    Local = 3,
    WmmaMatrixA = 4,
    WmmaMatrixB = 5,
    WmmaAccumulator = 6,
    Texture = 7,
    AmxTmm = 8,
    MmaMatrixA = 9,
    MmaMatrixB = 10,
    MmaMatrixC = 11,
    MetalSimdGroup = 12,
    MetalCooperativeTensor = 13,
    TrnSbuf = 14,
    TrnPsum = 15,
};

struct StorageScope {
    StorageRank rank = StorageRank::Global;
    std::string_view tag;

    bool isDynamicShared() const { return rank == StorageRank::Shared && tag == ".dyn"; }
    bool isStaticShared() const { return rank == StorageRank::Shared && tag.empty(); }
};

/// Nothing for a prefix that TVM does not know.
std::optional<StorageScope> storageScopeFromString(std::string_view text);

} // namespace tir
