/// What the system and the processor are told about memory before it is used.

#pragma once

#include <cstddef>

namespace tir {

/// Large pages are welcome in `memory`, which is about to be filled from one end to the other: a small page
/// costs as much to get as a few hundred bytes of text to read. Does nothing for less than a large page.
void expectFilled(void* memory, size_t bytes);

/// What lies at `memory` is read soon. Any address will do, also one where there is nothing.
inline void expectRead(const void* memory)
{
    __builtin_prefetch(memory);
}

} // namespace tir
