/// Floating-point numbers as text, always with a decimal point. `strtod` and `printf` follow LC_NUMERIC, which
/// the window inherits from the desktop; nothing that is read or written here does.

#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace tir {

/// The nearest double of a whole text such as `-2.5e3`, `inf` or `nan`; a value too large for a double is
/// infinite, one too small is zero, both with the sign of the text. Nothing when the text is anything else.
std::optional<double> parseDouble(std::string_view text);

/// The fewest digits that read back as the value: `0.5`, `1e+20`, `inf`.
std::string shortestText(double value);

/// As `%.{precision}g` in the C locale: up to `precision` significant digits.
std::string decimalText(double value, int precision);

/// As `%.{precision}f` in the C locale: `precision` digits after the point.
std::string fixedText(double value, int precision);

/// As `%e` in the C locale: `2.500000e+03`.
std::string scientificText(double value);

/// As `%a` in the C locale: every bit, `0x1.8p+1`. Precondition: finite.
std::string hexadecimalText(double value);

} // namespace tir
