#include "core/script/syntax/literal_reader.h"

#include "core/script/syntax/reporting.h"
#include "core/support/text_format.h"

#include <algorithm>

namespace tir::script {
namespace {

int hexDigit(char c)
{
    if (isDigit(c))
        return c - '0';
    if (c >= 'a' && c <= 'f')
        return c - 'a' + 10;
    if (c >= 'A' && c <= 'F')
        return c - 'A' + 10;
    return -1;
}

void appendUtf8(std::string& text, uint32_t codePoint)
{
    if (codePoint < 0x80) {
        text += char(codePoint);
    } else if (codePoint < 0x800) {
        text += char(0xC0 | (codePoint >> 6));
        text += char(0x80 | (codePoint & 0x3F));
    } else if (codePoint < 0x10000) {
        text += char(0xE0 | (codePoint >> 12));
        text += char(0x80 | ((codePoint >> 6) & 0x3F));
        text += char(0x80 | (codePoint & 0x3F));
    } else {
        text += char(0xF0 | ((codePoint >> 18) & 0x07));
        text += char(0x80 | ((codePoint >> 12) & 0x3F));
        text += char(0x80 | ((codePoint >> 6) & 0x3F));
        text += char(0x80 | (codePoint & 0x3F));
    }
}

} // namespace

size_t LiteralReader::endOfNumber(size_t begin, bool& isFloat)
{
    m_at = begin;
    isFloat = false;
    if (peek() == '0' && (peek(1) == 'x' || peek(1) == 'X' || peek(1) == 'b' || peek(1) == 'B' ||
                          peek(1) == 'o' || peek(1) == 'O')) {
        m_at += 2;
        while (hexDigit(peek()) >= 0 || peek() == '_')
            ++m_at;
    } else {
        readDigits();
        if (peek() == '.') {
            isFloat = true;
            ++m_at;
            readDigits();
        }
        const bool isSigned = peek(1) == '+' || peek(1) == '-';
        if ((peek() == 'e' || peek() == 'E') && isDigit(peek(isSigned ? 2 : 1))) {
            isFloat = true;
            m_at += isSigned ? 2 : 1;
            readDigits();
        }
    }
    if (isPythonNameByte(peek())) {
        while (isPythonNameByte(peek()) && m_at < m_text.size())
            ++m_at;
        reportAt(m_diagnostics, begin, m_at, "bad-number",
                 quoted(m_text.substr(begin, m_at - begin)) + " is not a number");
    }
    return m_at;
}

void LiteralReader::readDigits()
{
    while (isDigit(peek()) || (peek() == '_' && isDigit(peek(1))))
        ++m_at;
}

LiteralReader::String LiteralReader::readString(size_t begin, size_t at, bool isRaw)
{
    m_at = at;
    const char quote = peek();
    const bool isTriple = peek(1) == quote && peek(2) == quote;
    m_at += isTriple ? 3 : 1;
    // Without escapes the bytes of the text are those of the string.
    if (!isTriple) {
        size_t end = m_at;
        while (end < m_text.size() && m_text[end] != quote && m_text[end] != '\\' && m_text[end] != '\n')
            ++end;
        if (end < m_text.size() && m_text[end] == quote)
            return {end + 1, m_text.substr(m_at, end - m_at)};
    }
    m_decoded.clear();
    while (true) {
        if (m_at >= m_text.size() || (!isTriple && isLineEnd())) {
            reportAt(m_diagnostics, begin, std::min(m_at, at + 1), "unterminated-string",
                     "string has no closing quote");
            break;
        }
        const char c = m_text[m_at];
        if (c == quote && (!isTriple || (peek(1) == quote && peek(2) == quote))) {
            m_at += isTriple ? 3 : 1;
            break;
        }
        if (c == '\\' && !isRaw) {
            readEscape(m_decoded);
        } else if (c == '\\' && m_at + 1 < m_text.size()) {
            m_decoded += m_text.substr(m_at, 2);
            m_at += 2;
        } else {
            m_decoded += c;
            ++m_at;
        }
    }
    return {m_at, m_decoded};
}

/// `\xHH` is a byte, as the printer writes it; `\u` a code point.
void LiteralReader::readEscape(std::string& bytes)
{
    const char c = peek(1);
    const size_t begin = m_at;
    m_at += 2;
    switch (c) {
    case '\n':
        return;
    case 'n':
        bytes += '\n';
        return;
    case 't':
        bytes += '\t';
        return;
    case 'r':
        bytes += '\r';
        return;
    case 'a':
        bytes += '\a';
        return;
    case 'b':
        bytes += '\b';
        return;
    case 'f':
        bytes += '\f';
        return;
    case 'v':
        bytes += '\v';
        return;
    case '\\':
    case '\'':
    case '"':
        bytes += c;
        return;
    case 'x':
        return readCodePoint(bytes, begin, 2);
    case 'u':
        return readCodePoint(bytes, begin, 4);
    case 'U':
        return readCodePoint(bytes, begin, 8);
    default:
        break;
    }
    if (c >= '0' && c <= '7') {
        uint32_t value = 0;
        --m_at;
        for (int digits = 0; digits < 3 && peek() >= '0' && peek() <= '7'; ++digits, ++m_at)
            value = value * 8 + uint32_t(peek() - '0');
        bytes += char(value);
        return;
    }
    bytes += '\\';
    m_at = begin + 1;
}

void LiteralReader::readCodePoint(std::string& bytes, size_t begin, int digits)
{
    uint32_t value = 0;
    for (int i = 0; i < digits; ++i, ++m_at) {
        if (hexDigit(peek()) < 0) {
            reportAt(m_diagnostics, begin, m_at, "bad-escape",
                     "escape needs " + std::to_string(digits) + " hex digits");
            return;
        }
        value = value * 16 + uint32_t(hexDigit(peek()));
    }
    if (digits == 2)
        bytes += char(value);
    else
        appendUtf8(bytes, value);
}

} // namespace tir::script
