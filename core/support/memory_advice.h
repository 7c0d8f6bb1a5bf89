/// Hints about memory to the operating system and the processor: huge pages and prefetching.

#pragma once

#include <cstddef>

namespace tir {

/// Large pages are welcome in `memory`, which is about to be filled from one end to the other: a small page
/// costs as much to get as a few hundred bytes of text to read. Does nothing for less than a large page.
void expectFilled(void* memory, size_t bytes);

/// Prefetches `memory`. Any address is allowed, even an unmapped one.
inline void expectRead(const void* memory)
{
    __builtin_prefetch(memory);
}

} // namespace tir
