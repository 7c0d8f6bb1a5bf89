/// Evaluates integer expressions for given values, independently of the analyzer: two's complement in the
/// width of each type, no simplification.

#pragma once

#include "core/ir/expr.h"

#include <optional>
#include <unordered_map>

namespace tir::testing {

using Values = std::unordered_map<const Var*, int64_t>;

/// The low bits of `value` as a number of the type.
int64_t wrapped(DType type, int64_t value);

enum class Overflow : uint8_t { Wraps, Fails };

/// Nothing if it divides by zero, uses a variable without a value, or overflows where that is an error. Of a vector:
/// one lane.
std::optional<int64_t> evaluate(const Expr& expr, const Values& values, Overflow overflow = Overflow::Wraps,
                                int lane = 0);

} // namespace tir::testing
