/// Whether every thread of a block accesses elements of its own, proved for the sound mode.
///
/// The proof reads an index as a sum: of `ty * 8 + tx + k`, where `tx` is below 8 and `k` is the same for all threads,
/// two threads with the same sum have the same `ty` and the same `tx`.

#pragma once

#include "core/arith/index_range.h"
#include "core/arith/linear_expr.h"
#include "passes/lowering/thread_sync/pending_accesses.h"

#include <unordered_map>
#include <unordered_set>

namespace tir::passes {

class OwnElements {
public:
    // Definitions of variables in a kernel; those from outside of it are the same for all threads.
    void define(const ThreadAxis& axis);
    void define(const For& loop);
    void define(const Bind& bind);

    /// False unless proved: threads that access the same element are the same thread. Precondition: both accesses
    /// are `at` the same expressions; with a loop, in different iterations of it.
    bool areOwn(const Access& before, const Access& after, const For* loop) const;
    /// False unless proved: the loop has iterations.
    bool runs(const For& loop) const;

private:
    /// False unless proved: threads with equal indices are equal along these axes.
    bool differ(const std::vector<const Expr*>& indices, const std::vector<const Var*>& axes,
                const For* loop) const;
    /// The same in all threads, and, with a loop, in all iterations of it.
    bool isFixed(const Expr& expr, const For* loop) const;
    /// The expression with the values of bound variables.
    LinearExpr expanded(const Expr& expr) const;
    /// The terms of the index that are not fixed, those with the smallest scales first.
    std::vector<LinearTerm> varyingTerms(const Expr& index, const For* loop) const;
    /// False if several combinations of the values of the terms may have the same sum.
    bool isOneToOne(const std::vector<LinearTerm>& terms) const;

    IndexRanges m_ranges;
    std::unordered_set<const Var*> m_varying;            ///< that may differ between the threads of a block
    std::unordered_map<const Var*, LinearExpr> m_values; ///< of bound variables
};

} // namespace tir::passes
