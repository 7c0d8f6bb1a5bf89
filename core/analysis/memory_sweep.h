/// Bytes in use over time: how many at most, and which intervals share bytes while both are live. One sweep
/// over the ticks, O(n log n + pairs).

#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace tir {

struct MemoryInterval {
    int64_t begin;
    int64_t end; ///< exclusive; more than `begin`
    int firstTick;
    int lastTick; ///< inclusive
    /// Intervals of the same bytes and different types are views of each other, not a conflict.
    int type = 0;
};

struct MemorySweep {
    /// Two intervals, by index, the lower one first.
    struct Pair {
        size_t first;
        size_t second;
        bool operator==(const Pair&) const = default;
        auto operator<=>(const Pair&) const = default;
    };

    int64_t peakBytes = 0;       ///< most bytes covered at one tick; where intervals overlap they count once
    int peakTick = -1;           ///< the first such tick; -1 without intervals
    int64_t lowerBound = 0;      ///< largest total size at one tick: overlaps count twice, views once
    std::vector<Pair> conflicts; ///< ascending
    bool hasMoreConflicts = false; ///< than `mostConflicts`
};

MemorySweep sweepMemory(std::span<const MemoryInterval> intervals, size_t mostConflicts = 1000);

} // namespace tir
