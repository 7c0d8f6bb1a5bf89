#include "passes/workbench/trace/span_index.h"

#include <algorithm>
#include <bit>

namespace tir {

SpanIndex::SpanIndex(std::span<const Span> spans)
{
    for (Place place = 0; place < spans.size(); ++place)
        if (!spans[place].isEmpty())
            m_entries.push_back({spans[place], place});
    // Of places with one span, the first comes last.
    std::ranges::sort(m_entries, [](const Entry& a, const Entry& b) {
        if (a.span.begin != b.span.begin)
            return a.span.begin < b.span.begin;
        return a.span.end != b.span.end ? a.span.end > b.span.end : a.place > b.place;
    });
    m_size = std::bit_ceil(std::max<size_t>(m_entries.size(), 1));
    m_lastEnd.assign(2 * m_size, 0);
    for (size_t index = 0; index < m_entries.size(); ++index)
        m_lastEnd[m_size + index] = m_entries[index].span.end;
    for (size_t node = m_size; node-- > 1;)
        m_lastEnd[node] = std::max(m_lastEnd[2 * node], m_lastEnd[2 * node + 1]);
}

Place SpanIndex::placeOf(const std::optional<Span>& span) const
{
    if (!span || m_entries.empty())
        return NoPlace;
    const auto after = std::ranges::upper_bound(m_entries, span->begin, {},
                                                [](const Entry& entry) { return entry.span.begin; });
    // The last entry before `after` that ends late enough: up the tree to the first subtree to the left that
    // has one, then down.
    size_t node = m_size + size_t(after - m_entries.begin());
    if (node == 2 * m_size) // past the last leaf
        node = 1;
    else
        do {
            while (node > 1 && node % 2 == 0)
                node /= 2;
            if (node == 1)
                return NoPlace;
            --node;
        } while (m_lastEnd[node] < span->end);
    if (m_lastEnd[node] < span->end)
        return NoPlace;
    while (node < m_size)
        node = m_lastEnd[2 * node + 1] >= span->end ? 2 * node + 1 : 2 * node;
    return m_entries[node - m_size].place;
}

} // namespace tir
