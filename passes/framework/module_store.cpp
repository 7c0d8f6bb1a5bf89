#include "passes/framework/module_store.h"

namespace tir {

void ModuleStore::add(const OwnedModule& module)
{
    if (!module.arena->moveTo(m_file))
        return;
    const std::lock_guard lock(m_mutex);
    m_entries[module.module] = {.arena = module.arena};
}

void ModuleStore::use(const Module& module)
{
    const std::lock_guard lock(m_mutex);
    const auto found = m_entries.find(&module);
    if (found == m_entries.end())
        return;
    Entry& entry = found->second;
    if (entry.lastUse == 0) {
        m_bytes += entry.arena->bytesUsed();
        ++m_countInMemory;
    }
    entry.lastUse = ++m_uses;
    makeRoom();
}

void ModuleStore::makeRoom()
{
    constexpr size_t TwoComparisons = 4;
    while (m_bytes > m_maxBytes && m_countInMemory > TwoComparisons) {
        Entry* oldest = nullptr;
        for (auto& [module, entry] : m_entries)
            if (entry.lastUse > 0 && (!oldest || entry.lastUse < oldest->lastUse))
                oldest = &entry;
        oldest->arena->leaveMemory();
        oldest->lastUse = 0;
        m_bytes -= oldest->arena->bytesUsed();
        --m_countInMemory;
    }
}

size_t ModuleStore::bytesInMemory() const
{
    const std::lock_guard lock(m_mutex);
    return m_bytes;
}

} // namespace tir
