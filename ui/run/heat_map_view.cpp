#include "ui/run/heat_map_view.h"

#include <QEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QScrollBar>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>

namespace tir::ui {
namespace {

/// The most samples of a picture or a scale, along each side.
constexpr int64_t MaxSamples = 512;
constexpr double MaxCell = 64;
/// Fitted cells grow no larger than this.
constexpr double MaxFittedCell = 28;
/// Smaller ones are not square.
constexpr double LeastSquareCell = 2;
/// From here on cells have room for marks.
constexpr double MarkedCell = 6;

int64_t stepFor(int64_t count, int64_t limit)
{
    return std::max<int64_t>(1, (count + limit - 1) / std::max<int64_t>(limit, 1));
}

} // namespace

HeatMapView::HeatMapView(QWidget* parent)
    : QAbstractScrollArea(parent),
      m_palette(loadHeatPalette(theme().kind))
{
    setObjectName(QStringLiteral("heatMap"));
    setFrameShape(QFrame::NoFrame);
    setFocusPolicy(Qt::StrongFocus);
    viewport()->setMouseTracking(true);
    horizontalScrollBar()->setSingleStep(20);
    verticalScrollBar()->setSingleStep(20);
}

void HeatMapView::setSlice(TensorValues values, const TensorSlice& slice, ValueKind kind)
{
    const bool isOther = values.result() != m_values.result() || slice.rows() != m_slice.rows() ||
                         slice.columns() != m_slice.columns();
    m_values = std::move(values);
    m_slice = slice;
    m_kind = kind;
    if (isOther) {
        m_isFitted = true;
        m_selected = -1;
    }
    measureScale();
    layOut();
}

void HeatMapView::clear()
{
    m_values = {};
    m_slice = {};
    m_selected = -1;
    layOut();
}

void HeatMapView::setSelectedElement(int64_t element)
{
    m_selected = element;
    const QRectF cell = cellRect(element);
    if (!m_isFitted && !cell.isEmpty() && !viewport()->rect().contains(cell.center().toPoint())) {
        horizontalScrollBar()->setValue(horizontalScrollBar()->value() + int(cell.center().x()) -
                                        viewport()->width() / 2);
        verticalScrollBar()->setValue(verticalScrollBar()->value() + int(cell.center().y()) -
                                      viewport()->height() / 2);
    }
    viewport()->update();
}

void HeatMapView::fit()
{
    m_isFitted = true;
    layOut();
}

void HeatMapView::layOut()
{
    const auto rows = double(std::max<int64_t>(m_slice.rows(), 1));
    const auto columns = double(std::max<int64_t>(m_slice.columns(), 1));
    if (m_isFitted) {
        const QSize size = maximumViewportSize();
        const double width = size.width() / columns;
        const double height = size.height() / rows;
        const double side = std::min({width, height, MaxFittedCell});
        // Long and narrow tensors fill the view instead of being a line in it.
        const double least = side < LeastSquareCell ? MarkedCell : side;
        m_cell = {std::min(width, std::max(side, least)), std::min(height, std::max(side, least))};
    }
    const QSizeF content(m_cell.width() * columns, m_cell.height() * rows);
    const QSize view = m_isFitted ? maximumViewportSize() : viewport()->size();
    horizontalScrollBar()->setRange(0, m_isFitted ? 0 : int(std::max(0.0, content.width() - view.width())));
    verticalScrollBar()->setRange(0, m_isFitted ? 0 : int(std::max(0.0, content.height() - view.height())));
    horizontalScrollBar()->setPageStep(view.width());
    verticalScrollBar()->setPageStep(view.height());
    m_image = {};
    viewport()->update();
}

void HeatMapView::zoomBy(double factor, QPoint around)
{
    const QPointF place = QPointF(around) - origin();
    const double side = std::clamp(std::max(m_cell.width(), m_cell.height()) * factor, 0.05, MaxCell);
    const QPointF cell(place.x() / m_cell.width(), place.y() / m_cell.height());
    m_isFitted = false;
    m_cell = {side, side};
    layOut();
    horizontalScrollBar()->setValue(int(cell.x() * side - around.x()));
    verticalScrollBar()->setValue(int(cell.y() * side - around.y()));
}

/// Of the slice; of every n-th element when there are many.
void HeatMapView::measureScale()
{
    m_scale = {};
    m_scale.isDifference = m_kind == ValueKind::Difference;
    if (m_values.isEmpty() || !m_values.isReadable())
        return;
    const int64_t rowStep = stepFor(m_slice.rows(), MaxSamples);
    const int64_t columnStep = stepFor(m_slice.columns(), MaxSamples);
    for (int64_t row = 0; row < m_slice.rows(); row += rowStep)
        for (int64_t column = 0; column < m_slice.columns(); column += columnStep)
            if (const int64_t element = m_slice.elementAt(row, column); element >= 0)
                m_scale.add(m_values.at(m_kind, element));
    m_scale.finish();
}

QPointF HeatMapView::origin() const
{
    return {-double(horizontalScrollBar()->value()), -double(verticalScrollBar()->value())};
}

QRectF HeatMapView::cellRect(int64_t element) const
{
    const auto [row, column] = m_slice.find(element);
    if (row < 0)
        return {};
    return {origin() + QPointF(double(column) * m_cell.width(), double(row) * m_cell.height()), m_cell};
}

int64_t HeatMapView::elementAt(QPoint position) const
{
    const QPointF place = QPointF(position) - origin();
    if (place.x() < 0 || place.y() < 0 || m_values.isEmpty())
        return -1;
    return m_slice.elementAt(int64_t(place.y() / m_cell.height()), int64_t(place.x() / m_cell.width()));
}

/// A picture of the cells that can be seen, at most one pixel for each.
void HeatMapView::draw()
{
    const QPointF start = origin();
    const auto firstRow = int64_t(-start.y() / m_cell.height());
    const auto firstColumn = int64_t(-start.x() / m_cell.width());
    const int64_t rows =
        std::min(m_slice.rows() - firstRow, int64_t(viewport()->height() / m_cell.height()) + 2);
    const int64_t columns =
        std::min(m_slice.columns() - firstColumn, int64_t(viewport()->width() / m_cell.width()) + 2);
    const int64_t rowStep = stepFor(rows, std::min<int64_t>(MaxSamples, viewport()->height()));
    const int64_t columnStep = stepFor(columns, std::min<int64_t>(MaxSamples, viewport()->width()));
    m_step = rowStep * columnStep;
    const int height = int((rows + rowStep - 1) / rowStep);
    const int width = int((columns + columnStep - 1) / columnStep);
    m_image = QImage(std::max(width, 1), std::max(height, 1), QImage::Format_ARGB32_Premultiplied);
    m_image.fill(Qt::transparent);
    for (int y = 0; y < height; ++y) {
        auto* line = reinterpret_cast<QRgb*>(m_image.scanLine(y));
        for (int x = 0; x < width; ++x) {
            const int64_t element = m_slice.elementAt(firstRow + y * rowStep, firstColumn + x * columnStep);
            if (element >= 0)
                line[x] = m_scale.colorOf(m_values.at(m_kind, element), m_palette).rgb();
        }
    }
    m_target = {start.x() + double(firstColumn) * m_cell.width(),
                start.y() + double(firstRow) * m_cell.height(), width * double(columnStep) * m_cell.width(),
                height * double(rowStep) * m_cell.height()};
    emit drawn();
}

void HeatMapView::paintEvent(QPaintEvent*)
{
    QPainter painter(viewport());
    painter.fillRect(viewport()->rect(), theme().panel);
    if (m_values.isEmpty() || !m_values.isReadable() || m_slice.rows() == 0 || m_slice.columns() == 0)
        return;
    if (m_image.isNull())
        draw();
    painter.drawImage(m_target, m_image);
    paintMarks(painter);
}

/// Numbers that are not finite have a mark besides their color: a cross for NaN, a stroke for an infinity. The
/// selection has a frame.
void HeatMapView::paintMarks(QPainter& painter) const
{
    const bool hasMarks = m_scale.hasNan || m_scale.hasInfinity;
    if (hasMarks && m_step == 1 && std::min(m_cell.width(), m_cell.height()) >= MarkedCell) {
        painter.setPen(theme().panel);
        for (double y = m_target.top(); y < viewport()->height(); y += m_cell.height())
            for (double x = m_target.left(); x < viewport()->width(); x += m_cell.width()) {
                const QRectF cell = QRectF({x, y}, m_cell).adjusted(1.5, 1.5, -1.5, -1.5);
                const int64_t element = elementAt(cell.center().toPoint());
                const double value = element < 0 ? 0 : m_values.at(m_kind, element);
                if (!std::isfinite(value))
                    painter.drawLine(cell.bottomLeft(), cell.topRight());
                if (std::isnan(value))
                    painter.drawLine(cell.topLeft(), cell.bottomRight());
            }
    }
    QRectF cell = cellRect(m_selected);
    if (cell.isEmpty())
        return;
    const double grow = std::max(0.0, 5 - std::min(cell.width(), cell.height())) / 2 + 1;
    cell.adjust(-grow, -grow, grow, grow);
    // Two frames: one of them is visible on any background.
    painter.setBrush(Qt::NoBrush);
    for (const auto& [color, width] : {std::pair(theme().panel, 4), std::pair(theme().text, 2)}) {
        painter.setPen(QPen(color, width));
        painter.drawRect(cell);
    }
}

void HeatMapView::resizeEvent(QResizeEvent* event)
{
    QAbstractScrollArea::resizeEvent(event);
    layOut();
}

void HeatMapView::scrollContentsBy(int, int)
{
    m_image = {};
    viewport()->update();
}

void HeatMapView::mouseMoveEvent(QMouseEvent* event)
{
    emit hovered(elementAt(event->position().toPoint()));
}

void HeatMapView::leaveEvent(QEvent* event)
{
    QAbstractScrollArea::leaveEvent(event);
    emit hovered(-1);
}

void HeatMapView::mousePressEvent(QMouseEvent* event)
{
    const int64_t element = elementAt(event->position().toPoint());
    if (event->button() != Qt::LeftButton || element < 0)
        return;
    setSelectedElement(element);
    emit chosen(element);
}

void HeatMapView::wheelEvent(QWheelEvent* event)
{
    if (!(event->modifiers() & Qt::ControlModifier))
        return QAbstractScrollArea::wheelEvent(event);
    zoomBy(event->angleDelta().y() > 0 ? 1.25 : 1 / 1.25, event->position().toPoint());
    event->accept();
}

void HeatMapView::moveSelection(int rows, int columns)
{
    const auto [row, column] = m_slice.find(std::max<int64_t>(m_selected, 0));
    const bool isInSlice = m_selected >= 0 && row >= 0;
    const int64_t element =
        isInSlice ? m_slice.elementAt(row + rows, column + columns) : m_slice.elementAt(0, 0);
    if (element < 0)
        return;
    setSelectedElement(element);
    emit hovered(element);
}

void HeatMapView::keyPressEvent(QKeyEvent* event)
{
    switch (event->key()) {
    case Qt::Key_Plus:
    case Qt::Key_Equal:
        return zoomIn();
    case Qt::Key_Minus:
        return zoomOut();
    case Qt::Key_0:
        return fit();
    case Qt::Key_Up:
        return moveSelection(-1, 0);
    case Qt::Key_Down:
        return moveSelection(1, 0);
    case Qt::Key_Left:
        return moveSelection(0, -1);
    case Qt::Key_Right:
        return moveSelection(0, 1);
    case Qt::Key_Space:
        if (m_selected >= 0)
            emit chosen(m_selected);
        return;
    default:
        QAbstractScrollArea::keyPressEvent(event);
    }
}

void HeatMapView::changeEvent(QEvent* event)
{
    QAbstractScrollArea::changeEvent(event);
    if (event->type() != QEvent::PaletteChange)
        return;
    m_palette = loadHeatPalette(theme().kind);
    m_image = {};
    viewport()->update();
}

HeatLegend::HeatLegend(QWidget* parent) : QWidget(parent)
{
    setObjectName(QStringLiteral("heatLegend"));
    setFont(smallFont());
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Expanding);
}

