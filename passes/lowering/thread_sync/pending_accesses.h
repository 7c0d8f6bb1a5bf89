/// The memory that statements read and write, and which of these accesses need a barrier between them.

#pragma once

#include "core/ir/stmt.h"

#include <optional>
#include <vector>

namespace tir::passes {

enum class AccessKind : uint8_t { Read, Write, Barrier };

struct Access {
    AccessKind kind;
    const Var* data;             ///< null for a barrier
    const Node* node;            ///< the load, store or call
    const Var* thread;           ///< the innermost thread axis around it
    std::vector<const Expr*> at; ///< unique expressions; null where several elements are accessed
    bool fillsOtherHalf = false; ///< of a double buffer: the next iteration reads it
};

/// The accesses of one statement of a list.
struct StatementAccesses {
    const Stmt* stmt;
    std::vector<Access> accesses;
};

/// Accesses by different threads.
struct Conflict {
    const Access* before;
    const Access* after;
};

/// Accesses since the last barrier.
class PendingAccesses {
public:
    bool isEmpty() const { return m_reads.empty() && m_writes.empty(); }
    void clear();
    void add(const Access& access);

    /// An access of the statement and a pending one that need a barrier between them; explicit barriers in the
    /// statement end the pending ones. `isLoopCarried`: those are of the previous iteration. `findsWritePairs`: two
    /// writes conflict, too.
    std::optional<Conflict> conflictWith(const StatementAccesses& entry, bool isLoopCarried,
                                         bool findsWritePairs);

private:
    std::vector<Access> m_reads;
    std::vector<Access> m_writes;
};

} // namespace tir::passes
