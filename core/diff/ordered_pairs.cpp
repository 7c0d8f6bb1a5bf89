#include "core/diff/ordered_pairs.h"

#include <algorithm>

namespace tir {

std::vector<size_t> pairInOrder(size_t leftCount, size_t rightCount, double leastLikeness,
                                const std::function<double(size_t, size_t)>& likeness)
{
    std::vector<size_t> partners(leftCount, NoPartner);
    if (leftCount == 0 || rightCount == 0)
        return partners;
    std::vector<double> like(leftCount * rightCount);
    std::vector<double> table((leftCount + 1) * (rightCount + 1));
    /// The greatest sum for the elements from i and j on.
    const auto best = [&](size_t i, size_t j) -> double& { return table[i * (rightCount + 1) + j]; };
    for (size_t i = leftCount; i-- > 0;)
        for (size_t j = rightCount; j-- > 0;) {
            const double pair = likeness(i, j);
            like[i * rightCount + j] = pair;
            best(i, j) = std::max(best(i + 1, j), best(i, j + 1));
            if (pair >= leastLikeness)
                best(i, j) = std::max(best(i, j), pair + best(i + 1, j + 1));
        }
    for (size_t i = 0, j = 0; i < leftCount && j < rightCount;) {
        const double pair = like[i * rightCount + j];
        if (pair >= leastLikeness && best(i, j) == pair + best(i + 1, j + 1))
            partners[i++] = j++;
        else if (best(i, j) == best(i + 1, j))
            ++i;
        else
            ++j;
    }
    return partners;
}

} // namespace tir
