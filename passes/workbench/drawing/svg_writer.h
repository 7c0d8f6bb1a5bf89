/// Writes an SVG document element by element.

#pragma once

#include "passes/workbench/drawing/geometry.h"

#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>

namespace tir {

/// Three digits at most, no exponent, whatever the locale is.
std::string svgNumber(double value);

inline constexpr double SvgPadding = 16; ///< around a picture
inline constexpr double SvgBaseline = 4; ///< from the middle of a line down to the feet of its letters

class SvgWriter {
public:
    using Attributes = std::initializer_list<std::pair<std::string_view, std::string>>;

    SvgWriter(double width, double height, const std::string& background);

    void rect(const Rect& rect, Attributes attributes);
    void line(Point from, Point to, Attributes attributes);
    void path(const std::string& commands, Attributes attributes);
    void words(Point at, std::string_view text, Attributes attributes);
    /// Diagonal lines; not every viewer knows patterns.
    void hatching(const Rect& rect, const std::string& color);
    /// A group that shows `title` under the pointer, until `endGroup`.
    void beginGroup(std::string_view title);
    void endGroup();
    /// The finished document, with a final newline.
    std::string finish();

private:
    void element(std::string_view name, Attributes geometry, Attributes attributes,
                 std::string_view content = {});

    std::string m_text;
};

} // namespace tir
