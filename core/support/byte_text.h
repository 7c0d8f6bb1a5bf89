/// Amounts of memory as text.

#pragma once

#include <cstdint>
#include <string>

namespace tir {

/// "512 bytes", "1.5 KiB", "4 GiB": in the largest unit of which there is at least one.
std::string byteText(uint64_t bytes);

} // namespace tir
