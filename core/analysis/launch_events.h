/// The accesses, barriers, and allocations of shared memory in one launch, in program order: the input of the liveness
/// analysis.

#pragma once

#include "core/analysis/shared_memory_liveness.h"
#include "core/arith/index_range.h"

namespace tir {

struct ByteRange {
    int64_t begin;
    int64_t end; ///< exclusive
};

/// One access to shared memory. Reads of a statement come before its write.
struct SharedAccess {
    const Var* data;
    const Buffer* buffer; ///< null: through the bare pointer
    const Expr* index;    ///< element index when there is one dimension (or pointer offset); null otherwise
    int64_t unitBytes;    ///< bytes of one step of `index`
    DType dtype;          ///< of the elements; void for a pointer without a type
    std::optional<IndexRange> range; ///< of `index`
    /// Elements that may be accessed from `index` on: more than one through an access pointer. Nothing: not known.
    std::optional<int64_t> extent;
    Place place;
    int tick;
    bool isWrite;
    bool isAddress; ///< only the address is taken: elements beyond `extent` may be accessed, too
    int conditions; ///< branches and loops that may not run around it, within the launch

    /// From the start of `data`: the bytes of the range and the extent; nothing if one of them is not known.
    std::optional<ByteRange> bytes() const;
};

/// A loop of the launch, by the ticks of its body; empty bodies are left out.
struct LoopSpan {
    const Node* loop; ///< For or While
    int firstTick;
    int lastTick;
    Place firstPlace;
    Place lastPlace;
    int conditions; ///< as of an access that runs in every iteration
};

/// Allocation of a shared buffer, by a statement or by a block.
struct SharedAllocation {
    const Buffer* buffer;
    Place place; ///< of the statement
    size_t function;
    int launch; ///< index into the result of collectEvents; -1 outside of launches
};

struct LaunchEvents {
    size_t function;
    int numberInFunction; ///< from 1
    Place place;
    std::vector<Tick> ticks;
    std::vector<SharedAccess> accesses;
    std::vector<LoopSpan> loops;
};

struct SharedMemoryEvents {
    std::vector<LaunchEvents> launches;
    std::vector<SharedAllocation> allocations; ///< in program order
};

/// `sizes` has the values of symbolic sizes, as far as they are known.
SharedMemoryEvents collectEvents(const Module& module, const SizeLookup& sizes = {});

} // namespace tir
