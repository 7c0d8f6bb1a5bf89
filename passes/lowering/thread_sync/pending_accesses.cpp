#include "passes/lowering/thread_sync/pending_accesses.h"

#include "core/ir/contains.h"
#include "passes/lowering/thread_sync/own_elements.h"

#include <algorithm>

namespace tir::passes {
bool PendingAccesses::isConflict(const Access& before, const Access& after, const For* loop) const
{
    if (before.data != after.data)
        return false;
    const auto isSame = [](const Expr* a, const Expr* b) { return a && a == b; };
    const auto mentionsThread = [&](const Expr* index) {
        return !after.thread || mentions(index, after.thread->var);
    };
    // A thread does not disturb itself: the same element, which is another one for each thread.
    if (std::ranges::equal(before.at, after.at, isSame) &&
        (m_own ? m_own->areOwn(before, after, loop) : std::ranges::all_of(after.at, mentionsThread)))
        return false;
    return !(before.fillsOtherHalf && after.kind == AccessKind::Read && !loop);
}

std::optional<Conflict> PendingAccesses::firstConflict(const std::vector<Access>& pending,
                                                       const Access& access, const For* loop) const
{
    for (const Access& before : pending)
        if (isConflict(before, access, loop))
            return Conflict{&before, &access};
    return std::nullopt;
}

void PendingAccesses::clear()
{
    m_reads.clear();
    m_writes.clear();
}

void PendingAccesses::add(const Access& access)
{
    if (access.kind == AccessKind::Barrier)
        clear();
    else
        (access.kind == AccessKind::Read ? m_reads : m_writes).push_back(access);
}

std::optional<Conflict> PendingAccesses::conflictWith(const StatementAccesses& entry, const For* loop,
                                                      bool findsWritePairs)
{
    for (const Access& access : entry.accesses) {
        if (access.kind == AccessKind::Barrier) {
            clear();
            continue;
        }
        const bool isRead = access.kind == AccessKind::Read;
        if (const auto conflict = firstConflict(isRead ? m_writes : m_reads, access, loop))
            return conflict;
        if (findsWritePairs && !isRead)
            if (const auto conflict = firstConflict(m_writes, access, loop))
                return conflict;
    }
    return std::nullopt;
}

} // namespace tir::passes
