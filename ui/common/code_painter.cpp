#include "ui/common/code_painter.h"

#include "ui/common/code_gutter.h"
#include "ui/common/text.h"
#include "ui/common/theme.h"
#include "ui/common/token_color.h"

#include <QCoreApplication>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace tir::ui {
namespace {

constexpr int WaveWidth = 4;
constexpr int WaveHeight = 4;

/// Those of ascending spans that may touch [begin, end).
std::span<const Span> overlapping(const std::vector<Span>& spans, uint32_t begin, uint32_t end)
{
    const auto first =
        std::partition_point(spans.begin(), spans.end(), [&](const Span& span) { return span.end <= begin; });
    const auto last = std::find_if(first, spans.end(), [&](const Span& span) { return span.begin >= end; });
    return {first, last};
}

} // namespace

CodePainter::CodePainter(QPainter& painter, const Code& code)
    : m_painter(painter),
      m_content(code.content),
      m_metrics(code.metrics),
      m_geometry(code.geometry),
      m_marking(code.marking),
      m_selection(code.selection),
      m_showsCaret(code.showsCaret),
      m_width(code.width)
{
    m_painter.setFont(m_metrics.font);
}

void CodePainter::paintRow(int row)
{
    const CodeRows::Row& content = m_content.rows->rows[size_t(row)];
    const int y = m_geometry.yOf(row);
    const QRect whole(0, y, m_width, m_geometry.heightOf(row));
    if (content.line < 0) {
        m_painter.fillRect(whole, theme().filler);
        m_painter.fillRect(whole, QBrush(theme().fillerLine, Qt::BDiagPattern));
        paintScopes(m_painter, m_marking.lens.scopes, *m_content.rows, row, m_geometry.scopeLane(row));
        return;
    }
    if (content.kind == RowKind::Fold)
        return paintFold(whole, content.folded);
    const CodeRowLayout layout = m_geometry.layoutOf(row);
    // An empty line inside of a span belongs to it.
    const bool isSelected =
        !overlapping(m_marking.spans, layout.parts().front().begin(), layout.parts().back().end() + 1)
             .empty();
    m_painter.fillRect(whole, isSelected && content.kind == RowKind::Same ? theme().placeRow
                                                                          : rowColor(content.kind));
    int top = y;
    for (const CodeLineLayout& part : layout.parts()) {
        const Line line{part, top};
        paintPlates(line);
        paintBackgrounds(line, content);
        paintText(line);
        paintInlays(line);
        paintMarks(line);
        top += m_metrics.rowHeight;
    }
    paintAsides(layout, y);
    paintCaret(layout, y);
    paintGutter(m_painter, m_content, m_metrics, m_geometry, m_marking.lens, row);
    if (isSelected)
        m_painter.fillRect(QRect(0, y, 2, whole.height()), theme().accent);
}

void CodePainter::paintGaps(const std::vector<QRect>& gaps)
{
    const QString& text = m_content.gapText;
    if (text.isEmpty())
        return;
    const int textWidth = int(text.size() + 2) * m_metrics.charWidth;
    m_painter.setPen(theme().muted);
    for (const QRect& gap : gaps) {
        QRect plate(0, 0, std::min(textWidth, gap.width()), m_metrics.rowHeight);
        plate.moveCenter(gap.center());
        m_painter.fillRect(plate, theme().filler); // without hatching
        m_painter.drawText(plate, Qt::AlignCenter, text);
    }
}

void CodePainter::paintStickyLines(const std::vector<int>& lines)
{
    int top = 0;
    for (const int number : lines) {
        const CodeLineLayout layout(*m_content.text, number, partsOfLine(m_content, number));
        const Line line{layout, top};
        m_painter.fillRect(QRect(0, top, m_width, m_metrics.rowHeight), theme().window);
        paintPlates(line);
        paintLens(line);
        paintText(line);
        paintInlays(line);
        paintStickyNumber(number, top);
        top += m_metrics.rowHeight;
    }
    if (top > 0)
        m_painter.fillRect(QRect(0, top - 1, m_width, 1), theme().border);
}

void CodePainter::paintStickyNumber(int line, int top)
{
    const QRect gutter(0, top, m_metrics.gutterWidth - m_metrics.charWidth, m_metrics.rowHeight);
    m_painter.fillRect(gutter, theme().window);
    // The row may be a fold, of which this is not the first line.
    const CodeRows::Row& row = m_content.rows->rows[size_t(m_content.rows->rowOfLine[size_t(line)])];
    const int shown = (row.number >= 0 ? row.number : row.line) + line - row.line;
    m_painter.setPen(theme().lineNumber);
    m_painter.drawText(gutter.adjusted(0, 0, -m_metrics.charWidth, 0), Qt::AlignRight | Qt::AlignVCenter,
                       QString::number(shown + 1));
}

