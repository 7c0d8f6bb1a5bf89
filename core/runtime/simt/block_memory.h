/// The memory of one block of threads: shared memory by allocation, and the frames of its threads' coroutines. The next
/// block reuses it.

#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace tir {

/// The next multiple of `alignment`, a power of two.
inline std::byte* alignedUp(std::byte* pointer, int64_t alignment)
{
    const uintptr_t mask = uintptr_t(alignment) - 1;
    return reinterpret_cast<std::byte*>((reinterpret_cast<uintptr_t>(pointer) + mask) & ~mask);
}

struct BlockMemory {
    static constexpr int64_t Alignment = 64;
    static constexpr int64_t ChunkBytes = 1 << 20;

    struct Chunk {
        std::unique_ptr<std::byte[]> bytes;
        std::byte* start;
        int64_t size;
    };

    std::vector<Chunk> chunks;
    size_t current = 0; ///< the chunk being filled
    int64_t used = 0;   ///< of it
    struct Slot {
        uint32_t number;
        uint32_t group; ///< 0: of the whole block; else the number of the warp or group of threads + 1
        void* start;
    };
    std::vector<Slot> slots;
    int64_t dynamicLimit = -1; ///< negative: no limit
    bool isLimited = true;     ///< to the shared memory of a block on a GPU
    int64_t sharedBytes = 0;   ///< taken by the block
    int64_t staticBytes = 0;   ///< of them

    /// Aligned to Alignment; lives as long as the block. Without bytes, it still has an address of its own.
    void* take(int64_t bytes)
    {
        bytes = (std::max<int64_t>(bytes, 1) + Alignment - 1) / Alignment * Alignment;
        while (current < chunks.size() && used + bytes > chunks[current].size) {
            ++current;
            used = 0;
        }
        if (current == chunks.size()) {
            const int64_t size = std::max(bytes, ChunkBytes);
            std::unique_ptr<std::byte[]> memory(new std::byte[size_t(size + Alignment)]);
            std::byte* start = alignedUp(memory.get(), Alignment);
            chunks.push_back({std::move(memory), start, size});
        }
        void* memory = chunks[current].start + used;
        used += bytes;
        return memory;
    }

    /// Null if it is not allocated yet.
    void* find(uint32_t number, uint32_t group = 0) const
    {
        for (const Slot& slot : slots)
            if (slot.number == number && slot.group == group)
                return slot.start;
        return nullptr;
    }

    void startBlock(int64_t dynamicBytes, bool limited)
    {
        isLimited = limited;
        dynamicLimit = dynamicBytes;
        current = 0;
        used = 0;
        slots.clear();
        sharedBytes = 0;
        staticBytes = 0;
    }
};

} // namespace tir
