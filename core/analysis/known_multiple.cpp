#include "core/analysis/known_multiple.h"

#include <numeric>

namespace tir {
namespace {

int64_t product(int64_t a, int64_t b)
{
    // Alignments are small: a factor that overflows is worth no more than one that does not.
    int64_t result = 0;
    return __builtin_mul_overflow(a, b, &result) ? a : result;
}

int64_t ofBinary(const Binary& node)
{
    const int64_t a = knownMultiple(*node.a);
    const int64_t b = knownMultiple(*node.b);
    switch (node.op) {
    case BinaryOp::Add:
    case BinaryOp::Sub:
    case BinaryOp::Min:
    case BinaryOp::Max:
    case BinaryOp::Mod: // a - b * q
    case BinaryOp::FloorMod:
        return std::gcd(a, b);
    case BinaryOp::Mul:
        return product(a, b);
    case BinaryOp::Div:
    case BinaryOp::FloorDiv: {
        const auto* divisor = as<IntImm>(node.b);
        return divisor && divisor->value > 0 && a % divisor->value == 0 ? a / divisor->value : 1;
    }
    case BinaryOp::EQ:
    case BinaryOp::NE:
    case BinaryOp::LT:
    case BinaryOp::LE:
    case BinaryOp::GT:
    case BinaryOp::GE:
    case BinaryOp::And:
    case BinaryOp::Or:
        break;
    }
    return 1;
}

} // namespace

int64_t knownMultiple(const Expr& expr)
{
    if (const auto* constant = as<IntImm>(&expr))
        return constant->value == INT64_MIN ? 1 : constant->value < 0 ? -constant->value : constant->value;
    if (const auto* cast = as<Cast>(&expr))
        return cast->dtype.bits >= cast->value->dtype.bits ? knownMultiple(*cast->value) : 1;
    if (const auto* binary = as<Binary>(&expr))
        return ofBinary(*binary);
    const auto* call = as<Call>(&expr);
    if (!call || call->args.size() != 2)
        return 1;
    const auto* operand = as<IntImm>(call->args[1]);
    if (!operand || operand->value < 0)
        return 1;
    constexpr int64_t MostBits = 32;
    if (call->isOp(OpId::shift_left) && operand->value <= MostBits)
        return product(knownMultiple(*call->args[0]), int64_t(1) << operand->value);
    if (call->isOp(OpId::shift_right) && operand->value <= MostBits) {
        const int64_t divisor = int64_t(1) << operand->value;
        const int64_t factor = knownMultiple(*call->args[0]);
        return factor % divisor == 0 ? factor / divisor : 1;
    }
    // Trailing zeros of a mask are trailing zeros of the result.
    if (call->isOp(OpId::bitwise_and))
        return operand->value == 0 ? 0 : std::gcd(operand->value, int64_t(1) << MostBits);
    return 1;
}

} // namespace tir
