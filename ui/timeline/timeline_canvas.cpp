#include "ui/timeline/timeline_canvas.h"

#include "ui/common/text.h"
#include "ui/common/theme.h"

#include <QHelpEvent>
#include <QPainter>
#include <QScrollBar>
#include <QToolTip>

#include <algorithm>

namespace tir::ui {
namespace {

constexpr int PanelGap = 14;
constexpr int LeastPanelWidth = 176;
constexpr int MostWithoutWidth = 170; ///< of the list of launches without shared memory

QRectF toQt(const Rect& rect)
{
    return {rect.x, rect.y, rect.width, rect.height};
}

} // namespace

TimelineCanvas::TimelineCanvas(const TimelineModel& model, HueOf hueOf, IsSelected isSelected,
                               QWidget* parent)
    : QAbstractScrollArea(parent),
      m_model(model),
      m_hueOf(std::move(hueOf)),
      m_isSelected(std::move(isSelected))
{
    setFrameShape(QFrame::NoFrame);
    setFont(smallFont());
    viewport()->setMouseTracking(true);
    addPictureMenu(*this, [this] { return picture(); });
}

void TimelineCanvas::relayout()
{
    m_panels.clear();
    const QFontMetricsF metrics(font());
    const int count = qMax(1, int(m_model.launches().size()));
    const int withoutWidth = widthOfWithout();
    const int room = viewport()->width() - PanelGap - (withoutWidth > 0 ? withoutWidth + PanelGap : 0);
    const int width = qMax(LeastPanelWidth, room / count - PanelGap);
    // The numbers are beside the name of the launch, or below it where panels are narrow.
    m_captionLines = 1;
    for (const LaunchLiveness& launch : m_model.launches())
        if (metrics.horizontalAdvance(toQString(launch.label) + bytesSummary(launch)) * 1.1 + 16 > width)
            m_captionLines = 2;
    int left = PanelGap;
    int bottom = 0;
    for (const LaunchLiveness& launch : m_model.launches()) {
        TimelineOptions options;
        options.width = width;
        options.height = qMax(90, viewport()->height() - captionHeight() - 4);
        options.zoom = m_zoom;
        options.leftMargin = metrics.horizontalAdvance(QStringLiteral("000000")) + 6;
        options.rightMargin = 4;
        options.topMargin = 4;
        options.bottomMargin = metrics.height() + 4;
        options.characterWidth = metrics.averageCharWidth();
        options.textWidth = [metrics](std::string_view text) {
            return metrics.horizontalAdvance(toQString(text));
        };
        options.lineHeight = metrics.height();
        m_panels.push_back({&launch, layoutTimeline(launch, options), left});
        left += int(m_panels.back().layout.width) + PanelGap;
        bottom = qMax(bottom, captionHeight() + int(m_panels.back().layout.height));
    }
    m_without = {};
    if (withoutWidth > 0) {
        m_without = {left, 2, withoutWidth, qMax(bottom, viewport()->height()) - 4};
        left += withoutWidth + PanelGap;
    }
    m_size = m_panels.empty() ? QSize() : QSize(left, bottom);
    horizontalScrollBar()->setRange(0, qMax(0, left - viewport()->width()));
    horizontalScrollBar()->setPageStep(viewport()->width());
    horizontalScrollBar()->setSingleStep(20);
    verticalScrollBar()->setRange(0, qMax(0, bottom - viewport()->height()));
    verticalScrollBar()->setPageStep(viewport()->height());
    verticalScrollBar()->setSingleStep(20);
    viewport()->update();
}

void TimelineCanvas::setSelectedStatement(Place place)
{
    m_statement = place;
    viewport()->update();
}

int TimelineCanvas::captionHeight() const
{
    return m_captionLines * (QFontMetrics(font()).height() + 1) + 6;
}

QPoint TimelineCanvas::originOf(const Panel& panel) const
{
    return {panel.left - horizontalScrollBar()->value(), captionHeight() - verticalScrollBar()->value()};
}

QRect TimelineCanvas::rectOf(size_t launch, size_t buffer) const
{
    const Panel& panel = m_panels.at(launch);
    for (const TimelineBox& box : panel.layout.boxes)
        if (box.buffer == buffer)
            return toQt(box.rect).translated(originOf(panel)).toRect();
    return {};
}

TimelineCanvas::Hit TimelineCanvas::hitAt(QPoint point) const
{
    for (const Panel& panel : m_panels) {
        const QPointF inside = point - originOf(panel);
        if (inside.x() < 0 || inside.x() >= panel.layout.width)
            continue;
        Hit hit{.panel = &panel, .tick = panel.layout.tickAt(inside.x())};
        if (const TimelineBox* box = panel.layout.boxAt(inside.x(), inside.y()))
            hit.buffer = &panel.launch->buffers[box->buffer];
        return hit;
    }
    return {};
}

void TimelineCanvas::paintEvent(QPaintEvent*)
{
    QPainter painter(viewport());
    painter.fillRect(viewport()->rect(), theme().panel);
    for (const Panel& panel : m_panels) {
        const int left = originOf(panel).x();
        if (left < viewport()->width() && left + panel.layout.width > 0)
            paintPanel(painter, panel);
    }
    paintWithout(painter);
}

Picture TimelineCanvas::picture() const
{
    return {m_size, [this](QPainter& painter) {
                painter.fillRect(QRect(QPoint(), m_size), theme().panel);
                painter.translate(horizontalScrollBar()->value(), verticalScrollBar()->value());
                for (const Panel& panel : m_panels)
                    paintPanel(painter, panel);
                paintWithout(painter);
            }};
}

/// 0 when every launch has shared memory.
int TimelineCanvas::widthOfWithout() const
{
    if (m_model.launchesWithout().isEmpty())
        return 0;
    const QFontMetrics metrics(font());
    int width = metrics.horizontalAdvance(tr("No shared memory:"));
    for (const QString& name : m_model.launchesWithout())
        if (width < MostWithoutWidth)
            width = qMax(width, metrics.horizontalAdvance(name));
    return qMin(width + 2, MostWithoutWidth);
}

/// Their names; the last line counts those that have no room.
void TimelineCanvas::paintWithout(QPainter& painter) const
{
    if (m_without.isEmpty())
        return;
    const QFontMetrics metrics(font());
    QRect line = m_without.translated(-horizontalScrollBar()->value(), -verticalScrollBar()->value());
    const int room = qMax(1, line.height() / metrics.height() - 1);
    line.setHeight(metrics.height());
    const auto write = [&](const QString& text, const QColor& color) {
        painter.setPen(color);
        painter.drawText(line, Qt::AlignLeft | Qt::AlignVCenter,
                         metrics.elidedText(text, Qt::ElideRight, line.width()));
        line.translate(0, metrics.height());
    };
    painter.setFont(font());
    write(tr("No shared memory:"), theme().muted);
    const QStringList& names = m_model.launchesWithout();
    const int shown = names.size() <= room ? int(names.size()) : room - 1;
    for (const QString& name : names.mid(0, shown))
        write(name, theme().text);
    if (shown < names.size())
        write(tr("and %1 more").arg(names.size() - shown), theme().muted);
}

void TimelineCanvas::paintPanel(QPainter& painter, const Panel& panel) const
{
    painter.save();
    painter.translate(originOf(panel));
    const QRect caption(0, -captionHeight() + 2, int(panel.layout.width) - 4, captionHeight() - 6);
    QFont bold = font();
    bold.setBold(true);
    painter.setFont(bold);
    painter.setPen(theme().text);
    painter.drawText(caption, Qt::AlignLeft | Qt::AlignTop, toQString(panel.launch->label));
    painter.setFont(font());
    painter.setPen(panel.launch->isOverLimit()    ? theme().error
                   : panel.launch->wasteBytes > 0 ? theme().warning
                                                  : theme().muted);
    const QString summary =
        QFontMetrics(font()).elidedText(bytesSummary(*panel.launch), Qt::ElideRight, caption.width());
    painter.drawText(caption, (m_captionLines == 1 ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignBottom,
                     summary);

    paintAxes(painter, panel);
    for (const TimelineBox& box : panel.layout.boxes)
        paintBox(painter, panel, box);
    if (panel.layout.limit) {
        painter.setPen(QPen(theme().error, 2));
        painter.drawLine(QPointF(panel.layout.plot.x, *panel.layout.limit),
                         QPointF(panel.layout.plot.right(), *panel.layout.limit));
    }
    painter.restore();
}

void TimelineCanvas::paintAxes(QPainter& painter, const Panel& panel) const
{
    const TimelineLayout& layout = panel.layout;
    const QRectF plot = toQt(layout.plot);
    painter.fillRect(plot, theme().code);
    for (size_t tick = 0; tick < panel.launch->ticks.size(); ++tick)
        if (m_statement != NoPlace && panel.launch->ticks[tick].place == m_statement)
            painter.fillRect(QRectF(layout.xOfTick(int(tick)), plot.top(), layout.tickWidth, plot.height()),
                             theme().placeRow);
    if (layout.unusedFrom && *layout.unusedFrom < plot.bottom()) {
        const QRectF unused(plot.left(), *layout.unusedFrom, plot.width(),
                            plot.bottom() - *layout.unusedFrom);
        painter.fillRect(unused, QBrush(theme().memoryWaste, Qt::BDiagPattern));
    }
    for (const AxisMark& mark : layout.addressMarks) {
        painter.setPen(theme().gridLine);
        painter.drawLine(QPointF(plot.left(), mark.position), QPointF(plot.right(), mark.position));
        painter.setPen(theme().faint);
        const QRectF words(0, mark.position - 8, plot.left() - 5, 16);
        painter.drawText(words, Qt::AlignRight | Qt::AlignVCenter, toQString(mark.label));
    }
    painter.setPen(theme().faint);
    double bottom = plot.bottom(); // of the lanes, where buffers have no constant place
    for (const TimelineBox& box : layout.boxes)
        bottom = std::max(bottom, box.rect.bottom());
    for (const AxisMark& mark : layout.tickMarks)
        painter.drawText(QRectF(mark.position - 30, bottom + 2, 60, font().pointSizeF() * 2),
                         Qt::AlignHCenter | Qt::AlignTop, toQString(mark.label));
    painter.setPen(QPen(theme().barrier, 1, Qt::DashLine));
    for (const BarrierLine& barrier : layout.barriers)
        painter.drawLine(QPointF(barrier.x, plot.top()), QPointF(barrier.x, plot.bottom()));
    painter.setPen(theme().border);
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(plot);
}

void TimelineCanvas::paintBox(QPainter& painter, const Panel& panel, const TimelineBox& box) const
{
    const SharedBuffer& buffer = panel.launch->buffers[box.buffer];
    const bool isSelected = m_isSelected(buffer);
    const QColor color = box.kind == BoxKind::OutOfScope ? theme().error : theme().identity(m_hueOf(buffer));
    const QRectF rect = toQt(box.rect).adjusted(0.5, 0.5, -0.5, -0.5);
    QColor fill = color;
    fill.setAlphaF(isSelected ? 0.5f : 0.25f);
    painter.setPen(QPen(color, isSelected ? 2 : 1, box.kind == BoxKind::Live ? Qt::SolidLine : Qt::DashLine));
    painter.setBrush(box.kind == BoxKind::Unused ? QBrush(fill, Qt::BDiagPattern) : QBrush(fill));
    painter.drawRect(rect);
    const auto flags = Qt::AlignLeft | Qt::AlignVCenter | Qt::TextDontClip;
    painter.setPen(theme().text);
    painter.drawText(toQt(box.labelRect), flags, toQString(box.label));
    painter.setPen(theme().muted);
    painter.drawText(toQt(box.detailRect), flags, toQString(box.detail));
}

void TimelineCanvas::resizeEvent(QResizeEvent*)
{
    relayout();
}

void TimelineCanvas::mousePressEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton)
        return;
    const Hit hit = hitAt(event->position().toPoint());
    if (hit.buffer)
        emit bufferClicked(*hit.buffer);
    else if (hit.tick)
        emit statementClicked(hit.panel->launch->ticks[size_t(*hit.tick)].place);
    else
        emit backgroundClicked();
}

