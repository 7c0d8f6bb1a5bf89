/// The timeline as SVG. Positions are those of the layout; only texts and colors are chosen here.

#include "passes/workbench/drawing/svg.h"
#include "passes/workbench/drawing/svg_writer.h"

#include <algorithm>

namespace tir {
namespace {

constexpr double TitleHeight = 44;
constexpr double TimelineGap = 18;

std::string sumText(const LaunchLiveness& launch)
{
    if (launch.buffers.empty())
        return "no shared memory";
    std::string text = std::to_string(launch.takenBytes) + " bytes allocated, " +
                       std::to_string(launch.peakLiveBytes) + " live at most, " +
                       std::to_string(launch.wasteBytes) + " never needed at once";
    if (launch.hasSymbolicSizes)
        text += "; symbolic sizes are not counted, with them it takes " + launch.takenText;
    if (launch.isFinallyOverLimit())
        text += "; too much: " + overLimit(*launch.limit, launch.staticBytes, launch.takenBytes);
    return text;
}

std::string ticksText(int first, int last)
{
    return "statement " + std::to_string(first + 1) + " to " + std::to_string(last + 1);
}

std::string tooltip(const SharedBuffer& buffer)
{
    std::string text = buffer.name + ": " + buffer.dtype + " " + buffer.shape + ", " + buffer.scope + ", " +
                       buffer.sizeText + " bytes";
    if (!buffer.offsetText.empty())
        text += " at " + buffer.offsetText;
    text +=
        buffer.firstTick < 0 ? ", never used" : ", live from " + ticksText(buffer.firstTick, buffer.lastTick);
    if (buffer.isOutOfScope)
        text += "; its memory is out of scope here";
    return text;
}

class TimelineDrawing {
public:
    TimelineDrawing(SvgWriter& svg, const LaunchLiveness& launch, const TimelineLayout& layout,
                    const Palette& palette, double top)
        : m_svg(svg),
          m_launch(launch),
          m_layout(layout),
          m_palette(palette),
          m_top(top)
    {}

    void draw()
    {
        m_svg.words({SvgPadding, m_top + 16}, m_launch.label,
                    {{"fill", m_palette.text}, {"font-size", "14"}, {"font-weight", "bold"}});
        const bool isWrong = m_launch.isFinallyOverLimit() || !m_launch.conflicts.empty();
        m_svg.words({SvgPadding, m_top + 34}, sumText(m_launch),
                    {{"fill", isWrong ? m_palette.error : m_palette.muted}});
        if (m_launch.buffers.empty())
            return;
        m_top += TitleHeight;
        drawAxes();
        drawLoops();
        for (const OutlineBox& box : m_layout.outlines)
            m_svg.rect(
                moved(box.rect),
                {{"fill", "none"}, {"stroke", m_palette.muted}, {"stroke-dasharray", "2 3"}, {"rx", "2"}});
        for (const TimelineBox& box : m_layout.boxes)
            drawBox(box);
        drawBarriers();
        drawConflicts();
        drawLines();
        for (const TimelineBox& box : m_layout.boxes)
            drawWords(box);
    }

private:
    Rect moved(Rect rect) const
    {
        rect.y += m_top;
        return rect;
    }

    void drawAxes()
    {
        const Rect plot = moved(m_layout.plot);
        if (plot.height > 0) {
            Rect allocated = plot;
            if (m_layout.unusedFrom)
                allocated.height = *m_layout.unusedFrom + m_top - plot.y;
            if (allocated.height > 0)
                m_svg.rect(allocated, {{"fill", m_palette.waste}});
        }
        for (const AxisMark& mark : m_layout.addressMarks) {
            const double y = mark.position + m_top;
            m_svg.line({plot.x, y}, {plot.right(), y}, {{"stroke", m_palette.grid}});
            if (!mark.label.empty())
                m_svg.words({plot.x - 8, y + SvgBaseline}, mark.label,
                            {{"fill", m_palette.muted}, {"text-anchor", "end"}});
        }
        if (m_layout.lanesY)
            m_svg.words({plot.x - 8, *m_layout.lanesY + m_top + 12}, "varies",
                        {{"fill", m_palette.muted}, {"text-anchor", "end"}});
        const double feet = m_top + m_layout.axisY + 12;
        for (const AxisMark& mark : m_layout.tickMarks)
            m_svg.words({mark.position, feet}, mark.label,
                        {{"fill", m_palette.muted}, {"text-anchor", "middle"}});
        for (const StatementWords& statement : m_layout.statements)
            m_svg.words({m_layout.xOfTick(statement.tick) + m_layout.tickWidth / 2, feet + 16},
                        statement.words,
                        {{"fill", m_palette.muted}, {"font-size", "11"}, {"text-anchor", "middle"}});
    }

