/// What a checked run remembers of memory: of each small piece, who wrote it last and who has read it since.
///
/// Time is counted in phases: a new one begins with every block of a launch, at every barrier of a block,
/// and after a launch. As blocks run one after the other, one number tells whether two accesses lie in one
/// phase, in one block, in one launch.

#pragma once

#include "core/codegen/llvm_ir/check_site.h"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <memory>
#include <span>

namespace tir {

/// A thread, counted in its block, at a time of its warp, which goes on when the lanes wait for each other.
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

inline bool isSameThread(const Stamp& a, const Stamp& b)
{
    return a.time.thread() == b.time.thread();
}

struct Cell {
    Stamp writer;
    Stamp readers[2]; ///< two different threads since then, if there are: enough to find a conflict
    /// Bits of the logical buffers through which the block has written; of a thread's own memory without a
    /// writer, UnsetValue when it has been given a value that nobody had set.
    uint32_t buffers = 0;
    static constexpr uint32_t UnsetValue = 1;
};

enum class RegionKind : uint8_t {
    Global,
    Shared,  ///< by the threads of a block
    Parts,   ///< of a host, with what is every block's own in it
    Private, ///< of a thread
};

/// One allocation.
struct Region {
    std::byte* start = nullptr;
    uint64_t bytes = 0;
    RegionKind kind = RegionKind::Global;
    uint32_t granuleBits = 2; ///< a cell stands for 1 << granuleBits bytes; less after a narrower access
    std::unique_ptr<Cell[]> cells;

    uint64_t cellCount() const { return (bytes + (uint64_t(1) << granuleBits) - 1) >> granuleBits; }
    const std::byte* addressOf(const Cell& cell) const
    {
        return start + (uint64_t(&cell - cells.get()) << granuleBits);
    }
    bool contains(const std::byte* address) const
    {
        return uint64_t(address - start) < std::max<uint64_t>(bytes, 1);
    }

    std::span<Cell> cellsOf(uint64_t at, uint64_t count)
    {
        return {&cells[at >> granuleBits], size_t(count >> granuleBits)};
    }

    /// Makes the cells as small as the access needs them.
    void refine(uint64_t at, uint64_t count)
    {
        const uint32_t needed = uint32_t(std::countr_zero(at | count | (uint64_t(1) << granuleBits)));
        const uint64_t old = cellCount();
        const uint32_t parts = 1u << (granuleBits - needed);
        granuleBits = needed;
        auto finer = std::make_unique<Cell[]>(old * parts);
        for (uint64_t cell = 0; cell < old; ++cell)
            for (uint32_t part = 0; part < parts; ++part)
                finer[cell * parts + part] = cells[cell];
        cells = std::move(finer);
    }
};

} // namespace tir
