#include "ui/call_graph/call_graph_canvas.h"

#include "ui/common/text.h"
#include "ui/common/theme.h"

#include <QHelpEvent>
#include <QPainter>
#include <QScrollBar>
#include <QToolTip>

#include <algorithm>
#include <cmath>

namespace tir::ui {
namespace {

constexpr double Margin = 6;
constexpr double LeastLegible = 0.65; ///< scale down to which labels are legible
constexpr double LeastBeside = 0.55;  ///< half of the view shows as much of two runs as possible

} // namespace

CallGraphCanvas::CallGraphCanvas(IsSelected isSelected, QWidget* parent)
    : QAbstractScrollArea(parent),
      m_isSelected(std::move(isSelected))
{
    setFrameShape(QFrame::NoFrame);
    setFont(smallFont());
    addPictureMenu(
        *this, [this] { return picture(); }, [this](QMenu& menu, QPoint at) { fillMenu(menu, at); });
    for (QScrollBar* bar : {horizontalScrollBar(), verticalScrollBar()})
        connect(bar, &QScrollBar::actionTriggered, this, [this] {
            keepPart();
            emit scrolledByUser();
        });
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

void CallGraphCanvas::setPicture(std::shared_ptr<const CallGraphPicture> picture,
                                 const CallGraphPicture* beside, std::vector<bool> differs)
{
    m_picture = std::move(picture);
    m_differs = std::move(differs);
    if (!m_picture) { // the next program is another graph
        m_isFitted = m_isPartKept = false;
        m_step = {};
        return setScale(1);
    }
    m_step = boundsOf(*m_picture);
    m_isBeside = beside != nullptr;
    if (beside)
        m_step |= boundsOf(*beside);
    if (m_isFitted)
        showStep();
    else
        fit();
    if (m_isFunctionDue)
        scrollToFunction();
}

/// Of the layout of all steps.
QSizeF CallGraphCanvas::wholeSize() const
{
    return m_picture ? m_picture->size : QSizeF(1, 1);
}

/// Around everything that a step shows.
QRectF CallGraphCanvas::boundsOf(const CallGraphPicture& picture) const
{
    QRectF bounds;
    for (const QRectF& node : picture.nodes)
        bounds |= node;
    for (const CallGraphPicture::Region& region : picture.regions)
        bounds |= region.rect;
    for (const CallGraphPicture::Line& line : picture.lines)
        bounds |= pathOf(line).boundingRect() | labelRect(line);
    return bounds;
}

/// The scale at which a part fills the view, with room for scroll bars whether they are there or not: a scale that
/// depends on them would show and hide them for ever.
double CallGraphCanvas::roomFor(QSizeF part) const
{
    const QSize bars(verticalScrollBar()->sizeHint().width(), horizontalScrollBar()->sizeHint().height());
    const QSizeF room = QSizeF(maximumViewportSize() - bars) - QSizeF(2 * Margin, 2 * Margin);
    return std::max(
        0.05, std::min(room.width() / qMax(1.0, part.width()), room.height() / qMax(1.0, part.height())));
}

double CallGraphCanvas::leastScale() const
{
    return m_isBeside ? LeastBeside : LeastLegible;
}

/// All steps, so that none of them changes the scale. Where that is too much, this one, down to where labels are still
/// legible.
void CallGraphCanvas::fit()
{
    const double all = roomFor(wholeSize());
    m_isFitted = true;
    setScale(std::clamp(all < LeastLegible ? roomFor(m_step.size()) : all, leastScale(), 1.0));
    scrollToStep();
    scrollToFunction();
}

/// Scrolls no further and shrinks no more than the step needs to be in view, so that functions stay where they are.
void CallGraphCanvas::showStep()
{
    viewport()->update();
    if (!m_picture)
        return;
    if (!m_isPartKept && roomFor(m_step.size()) < m_scale)
        setScale(std::min(m_scale, std::max(roomFor(m_step.size()), leastScale())));
    const QRectF shown(toPicture({0, 0}), toPicture(QPointF(viewport()->width(), viewport()->height())));
    if (m_isPartKept ? shown.intersects(m_step) : shown.contains(m_step))
        return;
    scrollToStep();
    scrollToFunction();
}

/// To the beginning of a graph that does not fit: its middle may be empty.
void CallGraphCanvas::scrollToStep()
{
    const QSizeF shown = QSizeF(viewport()->size()) / m_scale;
    const QRectF step = m_step.adjusted(-Margin, -Margin, Margin, Margin);
    scrollTo({std::min(step.center().x(), step.left() + shown.width() / 2),
              std::min(step.center().y(), step.top() + shown.height() / 2)});
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
    m_isPartKept = false;
    const QSizeF whole = wholeSize();
    const bool isWhole = m_step.adjusted(-Margin, -Margin, Margin, Margin).contains({QPointF(), whole});
    setScale(std::min(roomFor(isWhole ? whole : m_step.size()), 1.0));
    scrollToStep();
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

/// The first match from a node on; after the last one, from the beginning.
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
    m_function = name;
    m_isFunctionDue = true;
    scrollToFunction();
}

void CallGraphCanvas::scrollToFunction()
{
    if (!m_picture)
        return;
    const std::vector<CallNode>& nodes = m_picture->graph.nodes;
    const auto found = std::ranges::find(nodes, m_function, &CallNode::id);
    if (found == nodes.end())
        return;
    m_isFunctionDue = false;
    const auto number = size_t(found - nodes.begin());
    if (!viewport()->rect().contains(rectOf(number)))
        scrollTo(m_picture->nodes[number].center());
}

void CallGraphCanvas::setScale(double scale)
{
    m_scale = scale;
    const QSizeF size = wholeSize() * scale;
    const auto setRange = [](QScrollBar& bar, double all, int shown) {
        bar.setRange(0, qMax(0, int(all + 2 * Margin) - shown));
        bar.setPageStep(shown);
        bar.setSingleStep(20);
    };
    setRange(*horizontalScrollBar(), size.width(), viewport()->width());
    setRange(*verticalScrollBar(), size.height(), viewport()->height());
    viewport()->update();
}

QPointF CallGraphCanvas::origin() const
{
    const QSizeF size = wholeSize() * m_scale;
    return {std::max(Margin, (viewport()->width() - size.width()) / 2) - horizontalScrollBar()->value(),
            std::max(Margin, (viewport()->height() - size.height()) / 2) - verticalScrollBar()->value()};
}

QStringList CallGraphCanvas::nodeNames() const
{
    QStringList names;
    if (m_picture)
        for (const CallNode& node : m_picture->graph.nodes)
            names.append(toQString(node.label));
    return names;
}

QRect CallGraphCanvas::rectOf(size_t node) const
{
    const QRectF rect = m_picture->nodes.at(node);
    return QRectF(rect.topLeft() * m_scale + origin(), rect.size() * m_scale).toRect();
}

QPoint CallGraphCanvas::middleOf(size_t edge) const
{
    return (pathOf(m_picture->lines.at(edge)).pointAtPercent(0.5) * m_scale + origin()).toPoint();
}

QPainterPath CallGraphCanvas::pathOf(const CallGraphPicture::Line& line)
{
    if (line.curve.empty())
        return {};
    QPainterPath path(line.curve.front());
    for (size_t i = 1; i + 2 < line.curve.size(); i += 3)
        path.cubicTo(line.curve[i], line.curve[i + 1], line.curve[i + 2]);
    return path;
}

int CallGraphCanvas::edgeAt(QPointF point) const
{
    const std::vector<CallGraphPicture::Line>& lines = m_picture->lines;
    for (size_t edge = 0; edge < lines.size(); ++edge)
        if (labelRect(lines[edge]).contains(point))
            return int(edge);
    constexpr double Reach = 5;
    QPainterPathStroker stroker;
    stroker.setWidth(2 * Reach);
    for (size_t edge = 0; edge < lines.size(); ++edge) {
        const QPainterPath path = pathOf(lines[edge]);
        const bool isNear = path.controlPointRect().adjusted(-Reach, -Reach, Reach, Reach).contains(point);
        if (isNear && stroker.createStroke(path).contains(point))
            return int(edge);
    }
    return -1;
}

void CallGraphCanvas::fillMenu(QMenu& menu, QPoint position)
{
    if (!m_picture)
        return;
    const QPointF point = toPicture(position);
    if (const int node = m_picture->nodeAt(point); node >= 0)
        emit nodeMenuRequested(menu, m_picture->graph.nodes[size_t(node)]);
    else if (const int edge = edgeAt(point); edge >= 0)
        emit edgeMenuRequested(menu, m_picture->graph.edges[size_t(edge)]);
}

QRectF CallGraphCanvas::labelRect(const CallGraphPicture::Line& line) const
{
    if (line.text.isEmpty())
        return {};
    QSizeF& size = m_labelSizes[line.text];
    if (size.isEmpty())
        size = QFontMetricsF(font()).size(0, line.text) + QSizeF(8, 2);
    // Beside the curve where a label of another step needs more room.
    const double half = std::max(size.width(), line.labelWidth) / 2;
    return QRectF(line.label - QPointF(half, size.height() / 2), size);
}

void CallGraphCanvas::resizeEvent(QResizeEvent*)
{
    if (m_isPartKept)
        setScale(m_scale);
    else
        fit();
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
    keepPart();
    setScale(std::clamp(m_scale * (event->angleDelta().y() > 0 ? 1.2 : 1 / 1.2), 0.2, 4.0));
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
        lines.append(tr("the other run does not have it, or has it with other calls"));
    return lines.join(QLatin1Char('\n'));
}

} // namespace tir::ui
