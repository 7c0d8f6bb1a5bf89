#include "ui/common/code_overview.h"

#include "ui/common/code_view.h"
#include "ui/common/theme.h"

#include <QMouseEvent>
#include <QPainter>
#include <QScrollBar>

namespace tir::ui {

CodeOverview::CodeOverview(CodeView* view, QWidget* parent) : QWidget(parent), m_view(view)
{
    setFixedWidth(11);
    setCursor(Qt::PointingHandCursor);
    connect(view->verticalScrollBar(), &QScrollBar::valueChanged, this, qOverload<>(&QWidget::update));
    connect(view, &CodeView::lensChanged, this, qOverload<>(&QWidget::update));
}

void CodeOverview::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.fillRect(rect(), theme().code);
    painter.fillRect(QRect(0, 0, 1, height()), theme().border);
    const CodeGeometry geometry = m_view->codeGeometry();
    if (!m_view->hasText() || geometry.rowCount() == 0)
        return;
    // A text shorter than the window keeps the proportions of the window.
    const int rows = qMax(geometry.visualLineCount(), m_view->viewport()->height() / m_view->rowHeight());
    const auto yOf = [&](int row) {
        return double(geometry.topOf(row)) / m_view->rowHeight() * height() / rows;
    };
    const double markHeight = qMax(2.0, double(height()) / rows);
    const CodeContent& content = m_view->content();
    // Many rows share a pixel in a long text; one mark each is enough.
    int lastPixel = -1;
    for (int row = 0; row < geometry.rowCount(); ++row) {
        const RowKind kind = content.rows->rows[size_t(row)].kind;
        const bool isMarked = kind == RowKind::Added || kind == RowKind::Filler || kind == RowKind::Moved;
        if (!isMarked)
            continue;
        const double y = yOf(row);
        if (int(y) == lastPixel)
            continue;
        lastPixel = int(y);
        painter.fillRect(QRectF(2, y, 3, markHeight), kind == RowKind::Added   ? theme().success
                                                      : kind == RowKind::Moved ? theme().movedBar
                                                                               : theme().removedWord);
    }
    const auto paintAt = [&](uint32_t offset, const QColor& color) {
        const int row = content.rows->rowOfLine[size_t(content.text->lineAt(offset))];
        painter.fillRect(QRectF(6, yOf(row), 4, markHeight), color);
    };
    const CodeLens& lens = m_view->lens();
    if (!lens.isEmpty())
        for (const CodeToken& token : content.text->tokens)
            if (lens.rankOf(token.identity) != LensRank::None)
                paintAt(token.begin, theme().occurrenceBorder);
    for (const Span& stray : lens.strays)
        paintAt(stray.begin, theme().error);
    for (const CodeMark& mark : content.marks) {
        const int row = content.rows->rowOfLine[size_t(content.text->lineAt(mark.span.begin))];
        painter.fillRect(QRectF(6, yOf(row), 4, markHeight),
                         mark.severity == Severity::Error ? theme().error : theme().warning);
    }
}

void CodeOverview::scrollTo(int y)
{
    const int rows = qMax(m_view->visualLineCount(), m_view->viewport()->height() / m_view->rowHeight());
    const int row = int(double(y) / qMax(1, height()) * rows);
    m_view->verticalScrollBar()->setValue(row * m_view->rowHeight() - m_view->viewport()->height() / 2);
}

void CodeOverview::mousePressEvent(QMouseEvent* event)
{
    scrollTo(int(event->position().y()));
}

void CodeOverview::mouseMoveEvent(QMouseEvent* event)
{
    scrollTo(int(event->position().y()));
}

} // namespace tir::ui