void CodePainter::paintFold(const QRect& whole, int lines)
{
    m_painter.fillRect(whole, theme().window);
    m_painter.setPen(theme().border);
    m_painter.drawLine(whole.topLeft(), whole.topRight());
    m_painter.drawLine(whole.bottomLeft(), whole.bottomRight());
    m_painter.setPen(theme().muted);
    m_painter.drawText(whole.adjusted(m_metrics.gutterWidth, 0, 0, 0), Qt::AlignLeft | Qt::AlignVCenter,
                       QCoreApplication::translate("CodeView", "⋯ %1 unchanged lines").arg(lines));
}

void CodePainter::paintCaret(const CodeRowLayout& layout, int y)
{
    const uint32_t offset = m_selection.head;
    if (!m_selection.hasCaret || !m_showsCaret || offset < layout.parts().front().begin() ||
        offset > layout.parts().back().end())
        return;
    const int visualLine = layout.visualLineAt(offset);
    const double x = m_geometry.xOf(layout.part(visualLine).columnAt(offset));
    const int height = m_metrics.rowHeight;
    m_painter.fillRect(QRectF(x - 1, y + visualLine * height + 1, 2, height - 2), theme().accent);
}

// ---- below the text

/// Of the labels of closed folds.
void CodePainter::paintPlates(const Line& line)
{
    if (line.layout.folds().empty())
        return;
    m_painter.save();
    m_painter.setRenderHint(QPainter::Antialiasing);
    m_painter.setPen(theme().border);
    m_painter.setBrush(theme().hover);
    for (const CodeFold& fold : line.layout.folds()) {
        if (fold.isOpen || fold.span.begin < line.layout.begin() || fold.span.begin >= line.layout.end())
            continue;
        const CodeLineLayout::Columns columns = line.layout.columnsOf(fold.span);
        m_painter.drawRoundedRect(QRectF(m_geometry.xOf(columns.begin) + 0.5, line.y + 1.5,
                                         (columns.end - columns.begin) * m_metrics.charWidth - 1,
                                         m_metrics.rowHeight - 3),
                                  3, 3);
    }
    m_painter.restore();
}

void CodePainter::paintBackgrounds(const Line& line, const CodeRows::Row& row)
{
    const bool isBefore = row.kind == RowKind::Removed || row.isMovedAway;
    for (const Span& word : overlapping(m_content.rows->words, line.layout.begin(), line.layout.end()))
        paintSpan(line, word, isBefore ? theme().removedWord : theme().addedWord);
    paintSelectedSpans(line);
    paintLens(line);
    paintMatches(line);
    if (!m_selection.isEmpty() && m_selection.begin() <= line.layout.end() &&
        line.layout.begin() < m_selection.end())
        paintSpan(line, {m_selection.begin(), m_selection.end()}, theme().selection);
}

/// A part of a line, such as an expression. A whole line has the background of its row.
void CodePainter::paintSelectedSpans(const Line& line)
{
    for (const Span& span : overlapping(m_marking.spans, line.layout.begin(), line.layout.end()))
        if (isPartOfLine(span))
            paintSpan(line, span, theme().occurrence);
}

void CodePainter::paintLens(const Line& line)
{
    const CodeLens& lens = m_marking.lens;
    if (!lens.isEmpty())
        for (const CodeToken& token : line.layout.tokens())
            if (const LensRank rank = lens.rankOf(token.identity); rank != LensRank::None)
                paintLensFrame(m_painter, rank, frameOf(line, {token.begin, token.end}));
    for (const Span& stray : overlapping(lens.strays, line.layout.begin(), line.layout.end()))
        paintStrayFrame(m_painter, frameOf(line, stray));
}

void CodePainter::paintMatches(const Line& line)
{
    const std::vector<Span>& matches = m_marking.matches;
    for (const Span& match : overlapping(matches, line.layout.begin(), line.layout.end())) {
        paintSpan(line, match, theme().match);
        // A frame: a fill that differs from that of the other matches would make the text hard to read.
        if (&match - matches.data() != m_marking.currentMatch)
            continue;
        m_painter.setPen(QPen(theme().currentMatch, 2));
        m_painter.setBrush(Qt::NoBrush);
        m_painter.drawRect(frameOf(line, match).adjusted(1, 1, 0, 0));
    }
}

