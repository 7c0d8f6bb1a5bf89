/// Progress of a reading, reported to its caller; and whether it is to go on. Queried at every line and
/// statement, it passes the question on once in 64 KiB of text.

#pragma once

#include <cstddef>
#include <functional>

namespace tir {

/// Progress callback: percent, on the thread that reads; return false to cancel.
using ReadingWatch = std::function<bool(int percent)>;

namespace script {

class ReadProgress {
public:
    ReadProgress(const ReadingWatch& watch, size_t textBytes) : m_watch(watch), m_textBytes(textBytes) {}

    /// From here on the text is gone through again, which takes the percentages between the two.
    void begin(int firstPercent, int lastPercent)
    {
        m_first = firstPercent;
        m_last = lastPercent;
        ask(0);
    }

    /// False once the reading is to end.
    bool reached(size_t offset) { return offset < m_next ? !m_isCancelled : ask(offset); }
    bool isCancelled() const { return m_isCancelled; }

private:
    static constexpr size_t BytesBetween = size_t(64) << 10;

    bool ask(size_t offset)
    {
        m_next = offset + BytesBetween;
        const size_t share = size_t(m_last - m_first) * offset / (m_textBytes + 1);
        if (m_watch && !m_isCancelled)
            m_isCancelled = !m_watch(m_first + int(share));
        return !m_isCancelled;
    }

    const ReadingWatch& m_watch;
    size_t m_textBytes;
    size_t m_next = 0;
    int m_first = 0;
    int m_last = 100;
    bool m_isCancelled = false;
};

} // namespace script
} // namespace tir
