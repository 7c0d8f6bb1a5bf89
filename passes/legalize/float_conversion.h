/// Floating-point formats, and conversions between them in integer operations, for targets without a cast of the
/// format.

#pragma once

#include "core/ir/make.h"

namespace tir {

struct FloatFormat {
    int exponentBits;
    int mantissaBits;
    int bias;
};

/// Precondition: `type` is a floating type.
FloatFormat floatFormat(DType type);

/// The unsigned integer with the bits and lanes of `type`.
DType storageType(DType type);

/// `value` seen as `type`, which has as many bits. The value itself when that is its type already.
const Expr* reinterpreted(Arena& arena, DType type, const Expr* value);

enum class TinyValues : uint8_t {
    Exact,    ///< an exponent field of 0 means zero and the numbers below the smallest normal one
    AsNormal, ///< it counts as an ordinary exponent, as TVM has it: 0 widens to 2^-bias
};

/// Precondition: `type` is wider than the type of `value`, in both parts of its format. Infinities and NaNs
/// keep their value only where both formats have exponents of the same size.
const Expr* widenedByBits(Arena& arena, DType type, const Expr* value, TinyValues tiny);

/// Whether values of `from` can be too small for `type`, so that narrowing them chooses between them and zero.
bool losesRange(DType type, DType from);

/// Precondition: `type` has the smaller mantissa. Rounds to the nearest value, ties to even. If its exponent is
/// smaller, too: 0 for everything below its smallest normal number, and an unspecified value above its largest.
const Expr* narrowedByBits(Arena& arena, DType type, const Expr* value, TinyValues tiny);

} // namespace tir
