#include "ui/timeline/timeline_canvas.h"

#include "ui/common/text.h"
#include "ui/common/theme.h"

#include <QEvent>
#include <QMenu>
#include <QPainter>
#include <QScrollBar>

#include <algorithm>
#include <memory>
#include <unordered_map>
#include <utility>

namespace tir::ui {
namespace {

constexpr int PanelGap = 14;
constexpr int LeastPanelWidth = 176;
constexpr int LeastPanelHeight = 92;
constexpr double WidestColumn = 240;  ///< at the greatest zoom
constexpr int MostWithoutWidth = 170; ///< of the list of launches without shared memory

} // namespace

TimelineCanvas::TimelineCanvas(const TimelineModel& model, HueOf hueOf, RankOf rankOf, QWidget* parent)
    : QAbstractScrollArea(parent),
      m_model(model),
      m_marks{.hueOf = std::move(hueOf), .rankOf = std::move(rankOf)}
{
    setFrameShape(QFrame::NoFrame);
    setFont(smallFont());
    viewport()->setMouseTracking(true);
    addPictureMenu(
        *this, [this] { return picture(); },
        [this](QMenu& menu, QPoint point) {
            if (const Hit hit = hitAt(point); hit.buffer || hit.tick) {
                click(point); // the menu is about it
                emit menuRequested(&menu);
                menu.addSeparator();
            }
            menu.addActions(actions());
            menu.addSeparator();
        });
}

void TimelineCanvas::relayout()
{
    layOutPanels();
    std::vector<TimelineScale> own;
    for (size_t launch = 0; launch < m_panels.size(); ++launch)
        own.push_back(ownScaleOf(launch));
    if (std::exchange(m_ownScales, own) != own)
        emit ownScalesChanged();
}

TimelineScale TimelineCanvas::ownScaleOf(size_t launch) const
{
    const auto scaleOf = [](const TimelineLayout& layout) {
        return TimelineScale{layout.addressEnd, layout.plot.height};
    };
    if (launch >= m_scales.size())
        return scaleOf(m_panels[launch].layout);
    TimelineOptions options = optionsOf(launch);
    options.scale = {};
    return scaleOf(measureTimeline(m_model.launches()[launch], options));
}

void TimelineCanvas::setScales(std::vector<TimelineScale> scales)
{
    if (std::exchange(m_scales, scales) != scales)
        layOutPanels();
}

TimelineOptions TimelineCanvas::optionsOf(size_t launch) const
{
    TimelineOptions options = m_options;
    options.former = m_model.former()[launch];
    if (launch < m_scales.size())
        options.scale = m_scales[launch];
    return withRoomForAddresses(std::move(options), m_model.launches()[launch]);
}

void TimelineCanvas::layOutPanels()
{
    m_panels.clear();
    hover({});
    const QFontMetricsF metrics(font());
    const int count = qMax(1, int(m_model.launches().size()));
    const int withoutWidth = widthOfWithout();
    const int room = viewport()->width() - PanelGap - (withoutWidth > 0 ? withoutWidth + PanelGap : 0);
    const int width = qMax(LeastPanelWidth, room / count - PanelGap);
    // The numbers are beside the name of the launch, or below it where panels are narrow.
    m_captionLines = metrics.horizontalAdvance(longestCaption()) * 1.1 + 16 > width ? 2 : 1;
    m_zoom = std::min(m_zoom, greatestZoom());
    int left = PanelGap;
    int bottom = 0;
    m_options = commonOptions(width);
    for (size_t i = 0; i < m_model.launches().size(); ++i) {
        const LaunchLiveness& launch = m_model.launches()[i];
        TimelinePanel& panel = m_panels.emplace_back(
            TimelinePanel{.launch = &launch, .layout = measureTimeline(launch, optionsOf(i)), .left = left});
        left += int(panel.layout.width) + PanelGap;
        bottom = qMax(bottom, captionHeight() + int(panel.layout.height));
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
    showPanelsInView();
    viewport()->update();
}

/// That with the most characters, which is about the widest. Measuring hundreds of them takes long.
QString TimelineCanvas::longestCaption() const
{
    QString longest;
    for (const LaunchLiveness& launch : m_model.launches())
        if (const QString caption = toQString(launch.label) + bytesSummary(launch);
            caption.size() > longest.size())
            longest = caption;
    return longest;
}

/// Hundreds of launches have the same labels: each is measured once.
TimelineOptions TimelineCanvas::commonOptions(double width) const
{
    using TextWidths = std::unordered_map<std::string, double>;
    const auto widths = std::make_shared<TextWidths>();
    const QFontMetricsF metrics(font());
    TimelineOptions options;
    options.width = width;
    options.height = qMax(LeastPanelHeight, viewport()->height() - captionHeight() - 2);
    options.zoom = m_zoom;
    options.leftMargin = metrics.horizontalAdvance(QStringLiteral("000000")) + 6;
    options.rightMargin = 4;
    options.topMargin = 2;
    options.bottomMargin = 2 * metrics.height() + 2;
    options.characterWidth = metrics.averageCharWidth();
    options.textWidth = [metrics, widths](std::string_view text) {
        const auto [known, isNew] = widths->try_emplace(std::string(text), 0);
        if (isNew)
            known->second = metrics.horizontalAdvance(toQString(text));
        return known->second;
    };
    options.lineHeight = metrics.height();
    options.lineOf = m_lineOf;
    options.hasWords = false;
    options.isByBuffer = m_isByBuffer;
    return options;
}

double TimelineCanvas::greatestZoom() const
{
    size_t most = 1;
    for (const LaunchLiveness& launch : m_model.launches())
        most = std::max(most, launch.ticks.size());
    return std::max(64.0, double(most) * WidestColumn / std::max(viewport()->width(), 1));
}

void TimelineCanvas::layOut(TimelinePanel& panel) const
{
    if (panel.options)
        return;
    panel.options = optionsOf(size_t(panel.launch - m_model.launches().data()));
    panel.layout = layoutTimeline(*panel.launch, *panel.options);
}

bool TimelineCanvas::isInView(const TimelinePanel& panel) const
{
    const int left = panel.left - horizontalScrollBar()->value();
    return left < viewport()->width() && left + panel.layout.width > 0;
}

void TimelineCanvas::showPanelsInView()
{
    for (TimelinePanel& panel : m_panels) {
        if (!isInView(panel))
            continue;
        layOut(panel);
        const QRectF visible = visibleOf(panel);
        placeWords(panel.layout, *panel.launch, *panel.options,
                   {visible.x(), visible.y(), visible.width(), visible.height()});
    }
}

void TimelineCanvas::zoom(double factor, double x)
{
    const Hit hit = hitAt({int(x), captionHeight()});
    const size_t number = hit.panel ? size_t(hit.panel - m_panels.data()) : 0;
    const auto ticksAt = [&](const TimelinePanel& panel) {
        return (x - originOf(panel).x() - panel.layout.plot.x) / panel.layout.tickWidth;
    };
    const double ticks = m_panels.empty() ? 0 : ticksAt(m_panels[number]);
    const double wanted = std::clamp(m_zoom * factor, 1.0, greatestZoom());
    if (wanted == m_zoom)
        return;
    m_zoom = wanted;
    relayout();
    if (m_panels.empty())
        return;
    const double away = (ticks - ticksAt(m_panels[number])) * m_panels[number].layout.tickWidth;
    horizontalScrollBar()->setValue(horizontalScrollBar()->value() + qRound(away));
}

void TimelineCanvas::setLineOf(std::function<int(Place)> lineOf)
{
    m_lineOf = std::move(lineOf);
    relayout();
}

void TimelineCanvas::setByBuffer(bool isByBuffer)
{
    m_isByBuffer = isByBuffer;
    relayout();
}

void TimelineCanvas::setSelectedStatement(Place place)
{
    m_marks.statement = place;
    viewport()->update();
}

void TimelineCanvas::showFunction(const std::string& name)
{
    const auto isOfFunction = [&](const TimelinePanel& panel) { return panel.launch->function == name; };
    const auto beginsInView = [&](const TimelinePanel& panel) {
        const int left = panel.left - horizontalScrollBar()->value();
        return left >= 0 && left + LeastPanelWidth / 2 <= viewport()->width();
    };
    const auto first = std::ranges::find_if(m_panels, isOfFunction);
    if (first != m_panels.end() && !std::any_of(first, m_panels.end(), [&](const TimelinePanel& panel) {
            return isOfFunction(panel) && beginsInView(panel);
        }))
        horizontalScrollBar()->setValue(first->left - PanelGap);
}

int TimelineCanvas::captionHeight() const
{
    return m_captionLines * (QFontMetrics(font()).height() + 1) + 6;
}

QPoint TimelineCanvas::originOf(const TimelinePanel& panel) const
{
    return {panel.left - horizontalScrollBar()->value(), captionHeight() - verticalScrollBar()->value()};
}

QRectF TimelineCanvas::visibleOf(const TimelinePanel& panel) const
{
    return QRectF(viewport()->rect()).translated(-originOf(panel));
}

QRect TimelineCanvas::rectOf(size_t launch, size_t buffer) const
{
    TimelinePanel panel = m_panels.at(launch);
    layOut(panel);
    for (const TimelineBox& box : panel.layout.boxes)
        if (box.buffer == buffer)
            return QRectF(box.rect.x, box.rect.y, box.rect.width, box.rect.height)
                .translated(originOf(panel))
                .toRect();
    return {};
}

QRect TimelineCanvas::rectOfStatement(size_t launch, int tick) const
{
    const TimelinePanel& panel = m_panels.at(launch);
    return QRectF(panel.layout.xOfTick(tick), panel.layout.plot.y, panel.layout.tickWidth,
                  panel.layout.plot.height)
        .translated(originOf(panel))
        .toRect();
}

TimelineCanvas::Hit TimelineCanvas::hitAt(QPoint point) const
{
    for (const TimelinePanel& panel : m_panels) {
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
    TimelinePainter panels(painter, font(), m_marks);
    for (const TimelinePanel& panel : m_panels) {
        if (!isInView(panel))
            continue;
        painter.save();
        painter.translate(originOf(panel));
        panels.paint(panel, visibleOf(panel), m_captionLines);
        painter.restore();
    }
    paintWithout(painter);
}

Picture TimelineCanvas::picture() const
{
    return {m_size, [this](QPainter& painter) {
                painter.fillRect(QRect(QPoint(), m_size), theme().panel);
                TimelineMarks marks = m_marks;
                marks.hovered = nullptr;
                TimelinePainter panels(painter, font(), marks);
                for (TimelinePanel panel : m_panels) {
                    layOut(panel);
                    const Rect all{0, 0, panel.layout.width, panel.layout.height};
                    placeWords(panel.layout, *panel.launch, *panel.options, all);
                    painter.save();
                    painter.translate(panel.left, captionHeight());
                    panels.paint(panel, {0, 0, all.width, all.height}, m_captionLines);
                    painter.restore();
                }
                painter.translate(horizontalScrollBar()->value(), verticalScrollBar()->value());
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

/// Their names; the last line counts those that do not fit.
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
                         metrics.elidedText(text, Qt::ElideMiddle, line.width()));
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

void TimelineCanvas::resizeEvent(QResizeEvent*)
{
    relayout();
}

void TimelineCanvas::scrollContentsBy(int, int)
{
    showPanelsInView();
    viewport()->update();
}

void TimelineCanvas::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange)
        relayout();
    QAbstractScrollArea::changeEvent(event);
}

} // namespace tir::ui
