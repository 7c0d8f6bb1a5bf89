/// Draws what the layouts answer; positions are theirs, only words and colours are chosen here.

#include "passes/workbench/drawing/svg.h"

#include "passes/workbench/drawing/svg_writer.h"

#include <cmath>

namespace tir {
namespace {

constexpr double TitleHeight = 44;
constexpr double LaunchGap = 18;
constexpr double Padding = 16;
constexpr double Baseline = 4; ///< from the middle of a line down to the feet of its letters

std::string sumText(const LaunchLiveness& launch)
{
    std::string text = std::to_string(launch.takenBytes) + " bytes allocated, " +
                       std::to_string(launch.peakLiveBytes) + " live at most, " +
                       std::to_string(launch.wasteBytes) + " never needed at once";
    if (launch.hasSymbolicSizes)
        text += "; symbolic sizes are not counted";
    if (launch.isOverLimit())
        text += "; too much: " + overLimit(*launch.limit, launch.staticBytes, launch.takenBytes);
    return text;
}

std::string tooltip(const SharedBuffer& buffer)
{
    std::string text = buffer.name + ": " + buffer.dtype + " " + buffer.shape + ", " + buffer.scope + ", " +
                       buffer.sizeText + " bytes";
    if (buffer.offsetBytes >= 0)
        text += " at " + std::to_string(buffer.offsetBytes);
    text += buffer.firstTick < 0 ? ", never used"
                                 : ", live from statement " + std::to_string(buffer.firstTick + 1) + " to " +
                                       std::to_string(buffer.lastTick + 1);
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
        m_svg.words({Padding, m_top + 16}, m_launch.label,
                    {{"fill", m_palette.text}, {"font-size", "14"}, {"font-weight", "bold"}});
        m_svg.words({Padding, m_top + 34}, sumText(m_launch),
                    {{"fill", m_launch.isOverLimit() ? m_palette.error : m_palette.muted}});
        m_top += TitleHeight;
        drawAxes();
        for (const TimelineBox& box : m_layout.boxes)
            drawBox(box);
        drawBarriers();
        drawLimit();
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
            m_svg.words({plot.x - 8, y + Baseline}, mark.label,
                        {{"fill", m_palette.muted}, {"text-anchor", "end"}});
        }
        const double bottom = m_top + m_layout.height;
        for (const AxisMark& mark : m_layout.tickMarks)
            m_svg.words({mark.position, bottom - 8}, mark.label,
                        {{"fill", m_palette.muted}, {"text-anchor", "middle"}});
    }

    void drawBarriers()
    {
        const double bottom = m_top + m_layout.height - 24;
        for (const BarrierLine& barrier : m_layout.barriers)
            m_svg.line({barrier.x, m_top + m_layout.plot.y}, {barrier.x, bottom},
                       {{"stroke", m_palette.barrier}, {"stroke-width", "2"}, {"stroke-dasharray", "4 3"}});
    }

