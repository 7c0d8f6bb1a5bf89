#include "core/support/decimal.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <limits>

namespace tir {
namespace {

/// The largest double has 309 digits before the point.
using Digits = std::array<char, 512>;

template <class... Format>
std::string written(double value, Format... format)
{
    Digits digits;
    return {digits.data(), std::to_chars(digits.data(), digits.data() + digits.size(), value, format...).ptr};
}

/// Whether a number outside of the range of double is too large; otherwise it is too small. `text` is known
/// to be a decimal number without a sign.
bool isTooLarge(std::string_view text)
{
    const size_t mantissaEnd = std::min(text.find_first_of("eE"), text.size());
    const std::string_view mantissa = text.substr(0, mantissaEnd);
    const size_t point = std::min(mantissa.find('.'), mantissa.size());
    const size_t first = mantissa.find_first_of("123456789");
    if (first == std::string_view::npos)
        return false;
    const double scale = first < point ? double(point - first) : -double(first - point - 1);
    std::string_view exponentText = text.substr(std::min(mantissaEnd + 1, text.size()));
    const bool isNegative = exponentText.starts_with('-');
    if (isNegative || exponentText.starts_with('+'))
        exponentText.remove_prefix(1);
    double exponent = 0;
    for (const char digit : exponentText)
        exponent = std::min(1e15, 10 * exponent + (digit - '0'));
    return scale + (isNegative ? -exponent : exponent) > 0;
}

} // namespace

std::optional<double> parseDouble(std::string_view text)
{
    const char* end = text.data() + text.size();
    double value = 0;
    const auto [rest, failure] = std::from_chars(text.data(), end, value);
    if (rest != end || text.empty())
        return std::nullopt;
    if (failure == std::errc())
        return value;
    if (failure != std::errc::result_out_of_range)
        return std::nullopt;
    const bool isNegative = text.starts_with('-');
    const double size =
        isTooLarge(text.substr(isNegative ? 1 : 0)) ? std::numeric_limits<double>::infinity() : 0;
    return isNegative ? -size : size;
}

std::string shortestText(double value)
{
    return written(value);
}

std::string decimalText(double value, int precision)
{
    return written(value, std::chars_format::general, precision);
}

std::string fixedText(double value, int precision)
{
    return written(value, std::chars_format::fixed, precision);
}

std::string scientificText(double value)
{
    return written(value, std::chars_format::scientific, 6);
}

std::string hexadecimalText(double value)
{
    std::string text = written(value, std::chars_format::hex);
    return text.insert(text.starts_with('-') ? 1 : 0, "0x");
}

} // namespace tir
