/// When each shared buffer is live, counted in statements of the scope that owns its allocation: a loop
/// that uses a buffer allocated before it counts as one statement.
///
/// The sound mode also considers uses that TVM ignores: addresses of elements, bindings, variables that are passed
/// on, and the barriers that all threads of the launch pass.

#pragma once

#include "core/support/pointer_map.h"
#include "passes/framework/pass.h"

namespace tir::passes {

/// The two kinds of shared memory that are merged, each for itself.
enum class SharedKind : uint8_t { Dynamic, Static };

bool isOfKind(const Var* data, SharedKind kind);
inline std::string_view kindWord(SharedKind kind)
{
    return kind == SharedKind::Dynamic ? "dynamic" : "static";
}

/// A statement in program order. One that contains others has two entries, begin and end.
struct TimelineEntry {
    const Stmt* stmt = nullptr;
    ptrdiff_t pairOffset = 0; ///< from begin to end above 0, from end to begin below 0, 0 for a leaf
    uint32_t firstTouch = 0;  ///< in Lifetimes::touches; not used for a begin
    uint32_t touchCount = 0;

    bool isBarrier = false; ///< sound mode: a barrier that is directly in the launch

    bool isLeaf() const { return pairOffset == 0; }
    bool isBegin() const { return pairOffset > 0; }
};

/// The buffers that a statement uses for the first and for the last time.
struct LifetimeEvents {
    std::vector<const Var*> born;
    std::vector<const Var*> dying;
};

/// An address of an element, taken or used: no touch for TVM.
struct AddressTaken {
    const Var* data;
    const Node* node;
    ptrdiff_t position; ///< in the timeline: the entry of its statement, or the next one
};

struct Lifetimes {
    std::vector<TimelineEntry> timeline;
    std::vector<const Var*> touches; ///< of all entries: in order, with repetitions
    std::vector<AddressTaken> addresses;
    std::vector<LifetimeEvents> events;
    PointerMap<Stmt, uint32_t> eventsOf; ///< index into events; begin and end of a statement share theirs
    /// Sound mode: buffers whose bytes no other may take, because their variable is passed on or their
    /// allocation is inside of a loop or branch.
    PointerSet<Var> pinned;

    VarList touched(const TimelineEntry& entry) const
    {
        return VarList(touches).subspan(entry.firstTouch, entry.touchCount);
    }
    /// Null where nothing happens.
    const LifetimeEvents* eventsAt(const TimelineEntry& entry) const
    {
        const uint32_t* index = eventsOf.find(entry.stmt);
        return index ? &events[*index] : nullptr;
    }
};

/// Fails for a touch in the very scope that owns the allocation, outside of any store or call statement.
/// In the sound mode it does not fail.
std::variant<Lifetimes, PassError> lifetimes(const Stmt& root, SharedKind kind, Mode mode);

} // namespace tir::passes
