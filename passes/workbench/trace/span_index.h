/// Finds the place of a span of a text.

#pragma once

#include "core/ir/places.h"
#include "core/support/diagnostic.h"

#include <optional>
#include <span>
#include <vector>

namespace tir {

/// Finds the innermost place whose text covers a span, in logarithmic time.
class SpanIndex {
public:
    SpanIndex() = default;
    explicit SpanIndex(std::span<const Span> spans); ///< by place; empty where the text shows nothing

    /// NoPlace if no place covers it.
    Place placeOf(const std::optional<Span>& span) const;

private:
    struct Entry {
        Span span;
        Place place;
    };

    std::vector<Entry> m_entries; ///< from the outside to the inside
    size_t m_size = 1;
    std::vector<uint32_t> m_lastEnd; ///< a complete binary tree: the greatest end in each subtree
};

} // namespace tir
