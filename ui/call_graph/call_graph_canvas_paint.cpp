/// How the call graph is painted.

#include "ui/call_graph/call_graph_canvas.h"
#include "ui/common/text.h"
#include "ui/common/theme.h"

#include <QPainter>

#include <algorithm>

namespace tir::ui {
namespace {

QColor colorOf(CallNodeKind kind)
{
    switch (kind) {
    case CallNodeKind::HostFunction:
        return theme().hostNode;
    case CallNodeKind::DeviceRegion:
    case CallNodeKind::Kernel:
    case CallNodeKind::DeviceHelper:
        return theme().deviceNode;
    case CallNodeKind::External:
    case CallNodeKind::Opaque:
        return theme().externalNode;
    }
    return theme().externalNode;
}

QPolygonF arrowHead(QPointF from, QPointF tip)
{
    const QPointF along = tip - from;
    const QPointF across(-along.y() * 0.4, along.x() * 0.4);
    return QPolygonF({tip, from + across, from - across});
}

} // namespace

void CallGraphCanvas::paintEvent(QPaintEvent*)
{
    QPainter painter(viewport());
    painter.fillRect(viewport()->rect(), theme().panel);
    if (!m_picture)
        return;
    painter.setRenderHint(QPainter::Antialiasing);
    painter.translate(origin());
    painter.scale(m_scale, m_scale);
    paintGraph(painter, {toPicture({0, 0}), toPicture(QPointF(viewport()->width(), viewport()->height()))});
}

void CallGraphCanvas::paintGraph(QPainter& painter, const QRectF& visible) const
{
    for (const CallGraphPicture::Region& region : m_picture->regions)
        if (region.rect.intersects(visible))
            paintRegion(painter, region);
    for (size_t edge = 0; edge < m_picture->lines.size(); ++edge)
        paintEdge(painter, edge, visible);
    for (const CallGraphPicture::Region& region : m_picture->regions)
        if (region.rect.intersects(visible))
            paintRegionName(painter, region);
    for (size_t node = 0; node < m_picture->nodes.size(); ++node)
        if (m_picture->nodes[node].intersects(visible))
            paintNode(painter, node);
}

void CallGraphCanvas::paintRegion(QPainter& painter, const CallGraphPicture::Region& region) const
{
    const QColor color = region.isDevice ? theme().deviceNode : theme().hostNode;
    QColor fill = color;
    fill.setAlphaF(0.06f);
    painter.setPen(QPen(color, 0.6, Qt::DotLine));
    painter.setBrush(fill);
    painter.drawRoundedRect(region.rect, 6, 6);
}

/// In the first corner of the frame that no arrow crosses.
QRectF CallGraphCanvas::nameRect(const CallGraphPicture::Region& region) const
{
    constexpr double FromCorner = 5;
    const QSizeF size = QFontMetricsF(font()).size(0, region.isDevice ? tr("device") : tr("host"));
    const double right = region.rect.right() - size.width() - FromCorner;
    const double bottom = region.rect.bottom() - size.height();
    const QPointF corners[] = {region.rect.topLeft() + QPointF(FromCorner, -1),
                               {right, region.rect.top() - 1},
                               {region.rect.left() + FromCorner, bottom},
                               {right, bottom}};
    for (const QPointF corner : corners) {
        const QRectF rect(corner, size);
        const bool isCrossed = std::ranges::any_of(m_picture->lines, [&](const CallGraphPicture::Line& line) {
            QPainterPath path = pathOf(line);
            if (path.isEmpty())
                return false;
            path.lineTo(line.tip);
            return path.intersects(rect.adjusted(-FromCorner, 0, FromCorner, 0));
        });
        if (!isCrossed)
            return rect;
    }
    return {corners[0], size};
}

void CallGraphCanvas::paintRegionName(QPainter& painter, const CallGraphPicture::Region& region) const
{
    const QString name = region.isDevice ? tr("device") : tr("host");
    const QRectF rect = nameRect(region);
    painter.fillRect(rect.adjusted(0, 2, 1, -1), theme().panel);
    painter.setFont(font());
    painter.setPen(region.isDevice ? theme().deviceNode : theme().hostNode);
    painter.drawText(rect, Qt::AlignLeft | Qt::AlignTop, name);
}

/// Launches, regions, and calls within the program are lines of their own; what leaves the program is dotted.
Qt::PenStyle CallGraphCanvas::styleOf(CallEdgeKind kind)
{
    switch (kind) {
    case CallEdgeKind::Call:
    case CallEdgeKind::Launch:
        return Qt::SolidLine;
    case CallEdgeKind::Region:
        return Qt::DashLine;
    case CallEdgeKind::Packed:
    case CallEdgeKind::CPacked:
        return Qt::DashDotLine;
    case CallEdgeKind::Extern:
        return Qt::DotLine;
    }
    return Qt::SolidLine;
}

void CallGraphCanvas::paintEdge(QPainter& painter, size_t number, const QRectF& visible) const
{
    const CallEdge& edge = m_picture->graph.edges[number];
    const CallGraphPicture::Line& line = m_picture->lines[number];
    if (line.curve.empty())
        return;
    const QPainterPath curve = pathOf(line);
    if (!curve.controlPointRect().adjusted(-1, -1, 1, 1).intersects(visible))
        return;
    const bool isLaunch = edge.kind == CallEdgeKind::Launch || edge.kind == CallEdgeKind::Region;
    const QColor color = isLaunch ? theme().deviceNode : theme().muted;
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(color, edge.kind == CallEdgeKind::Launch ? 2.2 : 1.4, styleOf(edge.kind)));
    painter.drawPath(curve);
    painter.setPen(Qt::NoPen);
    painter.setBrush(color);
    painter.drawPolygon(arrowHead(line.curve.back(), line.tip));
    if (line.text.isEmpty())
        return;
    const QRectF rect = labelRect(line);
    painter.fillRect(rect, theme().panel);
    painter.setFont(font());
    painter.setPen(theme().muted);
    painter.drawText(rect, Qt::AlignCenter, line.text);
}

