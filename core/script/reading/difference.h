/// Differences of bounds, simplified as TVM's printed regions need it.

#pragma once

#include "core/ir/expr.h"

namespace tir::script {

/// stop - start, if both are sums over the same terms except for constants: as TVM's simplifier computes it for the
/// slices that it prints. Otherwise the unsimplified difference.
const Expr* difference(Arena& arena, const Expr* stop, const Expr* start);

} // namespace tir::script
