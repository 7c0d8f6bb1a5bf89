/// Shadow memory of a checked run: for each small piece of memory, the last writer and the readers since then.
/// Times are those of phases.h.

#pragma once

#include "core/codegen/llvm_ir/check_site.h"

#include <algorithm>
#include <cstddef>
#include <memory>
#include <vector>

namespace tir {

/// A thread, by its number in the block, and the time of its warp, which increases when the lanes synchronize.
struct ThreadTime {
    static constexpr uint32_t ThreadBits = 10;
    uint32_t bits = 0;

    uint32_t thread() const { return bits & ((1u << ThreadBits) - 1); }
    uint32_t warp() const { return thread() / 32; }
    uint32_t warpTime() const { return bits >> ThreadBits; }
};

/// An access.
struct Stamp {
    uint32_t phase = 0;
    ThreadTime time = {};
    uint32_t site = NoSite; ///< NoSite: it never happened
};

/// Precondition: both are of one block.
inline bool isSameThread(const Stamp& a, const Stamp& b)
{
    return a.time.thread() == b.time.thread();
}

struct Cell {
    Stamp writer;
    Stamp readers[2]; ///< two different threads since then, if there are: enough to find a conflict
    /// Bits of the logical buffers through which the block has written; for a thread's private memory without a writer,
    /// UnsetValue if an uninitialized value was copied into it.
    uint32_t buffers = 0;
    static constexpr uint32_t UnsetValue = 1;
    /// In memory that is allocated again: how often the writer had done that.
    uint32_t allocation = 0;
};

enum class RegionKind : uint8_t {
    Global,
    Shared,  ///< by the threads of a block
    Parts,   ///< of a host, with separate parts for each block
    Private, ///< of a thread
};

/// One allocation. Untouched memory takes no cells: a program may be given gigabytes and touch little
/// of them, and every thread may have registers for all of a tensor.
struct Region {
    /// Cells that come into being together.
    static constexpr uint32_t ChunkBits = 9;
    static constexpr uint64_t ChunkCells = uint64_t(1) << ChunkBits;

    std::byte* start = nullptr;
    uint64_t bytes = 0;
    RegionKind kind = RegionKind::Global;
    uint32_t firstWriter = NoSite; ///< site of the thread that wrote all of it before the first check
    uint32_t granuleBits = 2;      ///< a cell covers 1 << granuleBits bytes; less after a narrower access

    Region(std::byte* first, uint64_t size, RegionKind regionKind, uint32_t writer)
        : start(first),
          bytes(size),
          kind(regionKind),
          firstWriter(writer),
          m_chunks((cellCount() + ChunkCells - 1) >> ChunkBits)
    {}

    bool contains(const std::byte* address) const
    {
        return uint64_t(address - start) < std::max<uint64_t>(bytes, 1);
    }
    /// The cell of the byte with that number.
    uint64_t cellAt(uint64_t at) const { return at >> granuleBits; }
    const std::byte* addressOf(uint64_t cell) const { return start + (cell << granuleBits); }

    Cell& cell(uint64_t number)
    {
        // By plain pointers: every access of a checked program comes by here.
        std::unique_ptr<Cell[]>& owner = m_chunks.data()[number >> ChunkBits];
        Cell* chunk = owner.get();
        if (!chunk) [[unlikely]] {
            owner = untouched();
            chunk = owner.get();
        }
        return chunk[number & (ChunkCells - 1)];
    }
    /// Site of who wrote the cell last.
    uint32_t writerOf(uint64_t number) const
    {
        const std::unique_ptr<Cell[]>& chunk = m_chunks[number >> ChunkBits];
        return chunk ? chunk[number & (ChunkCells - 1)].writer.site : firstWriter;
    }

    /// One past the last cell from there on that is surely as this one.
    uint64_t endOfAlike(uint64_t number) const
    {
        return m_chunks[number >> ChunkBits] ? number + 1 : ((number >> ChunkBits) + 1) << ChunkBits;
    }

    /// The thread reaches the allocation of this memory, which has new contents when it does so again, as in a loop.
    void allocateIn(uint32_t thread)
    {
        m_allocations.resize(std::max<size_t>(m_allocations.size(), thread + 1), 0);
        m_isAllocatedAgain |= ++m_allocations[thread] > 1;
    }
    bool isAllocatedAgain() const { return m_isAllocatedAgain; }
    /// How often the thread has reached the allocation.
    uint32_t allocationOf(uint32_t thread) const
    {
        return thread < m_allocations.size() && m_allocations[thread] > 0 ? m_allocations[thread] - 1 : 0;
    }
    /// The memory belongs to another block from now on.
    void startBlock()
    {
        m_allocations.clear();
        m_isAllocatedAgain = false;
    }

    /// Makes the cells as small as the access requires.
    void refine(uint64_t at, uint64_t count);

    /// Consecutive elements that one site wrote last; NoSite: never written.
    struct Written {
        int64_t end; ///< one past the last of them
        uint32_t site;
    };
    std::vector<Written> writers(int64_t elementBytes) const;

private:
    uint64_t cellCount() const { return (bytes + (uint64_t(1) << granuleBits) - 1) >> granuleBits; }
    std::unique_ptr<Cell[]> untouched() const;

    std::vector<std::unique_ptr<Cell[]>> m_chunks; ///< null: untouched
    std::vector<uint32_t> m_allocations; ///< of the memory, by thread; only for memory of several threads
    bool m_isAllocatedAgain = false;     ///< some thread reached the allocation more than once
};

} // namespace tir
