#include "ui/timeline/timeline_painter.h"

#include "ui/common/text.h"
#include "ui/common/theme.h"
#include "ui/timeline/timeline_model.h"

#include <QPainter>

#include <algorithm>
#include <unordered_set>

namespace tir::ui {
namespace {

constexpr double SmallBox = 4; ///< smaller ones are painted without a border

QRectF toQt(const Rect& rect)
{
    return {rect.x, rect.y, rect.width, rect.height};
}

QColor withAlpha(QColor color, float alpha)
{
    color.setAlphaF(alpha);
    return color;
}

/// Whether it intersects the visible part; touching counts.
bool isInView(const Rect& rect, const QRectF& visible)
{
    return rect.x <= visible.right() && rect.right() >= visible.left() && rect.y <= visible.bottom() &&
           rect.bottom() >= visible.top();
}

float fillAlpha(LensRank rank)
{
    return rank == LensRank::Selected ? 0.5f : rank != LensRank::None ? 0.35f : 0.25f;
}

/// Equal for small boxes that look the same.
uint64_t pixelsOf(const Rect& rect)
{
    const auto part = [](double value) { return uint64_t(int64_t(value / 2)) & 0xffff; };
    return part(rect.x) << 48 | part(rect.y) << 32 | part(rect.width) << 16 | part(rect.height);
}

} // namespace

TimelinePainter::TimelinePainter(QPainter& painter, const QFont& font, const TimelineMarks& marks)
    : m_painter(painter),
      m_font(font),
      m_marks(marks)
{
    m_painter.setFont(font);
}

QString TimelinePainter::launchTitle(const QString& label, const QFontMetricsF& metrics, double width)
{
    const qsizetype launch = label.lastIndexOf(QStringLiteral(", launch "));
    const QString number = launch < 0 ? QString() : label.mid(launch);
    const QString name = metrics.elidedText(label.left(label.size() - number.size()), Qt::ElideMiddle,
                                            width - metrics.horizontalAdvance(number));
    constexpr qsizetype AfterComma = 2;
    return name.isEmpty() ? number.mid(AfterComma) : name + number;
}

void TimelinePainter::paint(const TimelinePanel& panel, const QRectF& visible, int captionLines)
{
    paintCaption(panel, visible, captionLines);
    paintLoops(panel, visible);
    paintAxes(panel, visible);
    paintPlot(panel, visible);
}

/// At the left border of the visible part.
void TimelinePainter::paintCaption(const TimelinePanel& panel, const QRectF& visible, int lines)
{
    const double height = QFontMetricsF(m_font).height() + 1;
    const double left = std::max(0.0, visible.left());
    const double right = std::min(panel.layout.width - 4, visible.right() - 4);
    const QRectF caption(left, -lines * height - 4, std::max(0.0, right - left), lines * height);
    QFont bold = m_font;
    bold.setBold(true);
    m_painter.setFont(bold);
    m_painter.setPen(theme().text);
    m_painter.drawText(caption, Qt::AlignLeft | Qt::AlignTop,
                       launchTitle(toQString(panel.launch->label), QFontMetricsF(bold), caption.width()));
    m_painter.setFont(m_font);
    const LaunchLiveness& launch = *panel.launch;
    const bool isWrong = launch.isFinallyOverLimit() || launch.hasInvalidSizes || !launch.conflicts.empty() ||
                         outOfScopeCount(launch) > 0;
    m_painter.setPen(isWrong ? theme().error : launch.wasteBytes > 0 ? theme().warning : theme().muted);
    const QString summary =
        QFontMetricsF(m_font).elidedText(bytesSummary(launch), Qt::ElideRight, caption.width());
    m_painter.drawText(caption, (lines == 1 ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignBottom, summary);
}

void TimelinePainter::paintPlot(const TimelinePanel& panel, const QRectF& visible)
{
    paintOutlines(panel, visible);
    paintBoxes(panel, visible);
    paintTouches(panel);
    paintBarriers(panel, visible);
    paintConflicts(panel, visible);
    paintLines(panel);
    paintPeak(panel);
    paintLabels(panel, visible);
}

/// The statement that is selected, and the one under the pointer.
void TimelinePainter::paintColumns(const TimelinePanel& panel)
{
    const TimelineLayout& layout = panel.layout;
    const auto column = [&](int tick) {
        return QRectF(layout.xOfTick(tick), layout.plot.y, layout.tickWidth, layout.plot.height);
    };
    for (size_t tick = 0; m_marks.statement != NoPlace && tick < panel.launch->ticks.size(); ++tick)
        if (panel.launch->ticks[tick].place == m_marks.statement)
            m_painter.fillRect(column(int(tick)), theme().placeRow);
    if (m_marks.hovered == panel.launch && m_marks.hoveredTick >= 0)
        m_painter.fillRect(column(m_marks.hoveredTick), theme().hover);
}

void TimelinePainter::paintAxes(const TimelinePanel& panel, const QRectF& visible)
{
    const TimelineLayout& layout = panel.layout;
    const QRectF plot = toQt(layout.plot);
    m_painter.fillRect(plot & visible, theme().code);
    paintColumns(panel);
    if (layout.unusedFrom && *layout.unusedFrom < plot.bottom()) {
        const QRectF unused(plot.left(), *layout.unusedFrom, plot.width(),
                            plot.bottom() - *layout.unusedFrom);
        m_painter.fillRect(unused & visible, QBrush(theme().memoryWaste, Qt::BDiagPattern));
    }
    for (const AxisMark& mark : layout.addressMarks) {
        if (mark.position < visible.top() - 8 || mark.position > visible.bottom() + 8)
            continue;
        m_painter.setPen(theme().gridLine);
        m_painter.drawLine(QPointF(std::max(plot.left(), visible.left()), mark.position),
                           QPointF(std::min(plot.right(), visible.right()), mark.position));
        m_painter.setPen(theme().muted);
        const QRectF place(0, mark.position - 8, plot.left() - 5, 16);
        m_painter.drawText(place, Qt::AlignRight | Qt::AlignVCenter, toQString(mark.label));
    }
    const double line = QFontMetricsF(m_font).height();
    m_painter.setPen(theme().muted);
    if (layout.lanesY)
        m_painter.drawText(QRectF(0, *layout.lanesY, plot.left() - 5, line),
                           Qt::AlignRight | Qt::AlignVCenter, TimelineModel::tr("varies"));
    m_painter.drawText(QRectF(0, layout.axisY, plot.left() - 5, line), Qt::AlignRight | Qt::AlignVCenter,
                       panel.options->lineOf ? TimelineModel::tr("line") : TimelineModel::tr("no."));
    for (const AxisMark& mark : layout.tickMarks)
        if (mark.position >= visible.left() - 30 && mark.position <= visible.right() + 30)
            m_painter.drawText(QRectF(mark.position - 40, layout.axisY, 80, line),
                               Qt::AlignHCenter | Qt::AlignVCenter, toQString(mark.label));
    for (const StatementWords& statement : layout.statements) {
        const bool isBarrier = panel.launch->ticks[size_t(statement.tick)].isBarrier;
        m_painter.setPen(isBarrier ? theme().barrier : theme().muted);
        m_painter.drawText(
            QRectF(layout.xOfTick(statement.tick), layout.axisY + line, layout.tickWidth, line),
            Qt::AlignHCenter | Qt::AlignVCenter, toQString(statement.words));
    }
    m_painter.setPen(theme().border);
    m_painter.setBrush(Qt::NoBrush);
    m_painter.drawRect(plot);
}

void TimelinePainter::paintLoops(const TimelinePanel& panel, const QRectF& visible)
{
    for (const LoopBox& loop : panel.layout.loops) {
        if (!isInView(loop.rect, visible))
            continue;
        const QRectF rect = toQt(loop.rect).adjusted(1.5, 0, -1.5, 0);
        const double y = rect.center().y();
        m_painter.setPen(theme().faint);
        m_painter.drawPolyline(
            QPolygonF({QPointF(rect.left(), rect.bottom() - 1), QPointF(rect.left(), y),
                       QPointF(rect.right(), y), QPointF(rect.right(), rect.bottom() - 1)}));
        if (loop.label.empty())
            continue;
        const QString label = toQString(loop.label);
        const QRectF shown(QPointF(std::max(rect.left(), visible.left()), rect.top()),
                           QPointF(std::min(rect.right(), visible.right()), rect.bottom()));
        const double width = QFontMetricsF(m_font).horizontalAdvance(label) + 6;
        const QRectF labelRect(shown.center().x() - width / 2, rect.top(), width, rect.height());
        m_painter.fillRect(labelRect, theme().panel);
        m_painter.setPen(theme().muted);
        m_painter.drawText(labelRect, Qt::AlignCenter | Qt::TextDontClip, label);
    }
}

void TimelinePainter::paintOutlines(const TimelinePanel& panel, const QRectF& visible)
{
    m_painter.setBrush(Qt::NoBrush);
    for (const OutlineBox& box : panel.layout.outlines) {
        if (!isInView(box.rect, visible))
            continue;
        const QColor color = theme().identity(m_marks.hueOf(panel.launch->buffers[box.buffer]));
        m_painter.setPen(QPen(withAlpha(color, 0.6f), 1, Qt::DotLine));
        m_painter.drawRect(toQt(box.rect).adjusted(2.5, 2.5, -2.5, -2.5));
    }
}

void TimelinePainter::paintBoxes(const TimelinePanel& panel, const QRectF& visible)
{
    std::unordered_set<uint64_t> painted;
    for (const TimelineBox& box : panel.layout.boxes) {
        if (!isInView(box.rect, visible))
            continue;
        if (box.rect.width >= SmallBox) {
            if (box.rect.height > SmallBox || painted.insert(pixelsOf(box.rect)).second)
                paintBox(panel, box);
            continue;
        }
        if (!painted.insert(pixelsOf(box.rect)).second)
            continue;
        const SharedBuffer& buffer = panel.launch->buffers[box.buffer];
        const QColor color =
            box.kind == BoxKind::OutOfScope ? theme().error : theme().identity(m_marks.hueOf(buffer));
        QRectF rect = toQt(box.rect);
        rect.setWidth(std::max(rect.width(), 1.0));
        m_painter.fillRect(rect, withAlpha(color, m_marks.rankOf(buffer) != LensRank::None ? 1.0f : 0.6f));
    }
}

void TimelinePainter::paintBox(const TimelinePanel& panel, const TimelineBox& box)
{
    const SharedBuffer& buffer = panel.launch->buffers[box.buffer];
    const LensRank rank = m_marks.rankOf(buffer);
    const QColor color =
        box.kind == BoxKind::OutOfScope ? theme().error : theme().identity(m_marks.hueOf(buffer));
    const QColor fill = withAlpha(color, fillAlpha(rank));
    m_painter.setPen(QPen(color, rank != LensRank::None ? 2 : 1,
                          box.kind == BoxKind::Live ? Qt::SolidLine : Qt::DashLine));
    m_painter.setBrush(QBrush(fill, box.kind == BoxKind::Unused     ? Qt::BDiagPattern
                                    : box.kind == BoxKind::Unplaced ? Qt::Dense4Pattern
                                                                    : Qt::SolidPattern));
    m_painter.drawRect(toQt(box.rect).adjusted(0.5, 0.5, -0.5, -0.5));
}

/// The bytes that the statement under the pointer reads, as frames, and writes, filled.
void TimelinePainter::paintTouches(const TimelinePanel& panel)
{
    if (m_marks.hovered != panel.launch || m_marks.hoveredTick < 0)
        return;
    for (const TouchedBytes& touched : touchesAt(*panel.launch, m_marks.hoveredTick)) {
        const QRectF rect =
            toQt(panel.layout.rectOf(touched.buffer, touched.tick, touched.tick, touched.begin, touched.end))
                .adjusted(1, 0.5, -1, -0.5);
        const QColor color = theme().identity(m_marks.hueOf(panel.launch->buffers[touched.buffer]));
        m_painter.setPen(QPen(color, 2));
        m_painter.setBrush(touched.isWrite ? QBrush(withAlpha(color, 0.8f)) : QBrush(Qt::NoBrush));
        m_painter.drawRect(rect);
    }
}

void TimelinePainter::paintBarriers(const TimelinePanel& panel, const QRectF& visible)
{
    const TimelineLayout& layout = panel.layout;
    const double line = QFontMetricsF(m_font).height();
    for (const BarrierBar& barrier : layout.barriers) {
        if (barrier.x < visible.left() - 40 || barrier.x > visible.right() + 40)
            continue;
        m_painter.fillRect(
            QRectF(barrier.x - barrier.width / 2, layout.plot.y, barrier.width, layout.plot.height),
            withAlpha(theme().barrier, 0.7f));
        m_painter.setPen(theme().barrier);
        m_painter.drawText(QRectF(barrier.x - 40, layout.barrierWordsY, 80, line), Qt::AlignCenter,
                           toQString(barrier.label));
    }
}

void TimelinePainter::paintConflicts(const TimelinePanel& panel, const QRectF& visible)
{
    for (const ConflictBox& box : panel.layout.conflicts) {
        if (!isInView(box.rect, visible))
            continue;
        const QRectF rect = toQt(box.rect).adjusted(1, 1, -1, -1);
        m_painter.setPen(QPen(theme().error, 2));
        m_painter.setBrush(QBrush(theme().error, Qt::BDiagPattern));
        m_painter.drawRect(rect);
        if (box.label.empty())
            continue;
        const QRectF labelRect = toQt(box.labelRect);
        m_painter.fillRect(labelRect, withAlpha(theme().code, 0.85f));
        m_painter.setPen(theme().error);
        m_painter.drawText(labelRect, Qt::AlignCenter | Qt::TextDontClip, toQString(box.label));
    }
}

/// All lines, then their labels, so that no line crosses a label.
void TimelinePainter::paintLines(const TimelinePanel& panel)
{
    const auto colorOf = [](const MemoryLine& line) {
        return line.kind == MemoryLineKind::Exceeded ? theme().error : theme().muted;
    };
    for (const MemoryLine& line : panel.layout.lines) {
        const bool isError = line.kind == MemoryLineKind::Exceeded;
        const bool isDashed = line.kind == MemoryLineKind::Former || line.kind == MemoryLineKind::Limit;
        m_painter.setPen(QPen(colorOf(line), isError ? 2 : 1, isDashed ? Qt::DashLine : Qt::SolidLine));
        m_painter.drawLine(QPointF(panel.layout.plot.x, line.y), QPointF(panel.layout.plot.right(), line.y));
    }
    for (const MemoryLine& line : panel.layout.lines) {
        if (line.label.empty())
            continue;
        m_painter.fillRect(toQt(line.labelRect).adjusted(-2, 1, 1, -1), theme().panel);
        m_painter.setPen(colorOf(line));
        m_painter.drawText(toQt(line.labelRect), Qt::AlignRight | Qt::AlignVCenter | Qt::TextDontClip,
                           toQString(line.label));
    }
}

/// A triangle above the statement with the most live bytes.
void TimelinePainter::paintPeak(const TimelinePanel& panel)
{
    if (panel.launch->peakTick < 0)
        return;
    const double x = panel.layout.xOfTick(panel.launch->peakTick) + panel.layout.tickWidth / 2;
    const double y = panel.layout.plot.y;
    m_painter.setPen(Qt::NoPen);
    m_painter.setBrush(theme().text);
    m_painter.drawPolygon(QPolygonF({QPointF(x - 4, y - 1), QPointF(x + 4, y - 1), QPointF(x, y + 5)}));
}

/// The color of a box without its pattern, or of the ground that its label is on.
QColor TimelinePainter::backingOf(const TimelinePanel& panel, const TimelineBox& box) const
{
    if (box.kind == BoxKind::Unplaced || panel.options->isByBuffer) // beside the plot
        return theme().panel;
    if (box.kind == BoxKind::Unused || !box.hasLabelInside())
        return theme().code;
    const SharedBuffer& buffer = panel.launch->buffers[box.buffer];
    const QColor color =
        box.kind == BoxKind::OutOfScope ? theme().error : theme().identity(m_marks.hueOf(buffer));
    const float alpha = fillAlpha(m_marks.rankOf(buffer));
    const QColor ground = theme().code;
    const auto mixed = [&](float over, float under) { return over * alpha + under * (1 - alpha); };
    return QColor::fromRgbF(mixed(color.redF(), ground.redF()), mixed(color.greenF(), ground.greenF()),
                            mixed(color.blueF(), ground.blueF()));
}

/// Over barriers, hatching, and lines, which would cross them out.
void TimelinePainter::paintLabels(const TimelinePanel& panel, const QRectF& visible)
{
    const auto flags = Qt::AlignLeft | Qt::AlignVCenter | Qt::TextDontClip;
    for (const TimelineBox& box : panel.layout.boxes) {
        if (box.label.empty() || !isInView(box.labelRect, visible))
            continue;
        const QColor backing = backingOf(panel, box);
        for (const Rect& line : {box.labelRect, box.detailRect})
            if (line.width > 0)
                m_painter.fillRect(toQt(line).adjusted(-1, 1, 1, -1), backing);
        m_painter.setPen(theme().text);
        m_painter.drawText(toQt(box.labelRect), flags, toQString(box.label));
        m_painter.setPen(theme().muted);
        m_painter.drawText(toQt(box.detailRect), flags, toQString(box.detail));
    }
}

} // namespace tir::ui
