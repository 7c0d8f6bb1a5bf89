/// The split as a picture: host functions on the left, kernels on the right, a line with the reason from each value
/// that the host passes to the parameter that takes it, an arrow for the launch.

#include "passes/workbench/drawing/svg.h"
#include "passes/workbench/drawing/svg_writer.h"

#include <algorithm>
#include <string_view>

namespace tir {
namespace {

constexpr double Padding = 16;
constexpr double BoxWidth = 300;
constexpr double Between = 520; ///< for the reasons
constexpr double Header = 30;
constexpr double Row = 34;
constexpr double Gap = 22; ///< between launches
constexpr double Baseline = 4;
constexpr size_t BoxLetters = 40;
constexpr size_t ReasonLetters = 78; ///< of one line

bool isContinuation(char byte)
{
    return (static_cast<unsigned char>(byte) & 0xc0) == 0x80;
}

std::string cut(const std::string& text, size_t letters)
{
    if (text.size() <= letters)
        return text;
    while (letters > 0 && isContinuation(text[letters]))
        --letters;
    return text.substr(0, letters) + "…";
}

/// One line or two.
std::vector<std::string> wrapped(const std::string& text)
{
    if (text.size() <= ReasonLetters)
        return {text};
    const size_t space = text.rfind(' ', ReasonLetters);
    if (space == std::string::npos)
        return {cut(text, ReasonLetters)};
    return {text.substr(0, space), cut(text.substr(space + 1), ReasonLetters)};
}

double heightOf(const SplitKernel& kernel)
{
    return Header + Row * double(kernel.values.size()) + Padding / 2;
}

class SplitDrawing {
public:
    SplitDrawing(SvgWriter& svg, const Palette& palette) : m_svg(svg), m_palette(palette) {}

    /// The launches of one host function; returns the position of the next ones.
    double drawHost(std::span<const SplitKernel> kernels, double top)
    {
        double height = Header + Padding / 2;
        for (const SplitKernel& kernel : kernels)
            height += heightOf(kernel) + Gap;
        const Rect host{Padding, top, BoxWidth + 2 * Padding, height - Gap + Padding};
        box(host, m_palette.nodes[size_t(CallNodeKind::HostFunction)], kernels.front().host, "host function");
        double y = top + Header + Padding / 2;
        for (const SplitKernel& kernel : kernels) {
            drawKernel(kernel, y);
            y += heightOf(kernel) + Gap;
        }
        return host.bottom() + Gap;
    }

    static double width() { return 4 * Padding + 2 * BoxWidth + Between; }

private:
    void box(const Rect& rect, const std::string& color, const std::string& name, const std::string& kind)
    {
        m_svg.rect(rect,
                   {{"fill", color}, {"fill-opacity", "0.35"}, {"stroke", m_palette.muted}, {"rx", "6"}});
        m_svg.words({rect.x + 10, rect.y + Header / 2 + Baseline}, cut(name, BoxLetters),
                    {{"fill", m_palette.text}, {"font-weight", "bold"}});
        if (kind.empty())
            return;
        m_svg.words({rect.right() - 10, rect.y + Header / 2 + Baseline}, kind,
                    {{"fill", m_palette.muted}, {"font-size", "11"}, {"text-anchor", "end"}});
    }

    void drawKernel(const SplitKernel& kernel, double top)
    {
        const Rect launch{2 * Padding, top, BoxWidth, heightOf(kernel)};
        const Rect device{launch.right() + Between, top, BoxWidth, launch.height};
        box(launch, m_palette.background, "launch of " + cut(kernel.name, BoxLetters - 14), "");
        box(device, m_palette.nodes[size_t(CallNodeKind::Kernel)], kernel.name, "kernel");
        arrow(launch.right(), device.x, top + Header / 2,
              kernel.shape.empty() ? "launch" : "launch " + kernel.shape);
        for (size_t i = 0; i < kernel.values.size(); ++i)
            drawValue(kernel.values[i], launch, device, top + Header + Row * (double(i) + 0.5));
    }

    void arrow(double from, double to, double y, const std::string& words)
    {
        m_svg.line({from, y}, {to - 9, y}, {{"stroke", m_palette.text}, {"stroke-width", "2"}});
        m_svg.path("M" + svgNumber(to) + "," + svgNumber(y) + " l-10,-5 v10 Z", {{"fill", m_palette.text}});
        sign(words, (from + to) / 2, y, m_palette.text, "bold");
    }

    /// Text on a line, which ends before it.
    void sign(const std::string& words, double x, double y, const std::string& color, const char* weight)
    {
        const double width = (weight == std::string_view("bold") ? 7.0 : 5.6) * double(words.size()) + 12;
        m_svg.rect({x - width / 2, y - 8, width, 16}, {{"fill", m_palette.background}});
        m_svg.words(
            {x, y + Baseline}, words,
            {{"fill", color}, {"font-size", "11"}, {"font-weight", weight}, {"text-anchor", "middle"}});
    }

    void drawValue(const CapturedValue& value, const Rect& launch, const Rect& device, double y)
    {
        m_svg.beginGroup(value.parameter + ": " + value.type +
                         (value.reason.empty() ? "" : "; " + value.reason));
        m_svg.line({launch.right(), y}, {device.x, y}, {{"stroke", m_palette.muted}});
        for (const double x : {launch.right(), device.x})
            m_svg.rect({x - 3, y - 3, 6, 6}, {{"fill", m_palette.muted}});
        m_svg.words({launch.right() - 10, y + Baseline}, cut(value.argument, BoxLetters),
                    {{"fill", m_palette.text}, {"text-anchor", "end"}});
        m_svg.words({device.x + 10, y - 3}, cut(value.parameter, BoxLetters), {{"fill", m_palette.text}});
        m_svg.words({device.x + 10, y + 11}, cut(value.type, BoxLetters),
                    {{"fill", m_palette.muted}, {"font-size", "10"}});
        const std::vector<std::string> lines = wrapped(value.reason);
        const double middle = (launch.right() + device.x) / 2;
        for (size_t i = 0; i < lines.size() && !value.reason.empty(); ++i)
            sign(lines[i], middle, y + 14 * (double(i) - 0.5 * double(lines.size() - 1)), m_palette.muted,
                 "normal");
        m_svg.endGroup();
    }

    SvgWriter& m_svg;
    const Palette& m_palette;
};

} // namespace

std::string splitSvg(std::span<const SplitKernel> kernels, const Palette& palette)
{
    std::vector<std::span<const SplitKernel>> hosts;
    double height = 2 * Padding;
    for (size_t first = 0; first < kernels.size();) {
        size_t last = first;
        while (last < kernels.size() && kernels[last].host == kernels[first].host)
            height += heightOf(kernels[last++]) + Gap;
        hosts.push_back(kernels.subspan(first, last - first));
        height += Header + Padding;
        first = last;
    }
    SvgWriter svg(SplitDrawing::width(), kernels.empty() ? 3 * Padding : height, palette.background);
    if (kernels.empty())
        svg.words({Padding, 2 * Padding}, "this step splits nothing off", {{"fill", palette.muted}});
    SplitDrawing drawing(svg, palette);
    double top = Padding;
    for (const std::span<const SplitKernel> host : hosts)
        top = drawing.drawHost(host, top);
    return svg.finish();
}

} // namespace tir
