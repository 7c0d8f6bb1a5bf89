#include "core/ir/make.h"

#include "core/ir/integers.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace tir {
namespace {

/// Keeps the low bits of `value` and extends them by the sign of the type.
int64_t wrap(DType type, int64_t value)
{
    if (type.isBool())
        return value != 0;
    if (type.bits >= 64)
        return value;
    const uint64_t mask = (uint64_t(1) << type.bits) - 1;
    uint64_t low = uint64_t(value) & mask;
    if (type.isInt() && (low >> (type.bits - 1)) != 0)
        low |= ~mask;
    return int64_t(low);
}

bool isComparable(BinaryOp op)
{
    return isComparison(op) || op == BinaryOp::Min || op == BinaryOp::Max;
}

/// Sizes at which TVM folds a truncated or floored remainder.
bool foldsRemainder(DType type)
{
    return type.isInt() && type.isScalar() && (type.bits == 32 || type.bits == 64);
}

/// Integer constants fold in every operation, wrapping to the width of their type.
const Expr* foldInts(Arena& arena, BinaryOp op, const IntImm& a, const IntImm& b)
{
    const DType type = a.dtype;
    const uint64_t ua = uint64_t(a.value);
    const uint64_t ub = uint64_t(b.value);
    const bool isUnsigned = type.isUInt();
    if (isComparison(op))
        return boolImm(arena, isUnsigned ? compare(op, ua, ub) : compare(op, a.value, b.value));
    // The most negative number by -1 overflows in C++; wrapping gives the number back.
    const bool overflows = b.value == -1 && a.value == std::numeric_limits<int64_t>::min();
    switch (op) {
    case BinaryOp::Add:
        return intImm(arena, type, int64_t(ua + ub));
    case BinaryOp::Sub:
        return intImm(arena, type, int64_t(ua - ub));
    case BinaryOp::Mul:
        return intImm(arena, type, int64_t(ua * ub));
    case BinaryOp::Min:
        return (isUnsigned ? ua < ub : a.value < b.value) ? &a : &b;
    case BinaryOp::Max:
        return (isUnsigned ? ua > ub : a.value > b.value) ? &a : &b;
    case BinaryOp::Div:
    case BinaryOp::FloorDiv:
        TIR_CHECK(b.value != 0) << "division by zero";
        if (overflows)
            return &a;
        if (isUnsigned)
            return intImm(arena, type, int64_t(ua / ub));
        return intImm(arena, type, op == BinaryOp::Div ? a.value / b.value : floorDivide(a.value, b.value));
    case BinaryOp::Mod:
    case BinaryOp::FloorMod: {
        if (!foldsRemainder(type))
            return nullptr;
        TIR_CHECK(b.value != 0) << "division by zero";
        if (overflows)
            return intImm(arena, type, 0);
        return intImm(arena, type, op == BinaryOp::Mod ? a.value % b.value : floorModulo(a.value, b.value));
    }
    default:
        return nullptr;
    }
}

const Expr* foldFloats(Arena& arena, BinaryOp op, const FloatImm& a, const FloatImm& b)
{
    if (isComparison(op))
        return boolImm(arena, compare(op, a.value, b.value));
    // As on a GPU: of a number and a NaN, the number, on whichever side it is.
    if (op == BinaryOp::Min)
        return a.value < b.value || std::isnan(b.value) ? &a : &b;
    if (op == BinaryOp::Max)
        return a.value > b.value || std::isnan(b.value) ? &a : &b;
    const DType type = a.dtype;
    if (type.code != TypeCode::Float || (type.bits != 32 && type.bits != 64))
        return nullptr;
    const auto rounded = [&](double value) {
        return floatImm(arena, type, type.bits == 32 ? double(float(value)) : value);
    };
    switch (op) {
    case BinaryOp::Add:
        return rounded(a.value + b.value);
    case BinaryOp::Sub:
        return rounded(a.value - b.value);
    case BinaryOp::Mul:
        return rounded(a.value * b.value);
    case BinaryOp::Div:
        TIR_CHECK(b.value != 0) << "division by zero";
        return rounded(a.value / b.value);
    case BinaryOp::FloorDiv:
        TIR_CHECK(b.value != 0) << "division by zero";
        return rounded(std::floor(a.value / b.value));
    default:
        return nullptr;
    }
}

/// A scalar constant equal to `number`, integer or float.
bool isNumber(const Expr* expr, int number)
{
    if (const auto* integer = as<IntImm>(expr))
        return integer->value == number;
    const auto* real = as<FloatImm>(expr);
    return real && real->value == number;
}

/// Folds with one constant operand: neutral and absorbing elements.
const Expr* foldIdentity(Arena& arena, BinaryOp op, const Expr* a, const Expr* b)
{
    switch (op) {
    case BinaryOp::Add:
        return isNumber(a, 0) ? b : isNumber(b, 0) ? a : nullptr;
    case BinaryOp::Sub:
        return isNumber(b, 0) ? a : nullptr;
    case BinaryOp::Mul:
        if (isNumber(a, 1) || isNumber(b, 0))
            return b;
        return isNumber(b, 1) || isNumber(a, 0) ? a : nullptr;
    case BinaryOp::Div:
    case BinaryOp::FloorDiv:
        TIR_CHECK(!isNumber(b, 0)) << "division by zero";
        return isNumber(a, 0) || isNumber(b, 1) ? a : nullptr;
    case BinaryOp::Mod:
    case BinaryOp::FloorMod:
        if (!foldsRemainder(a->dtype))
            return nullptr;
        TIR_CHECK(!isNumber(b, 0)) << "division by zero";
        if (isNumber(a, 0))
            return a;
        return isNumber(b, 1) ? intImm(arena, a->dtype, 0) : nullptr;
    default:
        return nullptr;
    }
}

const Expr* foldLogic(BinaryOp op, const Expr* a, const Expr* b)
{
    const bool absorbing = op == BinaryOp::Or;
    if (const auto* constant = as<IntImm>(a))
        return (constant->value != 0) == absorbing ? a : b;
    if (const auto* constant = as<IntImm>(b))
        return (constant->value != 0) == absorbing ? b : a;
    return nullptr;
}

/// The element type both operands are brought to; nothing when they do not go together.
std::optional<DType> commonElement(DType a, DType b)
{
    if (a == b)
        return a;
    if (a.code == TypeCode::Handle || b.code == TypeCode::Handle)
        return std::nullopt;
    const auto isFloat = [](DType type) { return type.code == TypeCode::Float; };
    if (isFloat(a) && isFloat(b))
        return a.bits >= b.bits ? a : b;
    if (isFloat(a) || isFloat(b))
        return isFloat(a) ? a : b;
    if (a.isAnyFloat() || b.isAnyFloat()) {
        // bfloat16 before float8 before float6 before float4: the wider one.
        const int widthA = a.isAnyFloat() ? a.bits : 0;
        const int widthB = b.isAnyFloat() ? b.bits : 0;
        return widthA >= widthB ? a : b;
    }
    if (a.isBool() || b.isBool())
        return a.isBool() ? b : a;
    if (a.code == b.code)
        return a.bits >= b.bits ? a : b;
    if (a.bits == b.bits)
        return a.isUInt() ? a : b;
    return a.bits > b.bits ? a : b;
}

/// Calls `visit` for every statement that stays in a sequence.
template <class Visit>
void forEachMember(std::span<const Stmt* const> statements, const Visit& visit)
{
    for (const Stmt* stmt : statements) {
        if (const auto* seq = as<SeqStmt>(stmt))
            forEachMember(seq->seq, visit);
        else if (stmt && !isNoOp(stmt))
            visit(stmt);
    }
}

} // namespace

