/// Floats of eight bits and less: their values and their bits. In memory each takes a byte.

#pragma once

#include "core/ir/dtype.h"

#include <cstdint>

namespace tir {

/// Precondition: the type is a float of at most eight bits.
float narrowFloatFromBits(TypeCode type, uint8_t bits);

/// The nearest value, ties to even; values that are too large become the largest finite value, as in CUDA conversions.
/// NaN stays NaN.
uint8_t narrowFloatToBits(TypeCode type, float value);

} // namespace tir
