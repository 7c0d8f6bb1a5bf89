/// A source of decisions: bytes, used up one after another. The same bytes make the same decisions, so that
/// libFuzzer can grow a structured input byte by byte, and a random stretch of bytes is a random input.

#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <span>

namespace tir::testing {

class ByteSource {
public:
    explicit ByteSource(std::span<const uint8_t> bytes) : m_bytes(bytes) {}

    bool isEmpty() const { return m_next >= m_bytes.size(); }

    /// Of [0, bound); 0 when the bytes are used up.
    size_t below(size_t bound)
    {
        if (bound <= 1)
            return 0;
        size_t value = 0;
        for (size_t range = 1; range < bound && !isEmpty(); range <<= 8)
            value = value << 8 | m_bytes[m_next++];
        return value % bound;
    }
    int between(int first, int last) { return first + int(below(size_t(last - first + 1))); }
    /// True once in `times`; false when the bytes are used up.
    bool oneIn(size_t times) { return below(times) == times - 1; }

    template <class T>
    T oneOf(std::initializer_list<T> choices)
    {
        return choices.begin()[below(choices.size())];
    }

private:
    std::span<const uint8_t> m_bytes;
    size_t m_next = 0;
};

} // namespace tir::testing
