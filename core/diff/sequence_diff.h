/// The difference of two sequences of numbers: which elements have no partner on the other side (Myers'
/// O(ND) algorithm in linear space). Lines and words are both compared through it, as interned numbers.

#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace tir {

/// True for elements without a partner; the remaining elements of both sides are equal, in order.
struct SequenceDiff {
    std::vector<bool> isOnlyLeft;
    std::vector<bool> isOnlyRight;
};

/// Shortest where few elements differ. Where more than some thousand do, each step takes the best split
/// it has found after `maxCost` edits: still a correct difference, in bounded time.
SequenceDiff diffSequences(std::span<const uint32_t> left, std::span<const uint32_t> right,
                           int maxCost = 1024);

} // namespace tir
