/// The split as a picture: host functions on the left, kernels on the right, a line with the reason from each value
/// that the host passes to the parameter that takes it, an arrow for the launch. In a narrow picture, boxes and reasons
/// are narrower, too, and a reason takes as many lines as it needs.

#include "core/support/utf8.h"
#include "passes/workbench/drawing/svg.h"
#include "passes/workbench/drawing/svg_writer.h"

#include <algorithm>
#include <string_view>

namespace tir {
namespace {

constexpr double LeastBoxWidth = 190;
constexpr double MostBoxWidth = 300;
constexpr double Header = 30;
constexpr double LeastRow = 34;
constexpr double ReasonLine = 14;
constexpr double LaunchGap = 22;
constexpr double BoxLetter = 7; ///< its width
constexpr double BoldLetter = 6.4;
constexpr double ReasonLetter = 5.6;
constexpr size_t MostArrowLines = 2; ///< its tool tip has all of them
constexpr double ArrowHead = 20;     ///< and room before the words
constexpr double BesideReason = 40;  ///< of the line that it is on

std::string cut(const std::string& text, size_t letters)
{
    if (text.size() <= letters)
        return text;
    return text.substr(0, characterBoundary(text, letters)) + "…";
}

/// In lines of at most this many letters; only longer words are cut.
std::vector<std::string> wrapped(std::string_view text, size_t letters)
{
    std::vector<std::string> lines;
    while (!text.empty()) {
        const std::string_view word = text.substr(0, text.find(' '));
        text.remove_prefix(std::min(word.size() + 1, text.size()));
        if (!lines.empty() && characterCount(lines.back()) + 1 + characterCount(word) <= letters)
            lines.back() += " " + std::string(word);
        else
            lines.push_back(cut(std::string(word), letters));
    }
    return lines;
}

/// Widths that follow from that of the picture, and the heights that follow from them.
class SplitMeasures {
public:
    explicit SplitMeasures(double width)
        : m_box(LeastBoxWidth + (MostBoxWidth - LeastBoxWidth) * (width - LeastSplitWidth) /
                                    (MostSplitWidth - LeastSplitWidth)),
          m_between(width - 4 * SvgPadding - 2 * m_box)
    {}

    double box() const { return m_box; } ///< width of a launch, and of a kernel
    double between() const { return m_between; }

    double heightOf(const SplitKernel& kernel) const
    {
        double height = Header + SvgPadding / 2;
        for (const CapturedValue& value : kernel.values)
            height += rowOf(value);
        return height;
    }

    double rowOf(const CapturedValue& value) const
    {
        return std::max(LeastRow, ReasonLine * double(reasonLines(value).size()) + 6);
    }

    /// Without the subject, which is the same everywhere.
    std::vector<std::string> reasonLines(const CapturedValue& value) const
    {
        constexpr std::string_view Subject = "the region ";
        std::string_view text = value.reason;
        if (text.starts_with(Subject))
            text.remove_prefix(Subject.size());
        return wrapped(text, size_t((m_between - BesideReason) / ReasonLetter));
    }

private:
    double m_box;
    double m_between;
};

class SplitDrawing {
public:
    SplitDrawing(SvgWriter& svg, const Palette& palette, const SplitMeasures& measures,
                 std::vector<PictureTip>& tips)
        : m_svg(svg),
          m_palette(palette),
          m_measures(measures),
          m_box(measures.box()),
          m_between(measures.between()),
          m_tips(tips)
    {}

    /// The launches of one host function; returns the position of the next ones.
    double drawHost(std::span<const SplitKernel> kernels, double top)
    {
        double height = Header + SvgPadding / 2;
        for (const SplitKernel& kernel : kernels)
            height += m_measures.heightOf(kernel) + LaunchGap;
        const Rect host{SvgPadding, top, m_box + 2 * SvgPadding, height - LaunchGap + SvgPadding};
        box(host, m_palette.nodes[size_t(CallNodeKind::HostFunction)], kernels.front().host, "host function");
        double y = top + Header + SvgPadding / 2;
        for (const SplitKernel& kernel : kernels) {
            drawKernel(kernel, y);
            y += m_measures.heightOf(kernel) + LaunchGap;
        }
        return host.bottom() + LaunchGap;
    }

private:
    size_t boxLetters() const { return size_t((m_box - 20) / BoxLetter); }

    void box(const Rect& rect, const std::string& color, const std::string& name, const std::string& kind)
    {
        m_svg.rect(rect,
                   {{"fill", color}, {"fill-opacity", "0.35"}, {"stroke", m_palette.muted}, {"rx", "6"}});
        m_svg.words({rect.x + 10, rect.y + Header / 2 + SvgBaseline}, cut(name, boxLetters() - kind.size()),
                    {{"fill", m_palette.text}, {"font-weight", "bold"}});
        if (kind.empty())
            return;
        m_svg.words({rect.right() - 10, rect.y + Header / 2 + SvgBaseline}, kind,
                    {{"fill", m_palette.muted}, {"font-size", "11"}, {"text-anchor", "end"}});
    }

