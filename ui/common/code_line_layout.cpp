#include "ui/common/code_line_layout.h"

#include <algorithm>

namespace tir::ui {
namespace {

bool isContinuation(char byte)
{
    return (static_cast<unsigned char>(byte) & 0xc0) == 0x80;
}

} // namespace

CodeLineLayout::CodeLineLayout(const CodeText& text, int line)
    : m_text(text),
      m_begin(text.lineStarts[size_t(line)]),
      m_end(text.lineStarts[size_t(line) + 1] - 1)
{
    const std::string_view content = text.line(line);
    m_isAscii = std::none_of(content.begin(), content.end(),
                             [](char byte) { return static_cast<unsigned char>(byte) >= 0x80; });
    const size_t first = text.firstTokenBehind(m_begin);
    size_t last = first;
    while (last < text.tokens.size() && text.tokens[last].begin < m_end) {
        if (text.tokens[last].tag > 0)
            m_tagEnds.push_back(text.tokens[last].end);
        ++last;
    }
    m_tokens = std::span(text.tokens).subspan(first, last - first);
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
    // A tag stands behind its name: what starts where the name ends stands behind the tag.
    const auto tags = std::upper_bound(m_tagEnds.begin(), m_tagEnds.end(), offset) - m_tagEnds.begin();
    return characters(m_begin, offset) + TagColumns * double(tags);
}

uint32_t CodeLineLayout::offsetAt(double column) const
{
    // Columns ascend with offsets: the last offset whose column is not behind the point, rounded.
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
