/// Arithmetic of systems of linear inequalities, on the unique expressions of one analyzer.

#pragma once

#include "core/arith/analyzer.h"

#include <optional>

namespace tir::arith {

/// factor * variable + rest
struct Linear {
    const Expr* factor;
    const Expr* rest;
};

class LinearArithmetic {
public:
    explicit LinearArithmetic(AnalyzerCore& core) : m_core(core), m_exprs(core.exprs) {}

    const Expr* add(const Expr* a, const Expr* b) { return m_exprs.matched(BinaryOp::Add, a, b); }
    const Expr* sub(const Expr* a, const Expr* b) { return m_exprs.matched(BinaryOp::Sub, a, b); }
    const Expr* mul(const Expr* a, const Expr* b) { return m_exprs.matched(BinaryOp::Mul, a, b); }
    const Expr* floorDiv(const Expr* a, const Expr* b) { return m_exprs.matched(BinaryOp::FloorDiv, a, b); }
    const Expr* scaled(const Expr* a, int64_t factor) { return mul(a, number(a, factor)); }
    const Expr* number(const Expr* like, int64_t value) { return m_exprs.number(like->dtype, value); }
    const Expr* simplify(const Expr* expr, int steps = 2) { return m_core.simplify(expr, steps); }

    bool isAtMostZero(const Expr* expr)
    {
        return m_core.canProve(m_exprs.matched(BinaryOp::LE, expr, number(expr, 0)));
    }
    bool isBelowZero(const Expr* expr)
    {
        return m_core.canProve(m_exprs.matched(BinaryOp::LT, expr, number(expr, 0)));
    }
    bool canProve(const Expr* condition) { return m_core.canProve(condition); }

    /// As `e <= 0` or `e == 0`; other conditions as they are.
    const Expr* normalized(const Expr* condition);
    /// Nothing when `expr` is not linear in `var`.
    std::optional<Linear> linear(const Expr* expr, const Var* var);

private:
    AnalyzerCore& m_core;
    UniqueExprs& m_exprs;
};

} // namespace tir::arith
