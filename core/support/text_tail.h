/// The end of a stream of text of unlimited length: the last lines of a program's output usually state why it ended.

#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace tir {

class TextTail {
public:
    explicit TextTail(size_t maxBytes) : m_maxBytes(maxBytes) {}

    void append(std::string_view piece);
    /// All of it; or its last maxBytes, from the start of a line on, after a line that states how much is omitted.
    std::string text() const;

private:
    size_t m_maxBytes;
    uint64_t m_total = 0;
    std::string m_end; ///< at most twice as much as is kept
};

/// The last line that is not blank, at most 200 bytes of it; "" for a text without one.
std::string_view lastLine(std::string_view text);

} // namespace tir
