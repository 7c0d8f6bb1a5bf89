/// Bounds and divisors of the indices of finished programs: enough to find the bytes that an access can reach if extents
/// are constants, and to show that a vector access is aligned. Unlike an Analyzer, they make no expressions, know the
/// operations that lowering leaves, and believe none of TVM's rules that are wrong for some values.

#pragma once

#include "core/ir/stmt.h"

#include <functional>
#include <optional>
#include <span>
#include <unordered_map>

namespace tir {

/// The value of a variable if it is known, for example of a symbolic size in a run.
using SizeLookup = std::function<std::optional<int64_t>(const Var&)>;

/// Both ends belong to it.
struct IndexRange {
    int64_t low;
    int64_t high;
    bool operator==(const IndexRange&) const = default;
};

class IndexRanges {
public:
    /// `sizes` has the values of variables that are not defined here.
    explicit IndexRanges(SizeLookup sizes = {}) : m_sizes(std::move(sizes)) {}

    /// [min, min + extent - 1] when both are bounded and the extent is positive.
    void define(const Var& var, const Expr& min, const Expr& extent);
    void define(const Var& var, const Expr& value);
    /// Nothing if a part of the expression has no known bounds. Vectors: over all lanes.
    std::optional<IndexRange> of(const Expr& expr) const;
    /// Nothing where the expression may have several values.
    std::optional<int64_t> valueOf(const Expr& expr) const;
    /// `count` times all extents; nothing where one is not known or is negative, or the product has more than 64 bits.
    std::optional<int64_t> productOf(int64_t count, std::span<const Expr* const> extents) const;

private:
    std::optional<IndexRange> ofVar(const Var& var) const;
    std::optional<IndexRange> ofBinary(const Binary& node) const;
    std::optional<IndexRange> ofCall(const Call& call) const;

    SizeLookup m_sizes;
    std::unordered_map<const Var*, IndexRange> m_vars;
};

/// The greatest divisor that follows from the expression; 1 if none is known, 0 for the constant zero (a multiple of
/// everything).
int64_t knownMultiple(const Expr& expr);

} // namespace tir
