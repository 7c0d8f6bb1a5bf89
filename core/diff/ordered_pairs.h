/// Pairs similar elements of two short sequences in order.

#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

namespace tir {

inline constexpr size_t NoPartner = SIZE_MAX;

/// For each of `leftCount` elements its partner on the right, or NoPartner: in order, with the greatest total
/// likeness. Pairs below `leastLikeness` do not count. Time grows with the product of the counts.
std::vector<size_t> pairInOrder(size_t leftCount, size_t rightCount, double leastLikeness,
                                const std::function<double(size_t, size_t)>& likeness);

/// Twice the common elements over all elements of two sorted lists: 1 for equal lists, 0 for nothing in common.
template <class Number>
double likeness(const std::vector<Number>& a, const std::vector<Number>& b)
{
    size_t common = 0;
    for (size_t i = 0, j = 0; i < a.size() && j < b.size();) {
        if (a[i] == b[j]) {
            ++common;
            ++i;
            ++j;
        } else if (a[i] < b[j]) {
            ++i;
        } else {
            ++j;
        }
    }
    return a.empty() && b.empty() ? 1 : 2.0 * double(common) / double(a.size() + b.size());
}

} // namespace tir
