/// Returns of a packed function: the value is stored in the result slot of the caller, and the function itself returns
/// 0 for success.

#pragma once

#include "passes/framework/pass.h"

#include <optional>

namespace tir::passes {

struct PackedReturns {
    const Stmt* body = nullptr;
    std::optional<PassError> error;
};

/// Rewrites every `return value` of `body` into stores to `result` and `return 0`.
PackedReturns packReturns(Arena& arena, const Stmt* body, const Var* result);

} // namespace tir::passes
