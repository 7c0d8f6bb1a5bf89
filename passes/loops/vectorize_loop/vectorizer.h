/// One vectorized loop as statements on vectors.

#pragma once

#include "passes/framework/pass.h"

namespace tir::passes {

struct VectorLoop {
    const Var* var;
    const Expr* extent;
    int lanes;               ///< of the extent; below zero times vscale
    bool predicatesAccesses; ///< `if` over a range of lanes becomes a predicate of the accesses
};

/// `body` for all values of the variable together. Operations without a vector form become a loop over lanes.
/// An error if that is not possible either.
std::variant<const Stmt*, PassError> vectorized(PassContext& context, const Stmt* body,
                                                const VectorLoop& loop);

} // namespace tir::passes
