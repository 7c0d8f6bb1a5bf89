/// Integer expressions as sums of scaled terms: `31 - tx` is -1 · tx + 31. Terms are neither sums nor
/// products with constants nor constants.

#pragma once

#include "core/ir/make.h"

#include <vector>

namespace tir {

struct LinearTerm {
    const Expr* expr;
    int64_t scale; ///< not 0
};

struct LinearExpr {
    DType dtype;
    std::vector<LinearTerm> terms; ///< of distinct expressions, in order of their first occurrence
    int64_t base = 0;

    bool isConstant() const { return terms.empty(); }
    /// 0 when the expression is not a term.
    int64_t scaleOf(const Expr& expr) const;
};

/// Precondition: a scalar of an integer type.
LinearExpr linearExpr(const Expr& expr);
/// a + b * factor
LinearExpr plus(LinearExpr a, const LinearExpr& b, int64_t factor = 1);

/// Terms with positive scales, the largest first; then the base; then those with negative scales.
const Expr* toExpr(Arena& arena, const LinearExpr& form);

} // namespace tir