void TimelineCanvas::wheelEvent(QWheelEvent* event)
{
    if (!event->modifiers().testFlag(Qt::ControlModifier))
        return QAbstractScrollArea::wheelEvent(event);
    const double factor = event->angleDelta().y() > 0 ? 1.25 : 0.8;
    m_zoom = std::clamp(m_zoom * factor, 1.0, 64.0);
    relayout();
    event->accept();
}

void TimelineCanvas::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange)
        relayout();
    QAbstractScrollArea::changeEvent(event);
}

bool TimelineCanvas::viewportEvent(QEvent* event)
{
    if (event->type() != QEvent::ToolTip)
        return QAbstractScrollArea::viewportEvent(event);
    const auto* help = static_cast<QHelpEvent*>(event);
    const Hit hit = hitAt(help->pos());
    QStringList lines;
    if (hit.buffer)
        lines.append(bufferDescription(*hit.panel->launch, *hit.buffer));
    if (hit.tick)
        lines.append(tr("statement %1: %2")
                         .arg(*hit.tick + 1)
                         .arg(toQString(hit.panel->launch->ticks[size_t(*hit.tick)].text)));
    for (const Panel& panel : m_panels)
        if (&panel == hit.panel || (!hit.panel && QRect(originOf(panel) - QPoint(0, captionHeight()),
                                                        QSize(int(panel.layout.width), captionHeight()))
                                                      .contains(help->pos())))
            if (const QString warning = limitWarning(*panel.launch); !warning.isEmpty())
                lines.append(warning);
    if (m_without.translated(-horizontalScrollBar()->value(), 0).contains(help->pos()))
        lines = m_model.launchesWithout().mid(0, 40);
    QToolTip::showText(help->globalPos(), lines.join(QLatin1Char('\n')), this);
    return true;
}

} // namespace tir::ui
