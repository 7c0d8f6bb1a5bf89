/// Symbolic sizes: evaluates expressions of them, and chooses values that satisfy the assertions of a function.

#pragma once

#include "core/ir/module.h"

#include <optional>
#include <unordered_map>
#include <vector>

namespace tir {

/// Extent of a symbolic size that nothing else decides.
inline constexpr int64_t DefaultSize = 64;

using Sizes = std::unordered_map<const Var*, int64_t>;

/// The value of an integer or boolean expression; nothing when it depends on something unknown, divides by
/// zero or overflows.
std::optional<int64_t> evaluate(const Expr* expr, const Sizes& sizes);

/// A variable to choose a value for.
struct OpenSize {
    const Var* var;
    int64_t preferred = DefaultSize;
};

/// Adds a value for every undetermined size: the preferred one, unless an assertion or assumption that every execution
/// of the function reaches forbids it; and a multiple of the divisors in the function, so that tiles are complete. If
/// nothing satisfies all of that, the preferred values stay.
void chooseSizes(const PrimFunc& function, const std::vector<OpenSize>& open, Sizes& sizes);

/// Other values for the same sizes, near the preferred ones, for which a tile is incomplete: some size is not a multiple
/// of its divisors in the function. Nothing if no divisor is known, or if an assertion forbids incomplete tiles. `sizes`: of
/// the sizes that are not open.
std::optional<Sizes> sizesOfPartialTiles(const PrimFunc& function, const std::vector<OpenSize>& open,
                                         Sizes sizes);

} // namespace tir