void HeatLegend::setScale(const HeatScale& scale)
{
    m_scale = scale;
    update();
}

QSize HeatLegend::sizeHint() const
{
    return {fontMetrics().horizontalAdvance(QStringLiteral("-0.00012e+00")) + 30, 80};
}

void HeatLegend::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    const HeatPalette palette = loadHeatPalette(theme().kind);
    const int line = fontMetrics().height() + 2;
    int bottom = height() - 6;
    const auto swatch = [&](const QColor& color, const QString& text, bool isCrossed) {
        const QRect box(8, bottom - line + 4, 12, line - 8);
        painter.fillRect(box, color);
        painter.setPen(theme().panel);
        painter.drawLine(box.bottomLeft(), box.topRight());
        if (isCrossed)
            painter.drawLine(box.topLeft(), box.bottomRight());
        painter.setPen(theme().muted);
        painter.drawText(QRect(26, bottom - line, width() - 26, line), Qt::AlignVCenter, text);
        bottom -= line;
    };
    if (m_scale.hasNan)
        swatch(palette.nan, QStringLiteral("NaN"), true);
    if (m_scale.hasInfinity)
        swatch(palette.infinity, tr("infinite"), false);
    const QRect bar(8, 6, 12, std::max(bottom - 12, 10));
    for (int y = 0; y < bar.height(); ++y) {
        const double share = 1 - double(y) / std::max(bar.height() - 1, 1);
        const double value = m_scale.least + (m_scale.greatest - m_scale.least) * share;
        painter.fillRect(bar.left(), bar.top() + y, bar.width(), 1, m_scale.colorOf(value, palette));
    }
    painter.setPen(theme().muted);
    const auto label = [&](double value, int center) {
        const int top = std::clamp(center - line / 2, bar.top() - 3, bar.bottom() - line + 3);
        painter.drawText(QRect(26, top, width() - 26, line), Qt::AlignVCenter,
                         QString::number(value, 'g', 4));
    };
    label(m_scale.greatest, bar.top());
    if (m_scale.greatest == m_scale.least)
        return;
    label(m_scale.least, bar.bottom());
    if (bar.height() > 4 * line)
        label((m_scale.least + m_scale.greatest) / 2, bar.center().y());
}

} // namespace tir::ui
