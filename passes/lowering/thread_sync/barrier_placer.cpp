#include "passes/lowering/thread_sync/barrier_placer.h"

#include "core/analysis/text.h"
#include "core/support/text_format.h"
#include "passes/lowering/thread_sync/own_elements.h"

namespace tir::passes {
namespace {

/// Dynamic shared memory will be one allocation.
void joinData(std::vector<StatementAccesses>& entries)
{
    const Var* first = nullptr;
    for (StatementAccesses& entry : entries)
        for (Access& access : entry.accesses)
            if (access.data)
                access.data = first ? first : (first = access.data);
}

} // namespace

std::vector<Access> BarrierPlacer::place(std::vector<StatementAccesses>& entries, const ListPlace& list)
{
    const bool findsWritePairs = m_own && !list.isInBranch;
    if (m_isDynamic)
        joinData(entries);
    PendingAccesses pending(m_own);
    for (const StatementAccesses& entry : entries) {
        bool hasBarrier = m_plan.stmts.contains(entry.stmt);
        if (hasBarrier)
            pending.clear();
        if (const auto conflict = pending.conflictWith(entry, nullptr, findsWritePairs)) {
            insert(entry, *conflict, nullptr, list);
            hasBarrier = true;
        }
        if (hasBarrier)
            pending.clear();
        for (const Access& access : entry.accesses)
            pending.add(access);
    }
    if (list.loop)
        placeForNextIteration(entries, pending, list);
    std::vector<Access> visible = visibleAccesses(entries, list.thread);
    if (list.loop)
        for (Access& access : visible)
            access.fillsOtherHalf = false;
    return visible;
}

void BarrierPlacer::placeForNextIteration(const std::vector<StatementAccesses>& entries,
                                          PendingAccesses& pending, const ListPlace& list)
{
    const bool findsWritePairs = m_own && !list.isInBranch;
    for (const StatementAccesses& entry : entries) {
        if (m_plan.stmts.contains(entry.stmt) || pending.isEmpty())
            return;
        if (const auto conflict = pending.conflictWith(entry, list.loop, findsWritePairs)) {
            insert(entry, *conflict, list.loop, list);
            return;
        }
    }
}

void BarrierPlacer::insert(const StatementAccesses& entry, const Conflict& conflict, const For* loop,
                           const ListPlace& list)
{
    const auto& [before, after] = conflict;
    if (list.isInBranch) {
        fail("a barrier is needed in a branch that not all threads take: " + quoted(after->data->name) +
                 " is accessed by several threads",
             *entry.stmt);
        return;
    }
    m_plan.stmts.insert(entry.stmt);
    m_plan.reasons.push_back({entry.stmt, after->data, before->node, after->node,
                              before->kind == AccessKind::Write, after->kind == AccessKind::Write, loop});
}

std::vector<Access> BarrierPlacer::visibleAccesses(const std::vector<StatementAccesses>& entries,
                                                   const ThreadAxis* thread) const
{
    std::vector<Access> head;
    std::vector<Access> tail;
    bool hasBarrier = false;
    const auto addBarrier = [&](const Node* node) {
        if (hasBarrier)
            tail.clear();
        else
            head.push_back({AccessKind::Barrier, nullptr, node, {}, thread, {}});
        hasBarrier = true;
    };
    for (const StatementAccesses& entry : entries) {
        if (m_plan.stmts.contains(entry.stmt))
            addBarrier(entry.stmt);
        for (const Access& access : entry.accesses) {
            if (access.kind == AccessKind::Barrier)
                addBarrier(access.node);
            else
                (hasBarrier ? tail : head).push_back(access);
        }
    }
    head.insert(head.end(), tail.begin(), tail.end());
    return head;
}

void BarrierPlacer::fail(std::string message, const Node& node)
{
    if (!m_plan.error)
        m_plan.error = PassError{.message = std::move(message), .node = &node};
}

} // namespace tir::passes
