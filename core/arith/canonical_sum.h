/// Index expressions in one normal form: a sum of scaled splits and a constant, where a split is
/// ((index % upper) // lower). Two equal indices meet in it, whatever way they were written.
/// (arith.md section 3)

#pragma once

#include "core/arith/const_bounds.h"
#include "core/ir/make.h"

#include <optional>
#include <vector>

namespace tir {

struct SplitTerm {
    const Expr* index;
    int64_t lower = 1; ///< divides
    int64_t upper = 0; ///< 0: no remainder is taken
    int64_t scale = 1;
};

/// Scalars of int32 and int64.
inline bool isIndexType(DType type)
{
    return type == Int32 || type == Int64;
}

class CanonicalSum {
public:
    CanonicalSum(Arena& arena, const ConstBounds& bounds, DType dtype, int64_t base = 0)
        : m_arena(&arena),
          m_bounds(&bounds),
          m_dtype(dtype),
          m_base(base)
    {}

    /// Reads an expression that is in normal form, or at least its parts are.
    static CanonicalSum of(Arena& arena, const ConstBounds& bounds, const Expr& expr);

    CanonicalSum plus(const CanonicalSum& other, int64_t factor = 1) const;
    CanonicalSum times(int64_t factor) const;
    /// Floored. Precondition: divisor > 0.
    CanonicalSum dividedBy(int64_t divisor) const;
    CanonicalSum modulo(int64_t divisor) const;
    /// The multiple of `divisor` in it, divided, when what is left lies in [0, divisor).
    std::optional<CanonicalSum> multipleOf(int64_t divisor) const;
    /// A divisor of everything the expression can be, whatever its parts are.
    int64_t commonFactorWithBase() const;

    bool isConstant() const { return m_terms.empty(); }
    int64_t base() const { return m_base; }
    const std::vector<SplitTerm>& terms() const { return m_terms; }
    CanonicalSum withoutBase() const;
    /// The largest number that divides all scales; 0 for a constant.
    int64_t commonFactor() const;
    ConstBound bound() const;
    /// Terms with positive scales, the largest first; the base; terms with negative scales.
    const Expr* toExpr() const;

private:
    void add(SplitTerm term);
    void merge();
    bool mergeOnce();
    std::pair<CanonicalSum, CanonicalSum> separated(int64_t divisor) const;
    bool liesWithin(int64_t size) const;
    std::optional<std::pair<CanonicalSum, CanonicalSum>> coarseAndFine(int64_t divisor, int64_t& grain) const;
    const Expr* toExpr(const SplitTerm& term) const;

    Arena* m_arena;
    const ConstBounds* m_bounds;
    DType m_dtype;
    std::vector<SplitTerm> m_terms;
    int64_t m_base;
};

} // namespace tir
