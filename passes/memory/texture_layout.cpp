#include "passes/memory/texture_layout.h"

#include "core/analysis/text.h"
#include "core/support/text_format.h"

namespace tir::passes {

TextureAxis TextureLayout::axisOf(size_t dimension) const
{
    // As in TVM, without a dimension before the axis, all dimensions go to the depth.
    if (axis == 0 || dimension + 1 < axis)
        return TextureAxis::Depth;
    return dimension + 1 == axis ? TextureAxis::Height : TextureAxis::Width;
}

bool isTexture(const Buffer& buffer)
{
    return buffer.scopeText().find("texture") != std::string_view::npos;
}

std::variant<TextureLayout, std::string> textureLayout(const Buffer& buffer)
{
    const std::string_view scope = buffer.scopeText();
    const size_t rank = buffer.shape.size();
    TextureLayout layout{.rank = rank, .axis = 0, .channelBits = 0};
    if (rank < 2)
        return "texture " + quoted(buffer.name) + " needs channels and one more dimension, but has " +
               std::to_string(rank);
    if (scope == "global.texture")
        layout.axis = rank - 2;
    else if (scope == "global.texture-weight")
        layout.axis = 1;
    else if (scope == "global.texture-nhwc")
        layout.axis = 2;
    else
        return "the scope " + quoted(scope) +
               " is not a texture layout; known are global.texture, global.texture-weight and "
               "global.texture-nhwc";
    const auto* channels = as<IntImm>(buffer.shape.back());
    if (!channels)
        return "the number of channels of texture " + quoted(buffer.name) +
               " must be a constant, but it is " + shortText(*buffer.shape.back());
    layout.channelBits = channels->value * buffer.dtype.bits;
    return layout;
}

} // namespace tir::passes
