/// Operations of the IR on two known integers.

#pragma once

#include "core/ir/expr.h"

#include <optional>

namespace tir {

/// Rounds towards minus infinity. `b` is not zero, and the quotient fits.
constexpr int64_t floorDivide(int64_t a, int64_t b)
{
    return a / b - (a % b != 0 && (a < 0) != (b < 0) ? 1 : 0);
}

/// In 64 bits, truth as 1 and 0; nothing when it overflows or divides by zero.
std::optional<int64_t> evaluateBinary(BinaryOp op, int64_t a, int64_t b);

} // namespace tir
