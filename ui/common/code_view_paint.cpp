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
        paintRow(painter, row);
}

void CodeView::paintRow(QPainter& painter, int row) const
{
    const CodeRows::Row& content = m_content.rows->rows[size_t(row)];
    const int y = yOf(row);
    const QRect whole(0, y, viewport()->width(), heightOf(row));
    if (content.line < 0) {
        painter.fillRect(whole, theme().filler);
        painter.fillRect(whole, QBrush(theme().fillerLine, Qt::BDiagPattern));
        paintScopes(painter, m_lens.scopes, *m_content.rows, row, scopeLane(row));
        return;
    }
    if (content.kind == RowKind::Fold)
        return paintFold(painter, whole, content.folded);
    const CodeRowLayout layout = layoutOf(row);
    // An empty line inside of a span belongs to it.
    const auto [firstSpan, lastSpan] =
        overlapping(m_spans, layout.parts().front().begin(), layout.parts().back().end() + 1,
                    [](const Span& span) { return span; });
    const bool holdsPlace = firstSpan != lastSpan;
    painter.fillRect(whole, holdsPlace && content.kind == RowKind::Same ? theme().placeRow
                                                                        : rowColor(content.kind, theme()));
    int top = y;
    for (const CodeLineLayout& part : layout.parts()) {
        paintFolds(painter, part, top);
        paintBackgrounds(painter, part, top, content);
        paintText(painter, part, top);
        paintInlays(painter, part, top);
        paintMarks(painter, part, top);
        top += m_rowHeight;
    }
    paintAsides(painter, layout, y);
    paintCaret(painter, layout, y);
    paintGutter(painter, row);
    if (holdsPlace)
        painter.fillRect(QRect(0, y, 2, whole.height()), theme().accent);
}

/// While the keyboard is here.
void CodeView::paintCaret(QPainter& painter, const CodeRowLayout& layout, int y) const
{
    const uint32_t offset = m_selection.head;
    if (!m_hasCaret || !hasFocus() || offset < layout.parts().front().begin() ||
        offset > layout.parts().back().end())
        return;
    const int visualLine = layout.visualLineAt(offset);
    const double x = xOf(layout.part(visualLine).columnAt(offset));
    painter.fillRect(QRectF(x - 1, y + visualLine * m_rowHeight + 1, 2, m_rowHeight - 2), theme().accent);
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
    const CodeLineLayout::Columns columns = layout.columnsOf(span);
    painter.fillRect(QRectF(xOf(columns.begin), y, xOf(columns.end) - xOf(columns.begin), m_rowHeight),
                     color);
}

void CodeView::paintBackgrounds(QPainter& painter, const CodeLineLayout& layout, int y,
                                const CodeRows::Row& row) const
{
    const bool isBefore = row.kind == RowKind::Removed || row.isMovedAway;
    const auto itself = [](const Span& span) { return span; };
    const auto [firstWord, lastWord] =
        overlapping(m_content.rows->words, layout.begin(), layout.end(), itself);
    for (auto word = firstWord; word != lastWord; ++word)
        paintSpan(painter, layout, *word, y, isBefore ? theme().removedWord : theme().addedWord);

    // A part of a line that is selected, such as an expression; of a whole line the row says it.
    const auto [firstSpan, lastSpan] = overlapping(m_spans, layout.begin(), layout.end(), itself);
    for (auto span = firstSpan; span != lastSpan; ++span)
        if (isPartOfLine(*span))
            paintSpan(painter, layout, *span, y, theme().occurrence);

    const auto frameOf = [&](Span span) {
        const CodeLineLayout::Columns columns = layout.columnsOf(span);
        return QRectF(xOf(columns.begin) - 1, y, xOf(columns.end) - xOf(columns.begin) + 1, m_rowHeight - 1);
    };
    if (!m_lens.isEmpty())
        for (const CodeToken& token : layout.tokens())
            if (const LensRank rank = m_lens.rankOf(token.identity); rank != LensRank::None)
                paintLensFrame(painter, rank, frameOf({token.begin, token.end}));
    const auto [firstStray, lastStray] = overlapping(m_lens.strays, layout.begin(), layout.end(), itself);
    for (auto stray = firstStray; stray != lastStray; ++stray)
        paintStrayFrame(painter, frameOf(*stray));

    const auto [firstMatch, lastMatch] = overlapping(m_matches, layout.begin(), layout.end(), itself);
    for (auto match = firstMatch; match != lastMatch; ++match) {
        paintSpan(painter, layout, *match, y, theme().match);
        // A frame: a fill that differs from that of the other matches would make the text hard to read.
        if (match - m_matches.begin() != m_currentMatch)
            continue;
        painter.setPen(QPen(theme().currentMatch, 2));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(frameOf(*match).adjusted(1, 1, 0, 0));
    }

    if (!m_selection.isEmpty() && m_selection.begin() <= layout.end() && layout.begin() < m_selection.end())
        paintSpan(painter, layout, {m_selection.begin(), m_selection.end()}, y, theme().selection);
}

/// Whether a span is within one line and shorter than its text.
bool CodeView::isPartOfLine(Span span) const
{
    const CodeText& text = *m_content.text;
    const int line = text.lineAt(span.begin);
    const uint32_t end = text.lineStarts[size_t(line) + 1] - 1;
    const size_t first = text.text.find_first_not_of(' ', text.lineStarts[size_t(line)]);
    return span.end <= end && (span.begin > first || span.end < end);
}

