/// The symbols of Python and the keywords of its grammar, numbered at compile time: the parser compares numbers instead
/// of text.

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace tir::script {

/// Reserved names, other names, symbols. Each part is in the order of the first letters; of symbols that
/// start alike the longest comes first.
inline constexpr std::array<std::string_view, 29 + 47> TokenTexts{
    "and",    "as",    "assert", "break", "class", "continue", "def",      "del", "elif", "else", "for",
    "from",   "if",    "import", "in",    "is",    "lambda",   "nonlocal", "not", "or",   "pass", "raise",
    "return", "while", "with",   "yield", "False", "None",     "True",     "!=",  "%=",   "%",    "&=",
    "&",      "(",     ")",      "**=",   "**",    "*=",       "*",        "+=",  "+",    ",",    "->",
    "-=",     "-",     "...",    ".",     "//=",   "//",       "/=",       "/",   ":=",   ":",    ";",
    "<<=",    "<<",    "<=",     "<",     "==",    "=",        ">>=",      ">>",  ">=",   ">",    "@=",
    "@",      "[",     "]",      "^=",    "^",     "{",        "|=",       "|",   "}",    "~",
};
inline constexpr size_t ReservedWords = 26;
inline constexpr size_t NamedWords = 29;

static_assert(!TokenTexts.back().empty());

class TokenId {
public:
    /// Not a word of the grammar: any other name, a number, a string …
    constexpr TokenId() = default;
    /// Of a literal that is in the list: any other does not compile.
    template <size_t Size>
    consteval TokenId(const char (&text)[Size]) : m_number(0) // NOLINT: a word is written as its text
    {
        while (TokenTexts[m_number] != std::string_view(text, Size - 1))
            ++m_number; // past the end for an unknown word, which is an error in a constant expression
    }

    static constexpr TokenId ofName(std::string_view name)
    {
        return find(
            name, [&](std::string_view word) { return word == name; }, 0, NamedWords);
    }
    /// The longest symbol that `text` starts with.
    static constexpr TokenId ofSymbolAt(std::string_view text)
    {
        return find(
            text, [&](std::string_view word) { return text.starts_with(word); }, NamedWords,
            TokenTexts.size());
    }

    constexpr std::string_view text() const
    {
        return m_number < TokenTexts.size() ? TokenTexts[m_number] : "";
    }
    /// A name that Python keeps for itself.
    constexpr bool isReserved() const { return m_number < ReservedWords; }
    /// Less than TokenTexts.size() for a word.
    constexpr size_t number() const { return m_number; }
    constexpr explicit operator bool() const { return m_number < TokenTexts.size(); }
    constexpr bool operator==(const TokenId&) const = default;

private:
    static constexpr uint8_t Nothing = 0xFF;

    /// The first word for each first letter.
    static constexpr std::array<uint8_t, 128> Starts = [] {
        std::array<uint8_t, 128> starts{};
        starts.fill(Nothing);
        for (size_t i = TokenTexts.size(); i-- > 0;)
            starts[size_t(TokenTexts[i][0])] = uint8_t(i);
        return starts;
    }();

    template <class Matches>
    static constexpr TokenId find(std::string_view text, Matches matches, size_t first, size_t last)
    {
        TokenId word;
        const auto letter = static_cast<unsigned char>(text.front());
        if (letter >= Starts.size() || Starts[letter] < first)
            return word;
        for (size_t i = Starts[letter]; i < last && TokenTexts[i][0] == char(letter); ++i)
            if (matches(TokenTexts[i])) {
                word.m_number = uint8_t(i);
                break;
            }
        return word;
    }

    uint8_t m_number = Nothing;
};

} // namespace tir::script
