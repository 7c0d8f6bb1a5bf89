/// Small texts: names in quotes, counts, amounts of memory.

#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace tir {

/// `'X'`: a name in a sentence.
std::string quoted(std::string_view name);

/// "1 place", "3 places"; `many` is the plural if it is not `one` with an s.
std::string counted(int64_t count, std::string_view one, std::string_view many = {});

/// "512 bytes", "1.5 KiB", "4 GiB": in the largest unit of which there is at least one.
std::string byteText(uint64_t bytes);

/// Without white space at both ends.
std::string_view trimmed(std::string_view text);

} // namespace tir
