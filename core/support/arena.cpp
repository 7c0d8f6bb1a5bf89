#include "core/support/arena.h"

#include "core/support/memory_advice.h"

#include <algorithm>

namespace tir {

std::string_view Arena::intern(std::string_view text)
{
    if (const auto found = m_texts.find(text); found != m_texts.end())
        return *found;
    const std::span<const char> kept = copy(std::span<const char>(text.data(), text.size()));
    return *m_texts.emplace(kept.data(), kept.size()).first;
}

void* Arena::allocateInNewBlock(size_t bytes, size_t alignment)
{
    // Blocks double up to 4 MiB, so that a small module stays small and a large one needs few blocks.
    constexpr size_t FirstBlock = 4096;
    constexpr size_t LargestBlock = size_t(4) << 20;
    const size_t wanted = std::min(LargestBlock, FirstBlock << std::min<size_t>(m_blocks.size(), 10));
    const size_t size = std::max(wanted, bytes + alignment);
    m_blocks.push_back(std::make_unique_for_overwrite<std::byte[]>(size));
    expectFilled(m_blocks.back().get(), size);
    m_next = reinterpret_cast<uintptr_t>(m_blocks.back().get());
    m_end = m_next + size;
    return allocate(bytes, alignment);
}

} // namespace tir
