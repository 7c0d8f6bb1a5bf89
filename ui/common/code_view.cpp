#include "ui/common/code_view.h"

#include "ui/common/code_folds.h"
#include "ui/common/theme.h"

#include <QPaintEvent>
#include <QPainter>
#include <QScrollBar>

#include <algorithm>
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
    }
    m_marking = {};
    updateMetrics();
    viewport()->update();
}

void CodeView::setLens(CodeLens lens)
{
    m_marking.lens = std::move(lens);
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
    m_marking.spans = std::move(spans);
    viewport()->update();
}

void CodeView::setMatches(std::vector<Span> matches, int current)
{
    m_marking.matches = std::move(matches);
    m_marking.currentMatch = current;
    viewport()->update();
}

void CodeView::setCaretLine(uint32_t offset)
{
    if (!hasText() || offset > m_content.text->text.size() ||
        (m_selection.hasCaret && m_content.text->lineAt(offset) == m_content.text->lineAt(m_selection.head)))
        return;
    m_selection = {offset, offset, true};
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

void CodeView::setLinesAround(LinesAround linesAround)
{
    m_linesAround = std::move(linesAround);
    viewport()->update();
}

void CodeView::setStickyLines(bool areShown)
{
    m_hasStickyLines = areShown;
    viewport()->update();
}

std::vector<int> CodeView::stickyLines() const
{
    return stickyLinesAt(verticalScrollBar()->value());
}

std::vector<int> CodeView::stickyLinesAt(int scrolled) const
{
    if (!m_hasStickyLines || !m_linesAround)
        return {};
    return CodeGeometry(m_content, m_metrics, m_tops, wrapColumns(), {0, scrolled})
        .stickyLines(m_linesAround, viewport()->height());
}

int CodeView::stickyHeight() const
{
    return int(stickyLines().size()) * m_metrics.rowHeight;
}

std::vector<QRect> CodeView::gaps() const
{
    if (!hasText() || m_content.gapText.isEmpty())
        return {};
    return codeGeometry().gaps(viewport()->rect().adjusted(0, stickyHeight(), 0, 0));
}

void CodeView::uncover(int row)
{
    if (codeGeometry().yOf(row) >= stickyHeight())
        return;
    // How many there are depends on where the view is scrolled to.
    for (int count = 0; count <= CodeGeometry::MostStickyLines; ++count) {
        const int scrolled = qMax(0, topOf(row) - count * m_metrics.rowHeight);
        if (int(stickyLinesAt(scrolled).size()) <= count)
            return verticalScrollBar()->setValue(scrolled);
    }
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
    m_metrics = measureCode(m_content);
    arrange();
}

CodeGeometry CodeView::codeGeometry() const
{
    const QPoint scrolled(horizontalScrollBar()->value(), verticalScrollBar()->value());
    return {m_content, m_metrics, m_tops, wrapColumns(), scrolled};
}

int CodeView::wrapColumns() const
{
    constexpr int LeastColumns = 20;
    return m_isWrapping
               ? qMax(LeastColumns, (viewport()->width() - m_metrics.gutterWidth) / m_metrics.charWidth - 1)
               : 0;
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
    const int contentWidth = m_metrics.gutterWidth + (columns + 4) * m_metrics.charWidth;
    const int contentHeight = (visualLineCount() + 1) * m_metrics.rowHeight;
    horizontalScrollBar()->setRange(0, m_isWrapping ? 0 : qMax(0, contentWidth - viewport()->width()));
    horizontalScrollBar()->setPageStep(viewport()->width());
    horizontalScrollBar()->setSingleStep(4 * m_metrics.charWidth);
    // Whole rows, so that the first one is not cut at the end of the text.
    const int hiddenRows =
        (contentHeight - viewport()->height() + m_metrics.rowHeight - 1) / m_metrics.rowHeight;
    verticalScrollBar()->setRange(0, qMax(0, hiddenRows * m_metrics.rowHeight));
    verticalScrollBar()->setPageStep(viewport()->height());
    verticalScrollBar()->setSingleStep(m_metrics.rowHeight);
}

int CodeView::rowLookedAt() const
{
    return rowAt(rowsAboveRevealed() * m_metrics.rowHeight);
}

int CodeView::rowsAboveRevealed() const
{
    const int third = viewport()->height() / 3 / m_metrics.rowHeight;
    const bool isLow = viewport()->height() < CodeGeometry::LeastVisualLines * m_metrics.rowHeight;
    return isLow ? third : qMax(third, CodeGeometry::MostStickyLines);
}

void CodeView::toggleFold(const CodeFold& fold)
{
    const std::string key = fold.key; // the fold goes with the content
    const bool isOpen = !fold.isOpen;
    setFoldOpen(key, isOpen);
    emit foldToggled(key, isOpen);
}

bool CodeView::isLineVisible(int line) const
{
    const int top = codeGeometry().yOf(m_content.rows->rowOfLine[size_t(line)]);
    return top >= stickyHeight() && top + m_metrics.rowHeight <= viewport()->height();
}

bool CodeView::isCutOff(int line) const
{
    if (m_isWrapping)
        return false;
    const CodeLineLayout layout(*m_content.text, line, partsOfLine(m_content, line));
    return m_metrics.gutterWidth + layout.width() * m_metrics.charWidth > viewport()->width();
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

/// Up and down only.
void CodeView::revealRowOf(Span span)
{
    for (const CodeFold& fold : std::as_const(m_content).folds)
        if (!fold.isOpen && isPartOf(fold, span, *m_content.text)) {
            toggleFold(fold);
            break;
        }
    revealLine(span);
    const QRect rect = rectOf(span);
    if (rect.bottom() > viewport()->height()) // far down in a line of many parts
        verticalScrollBar()->setValue(verticalScrollBar()->value() + rect.top() - viewport()->height() / 3);
}

void CodeView::reveal(Span span)
{
    if (!hasText() || span.isEmpty())
        return;
    revealRowOf(span);
    const QRect rect = rectOf(span);
    // No further than necessary: the beginnings of lines say where one is. Of a long span, its beginning is enough.
    const int width = viewport()->width();
    const int right = std::min(rect.right(), rect.left() + (width - m_metrics.gutterWidth) / 2);
    if (rect.left() < m_metrics.gutterWidth || right > width)
        horizontalScrollBar()->setValue(horizontalScrollBar()->value() + right + 3 * m_metrics.charWidth -
                                        width);
}

void CodeView::revealInLine(Span span)
{
    if (!hasText() || span.isEmpty())
        return;
    revealRowOf(span);
    if (isWithinWidth(span))
        return;
    QScrollBar* bar = horizontalScrollBar();
    const int needed = bar->value() + startOf(span).right() + m_metrics.charWidth - viewport()->width();
    const int most = std::min(usualIndentation(), indentation(m_content.text->lineAt(span.begin)));
    bar->setValue(needed <= most * m_metrics.charWidth ? needed : 0);
}

bool CodeView::isWithinWidth(Span span) const
{
    const QRect start = startOf(span);
    return start.left() >= m_metrics.gutterWidth && start.right() <= viewport()->width();
}

/// As much as it takes to recognize a name.
QRect CodeView::startOf(Span span) const
{
    constexpr int MostColumns = 8;
    QRect start = rectOf(span);
    start.setWidth(std::min(start.width(), MostColumns * m_metrics.charWidth));
    return start;
}

/// In columns; that of an empty line is its length.
int CodeView::indentation(int line) const
{
    const std::string_view text = m_content.text->line(line);
    return int(std::min(text.find_first_not_of(' '), text.size()));
}

/// Of the lines in the view.
void CodeView::addShownIndentations(std::vector<int>& columns) const
{
    const int end = std::min(rowCount(), rowAt(viewport()->height()) + 1);
    for (int row = std::max(0, rowAt(0)); row < end; ++row)
        if (const int line = m_content.rows->rows[size_t(row)].line; line >= 0)
            columns.push_back(indentation(line));
}

/// The columns that most lines in the view have in front of their text, on both sides.
int CodeView::usualIndentation() const
{
    std::vector<int> columns;
    addShownIndentations(columns);
    if (m_partner && m_partner->isVisible() && m_partner->hasText())
        m_partner->addShownIndentations(columns);
    if (columns.empty())
        return 0;
    const auto lower = columns.begin() + std::ptrdiff_t(columns.size() / 4);
    std::ranges::nth_element(columns, lower);
    return *lower;
}

void CodeView::showFrom(Span span)
{
    if (!hasText() || span.isEmpty())
        return;
    constexpr int RowsAbove = 2;
    verticalScrollBar()->setValue(topOf(codeGeometry().rowOf(span.begin)) - RowsAbove * m_metrics.rowHeight);
}

/// Into the upper third, where its surroundings can be seen, too.
void CodeView::revealRow(int row)
{
    verticalScrollBar()->setValue(topOf(row) - rowsAboveRevealed() * m_metrics.rowHeight);
    m_lookedAt = row;
}

void CodeView::paintEvent(QPaintEvent* event)
{
    QPainter painter(viewport());
    painter.fillRect(event->rect(), theme().code);
    if (!hasText())
        return;
    const CodeGeometry shown = codeGeometry();
    const auto codeOn = [this](const CodeGeometry& geometry) {
        return CodePainter::Code{.content = m_content,
                                 .metrics = m_metrics,
                                 .geometry = geometry,
                                 .marking = m_marking,
                                 .selection = m_selection,
                                 .showsCaret = hasFocus(),
                                 .width = viewport()->width()};
    };
    CodePainter code(painter, codeOn(shown));
    const int first = qMax(0, shown.rowAt(event->rect().top()));
    const int last = qMin(rowCount() - 1, shown.rowAt(event->rect().bottom()));
    for (int row = first; row <= last; ++row)
        code.paintRow(row);
    code.paintGaps(gaps());
    // Their beginnings say where one is: they are not scrolled sideways.
    const CodeGeometry unscrolled(m_content, m_metrics, m_tops, wrapColumns(),
                                  {0, verticalScrollBar()->value()});
    CodePainter(painter, codeOn(unscrolled)).paintStickyLines(stickyLines());
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
    const int bottom =
        codeGeometry().yOf(m_content.rows->rowOfLine[size_t(m_revealedLine)]) + m_metrics.rowHeight;
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