    void drawLimit()
    {
        if (!m_layout.limit)
            return;
        const double y = *m_layout.limit + m_top;
        m_svg.line({m_layout.plot.x, y}, {m_layout.plot.right(), y},
                   {{"stroke", m_palette.error}, {"stroke-width", "2"}});
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
        const std::string& ink = box.kind == BoxKind::Unused ? m_palette.text : m_palette.onBox;
        const auto write = [&](const std::string& words, const Rect& place, const char* weight) {
            const Rect at = moved(place);
            if (!words.empty())
                m_svg.words({at.x, at.center().y + Baseline}, words,
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

std::string curveCommands(const std::vector<Point>& curve)
{
    std::string commands;
    for (size_t i = 0; i < curve.size(); ++i) {
        commands += i == 0 ? "M" : (i == 1 ? " C" : " ");
        commands += svgNumber(curve[i].x + Padding) + "," + svgNumber(curve[i].y + Padding);
    }
    return commands;
}

/// A triangle from the end of the curve to the tip.
std::string arrowCommands(Point base, Point tip)
{
    double dx = tip.x - base.x;
    double dy = tip.y - base.y;
    const double length = std::hypot(dx, dy);
    if (length < 1)
        return {};
    dx *= 4 / length;
    dy *= 4 / length;
    const auto at = [](double x, double y) { return svgNumber(x + Padding) + "," + svgNumber(y + Padding); };
    return "M" + at(tip.x, tip.y) + " L" + at(base.x - dy, base.y + dx) + " L" +
           at(base.x + dy, base.y - dx) + " Z";
}

} // namespace

Palette lightPalette()
{
    return {
        .background = "#ffffff",
        .text = "#1c2733",
        .muted = "#5b6875",
        .grid = "#e3e8ed",
        .barrier = "#b4540a",
        .error = "#d6392b",
        .waste = "#f1f4f7",
        .onBox = "#10202c",
        .buffers = {"#8ecae6", "#ffc978", "#a8d896", "#d8b4e8", "#f5a89b", "#9bd8cf", "#e6d690", "#b9c4f2"},
        .nodes = {"#d8e6f7", "#f7e2bf", "#c9e8c0", "#d3eee9", "#eceff2", "#eceff2"}};
}

Palette darkPalette()
{
    return {
        .background = "#171d24",
        .text = "#e4eaf0",
        .muted = "#98a5b3",
        .grid = "#2c3641",
        .barrier = "#f0a35e",
        .error = "#e5574a",
        .waste = "#202832",
        .onBox = "#0d151c",
        .buffers = {"#5aa9cf", "#d9a04e", "#7fb86b", "#b58ccb", "#d68072", "#68b5aa", "#bfae5f", "#8f9cd8"},
        .nodes = {"#7fa6d6", "#d3a85f", "#86bb78", "#77b8ae", "#8b98a5", "#8b98a5"}};
}

std::string timelineSvg(std::span<const LaunchLiveness> launches, const Palette& palette,
                        const TimelineOptions& options)
{
    std::vector<TimelineLayout> layouts;
    double width = options.width;
    double height = Padding;
    for (const LaunchLiveness& launch : launches) {
        layouts.push_back(layoutTimeline(launch, options));
        width = std::max(width, layouts.back().width);
        height += TitleHeight + layouts.back().height + LaunchGap;
    }
    SvgWriter svg(width, launches.empty() ? 3 * Padding : height, palette.background);
    if (launches.empty())
        svg.words({Padding, 2 * Padding}, "no launch", {{"fill", palette.muted}});
    double top = Padding;
    for (size_t i = 0; i < launches.size(); ++i) {
        TimelineDrawing(svg, launches[i], layouts[i], palette, top).draw();
        top += TitleHeight + layouts[i].height + LaunchGap;
    }
    return svg.finish();
}

std::string callGraphSvg(const CallGraphLayout& layout, const CallGraph& graph, const Palette& palette)
{
    SvgWriter svg(layout.width + 2 * Padding, layout.height + 2 * Padding, palette.background);
    for (const CallEdge& edge : graph.edges) {
        const GraphEdgePath* path = layout.find(graph.nodes[edge.from].id, graph.nodes[edge.to].id);
        if (!path || path->curve.empty())
            continue;
        const bool isLaunch = edge.kind == CallEdgeKind::Launch || edge.kind == CallEdgeKind::Region;
        const std::string& color = isLaunch ? palette.text : palette.muted;
        svg.path(curveCommands(path->curve),
                 {{"fill", "none"}, {"stroke", color}, {"stroke-width", isLaunch ? "2" : "1.2"}});
        if (const std::string arrow = arrowCommands(path->curve.back(), path->tip); !arrow.empty())
            svg.path(arrow, {{"fill", color}});
        svg.words({path->label.x + Padding, path->label.y + Padding + Baseline}, edgeLabel(edge),
                  {{"fill", palette.muted}, {"font-size", "11"}, {"text-anchor", "middle"}});
    }
    for (const CallNode& node : graph.nodes) {
        const GraphNodeBox* box = layout.find(node.id);
        if (!box)
            continue;
        Rect rect = box->rect;
        rect.x += Padding;
        rect.y += Padding;
        const Point center = rect.center();
        svg.beginGroup(node.id);
        svg.rect(rect, {{"fill", palette.nodes[size_t(node.kind)]}, {"stroke", palette.muted}, {"rx", "6"}});
        svg.words({center.x, center.y - 8 + Baseline}, node.label,
                  {{"fill", palette.onBox}, {"text-anchor", "middle"}, {"font-weight", "bold"}});
        svg.words({center.x, center.y + 9 + Baseline}, nodeDetail(node),
                  {{"fill", palette.onBox}, {"font-size", "11"}, {"text-anchor", "middle"}});
        svg.endGroup();
    }
    return svg.finish();
}

} // namespace tir
