/// Texts in an arena.

#pragma once

#include "core/support/arena.h"

namespace tir {

/// A copy of a text that is almost certainly new. Interning such texts would make the table outgrow the cache and
/// find nothing in it.
inline std::string_view copyText(Arena& arena, std::string_view text)
{
    const std::span<const char> copy = arena.copy(std::span<const char>(text));
    return {copy.data(), copy.size()};
}

} // namespace tir
