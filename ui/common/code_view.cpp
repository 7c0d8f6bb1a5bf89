#include "ui/common/code_view.h"

#include "ui/common/code_folds.h"
#include "ui/common/text.h"
#include "ui/common/theme.h"

#include <QEvent>
#include <QFontMetricsF>
#include <QPainter>
#include <QScrollBar>

#include <algorithm>
#include <cmath>
#include <utility>

namespace tir::ui {

CodeView::CodeView(QWidget* parent) : QAbstractScrollArea(parent)
{
    setFrameShape(QFrame::NoFrame);
    setFocusPolicy(Qt::StrongFocus);
    viewport()->setCursor(Qt::IBeamCursor);
    viewport()->setMouseTracking(true);
    updateMetrics();
}

void CodeView::setContent(CodeContent content)
{
    const bool isSameText = m_content.text && content.text && m_content.text->text == content.text->text;
    m_content = std::move(content);
    m_columns = columnsOf(m_content);
    if (!isSameText) {
        m_selection = {};
        m_hasCaret = false;
    }
    m_lens = {};
    m_spans.clear();
    m_matches.clear();
    m_currentMatch = -1;
    updateMetrics();
    viewport()->update();
}

void CodeView::setLens(CodeLens lens)
{
    m_lens = std::move(lens);
    viewport()->update();
    emit lensChanged();
}

void CodeView::setSelectedSpan(Span span)
{
    setSelectedSpans({span});
}

void CodeView::setSelectedSpans(std::vector<Span> spans)
{
    std::erase_if(spans, [](const Span& span) { return span.isEmpty(); });
    m_spans = std::move(spans);
    viewport()->update();
}

void CodeView::setMatches(std::vector<Span> matches, int current)
{
    m_matches = std::move(matches);
    m_currentMatch = current;
    viewport()->update();
}

int CodeView::rowCount() const
{
    return m_content.rows ? int(m_content.rows->rows.size()) : 0;
}

int CodeView::topOf(int row) const
{
    return (m_tops.empty() ? row : m_tops[size_t(std::clamp(row, 0, rowCount()))]) * m_rowHeight;
}

void CodeView::setCaretLine(uint32_t offset)
{
    if (!hasText() || offset > m_content.text->text.size() ||
        (m_hasCaret && m_content.text->lineAt(offset) == m_content.text->lineAt(m_selection.head)))
        return;
    m_selection = {offset, offset};
    m_hasCaret = true;
    viewport()->update();
}

void CodeView::setWrapping(bool isWrapping)
{
    if (std::exchange(m_isWrapping, isWrapping) == isWrapping)
        return;
    arrange();
    viewport()->update();
}

void CodeView::setPartner(CodeView* partner)
{
    m_partner = partner;
    arrange();
}

void CodeView::setFoldOpen(const std::string& key, bool isOpen)
{
    bool isOther = false;
    for (CodeFold& fold : m_content.folds)
        if (fold.key == key)
            isOther |= std::exchange(fold.isOpen, isOpen) != isOpen;
    if (!isOther)
        return;
    m_columns = columnsOf(m_content);
    arrange();
    viewport()->update();
}

void CodeView::updateMetrics()
{
    m_font = codeFont();
    const QFontMetricsF metrics(m_font);
    m_charWidth = qMax(1, int(std::round(metrics.horizontalAdvance(QLatin1Char('0')))));
    m_rowHeight = int(std::ceil(metrics.height() * 1.12));
    m_ascent = int(std::round((m_rowHeight - metrics.height()) / 2 + metrics.ascent()));
    const int lines = hasText() ? m_content.text->lineCount() : 0;
    const int digits = qMax(3, int(QString::number(lines).size()));
    const qsizetype steps = m_content.writers.names.size();
    m_writerWidth = m_content.writers.ofLines ? int(QString::number(steps).size() + 2) * m_charWidth : 0;
    m_gutterWidth = m_writerWidth + (digits + 3) * m_charWidth;
    arrange();
}

int CodeView::wrapColumns() const
{
    constexpr int LeastColumns = 20;
    return m_isWrapping ? qMax(LeastColumns, (viewport()->width() - m_gutterWidth) / m_charWidth - 1) : 0;
}

/// The row that is looked at stays where it is. Both sides are laid out before one scrolls, since the other follows it.
void CodeView::arrange()
{
    const int row = m_lookedAt;
    const bool isScrolled = verticalScrollBar()->value() > 0;
    m_heights = m_isWrapping && hasText() ? wrappedHeights(m_content, wrapColumns()) : std::vector<int>();
    const bool isOther = placeRows();
    if (m_partner)
        m_partner->placeRows();
    updateScrollBars();
    if (m_partner)
        m_partner->updateScrollBars();
    if (!isScrolled || !isOther)
        return;
    revealRow(row);
    if (m_partner && m_partner->rowCount() == rowCount())
        m_partner->m_lookedAt = row;
}

/// Whether rows are elsewhere now.
bool CodeView::placeRows()
{
    std::vector<int> tops;
    if (!m_heights.empty()) {
        const bool isAligned =
            m_partner && m_partner->isVisible() && m_partner->m_heights.size() == m_heights.size();
        tops.push_back(0);
        for (size_t row = 0; row < m_heights.size(); ++row)
            tops.push_back(tops.back() + (isAligned ? std::max(m_heights[row], m_partner->m_heights[row])
                                                    : m_heights[row]));
    }
    return std::exchange(m_tops, tops) != tops;
}

void CodeView::updateScrollBars()
{
    const int columns = m_isWrapping ? 0 : qMax(m_columns, m_partner ? m_partner->m_columns : 0);
    const int contentWidth = m_gutterWidth + (columns + 4) * m_charWidth;
    const int contentHeight = (visualLineCount() + 1) * m_rowHeight;
    horizontalScrollBar()->setRange(0, m_isWrapping ? 0 : qMax(0, contentWidth - viewport()->width()));
    horizontalScrollBar()->setPageStep(viewport()->width());
    horizontalScrollBar()->setSingleStep(4 * m_charWidth);
    // Whole rows, so that the first one is not cut at the end of the text.
    const int hiddenRows = (contentHeight - viewport()->height() + m_rowHeight - 1) / m_rowHeight;
    verticalScrollBar()->setRange(0, qMax(0, hiddenRows * m_rowHeight));
    verticalScrollBar()->setPageStep(viewport()->height());
    verticalScrollBar()->setSingleStep(m_rowHeight);
}

int CodeView::rowAt(int y) const
{
    const int visualLine = (y + verticalScrollBar()->value()) / m_rowHeight;
    if (m_tops.empty() || visualLine < 0)
        return visualLine;
    const auto next = std::upper_bound(m_tops.begin(), m_tops.end(), visualLine);
    return int(next - m_tops.begin()) - 1; // the number of rows below the last one
}

int CodeView::yOf(int row) const
{
    return topOf(row) - verticalScrollBar()->value();
}

int CodeView::rowLookedAt() const
{
    return rowAt(viewport()->height() / 3 / m_rowHeight * m_rowHeight);
}

double CodeView::xOf(double column) const
{
    return m_gutterWidth + column * m_charWidth - horizontalScrollBar()->value();
}

double CodeView::columnAt(int x) const
{
    return double(x + horizontalScrollBar()->value() - m_gutterWidth) / m_charWidth;
}

std::optional<uint32_t> CodeView::writerAt(int row) const
{
    if (!m_content.writers.ofLines || row < 0 || row >= rowCount())
        return {};
    const CodeRows::Row& content = m_content.rows->rows[size_t(row)];
    if (content.line < 0 || content.kind == RowKind::Fold ||
        size_t(content.line) >= m_content.writers.ofLines->size())
        return {};
    return (*m_content.writers.ofLines)[size_t(content.line)];
}

std::optional<uint32_t> CodeView::offsetAt(QPoint point) const
{
    if (!hasText() || rowCount() == 0)
        return {};
    const int row = std::clamp(rowAt(point.y()), 0, rowCount() - 1);
    const int line = m_content.rows->rows[size_t(row)].line;
    if (line < 0)
        return {};
    const int visualLine = (point.y() - yOf(row)) / m_rowHeight;
    return layoutOf(row).part(visualLine).offsetAt(columnAt(point.x()));
}

const CodeFold* CodeView::foldAt(QPoint point) const
{
    const int row = rowAt(point.y());
    if (!hasText() || row < 0 || row >= rowCount() || point.x() < m_gutterWidth ||
        m_content.rows->rows[size_t(row)].line < 0 || m_content.rows->rows[size_t(row)].kind == RowKind::Fold)
        return nullptr;
    return layoutOf(row).part((point.y() - yOf(row)) / m_rowHeight).foldAt(columnAt(point.x()));
}

void CodeView::toggleFold(const CodeFold& fold)
{
    const std::string key = fold.key; // the fold goes with the content
    const bool isOpen = !fold.isOpen;
    setFoldOpen(key, isOpen);
    emit foldToggled(key, isOpen);
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

int CodeView::rowOf(uint32_t offset) const
{
    return m_content.rows->rowOfLine[size_t(m_content.text->lineAt(offset))];
}

bool CodeView::isLineVisible(int line) const
{
    const int top = yOf(m_content.rows->rowOfLine[size_t(line)]);
    return top >= 0 && top + m_rowHeight <= viewport()->height();
}

QRect CodeView::rectOf(Span span) const
{
    const int row = rowOf(span.begin);
    const CodeRowLayout layout = layoutOf(row);
    const int visualLine = layout.visualLineAt(span.begin);
    const CodeLineLayout::Columns columns = layout.part(visualLine).columnsOf(span);
    return QRectF(xOf(columns.begin), yOf(row) + visualLine * m_rowHeight,
                  xOf(columns.end) - xOf(columns.begin), m_rowHeight)
        .toRect();
}

std::vector<CodeAside> CodeView::asides(int row) const
{
    return layoutOf(row).asides();
}

QRect CodeView::rectOf(const CodeAside& aside, int row) const
{
    return QRectF(xOf(aside.column), yOf(row) + aside.line * m_rowHeight,
                  double(aside.text.size()) * m_charWidth, m_rowHeight)
        .toRect();
}

QRect CodeView::scopeLane(int row) const
{
    return {m_writerWidth + 4, yOf(row), m_charWidth, heightOf(row)};
}

void CodeView::revealLine(Span span)
{
    if (!hasText() || span.isEmpty())
        return;
    const int line = m_content.text->lineAt(span.begin);
    const CodeRows::Row& row = m_content.rows->rows[size_t(m_content.rows->rowOfLine[size_t(line)])];
    if (row.kind == RowKind::Fold)
        emit unfoldRequested(row.line); // may set another content
    if (!isLineVisible(line))
        revealRow(m_content.rows->rowOfLine[size_t(line)]);
    m_revealedLine = line;
}

void CodeView::reveal(Span span)
{
    if (!hasText() || span.isEmpty())
        return;
    for (const CodeFold& fold : m_content.folds)
        if (!fold.isOpen && isPartOf(fold, span, *m_content.text)) {
            toggleFold(fold);
            break;
        }
    revealLine(span);
    const QRect rect = rectOf(span);
    if (rect.bottom() > viewport()->height()) // far down in a line of many parts
        verticalScrollBar()->setValue(verticalScrollBar()->value() + rect.top() - viewport()->height() / 3);
    // No further than necessary: the beginnings of lines say where one is. Of a long span, its beginning is enough.
    const int width = viewport()->width();
    const int right = std::min(rect.right(), rect.left() + (width - m_gutterWidth) / 2);
    if (rect.left() < m_gutterWidth || right > width)
        horizontalScrollBar()->setValue(horizontalScrollBar()->value() + right + 3 * m_charWidth - width);
}

void CodeView::showFrom(Span span)
{
    if (!hasText() || span.isEmpty())
        return;
    constexpr int RowsAbove = 2;
    verticalScrollBar()->setValue(topOf(rowOf(span.begin)) - RowsAbove * m_rowHeight);
}

/// Into the upper third, where its surroundings can be seen, too.
void CodeView::revealRow(int row)
{
    const int rowsAbove = viewport()->height() / 3 / m_rowHeight;
    verticalScrollBar()->setValue(topOf(row) - rowsAbove * m_rowHeight);
    m_lookedAt = row;
}

/// A line that was revealed at the bottom stays in sight when a scroll bar or a bar of the window takes its room.
void CodeView::resizeEvent(QResizeEvent* event)
{
    if (m_isWrapping)
        arrange();
    else
        updateScrollBars();
    if (!hasText() || m_revealedLine < 0 || m_revealedLine >= m_content.text->lineCount())
        return;
    const int bottom = yOf(m_content.rows->rowOfLine[size_t(m_revealedLine)]) + m_rowHeight;
    if (bottom > viewport()->height() && bottom <= event->oldSize().height())
        verticalScrollBar()->setValue(verticalScrollBar()->value() + bottom - viewport()->height());
}

void CodeView::scrollContentsBy(int, int)
{
    m_lookedAt = rowLookedAt();
    viewport()->update();
}

void CodeView::showEvent(QShowEvent* event)
{
    QAbstractScrollArea::showEvent(event);
    arrange();
}

void CodeView::hideEvent(QHideEvent* event)
{
    QAbstractScrollArea::hideEvent(event);
    // Alone, so that its partner stays. A window that closes must not move the code: views would follow it.
    if (window()->isVisible())
        arrange();
}

void CodeView::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::FontChange || event->type() == QEvent::PaletteChange ||
        event->type() == QEvent::StyleChange) {
        updateMetrics();
        viewport()->update();
    }
    QAbstractScrollArea::changeEvent(event);
}

} // namespace tir::ui