    void drawLoops()
    {
        for (const LoopBox& loop : m_layout.loops) {
            const Rect rect = moved(loop.rect);
            const double y = rect.center().y;
            const std::string commands = "M" + svgNumber(rect.x + 1) + "," + svgNumber(rect.bottom() - 1) +
                                         " V" + svgNumber(y) + " H" + svgNumber(rect.right() - 1) + " V" +
                                         svgNumber(rect.bottom() - 1);
            m_svg.path(commands, {{"fill", "none"}, {"stroke", m_palette.muted}});
            if (loop.label.empty())
                continue;
            const double width = 7.0 * double(loop.label.size()) + 4;
            m_svg.rect({rect.center().x - width / 2, rect.y, width, rect.height},
                       {{"fill", m_palette.background}});
            m_svg.words({rect.center().x, y + SvgBaseline}, loop.label,
                        {{"fill", m_palette.text}, {"font-size", "11"}, {"text-anchor", "middle"}});
        }
    }

    void drawBarriers()
    {
        const Rect plot = moved(m_layout.plot);
        for (const BarrierBar& barrier : m_layout.barriers) {
            m_svg.rect({barrier.x - barrier.width / 2, plot.y, barrier.width, plot.height},
                       {{"fill", m_palette.barrier}, {"fill-opacity", "0.75"}});
            if (!barrier.label.empty())
                m_svg.words({barrier.x, m_top + m_layout.barrierWordsY + 12}, barrier.label,
                            {{"fill", m_palette.barrier}, {"font-size", "11"}, {"text-anchor", "middle"}});
        }
    }

    void drawConflicts()
    {
        for (const ConflictBox& box : m_layout.conflicts) {
            const MemoryConflict& conflict = m_launch.conflicts[box.conflict];
            const Rect rect = moved(box.rect);
            m_svg.beginGroup(m_launch.buffers[conflict.first].name + " and " +
                             m_launch.buffers[conflict.second].name + " share bytes " +
                             std::to_string(conflict.begin) + " to " + std::to_string(conflict.end) +
                             ", both live from " + ticksText(conflict.firstTick, conflict.lastTick));
            m_svg.rect(rect, {{"fill", m_palette.error},
                              {"fill-opacity", "0.15"},
                              {"stroke", m_palette.error},
                              {"stroke-width", "2"}});
            m_svg.hatching(rect, m_palette.error);
            if (!box.label.empty()) {
                const Rect words = moved(box.labelRect);
                m_svg.rect(words, {{"fill", m_palette.background}, {"fill-opacity", "0.85"}});
                m_svg.words({words.x + 2, words.center().y + SvgBaseline}, box.label,
                            {{"fill", m_palette.error}, {"font-weight", "bold"}});
            }
            m_svg.endGroup();
        }
    }

