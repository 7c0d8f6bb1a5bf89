/// Paints a code view, row by row: backgrounds, text, underlined diagnostics, the gutter on top.

#include "ui/common/code_view.h"
#include "ui/common/text.h"
#include "ui/common/theme.h"
#include "ui/common/token_color.h"

#include <QPaintEvent>
#include <QPainter>
#include <QPainterPath>
#include <QScrollBar>

#include <algorithm>
#include <cmath>

namespace tir::ui {
namespace {

QColor rowColor(RowKind kind, const Theme& theme)
{
    switch (kind) {
    case RowKind::Added:
        return theme.addedRow;
    case RowKind::Removed:
        return theme.removedRow;
    case RowKind::Moved:
        return theme.movedRow;
    case RowKind::Filler:
        return theme.filler;
    case RowKind::Changed:
    case RowKind::Same:
    case RowKind::Fold:
        break;
    }
    return theme.code;
}

/// The part of ascending spans that may touch [begin, end).
template <class List, class SpanOf>
auto overlapping(const List& list, uint32_t begin, uint32_t end, SpanOf spanOf)
{
    const auto first = std::partition_point(list.begin(), list.end(),
                                            [&](const auto& item) { return spanOf(item).end <= begin; });
    auto last = first;
    while (last != list.end() && spanOf(*last).begin < end)
        ++last;
    return std::pair(first, last);
}

} // namespace

void CodeView::paintEvent(QPaintEvent* event)
{
    QPainter painter(viewport());
    painter.fillRect(event->rect(), theme().code);
    if (!hasText())
        return;
    painter.setFont(m_font);
    const int first = qMax(0, rowAt(event->rect().top()));
    const int last = qMin(rowCount() - 1, rowAt(event->rect().bottom()));
    for (int row = first; row <= last; ++row)
        paintRow(painter, row, row * m_rowHeight - verticalScrollBar()->value());
}

void CodeView::paintRow(QPainter& painter, int row, int y) const
{
    const CodeRows::Row& content = m_content.rows->rows[size_t(row)];
    const QRect whole(0, y, viewport()->width(), m_rowHeight);
    if (content.line < 0) {
        painter.fillRect(whole, theme().filler);
        painter.fillRect(whole, QBrush(theme().fillerLine, Qt::BDiagPattern));
        paintScopes(painter, m_lens.scopes, *m_content.rows, row, scopeLane(row));
        return;
    }
    if (content.kind == RowKind::Fold)
        return paintFold(painter, whole, content.folded);
    const CodeLineLayout layout = layoutOf(content.line);
    // An empty line inside of a span belongs to it.
    const auto [firstSpan, lastSpan] =
        overlapping(m_spans, layout.begin(), layout.end() + 1, [](const Span& span) { return span; });
    const bool holdsPlace = firstSpan != lastSpan;
    painter.fillRect(whole, holdsPlace && content.kind == RowKind::Same ? theme().placeRow
                                                                        : rowColor(content.kind, theme()));
    paintBackgrounds(painter, layout, y, content.kind);
    paintText(painter, layout, y);
    paintInlays(painter, layout, y);
    paintMarks(painter, layout, y);
    paintAsides(painter, row, layout, y);
    paintGutter(painter, row, y);
    if (holdsPlace)
        painter.fillRect(QRect(0, y, 2, m_rowHeight), theme().accent);
}

void CodeView::paintFold(QPainter& painter, const QRect& whole, int lines) const
{
    painter.fillRect(whole, theme().window);
    painter.setPen(theme().border);
    painter.drawLine(whole.topLeft(), whole.topRight());
    painter.drawLine(whole.bottomLeft(), whole.bottomRight());
    painter.setPen(theme().muted);
    painter.drawText(whole.adjusted(m_gutterWidth, 0, 0, 0), Qt::AlignLeft | Qt::AlignVCenter,
                     tr("⋯ %1 unchanged lines").arg(lines));
}

void CodeView::paintSpan(QPainter& painter, const CodeLineLayout& layout, Span span, int y,
                         const QColor& color) const
{
    const double left = xOf(layout.columnAt(span.begin));
    const double right = xOf(layout.columnAt(span.end));
    painter.fillRect(QRectF(left, y, right - left, m_rowHeight), color);
}

void CodeView::paintBackgrounds(QPainter& painter, const CodeLineLayout& layout, int y, RowKind kind) const
{
    const auto itself = [](const Span& span) { return span; };
    const auto [firstWord, lastWord] =
        overlapping(m_content.rows->words, layout.begin(), layout.end(), itself);
    for (auto word = firstWord; word != lastWord; ++word)
        paintSpan(painter, layout, *word, y,
                  kind == RowKind::Removed ? theme().removedWord : theme().addedWord);

    const auto frameOf = [&](Span span) {
        const double left = xOf(layout.columnAt(span.begin));
        return QRectF(left - 1, y, xOf(layout.columnAt(span.end)) - left + 1, m_rowHeight - 1);
    };
    if (!m_lens.isEmpty())
        for (const CodeToken& token : layout.tokens())
            if (const LensRank rank = m_lens.rankOf(token.identity); rank != LensRank::None)
                paintLensFrame(painter, rank, frameOf({token.begin, token.end}));
    const auto [firstStray, lastStray] = overlapping(m_lens.strays, layout.begin(), layout.end(), itself);
    for (auto stray = firstStray; stray != lastStray; ++stray)
        paintStrayFrame(painter, frameOf(*stray));

    const auto [firstMatch, lastMatch] = overlapping(m_matches, layout.begin(), layout.end(), itself);
    for (auto match = firstMatch; match != lastMatch; ++match)
        paintSpan(painter, layout, *match, y,
                  match - m_matches.begin() == m_currentMatch ? theme().currentMatch : theme().match);

    if (!m_selection.isEmpty() && m_selection.begin() <= layout.end() && layout.begin() < m_selection.end())
        paintSpan(painter, layout, {m_selection.begin(), m_selection.end()}, y, theme().selection);
}

void CodeView::paintText(QPainter& painter, const CodeLineLayout& layout, int y) const
{
    uint32_t done = layout.begin();
    const double right = viewport()->width();
    for (const CodeToken& token : layout.tokens()) {
        if (xOf(layout.columnAt(done)) > right)
            return;
        if (xOf(layout.columnAt(token.end)) >= m_gutterWidth) {
            painter.setPen(theme().punctuation);
            paintRun(painter, layout, done, token.begin, y);
            painter.setPen(tokenColor(token));
            paintRun(painter, layout, token.begin, token.end, y);
            if (token.tag > 0)
                paintTag(painter, layout, token, y);
        }
        done = token.end;
    }
    // Text that was not taken apart (a source that does not parse) is plain, not punctuation.
    painter.setPen(m_content.text->tokens.empty() ? theme().text : theme().punctuation);
    paintRun(painter, layout, done, layout.end(), y);
}

void CodeView::paintRun(QPainter& painter, const CodeLineLayout& layout, uint32_t begin, uint32_t end,
                        int y) const
{
    if (begin >= end)
        return;
    // Of a run that is wider than the window only the visible part is shaped.
    const double leftEdge = double(horizontalScrollBar()->value()) / m_charWidth;
    const double rightEdge = leftEdge + double(viewport()->width()) / m_charWidth;
    if (layout.columnAt(begin) < leftEdge - 2)
        begin = std::max(begin, layout.offsetAt(leftEdge - 2));
    if (layout.columnAt(end) > rightEdge + 2)
        end = std::min(end, layout.offsetAt(rightEdge + 2));
    if (begin >= end)
        return;
    const std::string_view text = std::string_view(m_content.text->text).substr(begin, end - begin);
    if (text.find_first_not_of(' ') == std::string_view::npos)
        return;
    // A tab takes one column, as every other character.
    const QString shown = toQString(text).replace(QLatin1Char('\t'), QLatin1Char(' '));
    painter.drawText(QPointF(xOf(layout.columnAt(begin)), y + m_ascent), shown);
}

std::pair<CodeView::MarkIterator, CodeView::MarkIterator> CodeView::marksOf(int line) const
{
    const uint32_t begin = m_content.text->lineStarts[size_t(line)];
    const uint32_t end = m_content.text->lineStarts[size_t(line) + 1];
    const auto first = std::partition_point(m_content.marks.begin(), m_content.marks.end(),
                                            [&](const CodeMark& mark) { return mark.span.begin < begin; });
    const auto last = std::partition_point(first, m_content.marks.end(),
                                           [&](const CodeMark& mark) { return mark.span.begin < end; });
    return {first, last};
}

/// A small plate with the number of the namesake.
void CodeView::paintTag(QPainter& painter, const CodeLineLayout& layout, const CodeToken& token, int y) const
{
    const double right = xOf(layout.columnAt(token.end));
    const double width = CodeLineLayout::columnsOfTag(token.tag) * m_charWidth;
    const double size = m_rowHeight * 0.62;
    const QRectF plate(right - width + 1.5, y + (m_rowHeight - size) / 2, width - 3, size);
    const QColor color = theme().identity(token.hue);
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(color);
    painter.drawRoundedRect(plate, 2.5, 2.5);
    QFont font = m_font;
    font.setLetterSpacing(QFont::AbsoluteSpacing, 0);
    font.setPixelSize(qMax(7, int(size * 0.86)));
    font.setBold(true);
    painter.setFont(font);
    painter.setPen(theme().code);
    painter.drawText(plate, Qt::AlignCenter, QString::number(token.tag));
    painter.restore();
}

void CodeView::paintMarks(QPainter& painter, const CodeLineLayout& layout, int y) const
{
    const auto [firstMark, lastMark] = marksOf(m_content.text->lineAt(layout.begin()));
    for (auto next = firstMark; next != lastMark; ++next) {
        const CodeMark& mark = *next;
        const double left = xOf(layout.columnAt(mark.span.begin));
        const double right = std::max(xOf(layout.columnAt(mark.span.end)), left + m_charWidth);
        QPainterPath wave(QPointF(left, y + m_rowHeight - 2));
        int step = 0;
        for (double x = left + 2; x <= right; x += 2)
            wave.lineTo(x, y + m_rowHeight - (++step % 2 ? 4 : 2));
        painter.save();
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setBrush(Qt::NoBrush);
        painter.setPen(QPen(markColor(mark.severity), 1.2));
        painter.drawPath(wave);
        painter.restore();
    }
}

/// On a plate, to distinguish them from code.
void CodeView::paintInlays(QPainter& painter, const CodeLineLayout& layout, int y) const
{
    if (layout.hints().empty())
        return;
    painter.save();
    QFont font = m_font;
    font.setPixelSize(qMax(7, int(std::round(QFontInfo(m_font).pixelSize() * CodeLineLayout::InlayScale))));
    painter.setFont(font);
    painter.setRenderHint(QPainter::Antialiasing);
    for (const CodeHint& hint : layout.hints()) {
        if (!hint.isInlay())
            continue;
        const double right = xOf(layout.columnAt(hint.offset));
        const double width = CodeLineLayout::columnsOfInlay(hint) * m_charWidth;
        const QRectF plate(right - width, y + 2, width - 0.35 * m_charWidth, m_rowHeight - 4);
        painter.setPen(Qt::NoPen);
        painter.setBrush(theme().hover);
        painter.drawRoundedRect(plate, 3, 3);
        painter.setPen(theme().muted);
        painter.drawText(plate, Qt::AlignCenter | Qt::TextDontClip, toQString(hint.text));
    }
    painter.restore();
}

void CodeView::paintAsides(QPainter& painter, int row, const CodeLineLayout& layout, int y) const
{
    for (const CodeAside& aside : asidesOf(m_content, row, layout)) {
        painter.setPen(aside.kind == AsideKind::Moved   ? theme().movedBar
                       : aside.kind == AsideKind::Error ? theme().error
                                                        : theme().muted);
        const QRectF rect(xOf(aside.column), y, double(aside.text.size() + 1) * m_charWidth, m_rowHeight);
        painter.drawText(rect, Qt::AlignLeft | Qt::AlignVCenter, aside.text);
    }
}

/// One number for neighboring lines of one writer.
void CodeView::paintWriter(QPainter& painter, int row, const QRect& gutter) const
{
    const std::optional<uint32_t> writer = writerAt(row);
    if (!writer)
        return;
    const QRect column(gutter.left(), gutter.top(), m_writerWidth, gutter.height());
    const bool isCurrent = *writer == m_content.writers.current && *writer > 0;
    painter.fillRect(QRect(column.right() - 1, column.top(), 2, column.height()), isCurrent ? theme().accent
                                                                                  : *writer > 0
                                                                                      ? theme().border
                                                                                      : theme().window);
    if (writerAt(row - 1) == writer)
        return;
    painter.setPen(isCurrent ? theme().accent : theme().muted);
    painter.drawText(column.adjusted(0, 0, -m_charWidth, 0), Qt::AlignRight | Qt::AlignVCenter,
                     *writer == 0 ? QStringLiteral("·") : QString::number(*writer));
}

void CodeView::paintGutter(QPainter& painter, int row, int y) const
{
    const CodeRows::Row& content = m_content.rows->rows[size_t(row)];
    const QRect gutter(0, y, m_gutterWidth - m_charWidth, m_rowHeight);
    painter.fillRect(gutter, rowColor(content.kind, theme()));
    const auto [firstMark, lastMark] = marksOf(content.line);
    const bool isAccused = std::any_of(firstMark, lastMark,
                                       [](const CodeMark& mark) { return mark.severity == Severity::Error; });
    painter.setPen(isAccused ? theme().error : theme().lineNumber);
    painter.drawText(gutter.adjusted(0, 0, -m_charWidth, 0), Qt::AlignRight | Qt::AlignVCenter,
                     QString::number((content.number >= 0 ? content.number : content.line) + 1));
    paintWriter(painter, row, gutter);
    paintScopes(painter, m_lens.scopes, *m_content.rows, row, scopeLane(row));
    const QRect bar(gutter.right() - 2, y, 3, m_rowHeight);
    if (content.kind == RowKind::Added)
        painter.fillRect(bar, theme().success);
    else if (content.kind == RowKind::Removed)
        painter.fillRect(bar, theme().error);
    else if (content.kind == RowKind::Moved)
        painter.fillRect(bar, theme().movedBar);
    else if (content.isRespelled)
        painter.fillRect(bar.adjusted(2, 0, 0, 0), theme().faint);
}

} // namespace tir::ui
