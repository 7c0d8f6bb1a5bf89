/// Texts in an arena.

#pragma once

#include "core/support/arena.h"

namespace tir {

/// A copy of a text that is hardly ever there already: to intern thousands of such texts is to look in vain
/// in a table that outgrows the cache.
inline std::string_view copyText(Arena& arena, std::string_view text)
{
    const std::span<const char> copy = arena.copy(std::span<const char>(text));
    return {copy.data(), copy.size()};
}

} // namespace tir
