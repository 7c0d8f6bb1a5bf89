#include "ui/common/code_view.h"

#include "ui/common/text.h"
#include "ui/common/theme.h"

#include <QApplication>
#include <QClipboard>
#include <QContextMenuEvent>
#include <QFontMetricsF>
#include <QHelpEvent>
#include <QMenu>
#include <QPainter>
#include <QScrollBar>
#include <QToolTip>

#include <algorithm>
#include <cmath>

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
    if (!isSameText)
        m_selection = {};
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

void CodeView::setMinimumColumns(int columns)
{
    m_minimumColumns = columns;
    updateScrollBars();
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
    updateScrollBars();
}

void CodeView::updateScrollBars()
{
    const int contentWidth = m_gutterWidth + (qMax(m_columns, m_minimumColumns) + 4) * m_charWidth;
    const int contentHeight = (rowCount() + 1) * m_rowHeight;
    horizontalScrollBar()->setRange(0, qMax(0, contentWidth - viewport()->width()));
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
    return (y + verticalScrollBar()->value()) / m_rowHeight;
}

double CodeView::xOf(double column) const
{
    return m_gutterWidth + column * m_charWidth - horizontalScrollBar()->value();
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
    const double column =
        double(point.x() + horizontalScrollBar()->value() - m_gutterWidth) / m_charWidth - 0.5;
    return layoutOf(line).offsetAt(column);
}

bool CodeView::isLineVisible(int line) const
{
    const int top = m_content.rows->rowOfLine[size_t(line)] * m_rowHeight - verticalScrollBar()->value();
    return top >= 0 && top + m_rowHeight <= viewport()->height();
}

QRect CodeView::rectOf(Span span) const
{
    const int line = m_content.text->lineAt(span.begin);
    const CodeLineLayout layout = layoutOf(line);
    const int y = m_content.rows->rowOfLine[size_t(line)] * m_rowHeight - verticalScrollBar()->value();
    const double left = xOf(layout.columnAt(span.begin));
    const double right = xOf(layout.columnAt(std::min(span.end, layout.end())));
    return QRectF(left, y, right - left, m_rowHeight).toRect();
}

std::vector<CodeAside> CodeView::asides(int row) const
{
    const int line = m_content.rows->rows[size_t(row)].line;
    return line < 0 ? std::vector<CodeAside>() : asidesOf(m_content, row, layoutOf(line));
}

QRect CodeView::rectOf(const CodeAside& aside, int row) const
{
    return QRectF(xOf(aside.column), row * m_rowHeight - verticalScrollBar()->value(),
                  double(aside.text.size()) * m_charWidth, m_rowHeight)
        .toRect();
}

QRect CodeView::scopeLane(int row) const
{
    return {m_writerWidth + 4, row * m_rowHeight - verticalScrollBar()->value(), m_charWidth, m_rowHeight};
}

std::function<void()> CodeView::linkAt(QPoint point)
{
    const int row = rowAt(point.y());
    if (!hasText() || row < 0 || row >= rowCount())
        return {};
    const CodeRows::Row& content = m_content.rows->rows[size_t(row)];
    if (scopeLane(row).adjusted(-2, 0, 0, 0).contains(point))
        if (const LensScope* scope = scopeAt(m_lens.scopes, *m_content.rows, row))
            return [this, target = scope->definition] { emit linkActivated(target); };
    if (content.otherEnd >= 0 && point.x() < m_gutterWidth)
        return [this, content] { emit otherEndRequested(content.line, content.otherEnd); };
    if (point.x() < m_gutterWidth)
        return {};
    for (const CodeAside& aside : asides(row)) {
        if (!aside.isLink() || !rectOf(aside, row).contains(point))
            continue;
        if (aside.otherEnd >= 0)
            return [this, content] { emit otherEndRequested(content.line, content.otherEnd); };
        return [this, target = aside.target] { emit linkActivated(target); };
    }
    return {};
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
}

void CodeView::reveal(Span span)
{
    if (!hasText() || span.isEmpty())
        return;
    revealLine(span);
    const QRect rect = rectOf(span);
    const int room = viewport()->width() - m_gutterWidth;
    if (rect.left() < m_gutterWidth || (rect.right() > viewport()->width() && rect.width() < room))
        horizontalScrollBar()->setValue(horizontalScrollBar()->value() + rect.left() - m_gutterWidth -
                                        room / 3);
}

void CodeView::showFrom(Span span)
{
    if (!hasText() || span.isEmpty())
        return;
    constexpr int RowsAbove = 2;
    const int line = m_content.text->lineAt(span.begin);
    verticalScrollBar()->setValue((m_content.rows->rowOfLine[size_t(line)] - RowsAbove) * m_rowHeight);
}

/// Into the upper third, where its surroundings can be seen, too.
void CodeView::revealRow(int row)
{
    const int rowsAbove = viewport()->height() / 3 / m_rowHeight;
    verticalScrollBar()->setValue((row - rowsAbove) * m_rowHeight);
}

QString CodeView::selectedText() const
{
    if (!hasText())
        return {};
    return toQString(std::string_view(m_content.text->text)
                         .substr(m_selection.begin(), m_selection.end() - m_selection.begin()));
}

void CodeView::copy()
{
    if (!m_selection.isEmpty())
        QApplication::clipboard()->setText(selectedText());
}

void CodeView::selectAll()
{
    if (!hasText())
        return;
    m_selection = {0, uint32_t(m_content.text->text.size())};
    viewport()->update();
}

