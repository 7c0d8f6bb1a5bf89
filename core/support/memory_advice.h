/// Hints about memory to the operating system and the processor: huge pages and prefetching.

#pragma once

#include <cstddef>

namespace tir {

/// Requests large pages for `memory`, which is about to be filled from one end to the other: to map a small page takes
/// as long as to read a few hundred bytes of text. Does nothing for less than a large page.
void expectFilled(void* memory, size_t bytes);

/// Prefetches `memory`. Any address is allowed, even an unmapped one.
inline void expectRead(const void* memory)
{
    __builtin_prefetch(memory);
}

} // namespace tir
