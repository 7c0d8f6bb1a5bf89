/// Simplifies every expression of statements where it is: TVM's StmtSimplify, also for the passes that
/// end with it.

#pragma once

#include "core/arith/analyzer.h"
#include "core/ir/module.h"

#include <functional>

namespace tir::arith {

/// Told what was decided and where; the message is a literal.
using SimplifyWatch = std::function<void(const char* message, const Node& node)>;

/// Branches that are decided are taken, and stores of what is there already go. Declarations of buffers stay
/// as they are, and so do loops and bindings that nothing needs any more. The same function when nothing is
/// simpler.
const PrimFunc* simplifyStatements(Arena& arena, const PrimFunc& function, AnalyzerOptions options = {},
                                   const SimplifyWatch& watch = {});
const Stmt* simplifyStatements(Arena& arena, const Stmt* stmt, AnalyzerOptions options = {});

} // namespace tir::arith
