#include "core/script/syntax/literal.h"

#include "core/support/decimal.h"
#include "core/support/text_format.h"

#include <cmath>

namespace tir::script {

std::string stringLiteral(std::string_view bytes)
{
    static constexpr char Digits[] = "0123456789ABCDEF";
    std::string text = "\"";
    for (const char c : bytes) {
        switch (c) {
        case '\\':
            text += "\\\\";
            break;
        case '"':
            text += "\\\"";
            break;
        case '\t':
            text += "\\t";
            break;
        case '\r':
            text += "\\r";
            break;
        case '\n':
            text += "\\n";
            break;
        default:
            if (c >= 0x20 && c <= 0x7E) {
                text += c;
            } else {
                const auto byte = static_cast<unsigned char>(c);
                text += "\\x";
                text += Digits[byte >> 4];
                text += Digits[byte & 15];
            }
        }
    }
    return text + "\"";
}

std::string floatText(double value)
{
    if (std::isnan(value))
        return std::signbit(value) ? "\"-nan\"" : "\"nan\"";
    if (std::isinf(value))
        return value < 0 ? "\"-inf\"" : "\"inf\"";
    const bool isIntegral = std::floor(value) == value;
    return isIntegral ? fixedText(value, 1) : decimalText(value, 17);
}

bool isDottedName(std::string_view text)
{
    bool isNameStart = true;
    for (const char c : text) {
        const bool isPart = isNameByte(c) || c == '.';
        if (!isPart || (isNameStart && (c == '.' || isDigit(c))))
            return false;
        isNameStart = c == '.';
    }
    return !isNameStart;
}

} // namespace tir::script
