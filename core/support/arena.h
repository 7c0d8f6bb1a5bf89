/// A bump allocator that owns the nodes of one recording. Objects are trivially destructible and live as long as the
/// arena; addresses never change, so a plain pointer is a reference and an identity.

#pragma once

#include "core/support/memory_block.h"

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <span>
#include <string_view>
#include <type_traits>
#include <vector>

namespace tir {

/// Not thread-safe: one arena belongs to one job at a time. Reading its objects needs no lock.
class Arena {
public:
    Arena() = default;
    Arena(const Arena&) = delete;
    Arena& operator=(const Arena&) = delete;

    template <class T, class... Args>
    T* make(Args&&... args)
    {
        static_assert(std::is_trivially_destructible_v<T>, "arena objects are never destroyed");
        return ::new (allocate(sizeof(T), alignof(T))) T(std::forward<Args>(args)...);
    }

    /// Copies `items` into the arena. The empty span needs no memory.
    template <class T>
    std::span<const T> copy(std::span<const T> items)
    {
        static_assert(std::is_trivially_copyable_v<T> && std::is_trivially_destructible_v<T>);
        if (items.empty())
            return {};
        void* memory = allocate(items.size_bytes(), alignof(T));
        std::memcpy(memory, items.data(), items.size_bytes());
        return {static_cast<const T*>(memory), items.size()};
    }
    template <class T>
    std::span<const T> copy(const std::vector<T>& items)
    {
        return copy(std::span<const T>(items));
    }

    /// Memory for `count` items, which the caller must initialize before they are read.
    template <class T>
    std::span<T> makeArray(size_t count)
    {
        static_assert(std::is_trivially_copyable_v<T> && std::is_trivially_destructible_v<T>);
        return {static_cast<T*>(allocate(count * sizeof(T), alignof(T))), count};
    }

    /// One copy per distinct text; equal texts of one arena share their address.
    std::string_view intern(std::string_view text);

    /// Keeps `other` alive as long as this arena: nodes here may point there.
    void keepAlive(std::shared_ptr<const Arena> other) { m_others.push_back(std::move(other)); }

    size_t bytesUsed() const { return m_bytesUsed; }

    /// Moves the contents to a file, except for small blocks; addresses stay the same. No other thread may use the
    /// arena meanwhile. Later allocations are in memory. False if nothing was moved.
    bool moveTo(PageFile& file);
    /// Frees the memory of moved contents; they are read from the file on the next access. Thread-safe, also while
    /// other threads read them.
    void leaveMemory() const;

private:
    void* allocate(size_t bytes, size_t alignment)
    {
        const uintptr_t start = (m_next + alignment - 1) & ~uintptr_t(alignment - 1);
        if (start + bytes > m_end)
            return allocateInNewBlock(bytes, alignment);
        m_bytesUsed += start + bytes - m_next;
        m_next = start + bytes;
        return reinterpret_cast<void*>(start);
    }
    void* allocateInNewBlock(size_t bytes, size_t alignment);
    void growTexts();

    uintptr_t m_next = 0;
    uintptr_t m_end = 0;
    size_t m_bytesUsed = 0;
    std::vector<MemoryBlock> m_blocks;
    std::vector<std::string_view> m_texts; ///< open addressing; free slots have null data
    size_t m_textCount = 0;
    std::vector<std::shared_ptr<const Arena>> m_others;
};

} // namespace tir
