#include "ui/call_graph/call_graph_canvas.h"

#include "ui/common/text.h"
#include "ui/common/theme.h"

#include <QHelpEvent>
#include <QPainter>
#include <QPainterPath>
#include <QScrollBar>
#include <QToolTip>

#include <algorithm>
#include <cmath>

namespace tir::ui {
namespace {

constexpr double Margin = 12;

QRectF toQt(const Rect& rect)
{
    return {rect.x, rect.y, rect.width, rect.height};
}

QPointF toQt(const Point& point)
{
    return {point.x, point.y};
}

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

CallGraphCanvas::CallGraphCanvas(const CallGraphModel& model, IsSelected isSelected, QWidget* parent)
    : QAbstractScrollArea(parent),
      m_model(model),
      m_isSelected(std::move(isSelected))
{
    setFrameShape(QFrame::NoFrame);
    setFont(smallFont());
}

void CallGraphCanvas::setLayoutOfAll(CallGraphLayout layout)
{
    m_layout = std::move(layout);
    m_zoom = 1;
    fit();
}

void CallGraphCanvas::refresh()
{
    viewport()->update();
}

/// Shrinks a graph that is larger than the view, down to where words are still legible.
void CallGraphCanvas::fit()
{
    const double room = std::min((viewport()->width() - 2 * Margin) / qMax(1.0, m_layout.width),
                                 (viewport()->height() - 2 * Margin) / qMax(1.0, m_layout.height));
    m_scale = std::clamp(room, 0.6, 1.0) * m_zoom;
    const int width = int(m_layout.width * m_scale + 2 * Margin);
    const int height = int(m_layout.height * m_scale + 2 * Margin);
    horizontalScrollBar()->setRange(0, qMax(0, width - viewport()->width()));
    horizontalScrollBar()->setPageStep(viewport()->width());
    horizontalScrollBar()->setSingleStep(20);
    verticalScrollBar()->setRange(0, qMax(0, height - viewport()->height()));
    verticalScrollBar()->setPageStep(viewport()->height());
    verticalScrollBar()->setSingleStep(20);
    viewport()->update();
}

QPointF CallGraphCanvas::toLayout(QPointF point) const
{
    const double left = std::max(Margin, (viewport()->width() - m_layout.width * m_scale) / 2);
    const double top = std::max(Margin, (viewport()->height() - m_layout.height * m_scale) / 2);
    return QPointF(point.x() - left + horizontalScrollBar()->value(),
                   point.y() - top + verticalScrollBar()->value()) /
           m_scale;
}

QRect CallGraphCanvas::rectOf(size_t node) const
{
    const GraphNodeBox* box = m_layout.find(m_model.graph().nodes.at(node).id);
    if (!box)
        return {};
    const QPointF origin = -toLayout({0, 0}) * m_scale;
    return QRectF(toQt(box->rect).topLeft() * m_scale + origin, toQt(box->rect).size() * m_scale).toRect();
}

const CallNode* CallGraphCanvas::nodeAt(QPointF point) const
{
    const GraphNodeBox* box = m_layout.nodeAt(point.x(), point.y());
    if (!box)
        return nullptr;
    const auto& nodes = m_model.graph().nodes;
    const auto found =
        std::find_if(nodes.begin(), nodes.end(), [&](const CallNode& node) { return node.id == box->id; });
    return found == nodes.end() ? nullptr : &*found;
}

const CallEdge* CallGraphCanvas::edgeAt(QPointF point) const
{
    const CallGraph& graph = m_model.graph();
    for (const CallEdge& edge : graph.edges) {
        const GraphEdgePath* path = m_layout.find(graph.nodes[edge.from].id, graph.nodes[edge.to].id);
        const QString label = labelsBetween(edge.from, edge.to).join(QLatin1Char('\n'));
        if (path && !label.isEmpty() && labelRect(*path, label).contains(point))
            return &edge;
    }
    return nullptr;
}

QStringList CallGraphCanvas::labelsBetween(size_t from, size_t to) const
{
    QStringList labels;
    for (const CallEdge& edge : m_model.graph().edges) {
        const QString label = edge.from == from && edge.to == to ? toQString(edgeLabel(edge)) : QString();
        if (!label.isEmpty() && !labels.contains(label))
            labels.append(label);
    }
    return labels;
}

QRectF CallGraphCanvas::labelRect(const GraphEdgePath& path, const QString& label) const
{
    const QSizeF size = QFontMetricsF(font()).size(0, label) + QSizeF(8, 2);
    return QRectF(toQt(path.label) - QPointF(size.width() / 2, size.height() / 2), size);
}

void CallGraphCanvas::paintEvent(QPaintEvent*)
{
    QPainter painter(viewport());
    painter.fillRect(viewport()->rect(), theme().panel);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.translate(-toLayout({0, 0}) * m_scale);
    painter.scale(m_scale, m_scale);
    for (const CallEdge& edge : m_model.graph().edges)
        paintEdge(painter, edge);
    for (const CallNode& node : m_model.graph().nodes)
        paintNode(painter, node);
}

void CallGraphCanvas::paintEdge(QPainter& painter, const CallEdge& edge) const
{
    const CallGraph& graph = m_model.graph();
    const GraphEdgePath* path = m_layout.find(graph.nodes[edge.from].id, graph.nodes[edge.to].id);
    if (!path || path->curve.empty())
        return;
    QPainterPath curve(toQt(path->curve.front()));
    for (size_t i = 1; i + 2 < path->curve.size(); i += 3)
        curve.cubicTo(toQt(path->curve[i]), toQt(path->curve[i + 1]), toQt(path->curve[i + 2]));
    const bool isLaunch = edge.kind == CallEdgeKind::Launch || edge.kind == CallEdgeKind::Region;
    const QColor color = isLaunch ? theme().deviceNode : theme().muted;
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(color, 1.4, edge.kind == CallEdgeKind::Region ? Qt::DashLine : Qt::SolidLine));
    painter.drawPath(curve);
    painter.setPen(Qt::NoPen);
    painter.setBrush(color);
    painter.drawPolygon(arrowHead(toQt(path->curve.back()), toQt(path->tip)));

