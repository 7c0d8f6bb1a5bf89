/// Floats of eight bits: their values and their bits. float6 and float4 have no memory layout of their own
/// here and are not among them.

#pragma once

#include "core/ir/dtype.h"

#include <cstdint>

namespace tir {

/// Precondition: the type is an eight-bit float.
float narrowFloatFromBits(TypeCode type, uint8_t bits);

/// The nearest value, ties to even; what is too large becomes the largest finite value, as CUDA converts.
/// A NaN stays one.
uint8_t narrowFloatToBits(TypeCode type, float value);

} // namespace tir
