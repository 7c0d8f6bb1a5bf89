/// Building nodes: constants, operators with TVM's type matching and folding, sequences. Operators here
/// behave as TVM's C++ operators do; node constructors neither match nor fold.

#pragma once

#include "core/ir/stmt.h"

#include <initializer_list>
#include <optional>
#include <vector>

namespace tir {

const IntImm* intImm(Arena& arena, DType type, int64_t value); ///< wraps to the width of the type
inline const IntImm* int32(Arena& arena, int64_t value)
{
    return intImm(arena, Int32, value);
}
const FloatImm* floatImm(Arena& arena, DType type, double value);
const StringImm* stringImm(Arena& arena, std::string_view value); ///< interned
const IntImm* boolImm(Arena& arena, bool value);
/// The constant of a scalar or vector type: broadcast for vectors.
const Expr* constant(Arena& arena, DType type, int64_t value);

bool isConstInt(const Expr* expr, int64_t value);
/// True for constants of scalar type, integers and floats.
bool isConstNumber(const Expr* expr);
/// True for the constant true.
bool isTrue(const Expr* expr);

/// Whether matchTypes brings operands of these types together.
bool haveCommonType(DType a, DType b);

/// Makes the dtypes of both operands equal: broadcasts a scalar, widens, casts. Fails for handles.
bool matchTypes(Arena& arena, const Expr*& a, const Expr*& b);

/// a op b, matched and folded. InternalError when the types cannot be matched, or for a division by the
/// constant zero.
const Expr* binary(Arena& arena, BinaryOp op, const Expr* a, const Expr* b);
inline const Expr* add(Arena& arena, const Expr* a, const Expr* b)
{
    return binary(arena, BinaryOp::Add, a, b);
}
inline const Expr* mul(Arena& arena, const Expr* a, const Expr* b)
{
    return binary(arena, BinaryOp::Mul, a, b);
}
inline const Expr* floorDiv(Arena& arena, const Expr* a, const Expr* b)
{
    return binary(arena, BinaryOp::FloorDiv, a, b);
}

/// The folded value of `a op b` without matching types; null if it does not fold. The printer uses it to decide between
/// `a + b` and `T.Add(a, b)`.
const Expr* foldBinary(Arena& arena, BinaryOp op, const Expr* a, const Expr* b);

/// Folds constants and casts to the same type.
const Expr* cast(Arena& arena, DType type, const Expr* value);

const Type* primType(Arena& arena, DType type);
const Type* voidType(Arena& arena);
const PointerType* pointerType(Arena& arena, DType element, std::string_view scope);
/// The element type of a typed pointer; nothing for an untyped handle.
std::optional<DType> pointeeDType(const Var* pointer);

const Stmt* noOp(Arena& arena);
bool isNoOp(const Stmt* stmt);

/// Joins statements: splices nested sequences, drops nulls and no-ops; a single remaining statement is returned as it
/// is, and no statement gives the no-op.
const Stmt* sequence(Arena& arena, std::span<const Stmt* const> statements);
const Stmt* sequence(Arena& arena, std::initializer_list<const Stmt*> statements);

const Call* callOp(Arena& arena, DType type, OpId op, std::initializer_list<const Expr*> args);
const Call* callOp(Arena& arena, DType type, OpId op, const std::vector<const Expr*>& args);

} // namespace tir