bool CodeView::viewportEvent(QEvent* event)
{
    if (event->type() != QEvent::ToolTip)
        return QAbstractScrollArea::viewportEvent(event);
    const auto* help = static_cast<QHelpEvent*>(event);
    const std::optional<uint32_t> offset = offsetAt(help->pos());
    QStringList messages;
    if (const std::optional<uint32_t> writer = writerAt(rowAt(help->pos().y()));
        writer && help->pos().x() < m_writerWidth)
        messages.append(
            *writer == 0 ? tr("written by you")
                         : tr("written in step %1, %2").arg(*writer).arg(m_content.writers.names[*writer]));
    else if (const int row = rowAt(help->pos().y());
             hasText() && row < rowCount() && scopeLane(row).contains(help->pos())) {
        if (const LensScope* scope = scopeAt(m_lens.scopes, *m_content.rows, row))
            messages.append(tr("in scope from line %1 to line %2; a click goes to the definition")
                                .arg(scope->firstLine + 1)
                                .arg(scope->lastLine + 1));
    } else if (offset)
        for (const CodeMark& mark : m_content.marks)
            if (mark.span.begin <= *offset && *offset < mark.span.end)
                messages.append(toQString(mark.message));
    if (messages.isEmpty() && offset && m_describer && help->pos().x() >= m_gutterWidth)
        if (const CodeToken* token = m_content.text->tokenAt(*offset);
            token && rectOf({token->begin, token->end}).contains(help->pos()))
            messages.append(m_describer(*token));
    QToolTip::showText(help->globalPos(), messages.join(QLatin1Char('\n')), this);
    return true;
}

void CodeView::resizeEvent(QResizeEvent*)
{
    updateScrollBars();
}

void CodeView::mousePressEvent(QMouseEvent* event)
{
    const std::optional<uint32_t> offset = offsetAt(event->position().toPoint());
    if (event->button() != Qt::LeftButton || !offset)
        return;
    const CodeRows::Row& row =
        m_content.rows->rows[size_t(std::clamp(rowAt(event->position().toPoint().y()), 0, rowCount() - 1))];
    if (row.kind == RowKind::Fold)
        return emit unfoldRequested(row.line);
    if (const std::optional<uint32_t> writer = writerAt(rowAt(event->position().toPoint().y()));
        writer && event->position().x() < m_writerWidth)
        return emit writerClicked(int(*writer));
    if (const std::function<void()> follow = linkAt(event->position().toPoint()))
        return follow();
    m_pressed = event->position().toPoint();
    m_isSelecting = true;
    if (!event->modifiers().testFlag(Qt::ShiftModifier))
        m_selection.anchor = *offset;
    m_selection.head = *offset;
    viewport()->update();
}

void CodeView::mouseMoveEvent(QMouseEvent* event)
{
    if (!m_isSelecting) {
        const bool isLink = bool(linkAt(event->position().toPoint()));
        return viewport()->setCursor(isLink ? Qt::PointingHandCursor : Qt::IBeamCursor);
    }
    if (const std::optional<uint32_t> offset = offsetAt(event->position().toPoint()))
        m_selection.head = *offset;
    viewport()->update();
}

void CodeView::mouseReleaseEvent(QMouseEvent* event)
{
    if (!m_isSelecting)
        return;
    m_isSelecting = false;
    const QPoint point = event->position().toPoint();
    if ((point - m_pressed).manhattanLength() >= QApplication::startDragDistance())
        return;
    // The name under the pointer, not the one beside the nearest gap between two letters.
    const std::optional<uint32_t> offset = offsetAt(point - QPoint(m_charWidth / 2, 0));
    if (m_selection.isEmpty() && offset)
        emit clicked(*offset);
}

void CodeView::mouseDoubleClickEvent(QMouseEvent* event)
{
    const std::optional<uint32_t> offset = offsetAt(event->position().toPoint());
    if (!offset)
        return;
    if (const CodeToken* token = m_content.text->tokenAt(*offset)) {
        m_selection = {token->begin, token->end};
        viewport()->update();
    }
}

void CodeView::contextMenuEvent(QContextMenuEvent* event)
{
    QMenu menu(this);
    menu.addAction(tr("Copy"), this, &CodeView::copy)->setEnabled(!m_selection.isEmpty());
    menu.addAction(tr("Select all"), this, &CodeView::selectAll)->setEnabled(hasText());
    menu.addSeparator();
    menu.addAction(tr("Find…"), this, &CodeView::searchRequested)->setEnabled(hasText());
    if (const std::optional<uint32_t> offset = offsetAt(event->pos()))
        emit menuRequested(&menu, m_content.text->lineAt(*offset));
    menu.exec(event->globalPos());
}

void CodeView::keyPressEvent(QKeyEvent* event)
{
    if (event->matches(QKeySequence::Copy))
        copy();
    else if (event->matches(QKeySequence::SelectAll))
        selectAll();
    else if (event->key() == Qt::Key_Escape)
        emit escaped();
    else if (event->matches(QKeySequence::MoveToStartOfDocument) || event->key() == Qt::Key_Home)
        verticalScrollBar()->setValue(0);
    else if (event->matches(QKeySequence::MoveToEndOfDocument) || event->key() == Qt::Key_End)
        verticalScrollBar()->setValue(verticalScrollBar()->maximum());
    else
        QAbstractScrollArea::keyPressEvent(event);
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
