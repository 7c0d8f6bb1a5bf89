/// The rules about types and sizes: the requirements of each node on its operands. A program that passes them can be
/// translated; a generator never meets operands that it cannot combine.
///
/// Codes, all errors: "operand-types" (operands that must agree do not), "operand-type" (the node does not accept
/// the type of an operand), "condition-type", "bound-type" (the type of a value is not that of its variable),
/// "index-type", "index-count", "predicate-lanes", "lane-count", "buffer-type", "invalid-extent",
/// "buffer-size", "unknown-thread-axis", "argument-count", "argument-type", "result-type",
/// "void-parameter", "invalid-name".

#pragma once

#include "core/analysis/verify/node_report.h"
#include "core/ir/children.h"

namespace tir {

/// Checks an expression against its operands.
void checkExprTypes(const Expr& expr, NodeReport report);
/// Checks a statement, a function, or another node; `role` says whether a buffer is declared here.
void checkNodeTypes(const Node& node, Role role, NodeReport report);

/// Checks the call of an operation (Call::op) against the signature of the operation.
void checkOperation(const Call& call, NodeReport report);
/// Checks those of its arguments that must be pointers.
void checkPointerArguments(const Call& call, NodeReport report);
/// Checks a buffer at its declaration.
void checkBuffer(const Buffer& buffer, NodeReport report);

/// All of these rules, and those about jumps, on a whole module. Generators reject a module with errors of these rules.
Diagnostics checkTypes(const Module& module);

/// A scalar boolean, or the one-bit integer that TVM accepts in its place; `lanes`: of a vector.
inline bool isPredicate(DType type, int lanes = 1)
{
    const bool isOneBit = type.isUInt() && type.bits == 1;
    return (type.isBool() || isOneBit) && type.lanes == lanes;
}

inline bool isIndexType(DType type)
{
    return type.isInt() || type.isUInt();
}

} // namespace tir
