#include "core/support/arena.h"

#include "core/support/text_map.h"

#include <algorithm>

namespace tir {
namespace {

/// The slot of `text` in a table whose size is a power of two, or the free one where it belongs.
std::string_view& slotOf(std::vector<std::string_view>& texts, std::string_view text)
{
    size_t at = textHash(text) & (texts.size() - 1);
    while (texts[at].data() && texts[at] != text)
        at = (at + 1) & (texts.size() - 1);
    return texts[at];
}

} // namespace

std::string_view Arena::intern(std::string_view text)
{
    if ((m_textCount + 1) * 2 > m_texts.size())
        growTexts();
    std::string_view& slot = slotOf(m_texts, text);
    if (slot.data())
        return slot;
    ++m_textCount;
    char* kept = static_cast<char*>(allocate(text.size() + 1, 1)); // the empty text has an address, too
    std::copy(text.begin(), text.end(), kept);
    slot = {kept, text.size()};
    return slot;
}

void Arena::growTexts()
{
    std::vector<std::string_view> old(std::max<size_t>(64, m_texts.size() * 2));
    old.swap(m_texts);
    for (const std::string_view text : old)
        if (text.data())
            slotOf(m_texts, text) = text;
}

void* Arena::allocateInNewBlock(size_t bytes, size_t alignment)
{
    // Blocks double up to 32 MiB, so that a small module stays small and a large one is on large pages.
    constexpr size_t FirstBlock = 4096;
    constexpr size_t LargestBlock = size_t(32) << 20;
    const size_t wanted = std::min(LargestBlock, FirstBlock << std::min<size_t>(m_blocks.size(), 13));
    const size_t size = std::max(wanted, bytes + alignment);
    m_blocks.emplace_back(size);
    m_next = reinterpret_cast<uintptr_t>(m_blocks.back().data());
    m_end = m_next + size;
    return allocate(bytes, alignment);
}

bool Arena::moveTo(PageFile& file)
{
    bool isAnyMoved = false;
    for (MemoryBlock& block : m_blocks) {
        const bool isLast = &block == &m_blocks.back();
        const size_t used = isLast ? m_next - reinterpret_cast<uintptr_t>(block.data()) : block.size();
        const bool isMoved = block.moveTo(file, used);
        isAnyMoved |= isMoved;
        if (isLast && isMoved)
            m_next = m_end = 0; // the rest of the block was given back
    }
    return isAnyMoved;
}

void Arena::leaveMemory() const
{
    for (const MemoryBlock& block : m_blocks)
        block.leaveMemory();
}

} // namespace tir
