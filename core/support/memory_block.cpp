#include "core/support/memory_block.h"

#include "core/support/check.h"
#include "core/support/memory_advice.h"

#include <cstdlib>
#include <new>
#include <string>
#include <utility>

#ifdef __linux__
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>
#endif

namespace tir {
namespace {

/// Smaller blocks come from the heap, which reuses released memory.
[[maybe_unused]] constexpr size_t SmallestWithPages = size_t(1) << 20;

#ifdef __linux__
size_t pageBytes()
{
    static const auto bytes = size_t(sysconf(_SC_PAGESIZE));
    return bytes;
}

size_t wholePages(size_t bytes)
{
    return (bytes + pageBytes() - 1) & ~(pageBytes() - 1);
}
#endif

} // namespace

#ifdef __linux__

PageFile::PageFile()
{
    const char* named = std::getenv("TMPDIR");
    const std::string folder = named && *named ? named : "/var/tmp";
    m_descriptor = open(folder.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
    if (m_descriptor >= 0)
        return;
    std::string path = folder + "/tirscope-XXXXXX"; // for file systems without O_TMPFILE
    m_descriptor = mkostemp(path.data(), O_CLOEXEC);
    if (m_descriptor >= 0)
        unlink(path.c_str());
}

PageFile::~PageFile()
{
    if (m_descriptor >= 0)
        close(m_descriptor);
}

int64_t PageFile::append(const std::byte* pages, size_t bytes)
{
    const int64_t begin = m_end.fetch_add(int64_t(bytes));
    for (size_t written = 0; written < bytes;) {
        const ssize_t count =
            pwrite(m_descriptor, pages + written, bytes - written, begin + int64_t(written));
        if (count <= 0)
            return -1;
        written += size_t(count);
    }
    return begin;
}

MemoryBlock::MemoryBlock(size_t bytes) : m_bytes(bytes), m_hasPages(bytes >= SmallestWithPages)
{
    if (!m_hasPages) {
        m_data = new std::byte[bytes];
        return;
    }
    m_bytes = wholePages(bytes);
    void* memory = mmap(nullptr, m_bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED)
        throw std::bad_alloc();
    m_data = static_cast<std::byte*>(memory);
    expectFilled(m_data, m_bytes);
}

MemoryBlock::~MemoryBlock()
{
    if (m_hasPages)
        munmap(m_data, m_bytes);
    else
        delete[] m_data;
}

bool MemoryBlock::moveTo(PageFile& file, size_t used)
{
    if (!m_hasPages || m_bytesInFile > 0 || used == 0 || file.descriptor() < 0)
        return false;
    const size_t bytes = wholePages(used);
    const int64_t begin = file.append(m_data, bytes);
    if (begin < 0)
        return false;
    // Replaces the pages atomically: other threads may read them meanwhile.
    void* memory =
        mmap(m_data, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, file.descriptor(), begin);
    TIR_CHECK(memory == m_data) << "the pages of a file cannot be mapped";
    m_bytesInFile = bytes;
    if (bytes < m_bytes)
        madvise(m_data + bytes, m_bytes - bytes, MADV_DONTNEED);
    return true;
}

void MemoryBlock::leaveMemory() const
{
    if (m_bytesInFile > 0)
        madvise(m_data, m_bytesInFile, MADV_DONTNEED);
}

#else // blocks stay in memory

PageFile::PageFile() = default;
PageFile::~PageFile() = default;

int64_t PageFile::append(const std::byte*, size_t)
{
    return -1;
}

MemoryBlock::MemoryBlock(size_t bytes) : m_data(new std::byte[bytes]), m_bytes(bytes) {}

MemoryBlock::~MemoryBlock()
{
    delete[] m_data;
}

bool MemoryBlock::moveTo(PageFile&, size_t)
{
    return false;
}

void MemoryBlock::leaveMemory() const {}

#endif

MemoryBlock::MemoryBlock(MemoryBlock&& other) noexcept
    : m_data(std::exchange(other.m_data, nullptr)),
      m_bytes(other.m_bytes),
      m_bytesInFile(other.m_bytesInFile),
      m_hasPages(std::exchange(other.m_hasPages, false))
{}

} // namespace tir
