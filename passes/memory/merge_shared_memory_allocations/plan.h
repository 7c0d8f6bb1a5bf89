/// Which buffer gets which bytes of the merged allocation.

#pragma once

#include "passes/memory/merge_shared_memory_allocations/lifetimes.h"

#include <map>

namespace tir::passes {

/// The shared allocations that are merged, by data variable, in order of appearance.
struct SharedAllocations {
    std::vector<const AllocBuffer*> inOrder;
    PointerMap<Var, const AllocBuffer*> byData;

    bool contains(const Var* data) const { return byData.contains(data); }
    /// Precondition: contains(data).
    const AllocBuffer* of(const Var* data) const { return *byData.find(data); }
    const Buffer& bufferOf(const Var* data) const { return *of(data)->buffer; }
};

/// One allocation per data variable of `kind` in `root`.
SharedAllocations sharedAllocations(const Stmt& root, SharedKind kind);

/// The rule that placed a buffer.
enum class PlacementRule : uint8_t {
    NewEntry,
    TinyEntry,     ///< at most 32 bits: its entry is never released and gets no bytes
    TakesOver,     ///< the smallest free entry that is large enough and at most 16 times as large
    Combines,      ///< several smaller free entries together
    SharesSymbolic ///< a free entry of symbolic size, in which it is not recorded and gets no bytes
};

struct Placement {
    const Var* data;
    PlacementRule rule;
    std::vector<const Var*> previous; ///< whose bytes it takes over
    int entry = 0;                    ///< number of its entry, in order of creation, from 1
    int layer = 0;                    ///< within the entry, from 1
    const Expr* byteOffset = nullptr; ///< null: it gets no bytes
    const Expr* padding = nullptr;    ///< bytes in front of it
};

/// A free entry, for people: its size and the buffers that had it last.
struct FreeEntry {
    uint64_t bits; ///< 0: symbolic
    std::vector<const Var*> buffers;
};
/// The free entries after each position of the timeline at which something happened, smallest first.
using FreeLists = std::map<size_t, std::vector<FreeEntry>>;

struct MergePlan {
    std::vector<Placement> placements; ///< in program order
    PointerMap<Var, uint32_t> indexOf; ///< into placements
    const Expr* totalBytes = nullptr;

    /// Null for a buffer that is not in the plan.
    const Placement* placementOf(const Var* data) const
    {
        const uint32_t* index = indexOf.find(data);
        return index ? &placements[*index] : nullptr;
    }
    /// Null for a buffer without bytes.
    const Expr* byteOffset(const Var* data) const
    {
        const Placement* placement = placementOf(data);
        return placement ? placement->byteOffset : nullptr;
    }
};

/// Bytes that one element takes: TVM does not count the lanes of a vector.
int elementBytes(DType type, Mode mode);

/// As TVM, or sound: bytes are reused only after a barrier, free entries are not combined, tiny and symbolic buffers
/// get separate bytes, lanes count.
std::variant<MergePlan, PassError> planMerge(Arena& arena, const Lifetimes& lifetimes,
                                             const SharedAllocations& allocations, Mode mode,
                                             FreeLists* freeLists = nullptr);

/// The inputs of a plan, to compute it again for its explanation.
struct MergeScope {
    const AttrStmt* launch;
    int number = 1;                 ///< of the launch in its function
    const Stmt* function = nullptr; ///< the body, when the plan is for all of its launches
    SharedKind kind = SharedKind::Dynamic;
    Mode mode = Mode::AsTvm;
};

/// Notes the allocation, the statements that the plan follows, and the place of every buffer with the reason.
/// Precondition: there is such a plan.
void explainMerge(NoteWriter& notes, const MergeScope& scope);

} // namespace tir::passes
