/// How far computed floats may be from exact results.

#pragma once

#include "core/ir/dtype.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace tir {

/// Distance from 1 to the next number of the type. Precondition: it is a float type.
inline double epsilonOf(DType dtype)
{
    if (dtype.bits >= 64)
        return std::numeric_limits<double>::epsilon();
    if (dtype.bits >= 32)
        return std::numeric_limits<float>::epsilon();
    if (dtype.isBFloat16())
        return 0x1p-7;
    if (dtype.bits == 16)
        return 0x1p-10;
    return 0x1p-2; // two explicit bits of mantissa in the coarsest 8-bit type
}

/// The smallest positive number of the type. Precondition: it is a float type.
inline double smallestNumberOf(DType dtype)
{
    if (dtype.bits >= 64)
        return std::numeric_limits<double>::denorm_min();
    if (dtype.bits >= 32)
        return std::numeric_limits<float>::denorm_min();
    if (dtype.isBFloat16())
        return 0x1p-133;
    if (dtype.bits == 16)
        return 0x1p-24;
    return 0x1p-9; // of float8_e4m3fn; other narrow types have smaller ones or few numbers
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
