/// What the picture of shared memory does with the mouse: panning, zooming, selecting, tool tips.

#include "ui/timeline/timeline_canvas.h"

#include <QApplication>
#include <QHelpEvent>
#include <QScrollBar>
#include <QToolTip>

namespace tir::ui {
namespace {

constexpr int MostTipLines = 40;
constexpr double ZoomStep = 1.25; ///< of a notch of the wheel

} // namespace

void TimelineCanvas::mousePressEvent(QMouseEvent* event)
{
    if (event->button() == Qt::LeftButton)
        m_pressed = event->position().toPoint();
}

void TimelineCanvas::mouseMoveEvent(QMouseEvent* event)
{
    const QPoint point = event->position().toPoint();
    if (!m_pressed)
        return hover(hitAt(point));
    if (!m_isPanning && (point - *m_pressed).manhattanLength() < QApplication::startDragDistance())
        return;
    m_isPanning = true;
    viewport()->setCursor(Qt::ClosedHandCursor);
    const QPoint away = point - *m_pressed;
    m_pressed = point;
    horizontalScrollBar()->setValue(horizontalScrollBar()->value() - away.x());
    verticalScrollBar()->setValue(verticalScrollBar()->value() - away.y());
}

void TimelineCanvas::mouseReleaseEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton)
        return;
    if (m_pressed && !m_isPanning)
        click(event->position().toPoint());
    m_pressed.reset();
    m_isPanning = false;
    viewport()->unsetCursor();
}

void TimelineCanvas::click(QPoint point)
{
    const Hit hit = hitAt(point);
    if (hit.buffer)
        emit bufferClicked(*hit.buffer);
    else if (hit.tick)
        emit statementClicked(hit.panel->launch->ticks[size_t(*hit.tick)].place);
    else
        emit backgroundClicked();
}

/// The bytes that the statement under the pointer touches are marked.
void TimelineCanvas::hover(const Hit& hit)
{
    const LaunchLiveness* launch = hit.panel && hit.tick ? hit.panel->launch : nullptr;
    if (launch == m_marks.hovered && hit.tick.value_or(-1) == m_marks.hoveredTick)
        return;
    m_marks.hovered = launch;
    m_marks.hoveredTick = hit.tick.value_or(-1);
    viewport()->update();
}

void TimelineCanvas::wheelEvent(QWheelEvent* event)
{
    if (!event->modifiers().testFlag(Qt::ControlModifier))
        return QAbstractScrollArea::wheelEvent(event);
    zoom(event->angleDelta().y() > 0 ? ZoomStep : 1 / ZoomStep, event->position().x());
    event->accept();
}

bool TimelineCanvas::viewportEvent(QEvent* event)
{
    if (event->type() == QEvent::Leave)
        hover({});
    if (event->type() != QEvent::ToolTip)
        return QAbstractScrollArea::viewportEvent(event);
    const auto* help = static_cast<QHelpEvent*>(event);
    QToolTip::showText(help->globalPos(), descriptionAt(help->pos()), this);
    return true;
}

QString TimelineCanvas::descriptionAt(QPoint point) const
{
    if (m_without.translated(-horizontalScrollBar()->value(), 0).contains(point))
        return m_model.launchesWithout().mid(0, MostTipLines).join(QLatin1Char('\n'));
    const Hit hit = hitAt(point);
    if (!hit.panel)
        return {};
    const LaunchLiveness& launch = *hit.panel->launch;
    QStringList lines;
    const QPointF inside = point - originOf(*hit.panel);
    for (const ConflictBox& box : hit.panel->layout.conflicts)
        if (box.rect.contains(inside.x(), inside.y()))
            lines.append(conflictDescription(launch, launch.conflicts[box.conflict]));
    if (hit.buffer)
        lines.append(bufferDescription(launch, *hit.buffer, m_lineOf));
    if (hit.tick)
        lines.append(statementDescription(launch, *hit.tick, m_lineOf));
    if (const QString warning = limitWarning(launch); !warning.isEmpty())
        lines.append(warning);
    return lines.join(QLatin1Char('\n'));
}

} // namespace tir::ui
