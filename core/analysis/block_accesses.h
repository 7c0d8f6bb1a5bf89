/// Which thread of a block touches which bytes of a buffer: counted out thread by thread where extents and
/// indices are constants. Enough to show that two threads meet in one byte without a barrier between them.

#pragma once

#include "core/ir/stmt.h"

#include <optional>
#include <unordered_map>
#include <vector>

namespace tir {

/// An element access in a launch, with what stands around it.
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
    /// `root`: a launch, or a statement with launches in it.
    explicit BlockAccesses(const Stmt& root);

    const std::vector<BlockAccess>& all() const { return m_accesses; }
    /// A conflict of two accesses of different buffers whose bytes begin at the given offsets of common
    /// memory, when no barrier stands between them and one writes; nothing when there is none or when it
    /// cannot be counted out.
    std::optional<ThreadConflict> conflict(const BlockAccess& earlier, int64_t earlierOffset,
                                           const BlockAccess& later, int64_t laterOffset) const;

private:
    friend class BlockAccessCollector;

    struct Axis {
        const Var* var;
        int64_t extent; ///< -1: symbolic
    };
    /// By byte of common memory: the thread, or Several.
    using Footprint = std::unordered_map<int64_t, int64_t>;
    std::optional<Footprint> footprint(const BlockAccess& access, int64_t offset, const BlockAccess& other,
                                       bool isEarlier) const;
    /// The footprint of an access that is the same whatever the other access is; null for other accesses.
    const std::optional<Footprint>* commonFootprint(const BlockAccess& access, int64_t offset) const;

    struct KnownFootprint {
        int64_t offset;
        std::optional<Footprint> bytes;
    };

    mutable std::unordered_map<const BlockAccess*, KnownFootprint> m_known; ///< an access has many others
    std::vector<BlockAccess> m_accesses;
    std::vector<std::vector<Axis>> m_threads; ///< threadIdx axes, by launch
    std::unordered_map<const Var*, const Expr*> m_bindings;
    std::unordered_map<const For*, bool> m_hasBarrier;
};

} // namespace tir