void CodeView::paintText(QPainter& painter, const CodeLineLayout& layout, int y) const
{
    for (const Span& visible : layout.visibleSpans())
        paintWords(painter, layout, visible, y);
    painter.setPen(theme().muted);
    for (const CodeFold& fold : layout.folds()) {
        if (fold.span.begin < layout.begin() || fold.span.begin >= layout.end())
            continue;
        const double right = xOf(layout.columnAt(fold.isOpen ? fold.span.begin : fold.span.end));
        const double left = right - CodeLineLayout::columnsOfFold(fold) * m_charWidth;
        painter.drawText(QPointF(left + m_charWidth / 2.0, y + m_ascent),
                         fold.isOpen ? QStringLiteral("\u25be")
                                     : toQString(fold.label) + QStringLiteral(" \u25b8"));
    }
}

void CodeView::paintWords(QPainter& painter, const CodeLineLayout& layout, Span visible, int y) const
{
    uint32_t done = visible.begin;
    const double right = viewport()->width();
    for (const CodeToken& token : layout.tokens()) {
        if (token.end <= visible.begin)
            continue;
        if (token.begin >= visible.end)
            break;
        if (xOf(layout.columnAt(done)) > right)
            return;
        // A long word may be cut at the end of a part.
        const uint32_t begin = std::max(token.begin, visible.begin);
        const uint32_t end = std::min(token.end, visible.end);
        if (xOf(layout.columnAt(end)) >= m_gutterWidth) {
            painter.setPen(theme().punctuation);
            paintRun(painter, layout, done, begin, y);
            painter.setPen(tokenColor(token));
            paintRun(painter, layout, begin, end, y);
            if (token.tag > 0 && end == token.end)
                paintTag(painter, layout, token, y);
        }
        done = end;
    }
    // Text that was not taken apart (a source that does not parse) is plain, not punctuation.
    painter.setPen(m_content.text->tokens.empty() ? theme().text : theme().punctuation);
    paintRun(painter, layout, done, visible.end, y);
}

/// The plates of labels.
void CodeView::paintFolds(QPainter& painter, const CodeLineLayout& layout, int y) const
{
    if (layout.folds().empty())
        return;
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(theme().border);
    painter.setBrush(theme().hover);
    for (const CodeFold& fold : layout.folds()) {
        if (fold.isOpen || fold.span.begin < layout.begin() || fold.span.begin >= layout.end())
            continue;
        const CodeLineLayout::Columns columns = layout.columnsOf(fold.span);
        painter.drawRoundedRect(QRectF(xOf(columns.begin) + 0.5, y + 1.5,
                                       (columns.end - columns.begin) * m_charWidth - 1, m_rowHeight - 3),
                                3, 3);
    }
    painter.restore();
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
    const int line = m_content.text->lineAt(layout.begin());
    const auto [firstMark, lastMark] = marksOf(line);
    for (auto next = firstMark; next != lastMark; ++next) {
        const CodeMark& mark = *next;
        const bool isLast = layout.end() + 1 == m_content.text->lineStarts[size_t(line) + 1];
        if (mark.span.end <= layout.begin() || (mark.span.begin >= layout.end() && !isLast))
            continue;
        const CodeLineLayout::Columns columns = layout.columnsOf(mark.span);
        const double left = xOf(columns.begin);
        const double right = std::max(xOf(columns.end), left + m_charWidth);
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

void CodeView::paintAsides(QPainter& painter, const CodeRowLayout& layout, int y) const
{
    for (const CodeAside& aside : layout.asides()) {
        painter.setPen(aside.kind == AsideKind::Moved   ? theme().movedBar
                       : aside.kind == AsideKind::Error ? theme().error
                                                        : theme().muted);
        const int top = y + aside.line * m_rowHeight;
        const QRectF rect(xOf(aside.column), top, double(aside.text.size() + 1) * m_charWidth, m_rowHeight);
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
    painter.drawText(QRect(column.left(), column.top(), column.width() - m_charWidth, m_rowHeight),
                     Qt::AlignRight | Qt::AlignVCenter,
                     *writer == 0 ? QStringLiteral("·") : QString::number(*writer));
}

void CodeView::paintGutter(QPainter& painter, int row) const
{
    const CodeRows::Row& content = m_content.rows->rows[size_t(row)];
    const QRect gutter(0, yOf(row), m_gutterWidth - m_charWidth, heightOf(row));
    painter.fillRect(gutter, rowColor(content.kind, theme()));
    const auto [firstMark, lastMark] = marksOf(content.line);
    const bool isAccused = std::any_of(firstMark, lastMark,
                                       [](const CodeMark& mark) { return mark.severity == Severity::Error; });
    painter.setPen(isAccused ? theme().error : theme().lineNumber);
    painter.drawText(QRect(0, gutter.top(), gutter.width() - m_charWidth, m_rowHeight),
                     Qt::AlignRight | Qt::AlignVCenter,
                     QString::number((content.number >= 0 ? content.number : content.line) + 1));
    paintWriter(painter, row, gutter);
    paintScopes(painter, m_lens.scopes, *m_content.rows, row, scopeLane(row));
    const QRect bar(gutter.right() - 2, gutter.top(), 3, gutter.height());
    if (content.kind == RowKind::Added && isDerived(*m_content.rows, content.line))
        painter.fillRect(bar, theme().movedBar);
    else if (content.kind == RowKind::Added)
        painter.fillRect(bar, theme().success);
    else if (content.kind == RowKind::Removed)
        painter.fillRect(bar, theme().error);
    else if (content.kind == RowKind::Moved)
        painter.fillRect(bar, theme().movedBar);
    else if (content.isRespelled)
        painter.fillRect(bar.adjusted(2, 0, 0, 0), theme().faint);
}

} // namespace tir::ui
