#include "ui/common/code_row_layout.h"

#include <algorithm>
#include <cmath>

namespace tir::ui {
namespace {

constexpr double BesideGap = 2; ///< columns in front of what is beside a line

double endOf(const std::vector<CodeAside>& asides)
{
    double end = 0;
    for (const CodeAside& aside : asides)
        end = std::max(end, aside.endColumn());
    return end;
}

/// By line: the most columns that it takes with hints, folds, tags, and the text beside it. Characters count as their
/// bytes.
std::vector<double> mostColumns(const CodeContent& content)
{
    constexpr double MostOfMove = 32; ///< "moved from lines 1,000 to 2,000" in any language
    std::vector<double> most(size_t(content.text->lineCount()));
    for (size_t line = 0; line < most.size(); ++line)
        most[line] = double(content.text->line(int(line)).size());
    const auto add = [&](int line, double columns) {
        if (line >= 0 && size_t(line) < most.size())
            most[size_t(line)] += columns;
    };
    for (const CodeHint& hint : content.hints)
        add(content.text->lineAt(hint.offset),
            hint.isInlay() ? CodeLineLayout::columnsOfInlay(hint) : BesideGap + double(hint.text.size()));
    for (const CodeFold& fold : content.folds)
        add(content.text->lineAt(fold.span.begin),
            CodeLineLayout::columnsOfFold(fold) -
                (fold.isOpen ? 0 : double(fold.span.end - fold.span.begin)));
    size_t line = 0;
    for (const CodeToken& token : content.text->tokens) {
        if (token.tag == 0)
            continue;
        while (content.text->lineStarts[line + 1] <= token.begin)
            ++line;
        add(int(line), CodeLineLayout::columnsOfTag(token.tag));
    }
    for (const LineLabel& label : content.rows->labels)
        add(label.line, BesideGap + double(label.text.size()));
    for (size_t row = 0; row < content.rows->rows.size(); ++row)
        if (startsMove(*content.rows, row))
            add(content.rows->rows[row].line, BesideGap + MostOfMove);
    return most;
}

} // namespace

CodeRowLayout::CodeRowLayout(const CodeContent& content, int row, int columns)
{
    const CodeRows::Row& own = content.rows->rows[size_t(row)];
    if (own.line < 0)
        return;
    const CodeLineLayout whole(*content.text, own.line, partsOfLine(content, own.line));
    m_parts = columns > 0 && own.kind != RowKind::Fold ? whole.wrapped(columns) : std::vector{whole};
    const int lastPart = int(m_parts.size()) - 1;
    m_asides = asidesOf(content, row, m_parts.back().width() + BesideGap);
    for (CodeAside& aside : m_asides)
        aside.line = lastPart;
    if (columns > 0 && endOf(m_asides) > columns)
        m_asides = wrappedAsides(m_asides, whole.hangingIndentation(columns), columns, lastPart + 1);
    m_count = 1 + (m_asides.empty() ? lastPart : m_asides.back().line);
}

const CodeLineLayout& CodeRowLayout::part(int visualLine) const
{
    return m_parts[size_t(std::clamp(visualLine, 0, int(m_parts.size()) - 1))];
}

int CodeRowLayout::visualLineAt(uint32_t offset) const
{
    for (size_t part = 0; part < m_parts.size(); ++part)
        if (offset < m_parts[part].end())
            return int(part);
    return std::max(0, int(m_parts.size()) - 1);
}

int columnsOf(const CodeContent& content)
{
    if (!content.text)
        return 0;
    double columns = 0;
    for (const double most : mostColumns(content))
        columns = std::max(columns, most);
    return int(std::ceil(columns));
}

std::vector<int> wrappedHeights(const CodeContent& content, int columns)
{
    std::vector<int> heights(content.rows->rows.size(), 1);
    const std::vector<double> most = mostColumns(content);
    for (size_t row = 0; row < heights.size(); ++row) {
        const CodeRows::Row& own = content.rows->rows[row];
        if (own.line >= 0 && (most[size_t(own.line)] > columns || hasComparisonAside(*content.rows, row)))
            heights[row] = CodeRowLayout(content, int(row), columns).visualLineCount();
    }
    return heights;
}

} // namespace tir::ui
