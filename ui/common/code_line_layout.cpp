#include "ui/common/code_line_layout.h"

#include "core/support/utf8.h"

#include <algorithm>
#include <cmath>

namespace tir::ui {
namespace {

constexpr double OpenFoldColumns = 1.75;

} // namespace

CodeLineLayout::CodeLineLayout(const CodeText& text, int line, const LineParts& parts)
    : m_text(&text),
      m_lineBegin(text.lineStarts[size_t(line)]),
      m_begin(m_lineBegin),
      m_end(text.lineStarts[size_t(line) + 1] - 1),
      m_parts(parts)
{
    const std::string_view content = text.line(line);
    m_isAscii = std::none_of(content.begin(), content.end(),
                             [](char byte) { return static_cast<unsigned char>(byte) >= 0x80; });
    const size_t first = text.firstTokenBehind(m_begin);
    size_t last = first;
    for (; last < text.tokens.size() && text.tokens[last].begin < m_end; ++last)
        if (const CodeToken& token = text.tokens[last]; token.tag > 0 && !closedFoldAround(token.begin))
            m_insertions.push_back({token.end, columnsOfTag(token.tag)});
    m_tokens = std::span(text.tokens).subspan(first, last - first);
    for (const CodeHint& hint : parts.hints)
        if (hint.isInlay() && !closedFoldAround(hint.offset))
            m_insertions.push_back({hint.offset, columnsOfInlay(hint)});
    for (const CodeFold& fold : parts.folds)
        if (fold.isOpen)
            m_insertions.push_back({fold.span.begin, columnsOfFold(fold)});
        else
            m_insertions.push_back(
                {fold.span.end, columnsOfFold(fold) - characters(fold.span.begin, fold.span.end)});
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

double CodeLineLayout::columnsOfFold(const CodeFold& fold)
{
    return fold.isOpen ? OpenFoldColumns : double(fold.label.size()) + 3;
}

int CodeLineLayout::characters(uint32_t begin, uint32_t end) const
{
    if (m_isAscii)
        return int(end - begin);
    return int(characterCount(std::string_view(m_text->text).substr(begin, end - begin)));
}

const CodeFold* CodeLineLayout::closedFoldAround(uint32_t offset) const
{
    for (const CodeFold& fold : m_parts.folds)
        if (!fold.isOpen && fold.span.begin < offset && offset < fold.span.end)
            return &fold;
    return nullptr;
}

double CodeLineLayout::columnAt(uint32_t offset) const
{
    offset = std::clamp(offset, m_begin, m_end);
    if (const CodeFold* fold = closedFoldAround(offset))
        offset = fold->span.begin;
    // A tag follows its name: characters that start where the name ends are after the tag.
    const auto next = std::ranges::upper_bound(m_insertions, offset, {}, &Insertion::offset);
    const double inserted = next == m_insertions.begin() ? 0 : std::prev(next)->columns;
    return characters(m_lineBegin, offset) + inserted - m_shift;
}

CodeLineLayout::Columns CodeLineLayout::columnsOf(Span span) const
{
    const CodeFold* around = closedFoldAround(std::clamp(span.end, m_begin, m_end));
    return {columnAt(span.begin), columnAt(around ? around->span.end : span.end)};
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
    if (const CodeFold* fold = closedFoldAround(low))
        low = column + 0.5 < columnAt(fold->span.begin) + columnsOfFold(*fold) / 2 ? fold->span.begin
                                                                                   : fold->span.end;
    while (low > m_begin && low < m_end && isUtf8Continuation(m_text->text[low]))
        --low;
    return low;
}

const CodeFold* CodeLineLayout::foldAt(double column) const
{
    for (const CodeFold& fold : m_parts.folds) {
        if (fold.span.begin < m_begin || fold.span.begin >= m_end)
            continue;
        const double end = columnAt(fold.isOpen ? fold.span.begin : fold.span.end);
        if (end - columnsOfFold(fold) <= column && column < end)
            return &fold;
    }
    return nullptr;
}

std::vector<Span> CodeLineLayout::visibleSpans() const
{
    std::vector<Span> spans;
    uint32_t begin = m_begin;
    for (const CodeFold& fold : m_parts.folds) {
        if (fold.isOpen || fold.span.end <= m_begin || fold.span.begin >= m_end)
            continue;
        if (fold.span.begin > begin)
            spans.push_back({begin, fold.span.begin});
        begin = std::max(begin, fold.span.end);
    }
    if (begin < m_end)
        spans.push_back({begin, m_end});
    return spans;
}

double CodeLineLayout::insertedInFrontOf(uint32_t offset) const
{
    double columns = 0;
    for (const CodeHint& hint : m_parts.hints)
        columns += hint.isInlay() && hint.offset == offset ? columnsOfInlay(hint) : 0;
    for (const CodeFold& fold : m_parts.folds)
        columns += fold.isOpen && fold.span.begin == offset ? columnsOfFold(fold) : 0;
    return columns;
}

double CodeLineLayout::hangingIndentation(int columns) const
{
    const std::string_view content = std::string_view(m_text->text).substr(m_lineBegin, m_end - m_lineBegin);
    const size_t indentation = std::min(content.find_first_not_of(' '), content.size());
    return std::min(double(indentation) + 4, columns / 2.0);
}

/// The end of the part that begins at `begin`: after the last space within `limit` columns, else at the limit.
uint32_t CodeLineLayout::breakAt(uint32_t begin, double limit) const
{
    const uint32_t most = std::clamp(offsetAt(limit - 0.5), begin + 1, m_end);
    for (uint32_t at = most; at > begin; --at)
        if (m_text->text[at - 1] == ' ' && !closedFoldAround(at) &&
            m_text->text.find_first_not_of(' ', begin) < at && columnAt(at) - insertedInFrontOf(at) <= limit)
            return at;
    if (const CodeFold* fold = closedFoldAround(most))
        return fold->span.begin > begin ? fold->span.begin : fold->span.end;
    return most;
}

CodeLineLayout CodeLineLayout::part(uint32_t begin, uint32_t end, double column) const
{
    CodeLineLayout result = *this;
    result.m_shift = columnAt(begin) - insertedInFrontOf(begin) - column;
    result.m_begin = begin;
    result.m_end = end;
    const auto isBefore = [&](const CodeToken& token) { return token.end <= begin; };
    const auto first = std::partition_point(m_tokens.begin(), m_tokens.end(), isBefore);
    const auto last = std::partition_point(first, m_tokens.end(),
                                           [&](const CodeToken& token) { return token.begin < end; });
    result.m_tokens = {first, last};
    const auto hints = std::ranges::lower_bound(m_parts.hints, begin, {}, &CodeHint::offset);
    const auto lastHint = end == m_end ? m_parts.hints.end()
                                       : std::ranges::lower_bound(m_parts.hints, end, {}, &CodeHint::offset);
    result.m_parts.hints = {hints, lastHint};
    return result;
}

std::vector<CodeLineLayout> CodeLineLayout::wrapped(int columns) const
{
    std::vector<CodeLineLayout> parts;
    const double indentation = hangingIndentation(columns);
    uint32_t begin = m_begin;
    double start = 0; // columns that the part is away from the left
    double limit = columns;
    while (width() > limit) {
        const uint32_t end = breakAt(begin, limit);
        if (end >= m_end)
            break;
        parts.push_back(part(begin, end, start));
        begin = end;
        start = indentation;
        limit = columnAt(begin) - insertedInFrontOf(begin) + columns - indentation;
    }
    if (parts.empty())
        return {*this};
    parts.push_back(part(begin, m_end, start));
    return parts;
}

} // namespace tir::ui
