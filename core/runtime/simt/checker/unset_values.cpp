#include "core/runtime/simt/checker/unset_values.h"

namespace tir {

void UnsetValues::startBlock()
{
    m_carried.clear();
    m_offering.reset();
    m_offered = {};
}

std::optional<Place> UnsetValues::takeCarried(uint32_t thread)
{
    const auto found = m_carried.find(thread);
    if (found == m_carried.end())
        return std::nullopt;
    const Place statement = found->second;
    m_carried.erase(found);
    return statement;
}

void UnsetValues::offer(const GpuThread& thread)
{
    m_offered[thread.offers % 2].set(thread.number, m_offering.test(thread.number));
    m_offering.reset(thread.number);
}

} // namespace tir