void CodePainter::paintSpan(const Line& line, Span span, const QColor& color)
{
    const CodeLineLayout::Columns columns = line.layout.columnsOf(span);
    const double left = m_geometry.xOf(columns.begin);
    m_painter.fillRect(QRectF(left, line.y, m_geometry.xOf(columns.end) - left, m_metrics.rowHeight), color);
}

QRectF CodePainter::frameOf(const Line& line, Span span) const
{
    const CodeLineLayout::Columns columns = line.layout.columnsOf(span);
    const double left = m_geometry.xOf(columns.begin);
    return {left - 1, double(line.y), m_geometry.xOf(columns.end) - left + 1, m_metrics.rowHeight - 1.0};
}

/// Whether a span is within one line and shorter than its text.
bool CodePainter::isPartOfLine(Span span) const
{
    const CodeText& text = *m_content.text;
    const int line = text.lineAt(span.begin);
    const uint32_t end = text.lineStarts[size_t(line) + 1] - 1;
    const size_t first = text.text.find_first_not_of(' ', text.lineStarts[size_t(line)]);
    return span.end <= end && (span.begin > first || span.end < end);
}

// ---- the text

void CodePainter::paintText(const Line& line)
{
    const CodeLineLayout& layout = line.layout;
    for (const Span& visible : layout.visibleSpans())
        paintTokens(line, visible);
    m_painter.setPen(theme().muted);
    for (const CodeFold& fold : layout.folds()) {
        if (fold.span.begin < layout.begin() || fold.span.begin >= layout.end())
            continue;
        const double right = m_geometry.xOf(layout.columnAt(fold.isOpen ? fold.span.begin : fold.span.end));
        const double left = right - CodeLineLayout::columnsOfFold(fold) * m_metrics.charWidth;
        m_painter.drawText(QPointF(left + m_metrics.charWidth / 2.0, line.y + m_metrics.ascent),
                           fold.isOpen ? QStringLiteral("\u25be")
                                       : toQString(fold.label) + QStringLiteral(" \u25b8"));
    }
}

void CodePainter::paintTokens(const Line& line, Span visible)
{
    const CodeLineLayout& layout = line.layout;
    uint32_t done = visible.begin;
    for (const CodeToken& token : layout.tokens()) {
        if (token.end <= visible.begin)
            continue;
        if (token.begin >= visible.end)
            break;
        if (m_geometry.xOf(layout.columnAt(done)) > m_width)
            return;
        // A long token may be cut at the end of a part.
        const uint32_t begin = std::max(token.begin, visible.begin);
        const uint32_t end = std::min(token.end, visible.end);
        if (m_geometry.xOf(layout.columnAt(end)) >= m_metrics.gutterWidth) {
            m_painter.setPen(theme().punctuation);
            paintRun(line, done, begin);
            m_painter.setPen(tokenColor(token));
            paintRun(line, begin, end);
            if (token.tag > 0 && end == token.end)
                paintTag(line, token);
        }
        done = end;
    }
    // Text that was not taken apart (a source that does not parse) is plain, not punctuation.
    m_painter.setPen(m_content.text->tokens.empty() ? theme().text : theme().punctuation);
    paintRun(line, done, visible.end);
}

/// Bytes of one color.
void CodePainter::paintRun(const Line& line, uint32_t begin, uint32_t end)
{
    const CodeLineLayout& layout = line.layout;
    if (begin >= end)
        return;
    // Of a run that is wider than the window only the visible part is shaped.
    const double leftEdge = m_geometry.columnAt(m_metrics.gutterWidth);
    const double rightEdge = leftEdge + double(m_width) / m_metrics.charWidth;
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
    m_painter.drawText(QPointF(m_geometry.xOf(layout.columnAt(begin)), line.y + m_metrics.ascent), shown);
}

