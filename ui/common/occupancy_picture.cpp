#include "ui/common/occupancy_picture.h"

#include "ui/common/text.h"
#include "ui/common/theme.h"

#include <QFontMetricsF>
#include <QMouseEvent>
#include <QPainter>

#include <algorithm>
#include <utility>

namespace tir::ui {
namespace {

QString nameOf(OccupancyLimiter resource)
{
    switch (resource) {
    case OccupancyLimiter::Threads:
        return OccupancyBars::tr("Warps");
    case OccupancyLimiter::Blocks:
        return OccupancyBars::tr("Blocks");
    case OccupancyLimiter::Registers:
        return OccupancyBars::tr("Registers");
    case OccupancyLimiter::Shared:
        return OccupancyBars::tr("Shared bytes");
    }
    return {};
}

QString takenText(const OccupancyBar& bar)
{
    const QString taken =
        OccupancyBars::tr("%1 of %2")
            .arg(digitsText(bar.use.ofBlock * int64_t(bar.blocks.size())), digitsText(bar.use.total));
    return bar.isLimit ? OccupancyBars::tr("%1, the limit").arg(taken) : taken;
}

} // namespace

OccupancyBars::OccupancyBars(QWidget* parent) : QWidget(parent)
{
    setObjectName(QStringLiteral("occupancyBars"));
    setFont(smallFont());
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

void OccupancyBars::show(const GpuLimits& limits, const BlockDemand& demand)
{
    m_limits = limits;
    m_demand = demand;
    QStringList lines;
    for (const OccupancyBar& bar : occupancyBars(limits, demand, QRectF(0, 0, 1, 1), 1))
        lines.append(QStringLiteral("%1: %2").arg(nameOf(bar.use.resource), takenText(bar)));
    setAccessibleName(tr("The share of a multiprocessor that the resident blocks use"));
    setAccessibleDescription(lines.join(QStringLiteral("; ")));
    update();
}

int OccupancyBars::rowHeight() const
{
    return QFontMetrics(font()).height() + 6;
}

QSize OccupancyBars::minimumSizeHint() const
{
    return {280, 4 * rowHeight()};
}

void OccupancyBars::paintEvent(QPaintEvent*)
{
    if (!m_limits)
        return;
    QPainter painter(this);
    const QFontMetricsF metrics(font());
    double nameWidth = 0;
    double takenWidth = 0;
    const auto bars = [&](const QRectF& area) {
        return occupancyBars(*m_limits, m_demand, area, rowHeight());
    };
    for (const OccupancyBar& bar : bars(rect())) {
        nameWidth = std::max(nameWidth, metrics.horizontalAdvance(nameOf(bar.use.resource)) + 8);
        takenWidth = std::max(takenWidth, metrics.horizontalAdvance(takenText(bar)) + 8);
    }
    for (const OccupancyBar& bar : bars(QRectF(rect()).adjusted(nameWidth, 3, -takenWidth, 0))) {
        painter.fillRect(bar.frame, theme().window);
        const QColor color = bar.isLimit ? theme().warning : theme().accent;
        // Lines between blocks, as long as they leave something of the blocks.
        const double gap = !bar.blocks.empty() && bar.blocks.front().width() > 4 ? 1 : 0;
        for (const QRectF& block : bar.blocks)
            painter.fillRect(block.adjusted(0, 0, -gap, 0), color);
        painter.setPen(theme().border);
        painter.drawRect(bar.frame.adjusted(-0.5, -0.5, 0.5, 0.5));
        const QRectF row(0, bar.frame.top() - 3, width(), rowHeight());
        painter.setPen(bar.isLimit ? theme().text : theme().muted);
        painter.drawText(row, Qt::AlignLeft | Qt::AlignVCenter, nameOf(bar.use.resource));
        painter.drawText(row, Qt::AlignRight | Qt::AlignVCenter, takenText(bar));
    }
}

OccupancyCurveView::OccupancyCurveView(DemandPart part, QWidget* parent) : QWidget(parent), m_part(part)
{
    setFont(smallFont());
    setCursor(Qt::PointingHandCursor);
    setToolTip(tr("Share of a multiprocessor's warps over this value; a click chooses the value"));
}

void OccupancyCurveView::show(const GpuLimits& limits, const BlockDemand& demand)
{
    m_limits = limits;
    m_demand = demand;
    update();
}

QRectF OccupancyCurveView::area() const
{
    const QFontMetrics metrics(font());
    return QRectF(rect()).adjusted(leftMargin(), metrics.height() / 2.0, -RightMargin, -metrics.height() - 3);
}

int OccupancyCurveView::leftMargin() const
{
    return QFontMetrics(font()).horizontalAdvance(tr("100 %")) + 6;
}

void OccupancyCurveView::paintEvent(QPaintEvent*)
{
    if (!m_limits)
        return;
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const QRectF plot = area();
    painter.fillRect(rect(), theme().panel);
    painter.setPen(theme().gridLine);
    for (const double share : {0.0, 0.5, 1.0})
        painter.drawLine(QPointF(plot.left(), plot.bottom() - share * plot.height()),
                         QPointF(plot.right(), plot.bottom() - share * plot.height()));
    paintAxes(painter);
    const OccupancyCurve curve = occupancyCurve(*m_limits, m_demand, m_part, plot);
    QPolygonF under(QList<QPointF>(curve.line.begin(), curve.line.end()));
    QColor shade = theme().accent;
    shade.setAlphaF(0.15f);
    painter.setPen(Qt::NoPen);
    painter.setBrush(shade);
    QPolygonF filled = under;
    filled << plot.bottomRight() << plot.bottomLeft();
    painter.drawPolygon(filled);
    painter.setPen(QPen(theme().accent, 1.5));
    painter.drawPolyline(under);
    painter.setPen(QPen(theme().warning, 1, Qt::DashLine));
    painter.drawLine(QPointF(curve.current.x(), plot.top()), QPointF(curve.current.x(), plot.bottom()));
    painter.setPen(Qt::NoPen);
    painter.setBrush(theme().warning);
    painter.drawEllipse(curve.current, 3.5, 3.5);
}

/// Percent at the left, values of the varied part below.
void OccupancyCurveView::paintAxes(QPainter& painter) const
{
    const QRectF plot = area();
    const double line = QFontMetricsF(font()).height();
    painter.setPen(theme().muted);
    for (const int percent : {0, 50, 100})
        painter.drawText(
            QRectF(0, plot.bottom() - percent / 100.0 * plot.height() - line / 2, plot.left() - 4, line),
            Qt::AlignRight | Qt::AlignVCenter, tr("%1 %").arg(percent));
    const double greatest = double(greatestOf(*m_limits, m_part));
    double end = plot.left(); // of the mark before
    const std::vector<int64_t> marks = axisMarks(*m_limits, m_part);
    const double lastWidth = QFontMetricsF(font()).horizontalAdvance(digitsText(marks.back()));
    for (const int64_t mark : marks) {
        const double width = QFontMetricsF(font()).horizontalAdvance(digitsText(mark));
        const double center = plot.left() + plot.width() * double(mark) / greatest;
        const double left = std::clamp(center - width / 2, plot.left(), plot.right() - width);
        const bool isLast = mark == marks.back();
        if (!isLast && mark > 0 && (left < end + 6 || left + width > plot.right() - lastWidth - 6))
            continue; // no room
        end = left + width;
        painter.drawText(QRectF(left, plot.bottom() + 2, width + 1, line), Qt::AlignCenter, digitsText(mark));
    }
}

void OccupancyCurveView::mousePressEvent(QMouseEvent* event)
{
    if (event->button() == Qt::LeftButton)
        choose(event->position().x());
}

void OccupancyCurveView::mouseMoveEvent(QMouseEvent* event)
{
    if (event->buttons() & Qt::LeftButton)
        choose(event->position().x());
}

void OccupancyCurveView::choose(double x)
{
    if (m_limits)
        emit valueChosen(valueAt(*m_limits, m_part, area(), x));
}

} // namespace tir::ui
