/// Statements in which conditions of loops have been decided.

#pragma once

#include "core/ir/stmt.h"

#include <vector>

namespace tir::passes {

using Conditions = std::vector<const Expr*>;

/// The conditions, found by identity, have the value.
const Stmt* withDecided(Arena& arena, const Stmt* stmt, const Conditions& decided, bool value);

/// Inside the innermost launches: with the conditions true where `guard` holds, and as it is elsewhere.
const Stmt* withGuardedLaunches(Arena& arena, const Stmt* stmt, const Conditions& decided, const Expr* guard);

/// Without the marks `likely` and the hints.
const Stmt* withoutMarks(Arena& arena, const Stmt* stmt);

} // namespace tir::passes