/// A small plate with the number of the namesake.
void CodePainter::paintTag(const Line& line, const CodeToken& token)
{
    const double right = m_geometry.xOf(line.layout.columnAt(token.end));
    const double width = CodeLineLayout::columnsOfTag(token.tag) * m_metrics.charWidth;
    const double size = m_metrics.rowHeight * 0.62;
    const QRectF plate(right - width + 1.5, line.y + (m_metrics.rowHeight - size) / 2, width - 3, size);
    m_painter.save();
    m_painter.setRenderHint(QPainter::Antialiasing);
    m_painter.setPen(Qt::NoPen);
    m_painter.setBrush(theme().identity(token.hue));
    m_painter.drawRoundedRect(plate, 2.5, 2.5);
    QFont font = m_metrics.font;
    font.setLetterSpacing(QFont::AbsoluteSpacing, 0);
    font.setPixelSize(qMax(7, int(size * 0.86)));
    font.setBold(true);
    m_painter.setFont(font);
    m_painter.setPen(theme().code);
    m_painter.drawText(plate, Qt::AlignCenter, QString::number(token.tag));
    m_painter.restore();
}

// ---- above and beside the text

void CodePainter::paintMarks(const Line& line)
{
    const CodeLineLayout& layout = line.layout;
    const int number = m_content.text->lineAt(layout.begin());
    const bool isLast = layout.end() + 1 == m_content.text->lineStarts[size_t(number) + 1];
    for (const CodeMark& mark : marksOfLine(m_content, number)) {
        if (mark.span.end <= layout.begin() || (mark.span.begin >= layout.end() && !isLast))
            continue;
        const CodeLineLayout::Columns columns = layout.columnsOf(mark.span);
        const double left = m_geometry.xOf(columns.begin);
        const double right = std::max(m_geometry.xOf(columns.end), left + m_metrics.charWidth);
        const int bottom = line.y + m_metrics.rowHeight;
        m_painter.drawTiledPixmap(QRectF(left, bottom - WaveHeight, right - left, WaveHeight),
                                  waveOf(mark.severity));
    }
}

/// One wave of the line below a mark. Strokes of whole lines would take a third of the time of a page with many marks.
const QPixmap& CodePainter::waveOf(Severity severity)
{
    QPixmap& wave = m_waves[severity];
    if (!wave.isNull())
        return wave;
    const double ratio = m_painter.device()->devicePixelRatioF();
    wave = QPixmap((QSizeF(WaveWidth, WaveHeight) * ratio).toSize());
    wave.setDevicePixelRatio(ratio);
    wave.fill(Qt::transparent);
    QPainter painter(&wave);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(markColor(severity), 1.2));
    // The ends go on beyond the tile, so that tiles join.
    painter.drawPolyline(QPolygonF{{-2, 1}, {0, 3}, {2, 1}, {WaveWidth, 3}, {WaveWidth + 2, 1}});
    return wave;
}

/// On a plate, to distinguish them from code.
void CodePainter::paintInlays(const Line& line)
{
    if (line.layout.hints().empty())
        return;
    const double charWidth = m_metrics.charWidth;
    m_painter.save();
    QFont font = m_metrics.font;
    const double size = QFontInfo(m_metrics.font).pixelSize() * CodeLineLayout::InlayScale;
    font.setPixelSize(qMax(7, int(std::round(size))));
    m_painter.setFont(font);
    m_painter.setRenderHint(QPainter::Antialiasing);
    for (const CodeHint& hint : line.layout.hints()) {
        if (!hint.isInlay())
            continue;
        const double right = m_geometry.xOf(line.layout.columnAt(hint.offset));
        const double width = CodeLineLayout::columnsOfInlay(hint) * charWidth;
        const QRectF plate(right - width, line.y + 2, width - 0.35 * charWidth, m_metrics.rowHeight - 4);
        m_painter.setPen(Qt::NoPen);
        m_painter.setBrush(theme().hover);
        m_painter.drawRoundedRect(plate, 3, 3);
        m_painter.setPen(theme().muted);
        m_painter.drawText(plate, Qt::AlignCenter | Qt::TextDontClip, toQString(hint.text));
    }
    m_painter.restore();
}

void CodePainter::paintAsides(const CodeRowLayout& layout, int y)
{
    for (const CodeAside& aside : layout.asides()) {
        m_painter.setPen(aside.kind == AsideKind::Moved   ? theme().movedBar
                         : aside.kind == AsideKind::Error ? theme().error
                                                          : theme().muted);
        const QRectF rect(m_geometry.xOf(aside.column), y + aside.line * m_metrics.rowHeight,
                          double(aside.text.size() + 1) * m_metrics.charWidth, m_metrics.rowHeight);
        m_painter.drawText(rect, Qt::AlignLeft | Qt::AlignVCenter,
                           textWithin(aside, (m_width - m_geometry.xOf(0)) / double(m_metrics.charWidth)));
    }
}

} // namespace tir::ui
