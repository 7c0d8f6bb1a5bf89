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
constexpr double LeastLegible = 0.75; ///< scale down to which words can be read

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

CallGraphCanvas::CallGraphCanvas(IsSelected isSelected, QWidget* parent)
    : QAbstractScrollArea(parent),
      m_isSelected(std::move(isSelected))
{
    setFrameShape(QFrame::NoFrame);
    setFont(smallFont());
    addPictureMenu(*this, [this] { return picture(); });
}

Picture CallGraphCanvas::picture() const
{
    if (!m_picture)
        return {};
    const QSize size = m_picture->size.toSize() + QSize(int(2 * Margin), int(2 * Margin));
    return {size, [this, size](QPainter& painter) {
                painter.fillRect(QRect(QPoint(), size), theme().panel);
                painter.setRenderHint(QPainter::Antialiasing);
                painter.translate(Margin, Margin);
                paintGraph(painter,
                           QRectF(QPointF(), m_picture->size).adjusted(-Margin, -Margin, Margin, Margin));
            }};
}

void CallGraphCanvas::setPicture(std::shared_ptr<const CallGraphPicture> picture, std::vector<bool> differs)
{
    m_picture = std::move(picture);
    m_differs = std::move(differs);
    if (!m_picture)
        m_zoom = 1; // the next program is another graph
    fit();
    showNodes();
}

/// Of a picture larger than the view, the part that this step has.
void CallGraphCanvas::showNodes()
{
    if (!m_picture)
        return;
    QRectF all;
    for (const QRectF& node : m_picture->nodes)
        all |= node;
    const QRectF shown(toPicture({0, 0}), toPicture(QPointF(viewport()->width(), viewport()->height())));
    if (shown.contains(all))
        return;
    for (const CallGraphPicture::Region& region : m_picture->regions)
        all |= region.rect;
    // The beginning of a graph that does not fit: its middle may be empty.
    all.adjust(-Margin, -Margin, 0, 0);
    scrollTo({std::min(all.center().x(), all.left() + shown.width() / 2),
              std::min(all.center().y(), all.top() + shown.height() / 2)});
}

void CallGraphCanvas::scrollTo(QPointF center)
{
    const QPointF middle = toPicture(QPointF(viewport()->width() / 2.0, viewport()->height() / 2.0));
    const QPointF away = (center - middle) * m_scale;
    horizontalScrollBar()->setValue(horizontalScrollBar()->value() + int(away.x()));
    verticalScrollBar()->setValue(verticalScrollBar()->value() + int(away.y()));
}

void CallGraphCanvas::showAll()
{
    const QSizeF size = m_picture ? m_picture->size : QSizeF(1, 1);
    const double room = std::min((viewport()->width() - 2 * Margin) / qMax(1.0, size.width()),
                                 (viewport()->height() - 2 * Margin) / qMax(1.0, size.height()));
    m_zoom = std::min(room, 1.0) / std::clamp(room, LeastLegible, 1.0);
    fit();
}

bool CallGraphCanvas::isMatch(size_t node) const
{
    return !m_searched.isEmpty() &&
           toQString(m_picture->graph.nodes[node].label).contains(m_searched, Qt::CaseInsensitive);
}

int CallGraphCanvas::search(const QString& text)
{
    m_searched = text;
    viewport()->update();
    if (!m_picture)
        return 0;
    int count = 0;
    for (size_t node = 0; node < m_picture->nodes.size(); ++node)
        count += isMatch(node);
    if (count > 0)
        showMatch(0);
    return count;
}

void CallGraphCanvas::showNextMatch()
{
    if (m_picture)
        showMatch(m_match + 1);
}

/// The first match from a node on, from the beginning again behind the last.
void CallGraphCanvas::showMatch(size_t from)
{
    const size_t count = m_picture->nodes.size();
    for (size_t i = 0; i < count; ++i)
        if (const size_t node = (from + i) % count; isMatch(node)) {
            m_match = node;
            if (!viewport()->rect().contains(rectOf(node)))
                scrollTo(m_picture->nodes[node].center());
            return;
        }
}

void CallGraphCanvas::showSelected()
{
    viewport()->update();
    if (!m_picture)
        return;
    const std::vector<CallNode>& nodes = m_picture->graph.nodes;
    const auto selected = std::ranges::find_if(nodes, m_isSelected);
    if (selected == nodes.end())
        return;
    const auto number = size_t(selected - nodes.begin());
    if (!viewport()->rect().contains(rectOf(number)))
        scrollTo(m_picture->nodes[number].center());
}

void CallGraphCanvas::showFunction(const std::string& name)
{
    if (!m_picture)
        return;
    const std::vector<CallNode>& nodes = m_picture->graph.nodes;
    const auto found = std::ranges::find(nodes, name, &CallNode::id);
    if (found == nodes.end())
        return;
    const auto number = size_t(found - nodes.begin());
    if (!viewport()->rect().contains(rectOf(number)))
        scrollTo(m_picture->nodes[number].center());
}

