// Asynchronous copies in flight: until its thread has waited for it, a copy may still write its target and still read
// its source.

#include "core/runtime/simt/checker/checker.h"

#include <algorithm>

namespace tir {
namespace {

/// The copy of a byte at `address`; null if there is none. No copy is wider than `widest`.
template <class Copy>
const Copy* copyAt(const std::multimap<const std::byte*, Copy>& copies, const std::byte* address,
                   size_t widest)
{
    for (auto next = copies.upper_bound(address); next != copies.begin();) {
        --next;
        if (uint64_t(address - next->first) >= widest)
            break;
        if (uint64_t(address - next->first) < next->second.bytes)
            return &next->second;
    }
    return nullptr;
}

} // namespace

/// Cells that are the target of a copy in flight have a writer of phase 0, so that every access is checked.
void Checker::startCopy(Region& region, uint64_t at, const Stamp& now)
{
    const uint64_t bytes = m_sites[now.site].bytes;
    m_copies.insert({region.start + at, {now, bytes}});
    m_sites[now.site + 1].base = m_sites[now.site].base;
    for (uint64_t cell = region.cellAt(at), end = region.cellAt(at + bytes); cell != end; ++cell)
        region.cell(cell).writer.phase = 0;
}

void Checker::addCopySource(const GpuThread& thread, uint32_t site, const std::byte* target,
                            const std::byte* source, int64_t bytes)
{
    m_copySources.insert({source, {m_time.stampOf(&thread, site), uint64_t(bytes), target}});
}

void Checker::finishCopy(const GpuThread& thread, uint32_t site, std::byte* target, const std::byte* source)
{
    const Stamp now = m_time.stampOf(&thread, site + 1);
    const auto [first, last] = m_copySources.equal_range(source);
    const auto reading = std::find_if(first, last, [&](const auto& entry) {
        const Stamp& started = entry.second.started;
        return started.site == site && entry.second.target == target && isSameThread(started, now);
    });
    if (reading != last)
        m_copySources.erase(reading);
    const auto [begin, end] = m_copies.equal_range(target);
    const auto copy = std::find_if(begin, end, [&](const auto& entry) {
        const Stamp& started = entry.second.started;
        return started.site == site && isSameThread(started, now);
    });
    Region* region = copy == end ? nullptr : regionOf(target);
    if (!region)
        return;
    const auto at = uint64_t(target - region->start);
    const uint64_t endCell = region->cellAt(at + copy->second.bytes);
    for (uint64_t cell = region->cellAt(at); cell != endCell; ++cell)
        region->cell(cell).writer = now;
    m_copies.erase(copy);
}

const Checker::Copy* Checker::copyInto(const Cell& cell, const std::byte* address) const
{
    if (cell.writer.phase != 0 || !m_sites[cell.writer.site].isCopy)
        return nullptr;
    return copyAt(m_copies, address, m_harmlessWrite.size());
}

const Checker::CopySource* Checker::copyFrom(const std::byte* address) const
{
    return copyAt(m_copySources, address, m_harmlessRead.size());
}

} // namespace tir
