/// How the dimensions of a buffer in texture memory become rows, columns and depth of an image; the last
/// dimension is the channels of one texel.

#pragma once

#include "core/ir/buffer.h"

#include <array>
#include <optional>
#include <string>
#include <variant>

namespace tir::passes {

enum class TextureAxis : uint8_t { Width, Height, Depth };

struct TextureLayout {
    size_t rank; ///< dimensions, with that of the channels
    size_t axis; ///< the first dimension of the width; the one before it is the height
    int64_t channelBits;

    TextureAxis axisOf(size_t dimension) const;
};

bool isTexture(const Buffer& buffer);
/// Precondition: a texture. Returns the reason as text if it has no layout.
std::variant<TextureLayout, std::string> textureLayout(const Buffer& buffer);

} // namespace tir::passes