/// Shrinks a graph that is larger than the view, down to where words are still legible.
void CallGraphCanvas::fit()
{
    const QSizeF size = m_picture ? m_picture->size : QSizeF(1, 1);
    const double room = std::min((viewport()->width() - 2 * Margin) / qMax(1.0, size.width()),
                                 (viewport()->height() - 2 * Margin) / qMax(1.0, size.height()));
    m_scale = std::clamp(room, LeastLegible, 1.0) * m_zoom;
    const int width = int(size.width() * m_scale + 2 * Margin);
    const int height = int(size.height() * m_scale + 2 * Margin);
    horizontalScrollBar()->setRange(0, qMax(0, width - viewport()->width()));
    horizontalScrollBar()->setPageStep(viewport()->width());
    horizontalScrollBar()->setSingleStep(20);
    verticalScrollBar()->setRange(0, qMax(0, height - viewport()->height()));
    verticalScrollBar()->setPageStep(viewport()->height());
    verticalScrollBar()->setSingleStep(20);
    viewport()->update();
}

QPointF CallGraphCanvas::origin() const
{
    const QSizeF size = m_picture ? m_picture->size * m_scale : QSizeF();
    return {std::max(Margin, (viewport()->width() - size.width()) / 2) - horizontalScrollBar()->value(),
            std::max(Margin, (viewport()->height() - size.height()) / 2) - verticalScrollBar()->value()};
}

QRect CallGraphCanvas::rectOf(size_t node) const
{
    const QRectF rect = m_picture->nodes.at(node);
    return QRectF(rect.topLeft() * m_scale + origin(), rect.size() * m_scale).toRect();
}

int CallGraphCanvas::edgeAt(QPointF point) const
{
    for (size_t edge = 0; edge < m_picture->lines.size(); ++edge)
        if (wordsRect(m_picture->lines[edge]).contains(point))
            return int(edge);
    return -1;
}

QRectF CallGraphCanvas::wordsRect(const CallGraphPicture::Line& line) const
{
    if (line.words.isEmpty())
        return {};
    const QSizeF size = QFontMetricsF(font()).size(0, line.words) + QSizeF(8, 2);
    return QRectF(line.label - QPointF(size.width() / 2, size.height() / 2), size);
}

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
    painter.setFont(font());
    painter.setPen(color);
    const double line = QFontMetricsF(font()).height();
    painter.drawText(QRectF(region.rect.left() + 6, region.rect.top() - 1, region.rect.width() - 12, line),
                     Qt::AlignLeft | Qt::AlignTop, region.isDevice ? tr("device") : tr("host"));
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
    QPainterPath curve(line.curve.front());
    for (size_t i = 1; i + 2 < line.curve.size(); i += 3)
        curve.cubicTo(line.curve[i], line.curve[i + 1], line.curve[i + 2]);
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
    if (line.words.isEmpty())
        return;
    const QRectF words = wordsRect(line);
    painter.fillRect(words, theme().panel);
    painter.setFont(font());
    painter.setPen(theme().muted);
    painter.drawText(words, Qt::AlignCenter, line.words);
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

void CallGraphCanvas::resizeEvent(QResizeEvent*)
{
    fit();
    showNodes();
}

void CallGraphCanvas::mousePressEvent(QMouseEvent* event)
{
    if (!m_picture || event->button() != Qt::LeftButton)
        return;
    const QPointF point = toPicture(event->position());
    if (const int node = m_picture->nodeAt(point); node >= 0)
        emit nodeClicked(m_picture->graph.nodes[size_t(node)]);
    else if (const int edge = edgeAt(point); edge >= 0)
        emit edgeClicked(m_picture->graph.edges[size_t(edge)]);
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
    QToolTip::showText(help->globalPos(), descriptionAt(help->pos()), this);
    return true;
}

QString CallGraphCanvas::descriptionAt(QPoint point) const
{
    const int number = m_picture ? m_picture->nodeAt(toPicture(point)) : -1;
    if (number < 0)
        return {};
    const CallNode& node = m_picture->graph.nodes[size_t(number)];
    const NodeSide& side = m_picture->sides[size_t(number)];
    QStringList lines{toQString(node.label), toQString(nodeDetail(node)),
                      tr("on the %1:").arg(toQString(toString(side.side)))};
    for (const std::string& reason : side.reasons)
        lines.append(QStringLiteral("· ") + toQString(reason));
    if (differs(size_t(number)))
        lines.append(tr("the other of the two compared runs has it not, or with other calls"));
    return lines.join(QLatin1Char('\n'));
}

} // namespace tir::ui
