/// Small texts: names in quotes, counts, amounts of memory.

#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace tir {

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
