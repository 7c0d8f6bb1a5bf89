/// Numbers and strings of a text, as Python spells them.

#pragma once

#include "core/support/diagnostic.h"
#include "core/support/text_format.h"

#include <array>
#include <string>
#include <string_view>

namespace tir::script {

/// Bytes of non-ASCII letters count as letters: names of variables may be in any language.
inline constexpr auto NameBytes = [] {
    std::array<bool, 256> bytes{};
    for (size_t i = 0; i < bytes.size(); ++i) {
        bytes[i] = isNameByte(char(i)) || i >= 0x80;
    }
    return bytes;
}();

inline bool isPythonNameByte(char c)
{
    return NameBytes[static_cast<unsigned char>(c)];
}

/// Errors in a literal are reported, and reading continues after it.
class LiteralReader {
public:
    LiteralReader(std::string_view text, Diagnostics& diagnostics) : m_text(text), m_diagnostics(diagnostics)
    {}

    /// Of the number that starts at `begin`.
    size_t endOfNumber(size_t begin, bool& isFloat);

    struct String {
        size_t end;
        std::string_view bytes; ///< decoded; until the next string is read
    };
    /// Of the string with its first quote at `at`; its prefix starts at `begin`.
    String readString(size_t begin, size_t at, bool isRaw);

private:
    char peek(size_t ahead = 0) const { return m_at + ahead < m_text.size() ? m_text[m_at + ahead] : '\0'; }
    bool isLineEnd() const { return peek() == '\n' || (peek() == '\r' && peek(1) == '\n'); }
    void readDigits();
    void readEscape(std::string& bytes);
    void readCodePoint(std::string& bytes, size_t begin, int digits);

    std::string_view m_text;
    Diagnostics& m_diagnostics;
    size_t m_at = 0;
    std::string m_decoded;
};

} // namespace tir::script
