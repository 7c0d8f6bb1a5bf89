/// Numbers for symbolic sizes: what an expression of them comes to, and a choice that meets what the function
/// asks of them.

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

/// Adds a value for every open size: the preferred one, unless an assertion or assumption that the function
/// makes on its way, whatever it computes, forbids it; and a multiple of what the function divides it by, so
/// that tiles come out whole. When nothing meets all of that, the preferred values stay.
void chooseSizes(const PrimFunc& function, const std::vector<OpenSize>& open, Sizes& sizes);

} // namespace tir
