#include "core/support/memory_advice.h"

#include <cstdint>

#ifdef __linux__
#include <sys/mman.h>
#endif

namespace tir {

void expectFilled([[maybe_unused]] void* memory, [[maybe_unused]] size_t bytes)
{
#ifdef __linux__
    constexpr uintptr_t LargePage = uintptr_t(2) << 20;
    const auto address = reinterpret_cast<uintptr_t>(memory);
    const uintptr_t begin = (address + LargePage - 1) & ~(LargePage - 1);
    const uintptr_t end = (address + bytes) & ~(LargePage - 1);
    if (begin < end)
        madvise(reinterpret_cast<void*>(begin), end - begin, MADV_HUGEPAGE); // the kernel may ignore it
#endif
}

} // namespace tir