const IntImm* intImm(Arena& arena, DType type, int64_t value)
{
    return arena.make<IntImm>(type, wrap(type, value));
}

const FloatImm* floatImm(Arena& arena, DType type, double value)
{
    return arena.make<FloatImm>(type, value);
}

const StringImm* stringImm(Arena& arena, std::string_view value)
{
    return arena.make<StringImm>(arena.intern(value));
}

const IntImm* boolImm(Arena& arena, bool value)
{
    return arena.make<IntImm>(Bool, value);
}

const Expr* constant(Arena& arena, DType type, int64_t value)
{
    const DType element = type.element();
    const Expr* scalar = element.isAnyFloat()
                             ? static_cast<const Expr*>(floatImm(arena, element, double(value)))
                             : intImm(arena, element, value);
    return type.isScalar() ? scalar : arena.make<Broadcast>(scalar, type.lanes);
}

bool isConstInt(const Expr* expr, int64_t value)
{
    const auto* constant = as<IntImm>(expr);
    return constant && constant->value == value;
}

bool isConstNumber(const Expr* expr)
{
    return expr->kind == NodeKind::IntImm || expr->kind == NodeKind::FloatImm;
}

bool isTrue(const Expr* expr)
{
    const auto* constant = as<IntImm>(expr);
    return constant && constant->value != 0;
}

bool haveCommonType(DType a, DType b)
{
    const bool hasSameLanes = a.lanes == b.lanes || a.isScalar() || b.isScalar();
    return a == b || (hasSameLanes && commonElement(a.element(), b.element()).has_value());
}

