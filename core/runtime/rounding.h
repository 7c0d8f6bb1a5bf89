/// How far computed floats may be from exact results.

#pragma once

#include "core/ir/dtype.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace tir {

/// How close numbers of a float type are.
struct FloatSpacing {
    double epsilon;  ///< from 1 to the next number
    double smallest; ///< from 0 to the next number
};

/// Precondition: it is a float type. Of types of 8 bits and less, the coarsest.
inline FloatSpacing spacingOf(DType dtype)
{
    if (dtype.bits >= 64)
        return {std::numeric_limits<double>::epsilon(), std::numeric_limits<double>::denorm_min()};
    if (dtype.bits >= 32)
        return {std::numeric_limits<float>::epsilon(), std::numeric_limits<float>::denorm_min()};
    if (dtype.isBFloat16())
        return {0x1p-7, 0x1p-133};
    if (dtype.bits == 16)
        return {0x1p-10, 0x1p-24};
    return {0x1p-2, 0x1p-9};
}

inline double epsilonOf(DType dtype)
{
    return spacingOf(dtype).epsilon;
}

/// How far two sums of the same `terms` numbers in different orders may be apart, relative to their magnitude:
///
///     |a - b| <= sqrt(terms) * epsilon * magnitude
///
/// Each addition is off by at most epsilon / 2 of its partial sum. The worst case of n additions is n times that, but
/// rounding errors have either sign and are independent, so that they grow like sqrt(n) (Higham and Mary, "A new approach
/// to probabilistic rounding error analysis", 2019). The magnitude is the largest number of the result's buffer: where
/// terms cancel, the partial sums are as large as the other elements, not as small as the element itself.
inline double sumError(DType dtype, int64_t terms)
{
    return std::sqrt(double(std::max<int64_t>(terms, 0))) * epsilonOf(dtype);
}

} // namespace tir