    void drawKernel(const SplitKernel& kernel, double top)
    {
        const Rect launch{2 * SvgPadding, top, m_box, m_measures.heightOf(kernel)};
        const Rect device{launch.right() + m_between, top, m_box, launch.height};
        box(launch, m_palette.background, "launch of " + kernel.name, "");
        box(device, m_palette.nodes[size_t(CallNodeKind::Kernel)], kernel.name, "kernel");
        arrow(launch.right(), device.x, top + Header / 2,
              kernel.shape.empty() ? "launch" : "launch " + kernel.shape);
        double y = top + Header;
        for (const CapturedValue& value : kernel.values) {
            const double row = m_measures.rowOf(value);
            drawValue(value, launch, device, y + row / 2, row);
            y += row;
        }
    }

    void arrow(double from, double to, double y, const std::string& words)
    {
        m_svg.line({from, y}, {to - 9, y}, {{"stroke", m_palette.text}, {"stroke-width", "2"}});
        m_svg.path("M" + svgNumber(to) + "," + svgNumber(y) + " l-10,-5 v10 Z", {{"fill", m_palette.text}});
        m_tips.push_back({{from, y - Header / 2, to - from, Header}, words});
        std::vector<std::string> lines =
            wrapped(words, size_t((to - from - SvgPadding - ArrowHead) / BoldLetter));
        if (lines.size() > MostArrowLines) {
            lines.resize(MostArrowLines);
            lines.back() += " …";
        }
        signs(lines, (from + SvgPadding + to) / 2, y, m_palette.text, "bold");
    }

    /// Lines of text above each other, in the middle of a line.
    void signs(const std::vector<std::string>& lines, double x, double y, const std::string& color,
               const char* weight)
    {
        for (size_t i = 0; i < lines.size(); ++i)
            sign(lines[i], x, y + ReasonLine * (double(i) - 0.5 * double(lines.size() - 1)), color, weight);
    }

    /// Text on a line, which ends before it.
    void sign(const std::string& words, double x, double y, const std::string& color, const char* weight)
    {
        const double width =
            (weight == std::string_view("bold") ? BoldLetter : ReasonLetter) * double(characterCount(words)) +
            12;
        m_svg.rect({x - width / 2, y - 8, width, 16}, {{"fill", m_palette.background}});
        m_svg.words(
            {x, y + SvgBaseline}, words,
            {{"fill", color}, {"font-size", "11"}, {"font-weight", weight}, {"text-anchor", "middle"}});
    }

    void drawValue(const CapturedValue& value, const Rect& launch, const Rect& device, double y, double row)
    {
        const std::string tip =
            value.parameter + ": " + value.type + (value.reason.empty() ? "" : "; " + value.reason);
        m_tips.push_back({{launch.x, y - row / 2, device.right() - launch.x, row}, tip});
        m_svg.beginGroup(tip);
        m_svg.line({launch.right(), y}, {device.x, y}, {{"stroke", m_palette.muted}});
        for (const double x : {launch.right(), device.x})
            m_svg.rect({x - 3, y - 3, 6, 6}, {{"fill", m_palette.muted}});
        m_svg.words({launch.right() - 10, y + SvgBaseline}, cut(value.argument, boxLetters()),
                    {{"fill", m_palette.text}, {"text-anchor", "end"}});
        m_svg.words({device.x + 10, y - 3}, cut(value.parameter, boxLetters()), {{"fill", m_palette.text}});
        m_svg.words({device.x + 10, y + 11}, cut(value.type, size_t((m_box - 20) / ReasonLetter)),
                    {{"fill", m_palette.muted}, {"font-size", "10"}});
        const double middle = (launch.right() + SvgPadding + device.x) / 2; // outside of the host function
        if (!value.reason.empty())
            signs(m_measures.reasonLines(value), middle, y, m_palette.muted, "normal");
        m_svg.endGroup();
    }

    SvgWriter& m_svg;
    const Palette& m_palette;
    const SplitMeasures& m_measures;
    double m_box;
    double m_between;
    std::vector<PictureTip>& m_tips;
};

} // namespace

SplitPicture drawSplit(std::span<const SplitKernel> kernels, const Palette& palette, double width)
{
    width = std::clamp(width, LeastSplitWidth, MostSplitWidth);
    const SplitMeasures measures(width);
    SplitPicture picture;
    std::vector<std::span<const SplitKernel>> hosts;
    double height = 2 * SvgPadding;
    for (size_t first = 0; first < kernels.size();) {
        size_t last = first;
        while (last < kernels.size() && kernels[last].host == kernels[first].host)
            height += measures.heightOf(kernels[last++]) + LaunchGap;
        hosts.push_back(kernels.subspan(first, last - first));
        height += Header + SvgPadding;
        first = last;
    }
    SvgWriter svg(width, kernels.empty() ? 3 * SvgPadding : height, palette.background);
    if (kernels.empty())
        svg.words({SvgPadding, 2 * SvgPadding}, "this step splits nothing off", {{"fill", palette.muted}});
    SplitDrawing drawing(svg, palette, measures, picture.tips);
    double top = SvgPadding;
    for (const std::span<const SplitKernel> host : hosts)
        top = drawing.drawHost(host, top);
    picture.svg = svg.finish();
    return picture;
}

} // namespace tir
