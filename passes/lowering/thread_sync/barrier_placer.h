/// Puts barriers between the statements of a list where their accesses need them.

#pragma once

#include "passes/lowering/thread_sync/barrier_planner.h"
#include "passes/lowering/thread_sync/pending_accesses.h"

namespace tir::passes {

/// Where a list of statements is in the kernel.
struct ListPlace {
    const For* loop;          ///< that repeats the list; null if none does
    const ThreadAxis* thread; ///< the innermost one around it; null outside of them
    bool isInBranch;          ///< that not all threads take
};

class BarrierPlacer {
public:
    /// `isDynamic`: all memory will be one allocation. `own`: as of PendingAccesses; without it, two writes do not
    /// conflict.
    BarrierPlacer(bool isDynamic, const OwnElements* own) : m_isDynamic(isDynamic), m_own(own) {}

    /// Places the barriers of a list, whose statements have those of their own lists. Returns the accesses that the
    /// surroundings of the list see.
    std::vector<Access> place(std::vector<StatementAccesses>& entries, const ListPlace& list);

    void fail(std::string message, const Node& node);
    BarrierPlan takePlan() { return std::move(m_plan); }

private:
    /// Accesses at the end of a loop meet those at its start.
    void placeForNextIteration(const std::vector<StatementAccesses>& entries, PendingAccesses& pending,
                               const ListPlace& list);
    /// `loop`: of whose previous iteration the earlier access is; null if it is of the same one.
    void insert(const StatementAccesses& entry, const Conflict& conflict, const For* loop,
                const ListPlace& list);
    /// The accesses before the first barrier, and after the last one.
    std::vector<Access> visibleAccesses(const std::vector<StatementAccesses>& entries,
                                        const ThreadAxis* thread) const;

    bool m_isDynamic;
    const OwnElements* m_own;
    BarrierPlan m_plan;
};

} // namespace tir::passes