    const QString label = labelsBetween(edge.from, edge.to).join(QLatin1Char('\n'));
    if (label.isEmpty())
        return;
    const QRectF words = labelRect(*path, label);
    painter.fillRect(words, theme().panel);
    painter.setFont(font());
    painter.setPen(theme().muted);
    painter.drawText(words, Qt::AlignCenter, label);
}

void CallGraphCanvas::paintNode(QPainter& painter, const CallNode& node) const
{
    const GraphNodeBox* box = m_layout.find(node.id);
    if (!box)
        return;
    const bool isSelected = m_isSelected(node);
    const QColor color = colorOf(node.kind);
    const bool isOutline = node.kind == CallNodeKind::DeviceRegion || node.kind == CallNodeKind::Opaque;
    QColor fill = color;
    fill.setAlphaF(isSelected ? 0.4f : node.kind == CallNodeKind::Kernel ? 0.22f : 0.1f);
    const QRectF rect = toQt(box->rect);
    painter.setPen(QPen(color, isSelected ? 2.4 : 1.3, isOutline ? Qt::DashLine : Qt::SolidLine));
    painter.setBrush(theme().panel);
    painter.drawRoundedRect(rect, 5, 5);
    painter.setBrush(fill);
    painter.drawRoundedRect(rect, 5, 5);

    const QString detail = toQString(nodeDetail(node));
    const double line = QFontMetricsF(font()).height();
    const QRectF upper(rect.left(), rect.center().y() - (detail.isEmpty() ? line / 2 : line), rect.width(),
                       line);
    QFont bold = font();
    bold.setBold(true);
    painter.setFont(bold);
    painter.setPen(theme().text);
    painter.drawText(upper, Qt::AlignCenter, toQString(node.label));
    painter.setFont(font());
    painter.setPen(theme().muted);
    painter.drawText(upper.translated(0, line), Qt::AlignCenter, detail);
}

void CallGraphCanvas::resizeEvent(QResizeEvent*)
{
    fit();
}

void CallGraphCanvas::mousePressEvent(QMouseEvent* event)
{
    const QPointF point = toLayout(event->position());
    if (const CallNode* node = nodeAt(point))
        emit nodeClicked(*node);
    else if (const CallEdge* edge = edgeAt(point))
        emit edgeClicked(*edge);
    else
        emit backgroundClicked();
}

void CallGraphCanvas::wheelEvent(QWheelEvent* event)
{
    if (!event->modifiers().testFlag(Qt::ControlModifier))
        return QAbstractScrollArea::wheelEvent(event);
    m_zoom = std::clamp(m_zoom * (event->angleDelta().y() > 0 ? 1.2 : 1 / 1.2), 0.3, 4.0);
    fit();
    event->accept();
}

void CallGraphCanvas::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::PaletteChange)
        viewport()->update();
    QAbstractScrollArea::changeEvent(event);
}

bool CallGraphCanvas::viewportEvent(QEvent* event)
{
    if (event->type() != QEvent::ToolTip)
        return QAbstractScrollArea::viewportEvent(event);
    const auto* help = static_cast<QHelpEvent*>(event);
    const CallNode* node = nodeAt(toLayout(help->pos()));
    QToolTip::showText(
        help->globalPos(),
        node ? QStringLiteral("%1\n%2").arg(toQString(node->label), toQString(nodeDetail(*node))) : QString(),
        this);
    return true;
}

} // namespace tir::ui