bool matchTypes(Arena& arena, const Expr*& a, const Expr*& b)
{
    if (a->dtype == b->dtype)
        return true;
    if (a->dtype.isScalar() && !b->dtype.isScalar())
        a = arena.make<Broadcast>(a, b->dtype.lanes);
    else if (b->dtype.isScalar() && !a->dtype.isScalar())
        b = arena.make<Broadcast>(b, a->dtype.lanes);
    if (a->dtype.lanes != b->dtype.lanes)
        return false;
    const std::optional<DType> element = commonElement(a->dtype.element(), b->dtype.element());
    if (!element)
        return false;
    a = cast(arena, element->withLanes(a->dtype.lanes), a);
    b = cast(arena, element->withLanes(b->dtype.lanes), b);
    return true;
}

const Expr* foldBinary(Arena& arena, BinaryOp op, const Expr* a, const Expr* b)
{
    const auto* intA = as<IntImm>(a);
    const auto* intB = as<IntImm>(b);
    if (op == BinaryOp::And || op == BinaryOp::Or)
        return foldLogic(op, a, b);
    if (intA && intB)
        return foldInts(arena, op, *intA, *intB);
    const auto* floatA = as<FloatImm>(a);
    const auto* floatB = as<FloatImm>(b);
    if (floatA && floatB && (isComparable(op) || isArithmetic(op)))
        return foldFloats(arena, op, *floatA, *floatB);
    if ((op == BinaryOp::Min || op == BinaryOp::Max) && a == b)
        return a;
    return foldIdentity(arena, op, a, b);
}

const Expr* binary(Arena& arena, BinaryOp op, const Expr* a, const Expr* b)
{
    TIR_CHECK(matchTypes(arena, a, b)) << "operands of types " << toString(a->dtype) << " and "
                                       << toString(b->dtype) << " cannot be brought together";
    if (const Expr* folded = foldBinary(arena, op, a, b))
        return folded;
    return arena.make<Binary>(op, a, b);
}

const Expr* cast(Arena& arena, DType type, const Expr* value)
{
    if (value->dtype == type)
        return value;
    if (type.isScalar()) {
        if (const auto* integer = as<IntImm>(value)) {
            if (type.isIntegral())
                return intImm(arena, type, integer->value);
            if (type.isAnyFloat())
                return floatImm(arena, type,
                                integer->dtype.isUInt() ? double(uint64_t(integer->value))
                                                        : double(integer->value));
        }
        if (const auto* real = as<FloatImm>(value)) {
            if (type.isAnyFloat())
                return floatImm(arena, type, real->value);
            // Out of range is undefined in C++; such a cast stays as it is.
            if (type.isIntegral() && std::abs(real->value) < 9.2e18)
                return intImm(arena, type, int64_t(real->value));
        }
    } else if (const auto* broadcast = as<Broadcast>(value)) {
        return arena.make<Broadcast>(cast(arena, type.element(), broadcast->value), type.lanes);
    }
    return arena.make<Cast>(type, value);
}

const Type* primType(Arena& arena, DType type)
{
    return arena.make<PrimType>(type);
}

const Type* voidType(Arena& arena)
{
    return arena.make<TupleType>(std::span<const Type* const>());
}

const PointerType* pointerType(Arena& arena, DType element, std::string_view scope)
{
    return arena.make<PointerType>(primType(arena, element), arena.intern(scope));
}

std::optional<DType> pointeeDType(const Var* pointer)
{
    const auto* type = as<PointerType>(pointer->type);
    const auto* element = type ? as<PrimType>(type->element) : nullptr;
    return element ? std::optional(element->dtype) : std::nullopt;
}

const Stmt* noOp(Arena& arena)
{
    return arena.make<Evaluate>(int32(arena, 0));
}

bool isNoOp(const Stmt* stmt)
{
    const auto* evaluate = as<Evaluate>(stmt);
    return evaluate && isConstInt(evaluate->value, 0);
}

const Stmt* sequence(Arena& arena, std::span<const Stmt* const> statements)
{
    size_t count = 0;
    const Stmt* only = nullptr;
    forEachMember(statements, [&](const Stmt* stmt) {
        only = stmt;
        ++count;
    });
    if (count <= 1)
        return count == 0 ? noOp(arena) : only;
    const std::span<const Stmt*> kept = arena.makeArray<const Stmt*>(count);
    auto next = kept.begin();
    forEachMember(statements, [&](const Stmt* stmt) { *next++ = stmt; });
    return arena.make<SeqStmt>(kept);
}

const Stmt* sequence(Arena& arena, std::initializer_list<const Stmt*> statements)
{
    return sequence(arena, std::span<const Stmt* const>(statements.begin(), statements.size()));
}

const Call* callOp(Arena& arena, DType type, OpId op, std::initializer_list<const Expr*> args)
{
    return arena.make<Call>(type, opOf(op), arena.copy(ExprList(args.begin(), args.size())));
}

const Call* callOp(Arena& arena, DType type, OpId op, const std::vector<const Expr*>& args)
{
    return arena.make<Call>(type, opOf(op), arena.copy(args));
}

} // namespace tir
