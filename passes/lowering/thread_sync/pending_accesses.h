/// The memory that statements read and write, and which of these accesses need a barrier between them.

#pragma once

#include "core/ir/stmt.h"

#include <optional>
#include <vector>

namespace tir::passes {

enum class AccessKind : uint8_t { Read, Write, Barrier };

/// `threadIdx.x` or `blockIdx.x` around an access; or a branch for one thread of an axis.
struct ThreadAxis {
    const Var* var;
    const Expr* extent;
    bool isOfGrid;           ///< the same for all threads of a block
    bool isChosen;           ///< by the condition of a branch, so that one thread of the axis is left
    const ThreadAxis* outer; ///< null for the outermost one
};

struct Access {
    AccessKind kind;
    const Var* data;             ///< null for a barrier
    const Node* node;            ///< the load, store or call
    DType element;               ///< of the memory, as it is accessed
    const ThreadAxis* thread;    ///< the innermost axis around it; null outside of them
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

class OwnElements;

/// Accesses since the last barrier.
class PendingAccesses {
public:
    /// `own` proves that threads do not meet. Without it, as in TVM, an index that mentions the innermost axis is
    /// enough.
    explicit PendingAccesses(const OwnElements* own) : m_own(own) {}

    bool isEmpty() const { return m_reads.empty() && m_writes.empty(); }
    void clear();
    void add(const Access& access);

    /// An access of the statement and a pending one that need a barrier between them; explicit barriers in the
    /// statement end the pending ones. `loop`: the pending ones are of its previous iteration; null if they are of the
    /// same one. `findsWritePairs`: two writes conflict, too.
    std::optional<Conflict> conflictWith(const StatementAccesses& entry, const For* loop,
                                         bool findsWritePairs);

private:
    bool isConflict(const Access& before, const Access& after, const For* loop) const;
    std::optional<Conflict> firstConflict(const std::vector<Access>& pending, const Access& access,
                                          const For* loop) const;

    const OwnElements* m_own;
    std::vector<Access> m_reads;
    std::vector<Access> m_writes;
};

} // namespace tir::passes
