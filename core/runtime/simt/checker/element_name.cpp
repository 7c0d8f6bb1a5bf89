#include "core/runtime/simt/checker/element_name.h"

#include "core/support/list_text.h"

#include <algorithm>
#include <numeric>
#include <optional>

namespace tir {
namespace {

using Indices = std::vector<int64_t>;

Indices rowMajorIndices(const CheckSite& site, int64_t position)
{
    Indices shape = site.shape;
    if (shape.empty() || !isFullyKnown({shape.begin() + 1, shape.end()}) || position < 0)
        return {position};
    Indices indices(shape.size());
    for (size_t axis = shape.size(); axis-- > 1;) {
        const int64_t extent = std::max<int64_t>(shape[axis], 1);
        indices[axis] = position % extent;
        position /= extent;
    }
    indices[0] = position;
    return indices;
}

/// Nothing if there is no such element, or several.
std::optional<Indices> stridedIndices(const CheckSite& site, int64_t position)
{
    const Indices& strides = site.layout.strides;
    std::vector<size_t> axes(strides.size());
    std::iota(axes.begin(), axes.end(), size_t(0));
    std::ranges::stable_sort(axes, [&](size_t a, size_t b) { return strides[a] > strides[b]; });
    Indices indices(strides.size());
    for (const size_t axis : axes) {
        if (strides[axis] <= 0 || position < 0)
            return std::nullopt;
        indices[axis] = position / strides[axis];
        position %= strides[axis];
        if (axis >= site.shape.size() || (site.shape[axis] >= 0 && indices[axis] >= site.shape[axis]))
            return std::nullopt;
    }
    return position == 0 ? std::optional(indices) : std::nullopt;
}

} // namespace

bool isFullyKnown(const std::vector<int64_t>& shape)
{
    return std::all_of(shape.begin(), shape.end(), [](int64_t extent) { return extent >= 0; });
}

std::string elementName(const CheckSite& site, int64_t offset, bool isWhole)
{
    if (site.buffer.empty())
        return "the " + std::to_string(site.bytes) + " bytes at byte " + std::to_string(offset);
    const int64_t size = site.elementBytes;
    const int64_t position = offset >= 0 ? offset / size : -((-offset + size - 1) / size);
    const bool isStrided = !site.layout.strides.empty();
    std::optional<Indices> indices;
    if (site.layout.offset >= 0 && isStrided)
        indices = stridedIndices(site, position - site.layout.offset);
    else if (site.layout.offset >= 0)
        indices = rowMajorIndices(site, position - site.layout.offset);
    if (!indices)
        return "element " + std::to_string(position) + " of the memory of '" + site.buffer + "'";
    const int64_t count = isWhole && !isStrided ? site.bytes / size : 1;
    std::string text = listText(*indices);
    if (count > 1)
        text += ":" + std::to_string(indices->back() + count);
    return site.buffer + "[" + text + "]";
}

} // namespace tir
