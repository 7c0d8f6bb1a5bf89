/// The normal form of index expressions: a constant and a sum of splits, where a split is
/// `((index % upper) // lower) * scale`. Different spellings of the same split have the same form.

#pragma once

#include "core/arith/const_int_bound.h"
#include "core/arith/unique_exprs.h"

#include <variant>
#include <vector>

namespace tir::arith {

/// The rounding of the division of a split; without division and remainder it is either.
enum class DivMode : uint8_t { Trunc, Floor };

struct Split {
    static constexpr int64_t NoUpper = ConstIntBound::PosInf;

    const Expr* index;
    int64_t lower = 1;
    int64_t upper = NoUpper; ///< a multiple of lower
    int64_t scale = 1;
    DivMode mode = DivMode::Trunc;

    DType dtype() const { return index->dtype; }
    bool isPlain() const { return lower == 1 && upper == NoUpper; }
    bool fits(DivMode wanted) const { return mode == wanted || isPlain(); }
    const Expr* toExpr(UniqueExprs& exprs, int64_t sign = 1) const;
};

struct Sum {
    DType dtype;
    std::vector<Split> terms; ///< those of one index are together, with falling `lower`
    int64_t base = 0;

    bool isZero() const { return base == 0 && terms.empty(); }
    void add(Split term, int64_t factor = 1);
    void add(const Sum& other, int64_t factor);
    void multiply(int64_t factor);
    void divide(int64_t divisor); ///< which divides everything
    /// The terms that the divisor divides, and the rest.
    std::pair<Sum, Sum> separate(int64_t divisor) const;
    /// Terms with positive scales, the largest first; a positive base; terms with negative scales; a negative
    /// base.
    const Expr* toExpr(UniqueExprs& exprs) const;
};

/// An expression during canonical simplification: as it is, or in normal form.
using Canonical = std::variant<const Expr*, Split, Sum>;

const Expr* toExpr(UniqueExprs& exprs, const Canonical& value);
Split toSplit(UniqueExprs& exprs, const Canonical& value);
Sum toSum(UniqueExprs& exprs, const Canonical& value);

const Expr* divided(UniqueExprs& exprs, const Expr* expr, int64_t divisor, DivMode mode);
const Expr* remainder(UniqueExprs& exprs, const Expr* expr, int64_t divisor, DivMode mode);

} // namespace tir::arith
