#include "ui/common/code_geometry.h"

#include "ui/common/theme.h"

#include <QFontMetricsF>

#include <algorithm>
#include <cmath>

namespace tir::ui {

CodeMetrics measureCode(const CodeContent& content)
{
    CodeMetrics metrics;
    metrics.font = codeFont();
    const QFontMetricsF font(metrics.font);
    metrics.charWidth = qMax(1, int(std::round(font.horizontalAdvance(QLatin1Char('0')))));
    metrics.rowHeight = int(std::ceil(font.height() * 1.12));
    metrics.ascent = int(std::round((metrics.rowHeight - font.height()) / 2 + font.ascent()));
    const int lines = content.text ? content.text->lineCount() : 0;
    const bool hasOwnNumbers = content.rows && !content.rows->rows.empty();
    const int lastNumber = hasOwnNumbers ? content.rows->rows.back().number + 1 : 0;
    const int digits = qMax(3, int(QString::number(qMax(lines, lastNumber)).size()));
    const qsizetype steps = content.writers.names.size();
    metrics.writerWidth =
        content.writers.ofLines ? int(QString::number(steps).size() + 2) * metrics.charWidth : 0;
    metrics.gutterWidth = metrics.writerWidth + (digits + 3) * metrics.charWidth;
    return metrics;
}

std::span<const CodeMark> marksOfLine(const CodeContent& content, int line)
{
    const std::vector<CodeMark>& marks = content.marks;
    const uint32_t begin = content.text->lineStarts[size_t(line)];
    const uint32_t end = content.text->lineStarts[size_t(line) + 1];
    const auto first = std::partition_point(marks.begin(), marks.end(),
                                            [&](const CodeMark& mark) { return mark.span.begin < begin; });
    const auto last =
        std::partition_point(first, marks.end(), [&](const CodeMark& mark) { return mark.span.begin < end; });
    return {first, last};
}

CodeGeometry::CodeGeometry(const CodeContent& content, const CodeMetrics& metrics, std::span<const int> tops,
                           int columns, QPoint scrolled)
    : m_content(content),
      m_metrics(metrics),
      m_tops(tops),
      m_columns(columns),
      m_scrolled(scrolled)
{}

int CodeGeometry::rowOf(uint32_t offset) const
{
    return m_content.rows->rowOfLine[size_t(m_content.text->lineAt(offset))];
}

int CodeGeometry::rowAt(int y) const
{
    const int visualLine = (y + m_scrolled.y()) / m_metrics.rowHeight;
    if (m_tops.empty() || visualLine < 0)
        return visualLine;
    const auto next = std::upper_bound(m_tops.begin(), m_tops.end(), visualLine);
    return int(next - m_tops.begin()) - 1; // the number of rows below the last one
}

int CodeGeometry::topOf(int row) const
{
    return (m_tops.empty() ? row : m_tops[size_t(std::clamp(row, 0, rowCount()))]) * m_metrics.rowHeight;
}

double CodeGeometry::xOf(double column) const
{
    return m_metrics.gutterWidth + column * m_metrics.charWidth - m_scrolled.x();
}

double CodeGeometry::columnAt(int x) const
{
    return double(x + m_scrolled.x() - m_metrics.gutterWidth) / m_metrics.charWidth;
}

QRect CodeGeometry::rectOf(Span span) const
{
    const int row = rowOf(span.begin);
    const CodeRowLayout layout = layoutOf(row);
    const int visualLine = layout.visualLineAt(span.begin);
    const CodeLineLayout::Columns columns = layout.part(visualLine).columnsOf(span);
    return QRectF(xOf(columns.begin), yOf(row) + visualLine * m_metrics.rowHeight,
                  xOf(columns.end) - xOf(columns.begin), m_metrics.rowHeight)
        .toRect();
}

QRect CodeGeometry::rectOf(const CodeAside& aside, int row) const
{
    return QRectF(xOf(aside.column), yOf(row) + aside.line * m_metrics.rowHeight,
                  double(aside.text.size()) * m_metrics.charWidth, m_metrics.rowHeight)
        .toRect();
}

QRect CodeGeometry::scopeLane(int row) const
{
    return {m_metrics.writerWidth + 4, yOf(row), m_metrics.charWidth, heightOf(row)};
}

std::vector<QRect> CodeGeometry::gaps(const QRect& area) const
{
    constexpr int LeastHeight = 5; ///< in visual lines: smaller gaps are between lines that say enough
    std::vector<QRect> gaps;
    const auto isFiller = [&](int row) { return m_content.rows->rows[size_t(row)].line < 0; };
    const int end = std::min(rowCount(), rowAt(area.bottom()) + 1);
    for (int row = std::max(0, rowAt(area.top())); row < end; ++row) {
        const int first = row;
        while (row < end && isFiller(row))
            ++row;
        const QRect gap = QRect(area.left(), yOf(first), area.width(), topOf(row) - topOf(first)) & area;
        if (gap.height() >= LeastHeight * m_metrics.rowHeight)
            gaps.push_back(gap);
    }
    return gaps;
}

std::vector<int> CodeGeometry::stickyLines(const LinesAround& linesAround, int height) const
{
    if (!linesAround || !m_content.text || rowCount() == 0 || height < LeastVisualLines * m_metrics.rowHeight)
        return {};
    const CodeRows& rows = *m_content.rows;
    const auto scopesAbove = [&](int top) {
        int row = std::clamp(rowAt(top), 0, rowCount() - 1);
        while (row > 0 && rows.rows[size_t(row)].line < 0)
            --row;
        std::vector<int> lines = linesAround(rows.rows[size_t(row)].line);
        std::erase_if(lines, [&](int line) {
            return line < 0 || size_t(line) >= rows.rowOfLine.size() ||
                   yOf(rows.rowOfLine[size_t(line)]) >= top;
        });
        return lines;
    };
    // They cover lines, and those below may be in other scopes: near the end of a scope, there are fewer.
    std::vector<int> shown;
    for (size_t count = 0; count <= MostStickyLines; ++count) {
        std::vector<int> lines = scopesAbove(int(count) * m_metrics.rowHeight);
        if (lines.size() < count)
            break;
        const bool isEnough = lines.size() == count;
        while (lines.size() > count)
            lines.erase(lines.begin() + (count > 1 ? 1 : int(count)));
        shown = std::move(lines);
        if (isEnough)
            break;
    }
    return shown;
}

std::optional<uint32_t> CodeGeometry::offsetAt(QPoint point) const
{
    if (!m_content.text || rowCount() == 0)
        return {};
    const int row = std::clamp(rowAt(point.y()), 0, rowCount() - 1);
    if (m_content.rows->rows[size_t(row)].line < 0)
        return {};
    const int visualLine = (point.y() - yOf(row)) / m_metrics.rowHeight;
    return layoutOf(row).part(visualLine).offsetAt(columnAt(point.x()));
}

std::optional<uint32_t> CodeGeometry::characterAt(QPoint point) const
{
    return offsetAt(point - QPoint(m_metrics.charWidth / 2, 0));
}

const CodeToken* CodeGeometry::tokenAt(QPoint point) const
{
    const std::optional<uint32_t> offset = characterAt(point);
    const CodeToken* token = offset ? m_content.text->tokenAt(*offset) : nullptr;
    return token && rectOf({token->begin, token->end}).contains(point) ? token : nullptr;
}

const CodeFold* CodeGeometry::foldAt(QPoint point) const
{
    const int row = rowAt(point.y());
    if (!m_content.text || row < 0 || row >= rowCount() || point.x() < m_metrics.gutterWidth ||
        m_content.rows->rows[size_t(row)].line < 0 || m_content.rows->rows[size_t(row)].kind == RowKind::Fold)
        return nullptr;
    const int visualLine = (point.y() - yOf(row)) / m_metrics.rowHeight;
    return layoutOf(row).part(visualLine).foldAt(columnAt(point.x()));
}

std::optional<uint32_t> CodeGeometry::writerOf(int row) const
{
    if (!m_content.writers.ofLines || row < 0 || row >= rowCount())
        return {};
    const CodeRows::Row& content = m_content.rows->rows[size_t(row)];
    if (content.line < 0 || content.kind == RowKind::Fold ||
        size_t(content.line) >= m_content.writers.ofLines->size())
        return {};
    return (*m_content.writers.ofLines)[size_t(content.line)];
}

} // namespace tir::ui
