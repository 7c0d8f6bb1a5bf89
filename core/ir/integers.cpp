#include "core/ir/integers.h"

#include <algorithm>
#include <cstdint>

namespace tir {

std::optional<uint64_t> largeUInt(const Call& call)
{
    const auto* low = call.args.size() == 2 ? as<IntImm>(call.args[0]) : nullptr;
    const auto* high = call.args.size() == 2 ? as<IntImm>(call.args[1]) : nullptr;
    if (!low || !high)
        return std::nullopt;
    return uint64_t(high->value) << 32 | (uint64_t(low->value) & UINT32_MAX);
}

std::optional<int64_t> evaluateBinary(BinaryOp op, int64_t a, int64_t b)
{
    int64_t result = 0;
    const bool isDivision = op >= BinaryOp::Div && op <= BinaryOp::FloorMod;
    if (isDivision && (b == 0 || (b == -1 && a == INT64_MIN)))
        return std::nullopt;
    switch (op) {
    case BinaryOp::Add:
        return __builtin_add_overflow(a, b, &result) ? std::nullopt : std::optional(result);
    case BinaryOp::Sub:
        return __builtin_sub_overflow(a, b, &result) ? std::nullopt : std::optional(result);
    case BinaryOp::Mul:
        return __builtin_mul_overflow(a, b, &result) ? std::nullopt : std::optional(result);
    case BinaryOp::Div:
        return a / b;
    case BinaryOp::Mod:
        return a % b;
    case BinaryOp::FloorDiv:
        return floorDivide(a, b);
    case BinaryOp::FloorMod:
        return floorModulo(a, b);
    case BinaryOp::Min:
        return std::min(a, b);
    case BinaryOp::Max:
        return std::max(a, b);
    case BinaryOp::EQ:
    case BinaryOp::NE:
    case BinaryOp::LT:
    case BinaryOp::LE:
    case BinaryOp::GT:
    case BinaryOp::GE:
        return compare(op, a, b);
    case BinaryOp::And:
        return a != 0 && b != 0;
    case BinaryOp::Or:
        return a != 0 || b != 0;
    }
    return std::nullopt;
}

} // namespace tir
