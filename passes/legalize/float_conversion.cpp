#include "passes/legalize/float_conversion.h"

#include <cmath>

namespace tir {
namespace {

/// Writes integer operations on values of one unsigned type.
class Bits {
public:
    Bits(Arena& arena, DType type) : m_arena(arena), m_type(type) {}

    const Expr* shiftLeft(const Expr* value, int count) const { return op(OpId::shift_left, value, count); }
    const Expr* shiftRight(const Expr* value, int count) const { return op(OpId::shift_right, value, count); }
    const Expr* masked(const Expr* value, int bits) const
    {
        return op(OpId::bitwise_and, value, (int64_t(1) << bits) - 1);
    }
    const Expr* joined(const Expr* a, const Expr* b) const
    {
        return callOp(m_arena, m_type, OpId::bitwise_or, {a, b});
    }
    const Expr* number(int64_t value) const { return constant(m_arena, m_type, value); }
    const Expr* from(const Expr* integer) const { return cast(m_arena, m_type, integer); }

private:
    const Expr* op(OpId op, const Expr* value, int64_t operand) const
    {
        return callOp(m_arena, m_type, op, {value, number(operand)});
    }

    Arena& m_arena;
    DType m_type;
};

bool haveSameExponent(FloatFormat a, FloatFormat b)
{
    return a.exponentBits == b.exponentBits && a.bias == b.bias;
}

/// The exponent field, without the sign above it. The exact form needs no cutting off at the width of the
/// type, which languages that compute in a wider one forget; the other form is TVM's.
const Expr* exponentField(const Bits& type, const Expr* bits, int width, FloatFormat format, TinyValues tiny)
{
    if (tiny == TinyValues::Exact)
        return type.masked(type.shiftRight(bits, format.mantissaBits), format.exponentBits);
    return type.shiftRight(type.shiftLeft(bits, 1), width - format.exponentBits);
}

/// `bits` with the half of the last kept place added, and a little less for an even one: cutting off the
/// lower `dropped` bits then rounds to nearest even.
const Expr* roundedUp(Arena& arena, const Bits& wide, const Expr* bits, int dropped)
{
    const Expr* isOdd = wide.masked(wide.shiftRight(bits, dropped), 1);
    const Expr* half = add(arena, isOdd, wide.number((int64_t(1) << (dropped - 1)) - 1));
    return add(arena, bits, half);
}

} // namespace

FloatFormat floatFormat(DType type)
{
    switch (type.code) {
    case TypeCode::Float:
        return type.bits == 16   ? FloatFormat{5, 10, 15}
               : type.bits == 32 ? FloatFormat{8, 23, 127}
                                 : FloatFormat{11, 52, 1023};
    case TypeCode::BFloat:
        return {8, 7, 127};
    case TypeCode::Float8E3M4:
        return {3, 4, 3};
    case TypeCode::Float8E4M3:
    case TypeCode::Float8E4M3FN:
        return {4, 3, 7};
    case TypeCode::Float8E4M3B11FNUZ:
        return {4, 3, 11};
    case TypeCode::Float8E4M3FNUZ:
        return {4, 3, 8};
    case TypeCode::Float8E5M2:
        return {5, 2, 15};
    case TypeCode::Float8E5M2FNUZ:
        return {5, 2, 16};
    case TypeCode::Float8E8M0FNU:
        return {8, 0, 127};
    case TypeCode::Float6E2M3FN:
        return {2, 3, 1};
    case TypeCode::Float6E3M2FN:
        return {3, 2, 3};
    case TypeCode::Float4E2M1FN:
        return {2, 1, 1};
    case TypeCode::Int:
    case TypeCode::UInt:
    case TypeCode::Handle:
    case TypeCode::Bool:
        break;
    }
    TIR_CHECK(false) << toString(type) << " is not a floating type";
    return {};
}

DType storageType(DType type)
{
    return {TypeCode::UInt, type.bits, type.lanes};
}

const Expr* reinterpreted(Arena& arena, DType type, const Expr* value)
{
    return value->dtype == type ? value : callOp(arena, type, OpId::reinterpret, {value});
}

const Expr* widenedByBits(Arena& arena, DType type, const Expr* value, TinyValues tiny)
{
    const FloatFormat from = floatFormat(value->dtype);
    const FloatFormat to = floatFormat(type);
    const int fromBits = value->dtype.bits;
    const Bits narrow(arena, storageType(value->dtype));
    const Bits wide(arena, storageType(type));
    const Expr* bits = reinterpreted(arena, storageType(value->dtype), value);
    if (haveSameExponent(from, to))
        return reinterpreted(arena, type, wide.shiftLeft(wide.from(bits), type.bits - fromBits));

    const Expr* mantissa =
        wide.masked(wide.shiftLeft(wide.from(bits), to.mantissaBits - from.mantissaBits), to.mantissaBits);
    const Expr* ownExponent = exponentField(narrow, bits, fromBits, from, tiny);
    const Expr* exponent = wide.shiftLeft(
        wide.from(add(arena, ownExponent, narrow.number(to.bias - from.bias))), to.mantissaBits);
    const Expr* sign = wide.shiftLeft(wide.from(narrow.shiftRight(bits, fromBits - 1)), type.bits - 1);
    const Expr* normal = reinterpreted(arena, type, wide.joined(wide.joined(mantissa, exponent), sign));
    if (tiny == TinyValues::AsNormal)
        return normal;

    // Without an exponent the mantissa counts steps of the smallest number there is.
    const double step = std::ldexp(1.0, 1 - from.bias - from.mantissaBits);
    const Expr* scalarStep = floatImm(arena, type.element(), step);
    const Expr* steps = cast(arena, type, narrow.masked(bits, from.mantissaBits));
    const Expr* magnitude = mul(arena, steps, scalarStep);
    const Expr* small =
        reinterpreted(arena, type, wide.joined(reinterpreted(arena, storageType(type), magnitude), sign));
    return arena.make<Select>(binary(arena, BinaryOp::EQ, ownExponent, narrow.number(0)), small, normal);
}

bool losesRange(DType type, DType from)
{
    return !haveSameExponent(floatFormat(from), floatFormat(type));
}

const Expr* narrowedByBits(Arena& arena, DType type, const Expr* value, TinyValues tiny)
{
    const FloatFormat from = floatFormat(value->dtype);
    const FloatFormat to = floatFormat(type);
    const int fromBits = value->dtype.bits;
    const Bits wide(arena, storageType(value->dtype));
    const Bits narrow(arena, storageType(type));
    const Expr* bits = reinterpreted(arena, storageType(value->dtype), value);
    const int dropped =
        haveSameExponent(from, to) ? fromBits - type.bits : from.mantissaBits - to.mantissaBits;
    TIR_CHECK(dropped > 0) << toString(type) << " is no narrower than " << toString(value->dtype);
    const Expr* rounded = roundedUp(arena, wide, bits, dropped);
    const Expr* kept = narrow.from(wide.shiftRight(rounded, dropped));
    if (haveSameExponent(from, to))
        return reinterpreted(arena, type, kept);

    const Expr* ownExponent = exponentField(wide, rounded, fromBits, from, tiny);
    const Expr* biasChange = wide.number(from.bias - to.bias);
    const Expr* mantissa = narrow.masked(kept, to.mantissaBits);
    const Expr* exponent =
        narrow.shiftLeft(narrow.from(binary(arena, BinaryOp::Sub, ownExponent, biasChange)), to.mantissaBits);
    const Expr* sign = narrow.shiftLeft(narrow.from(wide.shiftRight(rounded, fromBits - 1)), type.bits - 1);
    const Expr* normal = narrow.joined(narrow.joined(mantissa, exponent), sign);
    const BinaryOp below = tiny == TinyValues::AsNormal ? BinaryOp::LT : BinaryOp::LE;
    const Expr* isTooSmall = binary(arena, below, ownExponent, biasChange);
    // if_then_else has a single condition; Select has one per lane.
    const Expr* chosen = arena.make<Select>(isTooSmall, narrow.number(0), normal);
    if (type.isScalar())
        chosen = callOp(arena, normal->dtype, OpId::if_then_else, {isTooSmall, narrow.number(0), normal});
    return reinterpreted(arena, type, chosen);
}

} // namespace tir
