/// Which thread of a block accesses which bytes of a buffer: computed thread by thread if extents and indices are
/// constants. Enough to show that two threads access one byte without a barrier between them.

#pragma once

#include "core/analysis/barriers.h"
#include "core/ir/stmt.h"

#include <map>
#include <optional>
#include <set>
#include <unordered_map>
#include <vector>

namespace tir {

/// An element access in a launch, with its context.
struct BlockAccess {
    const Node* node; ///< the load or store
    const Stmt* statement;
    const Buffer* buffer;
    const Expr* index; ///< null when there are several
    bool isWrite;
    int barriers;                                         ///< passed before it, in program order
    int launch;                                           ///< number of the launch around it; -1 outside
    std::vector<const For*> loops;                        ///< within the launch, outermost first
    std::vector<std::pair<const Expr*, bool>> conditions; ///< and the value each must have
};

/// Two threads that touch one byte, the first through the earlier access.
struct ThreadConflict {
    int64_t earlierThread;
    int64_t laterThread;
    int64_t byte; ///< in the common memory
};

class BlockAccesses {
public:
    /// `root`: a launch, or a statement with launches in it. A call of one of `functionsWithBarriers` counts as a
    /// barrier, although the function may not pass it always.
    BlockAccesses(const Stmt& root, const FunctionNames& functionsWithBarriers);

    const std::vector<BlockAccess>& all() const { return m_accesses; }
    /// A conflict of two accesses of different buffers whose bytes begin at the given offsets of common memory, if no
    /// barrier is between them and one of them writes; nothing if there is none or if it cannot be decided.
    std::optional<ThreadConflict> conflict(const BlockAccess& earlier, int64_t earlierOffset,
                                           const BlockAccess& later, int64_t laterOffset) const;

private:
    friend class BlockAccessCollector;

    struct Axis {
        const Var* var;
        int64_t extent; ///< -1: symbolic
    };
    /// An element in common memory, and the thread that touches it, or Several.
    struct Touch {
        int64_t begin; ///< in bytes
        int64_t thread;
        auto operator<=>(const Touch&) const = default;
    };
    struct Footprint {
        int64_t unit = 1;           ///< bytes of an element
        std::vector<Touch> touches; ///< in order, each element once
        auto operator<=>(const Footprint&) const = default;
    };
    using Conflict = std::optional<ThreadConflict>;

    static void uniteThreads(std::vector<Touch>& touches);
    static Conflict firstConflict(const Footprint& earlier, const Footprint& later);
    std::optional<Footprint> footprint(const BlockAccess& access, int64_t offset, const BlockAccess& other,
                                       bool isEarlier) const;
    bool hasCommonFootprint(const BlockAccess& access) const;
    /// The footprint of an access that is the same whatever the other access is. Equal ones are one. Null when
    /// it cannot be counted out.
    const Footprint* commonFootprint(const BlockAccess& access, int64_t offset) const;
    const Conflict& commonConflict(const Footprint& earlier, const Footprint& later) const;

    struct KnownFootprint {
        int64_t offset;
        const Footprint* touched;
    };

    // An access is compared with many others, and most of those look alike.
    mutable std::unordered_map<const BlockAccess*, KnownFootprint> m_known;
    mutable std::set<Footprint> m_footprints;
    mutable std::map<std::pair<const Footprint*, const Footprint*>, Conflict> m_conflicts;
    std::vector<BlockAccess> m_accesses;
    std::vector<std::vector<Axis>> m_threads; ///< threadIdx axes, by launch
    std::unordered_map<const Var*, const Expr*> m_bindings;
    std::unordered_map<const For*, bool> m_hasBarrier;
};

} // namespace tir
