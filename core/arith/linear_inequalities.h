/// Systems of linear inequalities over integers, solved for one range per variable by Fourier-Motzkin
/// elimination. (arith.md section 7.3)

#pragma once

#include "core/arith/int_set.h"

#include <optional>
#include <vector>

namespace tir::arith {

/// The ranges of `vars` within which alone the relations can hold, and within which they always hold. Nothing
/// when no such ranges exist or when none are found. `known`: what the variables run through already.
std::optional<std::vector<VarRange>> solveInequalities(Arena& arena, const std::vector<const Var*>& vars,
                                                       const std::vector<VarRange>& known,
                                                       const std::vector<const Expr*>& relations);

} // namespace tir::arith