void CallGraphCanvas::paintNode(QPainter& painter, size_t number) const
{
    const CallNode& node = m_picture->graph.nodes[number];
    const QRectF rect = m_picture->nodes[number];
    const bool isSelected = m_isSelected(node);
    const bool isOnBoth = m_picture->sides[number].side == Side::Both;
    const QColor color = colorOf(node.kind);
    const bool isOutline = node.kind == CallNodeKind::DeviceRegion || node.kind == CallNodeKind::Opaque;
    QColor fill = isOnBoth ? theme().deviceNode : color;
    fill.setAlphaF(isSelected ? 0.4f : node.kind == CallNodeKind::Kernel ? 0.22f : 0.1f);
    painter.setPen(QPen(color, isSelected ? 2.4 : 1.3, isOutline ? Qt::DashLine : Qt::SolidLine));
    painter.setBrush(theme().panel);
    painter.drawRoundedRect(rect, 5, 5);
    if (isMatch(number))
        fill = theme().match;
    painter.setBrush(fill);
    painter.drawRoundedRect(rect, 5, 5);

    const QString detail = isOnBoth ? tr("host and device") : toQString(nodeDetail(node));
    const double line = QFontMetricsF(font()).height();
    const QRectF upper(rect.left(), rect.center().y() - (detail.isEmpty() ? line / 2 : line), rect.width(),
                       line);
    QFont bold = font();
    bold.setBold(true);
    painter.setFont(bold);
    painter.setPen(differs(number) ? theme().warning : theme().text);
    painter.drawText(upper, Qt::AlignCenter,
                     differs(number) ? toQString(node.label) + QStringLiteral(" \u2260")
                                     : toQString(node.label));
    painter.setFont(font());
    painter.setPen(theme().muted);
    painter.drawText(upper.translated(0, line), Qt::AlignCenter, detail);
}

} // namespace tir::ui