    /// All lines, then their labels, so that no line crosses a label.
    void drawLines()
    {
        for (const MemoryLine& line : m_layout.lines) {
            const bool isError = line.kind == MemoryLineKind::Exceeded;
            const bool isDashed = line.kind == MemoryLineKind::Former || line.kind == MemoryLineKind::Limit;
            const double y = line.y + m_top;
            m_svg.line({m_layout.plot.x, y}, {m_layout.plot.right(), y},
                       {{"stroke", isError ? m_palette.error : m_palette.text},
                        {"stroke-width", isError ? "2" : "1"},
                        {"stroke-dasharray", isDashed ? "6 4" : "none"}});
        }
        for (const MemoryLine& line : m_layout.lines) {
            if (line.label.empty())
                continue;
            const Rect words = moved(line.labelRect);
            m_svg.rect({words.x + 12, words.y + 1, words.width - 12, words.height - 2},
                       {{"fill", m_palette.background}});
            m_svg.words({words.right(), words.center().y + SvgBaseline}, line.label,
                        {{"fill", line.kind == MemoryLineKind::Exceeded ? m_palette.error : m_palette.muted},
                         {"font-size", "11"},
                         {"text-anchor", "end"}});
        }
        if (m_launch.peakTick >= 0) {
            const double x = m_layout.xOfTick(m_launch.peakTick) + m_layout.tickWidth / 2;
            const double y = m_top + m_layout.plot.y;
            m_svg.beginGroup("the most bytes are live here");
            m_svg.path("M" + svgNumber(x - 5) + "," + svgNumber(y) + " h10 l-5,6 Z",
                       {{"fill", m_palette.text}});
            m_svg.endGroup();
        }
    }

    void drawBox(const TimelineBox& box)
    {
        const SharedBuffer& buffer = m_launch.buffers[box.buffer];
        const Rect rect = moved(box.rect);
        const bool isWrong = box.kind == BoxKind::OutOfScope;
        const std::string& color =
            isWrong ? m_palette.error : m_palette.buffers[box.buffer % m_palette.buffers.size()];
        const std::string opacity = box.kind == BoxKind::Unused ? "0.25" : "0.9";
        m_svg.beginGroup(tooltip(buffer));
        m_svg.rect(rect, {{"fill", color},
                          {"fill-opacity", opacity},
                          {"stroke", isWrong ? m_palette.error : m_palette.text},
                          {"stroke-opacity", "0.6"},
                          {"rx", "2"}});
        m_svg.endGroup();
    }

    /// Over the barriers, which would cross them out.
    void drawWords(const TimelineBox& box)
    {
        const bool isOnColor = box.kind != BoxKind::Unused && box.hasLabelInside();
        const std::string& ink = isOnColor ? m_palette.onBox : m_palette.text;
        const auto write = [&](const std::string& words, const Rect& place, const char* weight) {
            const Rect at = moved(place);
            if (!words.empty())
                m_svg.words({at.x, at.center().y + SvgBaseline}, words,
                            {{"fill", ink}, {"font-weight", weight}});
        };
        write(box.label, box.labelRect, box.detail.empty() ? "normal" : "bold");
        write(box.detail, box.detailRect, "normal");
    }

    SvgWriter& m_svg;
    const LaunchLiveness& m_launch;
    const TimelineLayout& m_layout;
    const Palette& m_palette;
    double m_top;
};

} // namespace

std::string timelineSvg(std::span<const LaunchLiveness> launches, const Palette& palette,
                        const TimelineOptions& options, std::span<const LaunchLiveness> before)
{
    std::vector<TimelineLayout> layouts;
    double width = options.width;
    double height = SvgPadding;
    const auto heightOf = [&](size_t i) {
        return TitleHeight + (launches[i].buffers.empty() ? 0 : layouts[i].height) + TimelineGap;
    };
    for (size_t i = 0; i < launches.size(); ++i) {
        TimelineOptions own = options;
        own.former = formerLayout(before, launches, i);
        layouts.push_back(layoutTimeline(launches[i], withRoomForAddresses(std::move(own), launches[i])));
        width = std::max(width, layouts.back().width);
        height += heightOf(i);
    }
    SvgWriter svg(width, launches.empty() ? 3 * SvgPadding : height, palette.background);
    if (launches.empty())
        svg.words({SvgPadding, 2 * SvgPadding}, "no launch", {{"fill", palette.muted}});
    double top = SvgPadding;
    for (size_t i = 0; i < launches.size(); ++i) {
        TimelineDrawing(svg, launches[i], layouts[i], palette, top).draw();
        top += heightOf(i);
    }
    return svg.finish();
}

} // namespace tir
