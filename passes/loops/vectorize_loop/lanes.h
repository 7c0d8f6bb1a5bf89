/// Vectors: making lanes agree, and predicates by lanes.

#pragma once

#include "core/arith/analyzer.h"
#include "core/ir/make.h"

#include <optional>

namespace tir::passes {

inline bool isVector(const Expr* expr)
{
    return !expr->dtype.isScalar();
}

/// More lanes than `a` or `b` have: those of the longer one. Lanes below zero are times vscale.
int moreLanes(int a, int b);

/// `expr` in every lane; the same when it has that many.
const Expr* broadcastTo(Arena& arena, const Expr* expr, int lanes);

/// Both operands with the lanes of the longer one.
void equalize(Arena& arena, const Expr*& a, const Expr*& b);

/// The sum or difference: a ramp if one operand is a ramp and the other one a scalar.
const Expr* sum(Arena& arena, BinaryOp op, const Expr* a, const Expr* b);

/// The product if it is a ramp: that of a ramp and a positive scalar. Null for other products.
const Expr* product(Arena& arena, arith::Analyzer& analyzer, const Expr* a, const Expr* b);

/// One lane of a vector.
const Expr* lane(Arena& arena, const Expr* vector, int index);

/// `stmt`, of which all accesses are ramps from `base`, for the lanes in which base + lane < limit. Nothing when an
/// access is another one.
std::optional<const Stmt*> withPredicates(Arena& arena, const Stmt* stmt, const Expr* condition);

/// Operations that work lane by lane.
bool isVectorizable(const Op& op);

} // namespace tir::passes
