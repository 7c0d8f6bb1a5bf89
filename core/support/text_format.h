/// Small texts: names in quotes, counts, amounts of memory.

#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace tir {

/// A digit, or a byte of a name in ASCII, whatever the locale.
constexpr bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}
constexpr bool isNameByte(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || isDigit(c);
}
/// Bytes of a name, the first of which is no digit.
bool isIdentifier(std::string_view text);

/// `'X'`: a name in a sentence. Not a function, so that std::quoted is no candidate where the name is a std::string.
inline constexpr auto quoted = [](std::string_view name) { return "'" + std::string(name) + "'"; };

/// "1 place", "3 places"; `many` is the plural if it is not `one` with an s.
std::string counted(int64_t count, std::string_view one, std::string_view many = {});

/// "512 bytes", "1.5 KiB", "4 GiB": in the largest unit of which there is at least one.
std::string byteText(uint64_t bytes);

/// "65,536": digits in groups of three.
std::string groupedDigits(int64_t number);
/// The same for a number as text; a formula keeps its numbers as the code has them.
std::string groupedDigits(std::string numberOrFormula);

/// Without white space at both ends.
std::string_view trimmed(std::string_view text);

} // namespace tir
