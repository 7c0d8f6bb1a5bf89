#include "passes/lowering/thread_sync/pending_accesses.h"

#include "core/ir/contains.h"

#include <algorithm>

namespace tir::passes {
namespace {

bool isConflict(const Access& before, const Access& after, bool isLoopCarried)
{
    if (before.data != after.data)
        return false;
    // A thread does not disturb itself: the same element, which is another one for each thread.
    const auto isOwnElement = [&](const Expr* a, const Expr* b) {
        return a && a == b && (!after.thread || mentions(a, after.thread));
    };
    if (std::ranges::equal(before.at, after.at, isOwnElement))
        return false;
    return !(before.fillsOtherHalf && after.kind == AccessKind::Read && !isLoopCarried);
}

std::optional<Conflict> firstConflict(const std::vector<Access>& pending, const Access& access,
                                      bool isLoopCarried)
{
    for (const Access& before : pending)
        if (isConflict(before, access, isLoopCarried))
            return Conflict{&before, &access};
    return std::nullopt;
}

} // namespace

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

std::optional<Conflict> PendingAccesses::conflictWith(const StatementAccesses& entry, bool isLoopCarried,
                                                      bool findsWritePairs)
{
    for (const Access& access : entry.accesses) {
        if (access.kind == AccessKind::Barrier) {
            clear();
            continue;
        }
        const bool isRead = access.kind == AccessKind::Read;
        if (const auto conflict = firstConflict(isRead ? m_writes : m_reads, access, isLoopCarried))
            return conflict;
        if (findsWritePairs && !isRead)
            if (const auto conflict = firstConflict(m_writes, access, isLoopCarried))
                return conflict;
    }
    return std::nullopt;
}

} // namespace tir::passes
