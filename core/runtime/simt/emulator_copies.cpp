// Asynchronous copies: they are carried out as late as the program allows, so that a read without a wait sees the old
// content.

#include "core/runtime/simt/checker/checker.h"
#include "core/runtime/simt/emulator.h"

#include <algorithm>
#include <cstring>

namespace tir {

void SimtEmulator::copyAsync(const GpuThread& thread, void* target, const void* source, int64_t bytes,
                             int64_t copied, uint32_t site)
{
    Copies& copies = m_copies[thread.number];
    copies.pending.push_back({target, source, bytes, copied, site, copies.group});
    if (m_options.checker && copied > 0)
        m_options.checker->addCopySource(thread, site, static_cast<std::byte*>(target),
                                         static_cast<const std::byte*>(source), copied);
}

void SimtEmulator::commitCopies(const GpuThread& thread)
{
    ++m_copies[thread.number].group;
}

void SimtEmulator::finishCopies(const GpuThread& thread, int64_t groupsLeft)
{
    Copies& copies = m_copies[thread.number];
    const auto isLate = [&](const Copies::Copy& copy) { return copy.group >= copies.group - groupsLeft; };
    const auto end = std::find_if(copies.pending.begin(), copies.pending.end(), isLate);
    for (auto copy = copies.pending.begin(); copy != end; ++copy) {
        std::memcpy(copy->target, copy->source, size_t(copy->copied));
        std::memset(static_cast<std::byte*>(copy->target) + copy->copied, 0,
                    size_t(copy->bytes - copy->copied));
        if (m_options.checker)
            m_options.checker->finishCopy(thread, copy->site, static_cast<std::byte*>(copy->target),
                                          static_cast<const std::byte*>(copy->source));
    }
    copies.pending.erase(copies.pending.begin(), end);
}

void tirscope_copy_async(SimtEmulator* emulator, const GpuThread* thread, void* target, const void* source,
                         int64_t bytes, int64_t copied, uint32_t site)
{
    emulator->copyAsync(*thread, target, source, bytes, copied, site);
}

void tirscope_copy_commit(SimtEmulator* emulator, const GpuThread* thread)
{
    emulator->commitCopies(*thread);
}

void tirscope_copy_wait(SimtEmulator* emulator, const GpuThread* thread, int64_t groupsLeft)
{
    emulator->finishCopies(*thread, groupsLeft);
}

} // namespace tir
