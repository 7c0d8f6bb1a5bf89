/// Which buffer gets which bytes of the merged allocation.

#pragma once

#include "passes/memory/merge_shared_memory_allocations_lifetimes.h"

#include <map>

namespace tir::passes {

/// The shared allocations that are merged, by data variable, in order of appearance.
struct SharedAllocations {
    std::vector<const AllocBuffer*> inOrder;
    std::unordered_map<const Var*, const AllocBuffer*> byData;
};

/// One allocation per data variable of `kind` in `root`.
SharedAllocations sharedAllocations(const Stmt& root, SharedKind kind);

/// How a buffer came to its place.
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
};

/// A free entry, for people: its size and the buffers that had it last.
struct FreeEntry {
    uint64_t bits; ///< 0: symbolic
    std::vector<const Var*> buffers;
};

struct MergePlan {
    std::vector<Placement> placements; ///< in program order
    std::unordered_map<const Var*, const Expr*> byteOffsets;
    std::unordered_map<const Var*, const Expr*> paddings; ///< bytes in front of a buffer
    /// The free entries behind a position of the timeline at which something happened, smallest first.
    std::map<size_t, std::vector<FreeEntry>> freeBehind;
    const Expr* totalBytes = nullptr;
};

/// Bytes that one element takes: TVM does not count the lanes of a vector.
int elementBytes(DType type, Mode mode);

/// As TVM, or sound: bytes change hands only behind a barrier, free entries are not combined, tiny and
/// symbolic buffers get bytes of their own, lanes count.
std::variant<MergePlan, PassError> planMerge(Arena& arena, const Lifetimes& lifetimes,
                                             const SharedAllocations& allocations, Mode mode);

/// The plan as a table: a row a buffer.
NoteTable planTable(const MergePlan& plan, const SharedAllocations& allocations, Mode mode);

/// Tells of the statements that the plan follows, and of every buffer where it went and why.
void explainPlan(PassContext& context, const Stmt& root, const Lifetimes& lifetimes, const MergePlan& plan,
                 const SharedAllocations& allocations);

} // namespace tir::passes
