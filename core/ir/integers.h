/// Operations of the IR on two known numbers.

#pragma once

#include "core/ir/expr.h"

#include <optional>

namespace tir {

/// Holds the result of every basic operation on two numbers of 64 bits.
__extension__ using WideInteger = __int128;

/// Rounds towards minus infinity. `b` is not zero, and the quotient fits.
template <class Integer>
constexpr Integer floorDivide(Integer a, Integer b)
{
    return a / b - (a % b != 0 && (a < 0) != (b < 0) ? 1 : 0);
}

/// The remainder of floorDivide: it has the sign of `b`.
template <class Integer>
constexpr Integer floorModulo(Integer a, Integer b)
{
    const Integer rest = a % b;
    return rest + (rest != 0 && (rest < 0) != (b < 0) ? b : 0);
}

/// Precondition: isComparison(op).
template <class Number>
constexpr bool compare(BinaryOp op, Number a, Number b)
{
    switch (op) {
    case BinaryOp::EQ:
        return a == b;
    case BinaryOp::NE:
        return a != b;
    case BinaryOp::LT:
        return a < b;
    case BinaryOp::LE:
        return a <= b;
    case BinaryOp::GT:
        return a > b;
    case BinaryOp::GE:
        return a >= b;
    case BinaryOp::Add:
    case BinaryOp::Sub:
    case BinaryOp::Mul:
    case BinaryOp::Div:
    case BinaryOp::Mod:
    case BinaryOp::FloorDiv:
    case BinaryOp::FloorMod:
    case BinaryOp::Min:
    case BinaryOp::Max:
    case BinaryOp::And:
    case BinaryOp::Or:
        break;
    }
    return false;
}

/// The number that `large_uint_imm(low, high)` is for, from its halves of 32 bits; nothing unless both are constants.
std::optional<uint64_t> largeUInt(const Call& call);

/// In 64 bits, truth as 1 and 0; nothing when it overflows or divides by zero.
std::optional<int64_t> evaluateBinary(BinaryOp op, int64_t a, int64_t b);

} // namespace tir
