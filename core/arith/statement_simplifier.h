/// Simplifies every expression of statements where it is: TVM's StmtSimplify, also for the passes that
/// end with it.

#pragma once

#include "core/arith/analyzer.h"
#include "core/ir/module.h"

#include <functional>

namespace tir::arith {

/// Called with every decision and its place; the message is a literal.
using SimplifyWatch = std::function<void(const char* message, const Node& node)>;

/// Decided branches are replaced by the taken side, and stores of the value already in memory are removed. Declarations
/// of buffers, loops, and unused bindings stay. Returns the same function if nothing is simpler.
const PrimFunc* simplifyStatements(Arena& arena, const PrimFunc& function, AnalyzerOptions options = {},
                                   const SimplifyWatch& watch = {});
const Stmt* simplifyStatements(Arena& arena, const Stmt* stmt, AnalyzerOptions options = {});

} // namespace tir::arith
