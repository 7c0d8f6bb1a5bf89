#include "ui/common/code_line_layout.h"

#include <algorithm>

namespace tir::ui {
namespace {

bool isContinuation(char byte)
{
    return (static_cast<unsigned char>(byte) & 0xc0) == 0x80;
}

} // namespace

CodeLineLayout::CodeLineLayout(const CodeText& text, int line, std::span<const CodeHint> hints)
    : m_text(text),
      m_begin(text.lineStarts[size_t(line)]),
      m_end(text.lineStarts[size_t(line) + 1] - 1),
      m_hints(hints)
{
    const std::string_view content = text.line(line);
    m_isAscii = std::none_of(content.begin(), content.end(),
                             [](char byte) { return static_cast<unsigned char>(byte) >= 0x80; });
    const size_t first = text.firstTokenBehind(m_begin);
    size_t last = first;
    for (; last < text.tokens.size() && text.tokens[last].begin < m_end; ++last)
        if (const CodeToken& token = text.tokens[last]; token.tag > 0)
            m_insertions.push_back({token.end, columnsOfTag(token.tag)});
    m_tokens = std::span(text.tokens).subspan(first, last - first);
    for (const CodeHint& hint : hints)
        if (hint.isInlay())
            m_insertions.push_back({hint.offset, columnsOfInlay(hint)});
    std::ranges::stable_sort(m_insertions, {}, &Insertion::offset);
    double columns = 0;
    for (Insertion& insertion : m_insertions)
        insertion.columns = columns += insertion.columns;
}

double CodeLineLayout::columnsOfTag(int tag)
{
    double columns = 1.5;
    for (; tag >= 10; tag /= 10)
        columns += 0.75;
    return columns;
}

double CodeLineLayout::columnsOfInlay(const CodeHint& hint)
{
    // A smaller font, with room at both ends.
    return double(hint.text.size()) * InlayScale + 1.25;
}

int CodeLineLayout::characters(uint32_t begin, uint32_t end) const
{
    if (m_isAscii)
        return int(end - begin);
    const auto first = m_text.text.begin() + begin;
    return int(end - begin) - int(std::count_if(first, first + (end - begin), isContinuation));
}

double CodeLineLayout::columnAt(uint32_t offset) const
{
    offset = std::clamp(offset, m_begin, m_end);
    // A tag follows its name: characters that start where the name ends are after the tag.
    const auto behind = std::ranges::upper_bound(m_insertions, offset, {}, &Insertion::offset);
    return characters(m_begin, offset) + (behind == m_insertions.begin() ? 0 : std::prev(behind)->columns);
}

uint32_t CodeLineLayout::offsetAt(double column) const
{
    // Columns ascend with offsets: the last offset whose column is not after the point, rounded.
    uint32_t low = m_begin;
    uint32_t high = m_end;
    while (low < high) {
        const uint32_t middle = low + (high - low + 1) / 2;
        if (columnAt(middle) <= column + 0.5)
            low = middle;
        else
            high = middle - 1;
    }
    while (low > m_begin && low < m_end && isContinuation(m_text.text[low]))
        --low;
    return low;
}

} // namespace tir::ui
