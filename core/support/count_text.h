/// Counts as text.

#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace tir {

/// "1 place", "3 places"; `many` is the plural if it is not `one` with an s.
std::string counted(int64_t count, std::string_view one, std::string_view many = {});

} // namespace tir
