/// A block of memory of an arena. The pages of a large block can be moved to a file: addresses stay the same, and pages
/// take memory only while they are used.

#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

namespace tir {

/// A file without a name for the pages of blocks. It is deleted with this object and the last block that uses it.
class PageFile {
public:
    /// In the folder that TMPDIR names, else in /var/tmp, which is on disk where /tmp is in memory.
    PageFile();
    PageFile(const PageFile&) = delete;
    PageFile& operator=(const PageFile&) = delete;
    ~PageFile();

    /// Writes whole pages to the end of the file. Returns their offset, negative on failure. Thread-safe.
    int64_t append(const std::byte* pages, size_t bytes);
    int descriptor() const { return m_descriptor; } ///< negative: the file could not be created

private:
    int m_descriptor = -1;
    std::atomic<int64_t> m_end = 0;
};

class MemoryBlock {
public:
    explicit MemoryBlock(size_t bytes);
    MemoryBlock(MemoryBlock&& other) noexcept;
    MemoryBlock& operator=(MemoryBlock&&) = delete;
    ~MemoryBlock();

    std::byte* data() const { return m_data; }
    size_t size() const { return m_bytes; }

    /// Moves the first `used` bytes to the file and frees the rest, which must not be used afterwards. Returns false and
    /// changes nothing if the block is small or moved already, or if the disk is full. Other threads may read the block
    /// meanwhile, not write it.
    bool moveTo(PageFile& file, size_t used);
    /// Frees the memory of the moved pages until they are used. Thread-safe, also while other threads read them.
    void leaveMemory() const;

private:
    std::byte* m_data = nullptr;
    size_t m_bytes = 0;
    size_t m_bytesInFile = 0; ///< at the beginning of the block, whole pages
    bool m_hasPages = false;  ///< that only this block uses
};

} // namespace tir
