/// Helpers for detecting iteration maps. All expressions are unique.

#pragma once

#include "core/arith/analyzer_core.h"
#include "core/arith/iter_map/iter_map.h"

namespace tir::arith {

using MarkPointer = std::shared_ptr<const IterMark>;

struct IterTools {
    AnalyzerCore& core;
    UniqueExprs& exprs = core.exprs;

    const Expr* combine(BinaryOp op, const Expr* a, const Expr* b) { return exprs.matched(op, a, b); }
    const Expr* number(const Expr* like, int64_t value) { return exprs.constant(like->dtype, value); }
    /// Constant factors are joined and come last.
    const Expr* product(const Expr* a, const Expr* b);
    /// Without a proof for constants, else by the analyzer.
    bool isDivisible(const Expr* dividend, const Expr* divisor);
    bool isEqual(const Expr* a, const Expr* b) { return a == b || core.canProveEqual(a, b); }

    /// The mark as one iterator.
    IterSplit whole(const MarkPointer& mark, const Expr* scale);
    IterSplit whole(const MarkPointer& mark) { return whole(mark, number(mark->extent, 1)); }

    const Expr* toExpr(const IterSum& sum);
    const Expr* toExpr(const IterSplit& split);
    const Expr* toExpr(const IterMark& mark);
};

inline bool isOne(const Expr* expr)
{
    return isConstInt(expr, 1);
}
inline bool isZero(const Expr* expr)
{
    return isConstInt(expr, 0);
}

/// The same part of the same mark; the scale counts when `withScale`.
inline bool isSameSplit(const IterSplit& a, const IterSplit& b, bool withScale)
{
    return a.source == b.source && a.lower == b.lower && a.extent == b.extent &&
           (!withScale || a.scale == b.scale);
}

} // namespace tir::arith
