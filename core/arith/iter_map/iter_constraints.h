/// Predicates on iterators as limits.

#pragma once

#include "core/arith/iter_map/iter_tools.h"

#include <optional>

namespace tir::arith {

/// lower <= iter < upper, where null means no limit.
struct IterConstraint {
    const Expr* iter;
    const Expr* lower;
    const Expr* upper;
};

/// The limits that a conjunction of comparisons sets, small expressions first. Limits of a single variable
/// become its domain. Nothing when the predicate has another form.
std::optional<std::vector<IterConstraint>> matchConstraints(AnalyzerCore& core, const Expr* predicate,
                                                            VarRanges& domains);

} // namespace tir::arith
