/// Escaping and numbers of SVG.

#include "passes/workbench/drawing/svg_writer.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

namespace tir {
namespace {

void appendEscaped(std::string& out, std::string_view text)
{
    for (const char letter : text) {
        if (letter == '&')
            out += "&amp;";
        else if (letter == '<')
            out += "&lt;";
        else if (letter == '>')
            out += "&gt;";
        else if (letter == '"')
            out += "&quot;";
        else if (static_cast<unsigned char>(letter) >= ' ')
            out += letter;
    }
}

} // namespace

std::string svgNumber(double value)
{
    const double rounded = std::round(value * 1000) / 1000;
    std::array<char, 64> digits;
    const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), rounded == 0 ? 0.0 : rounded,
                                   std::chars_format::fixed)
                         .ptr;
    return {digits.data(), end};
}

SvgWriter::SvgWriter(double width, double height, const std::string& background)
{
    const std::string size = svgNumber(width) + " " + svgNumber(height);
    m_text = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 " + size + "\" width=\"" +
             svgNumber(width) + "\" height=\"" + svgNumber(height) +
             "\" font-family=\"sans-serif\" font-size=\"12\">\n";
    rect({0, 0, width, height}, {{"fill", background}});
}

void SvgWriter::rect(const Rect& rect, Attributes attributes)
{
    element("rect",
            {{"x", svgNumber(rect.x)},
             {"y", svgNumber(rect.y)},
             {"width", svgNumber(rect.width)},
             {"height", svgNumber(rect.height)}},
            attributes);
}

void SvgWriter::line(Point from, Point to, Attributes attributes)
{
    element("line",
            {{"x1", svgNumber(from.x)},
             {"y1", svgNumber(from.y)},
             {"x2", svgNumber(to.x)},
             {"y2", svgNumber(to.y)}},
            attributes);
}

void SvgWriter::path(const std::string& commands, Attributes attributes)
{
    element("path", {{"d", commands}}, attributes);
}

void SvgWriter::words(Point at, std::string_view text, Attributes attributes)
{
    element("text", {{"x", svgNumber(at.x)}, {"y", svgNumber(at.y)}}, attributes, text);
}

void SvgWriter::hatching(const Rect& rect, const std::string& color)
{
    constexpr double LeastDistance = 7;
    constexpr double MostLines = 200;
    const double all = rect.width + rect.height;
    const double distance = std::max(LeastDistance, all / MostLines);
    std::string commands;
    for (double at = distance; at < all; at += distance)
        commands += "M" + svgNumber(rect.x + std::max(0.0, at - rect.height)) + "," +
                    svgNumber(rect.y + std::min(at, rect.height)) + " L" +
                    svgNumber(rect.x + std::min(at, rect.width)) + "," +
                    svgNumber(rect.y + std::max(0.0, at - rect.width)) + " ";
    if (!commands.empty())
        path(commands, {{"fill", "none"}, {"stroke", color}, {"stroke-width", "1.5"}});
}

void SvgWriter::beginGroup(std::string_view title)
{
    m_text += "<g><title>";
    appendEscaped(m_text, title);
    m_text += "</title>\n";
}

void SvgWriter::endGroup()
{
    m_text += "</g>\n";
}

std::string SvgWriter::finish()
{
    return std::move(m_text) + "</svg>\n";
}

void SvgWriter::element(std::string_view name, Attributes geometry, Attributes attributes,
                        std::string_view content)
{
    m_text += '<';
    m_text += name;
    for (const Attributes& list : {geometry, attributes})
        for (const auto& [key, value] : list) {
            m_text += ' ';
            m_text += key;
            m_text += "=\"";
            appendEscaped(m_text, value);
            m_text += '"';
        }
    if (content.empty()) {
        m_text += "/>\n";
        return;
    }
    m_text += '>';
    appendEscaped(m_text, content);
    m_text += "</";
    m_text += name;
    m_text += ">\n";
}

} // namespace tir
