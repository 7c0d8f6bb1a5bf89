/// Differences of bounds, simplified as TVM's printed regions need it.

#pragma once

#include "core/ir/expr.h"

namespace tir::script {

/// stop - start, where both are sums over the same terms but for constants: what TVM's simplifier gives for
/// the slices that it prints. The difference as it is when terms remain.
const Expr* difference(Arena& arena, const Expr* stop, const Expr* start);

} // namespace tir::script
