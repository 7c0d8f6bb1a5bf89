/// Systems of linear inequalities over integers, solved for one range per variable by Fourier-Motzkin
/// elimination.

#pragma once

#include "core/arith/int_set.h"

#include <optional>
#include <vector>

namespace tir::arith {

/// Ranges of `vars` that are equivalent to the relations: the relations hold exactly inside of them. Nothing if there
/// are no such ranges or if none are found. `known`: the domains of the variables.
std::optional<std::vector<VarRange>> solveInequalities(Arena& arena, const std::vector<const Var*>& vars,
                                                       const std::vector<VarRange>& known,
                                                       const std::vector<const Expr*>& relations);

} // namespace tir::arith
