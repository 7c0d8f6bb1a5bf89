/// Characters of UTF-8 texts. Any bytes are accepted: each byte that is not a continuation counts as a character.

#pragma once

#include <algorithm>
#include <cstddef>
#include <string_view>

namespace tir {

/// Whether the byte belongs to a character that began before it.
inline bool isUtf8Continuation(char byte)
{
    return (static_cast<unsigned char>(byte) & 0xC0) == 0x80;
}

inline size_t characterCount(std::string_view text)
{
    return size_t(std::ranges::count_if(text, [](char byte) { return !isUtf8Continuation(byte); }));
}

/// `at`, or the beginning of the character that it is inside of.
inline size_t characterBoundary(std::string_view text, size_t at)
{
    while (at > 0 && at < text.size() && isUtf8Continuation(text[at]))
        --at;
    return at;
}

} // namespace tir
