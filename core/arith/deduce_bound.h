/// Solving a comparison for one variable.

#pragma once

#include "core/arith/int_set.h"

namespace tir::arith {

/// The values of `var` for which `condition` surely holds; nothing when it cannot be solved. `hints` give the
/// signs of factors; the variables of `relax` are replaced so that the result holds for all their values.
/// The condition is a comparison (not `!=`) with one occurrence of the variable.
IntSet deduceBound(Analyzer& analyzer, const Var* var, const Expr* condition, const VarDomains& hints,
                   const VarDomains& relax);

} // namespace tir::arith
