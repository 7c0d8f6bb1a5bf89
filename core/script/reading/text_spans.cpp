#include "core/script/reading/text_spans.h"

#include <algorithm>

namespace tir {

TextSpans::TextSpans(const std::shared_ptr<Arena>& arena, std::span<const Span> spans) : m_arena(arena)
{
    const std::span<uint32_t> begins = arena->makeArray<uint32_t>(spans.size());
    const std::span<uint16_t> lengths = arena->makeArray<uint16_t>(spans.size());
    std::vector<LongEnd> longEnds;
    for (size_t place = 0; place < spans.size(); ++place) {
        const Span& span = spans[place];
        const uint32_t length = span.end - span.begin;
        begins[place] = span.begin;
        lengths[place] = uint16_t(std::min<uint32_t>(length, Long));
        if (length >= Long)
            longEnds.push_back({uint32_t(place), span.end});
    }
    m_begins = begins;
    m_lengths = lengths;
    m_longEnds = arena->copy(longEnds);
}

Span TextSpans::operator[](size_t place) const
{
    const uint32_t begin = m_begins[place];
    if (m_lengths[place] < Long)
        return {begin, begin + m_lengths[place]};
    return {begin, std::ranges::lower_bound(m_longEnds, uint32_t(place), {}, &LongEnd::place)->end};
}

std::vector<Span> TextSpans::list() const
{
    std::vector<Span> spans;
    spans.reserve(size());
    for (size_t place = 0; place < size(); ++place)
        spans.push_back((*this)[place]);
    return spans;
}

} // namespace tir
