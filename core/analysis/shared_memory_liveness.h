/// Which shared buffer holds which bytes from when to when, per launch, before and after merging.

#pragma once

#include "core/analysis/shared_memory_limit.h"
#include "core/arith/index_range.h"
#include "core/ir/places.h"

#include <map>
#include <string>
#include <vector>

namespace tir {

/// A shared buffer of one launch. Program order is counted in statement ticks of the launch: every store,
/// evaluation and binding is one tick, and so is a condition that reads shared memory. A buffer whose
/// contents a loop carries into its next round is live all over the loop.
struct SharedBuffer {
    std::string name;
    std::string dtype;
    std::string shape;            ///< "(128,)"
    std::string scope;            ///< "shared.dyn"
    const Node* data = nullptr;   ///< the data variable: identity
    const Node* buffer = nullptr; ///< the Buffer; several may be on one merged variable
    int64_t sizeBytes = -1;       ///< -1: symbolic, or not valid
    bool hasInvalidSize = false;  ///< its size is a negative number, as after an overflow
    std::string sizeText;         ///< "512", "n * 4", with the value of n "n * 4 = 256"
    /// In the shared memory of the launch, whose allocations are placed one after the other, merged ones included; the
    /// offset inside a merged one is derived from the accesses. -1: symbolic.
    int64_t offsetBytes = 0;
    std::string offsetText = {}; ///< "256", "256 + n * 4", "256 + n * 4 = 512"; empty: not known
    bool isMerged = false;       ///< is in a merged allocation
    bool isOutOfScope = false;   ///< its data variable is not defined in this launch
    int firstTick = -1;          ///< -1: never used
    int lastTick = -1;           ///< inclusive
    Place allocation = NoPlace;  ///< the AllocBuffer (of the merged allocation, after merging)
    std::vector<Place> uses;     ///< of the accessed buffer or the pointer, ascending
};

struct Tick {
    Place place = NoPlace; ///< of the statement
    bool isBarrier = false;
    std::string text; ///< the statement, one line, shortened
};

/// A loop of a launch, over the ticks of its body. Loops without ticks are left out.
struct LoopBracket {
    std::string variable; ///< empty: a while loop
    std::string trips;    ///< "16", "n // 4"; the condition of a while loop
    int64_t tripCount;    ///< -1: not a constant
    int firstTick;
    int lastTick;
    int depth; ///< 0: in no other loop of the launch
    Place place;
};

/// Two buffers of a launch that share bytes while both are live. Two views of the same bytes, of different types or
/// shapes, are not a conflict.
struct MemoryConflict {
    size_t first; ///< index into the buffers
    size_t second;
    int64_t begin; ///< the shared bytes
    int64_t end;   ///< exclusive
    int firstTick; ///< when both are live
    int lastTick;
};

/// Bytes of a buffer that a statement may read or write; all of them where the index is not known.
struct TouchedBytes {
    int tick;
    size_t buffer; ///< index
    int64_t begin; ///< in the shared memory of the launch, within the buffer
    int64_t end;
    bool isWrite;
};

struct LaunchLiveness {
    std::string function;
    std::string label;     ///< "main, launch 2" or the kernel's name
    Place place = NoPlace; ///< the outermost thread_extent
    std::vector<Tick> ticks;
    std::vector<SharedBuffer> buffers;
    std::vector<LoopBracket> loops = {};        ///< outer ones first, in program order
    std::vector<MemoryConflict> conflicts = {}; ///< of the buffers that are in scope
    bool hasMoreConflicts = false;              ///< than are listed
    std::vector<TouchedBytes> touches = {};     ///< by tick; of buffers with a known place
    int64_t peakLiveBytes = 0; ///< most bytes covered by live buffers at one tick; symbolic ones left out
    int peakTick = -1;         ///< the first such tick; -1: no buffer with a known place is used
    /// The sizes of the live buffers at the tick where their sum is largest: no layout takes less.
    int64_t lowerBound = 0;
    int64_t takenBytes = 0;                    ///< bytes allocated for this launch; symbolic ones left out
    std::string takenText = {};                ///< with them: "256 + n * 4", "256 + n * 4 = 512"
    std::map<std::string, int64_t> sizes = {}; ///< values of symbolic sizes that are in these texts, by name
    int64_t wasteBytes = 0;                    ///< takenBytes - peakLiveBytes, not below 0
    int64_t staticBytes = 0;                   ///< the part of takenBytes that is of scope shared
    std::optional<SharedMemoryLimit> limit = {}; ///< of its target; nothing when that is not known
    bool isMerged = false;
    bool hasSymbolicSizes = false; ///< whose values are not known
    bool mayShrink = false; ///< buffers of blocks are compacted, others are merged over each other later
    bool hasInvalidSizes = false; ///< allocations of negative sizes, which count as empty

    /// The most bytes that the launch may use, with its allocations; nothing if that is not known.
    std::optional<int64_t> limitBytes() const;
    bool isOverLimit() const { return limit && !overLimit(*limit, staticBytes, takenBytes).empty(); }
    /// Whether no pass that follows can change that.
    bool isFinallyOverLimit() const { return isOverLimit() && !mayShrink; }
};

/// One entry per launch, those without shared memory included, in program order. `sizes` has the values of symbolic
/// sizes, as far as they are known.
std::vector<LaunchLiveness> sharedMemoryLiveness(const Module& module, const SizeLookup& sizes = {});

} // namespace tir
