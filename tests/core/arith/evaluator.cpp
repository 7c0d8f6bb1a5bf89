#include "tests/core/arith/evaluator.h"

#include "core/ir/integers.h"

namespace tir::testing {
namespace {

__extension__ using Wide = __int128;

std::optional<Wide> evaluated(BinaryOp op, Wide a, Wide b)
{
    const bool isDivision =
        op == BinaryOp::Div || op == BinaryOp::Mod || op == BinaryOp::FloorDiv || op == BinaryOp::FloorMod;
    if (isDivision && b == 0)
        return std::nullopt;
    switch (op) {
    case BinaryOp::Add:
        return a + b;
    case BinaryOp::Sub:
        return a - b;
    case BinaryOp::Mul:
        return a * b;
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
    case BinaryOp::And:
        return a != 0 && b != 0;
    case BinaryOp::Or:
        return a != 0 || b != 0;
    default:
        return compare(op, a, b);
    }
}

} // namespace

int64_t wrapped(DType type, int64_t value)
{
    if (type.isBool())
        return value != 0;
    const int unused = 64 - type.bits;
    if (type.isUInt())
        return int64_t(uint64_t(value) << unused >> unused);
    return int64_t(uint64_t(value) << unused) >> unused;
}

std::optional<int64_t> evaluate(const Expr& expr, const Values& values, Overflow overflow, int lane)
{
    const auto inner = [&](const Expr* part) { return evaluate(*part, values, overflow, lane); };
    const auto result = [&](std::optional<Wide> value) -> std::optional<int64_t> {
        if (!value)
            return std::nullopt;
        const int64_t kept = wrapped(expr.dtype, int64_t(*value));
        return kept != *value && overflow == Overflow::Fails ? std::nullopt : std::optional(kept);
    };
    switch (expr.kind) {
    case NodeKind::IntImm:
        return to<IntImm>(expr).value;
    case NodeKind::Var: {
        const auto found = values.find(&to<Var>(expr));
        return found == values.end() ? std::nullopt : std::optional(found->second);
    }
    case NodeKind::Binary: {
        const auto& node = to<Binary>(expr);
        const auto a = inner(node.a);
        const auto b = inner(node.b);
        return a && b ? result(evaluated(node.op, *a, *b)) : std::nullopt;
    }
    case NodeKind::Not: {
        const auto value = inner(to<Not>(expr).value);
        return value ? std::optional(int64_t(*value == 0)) : std::nullopt;
    }
    case NodeKind::Select: {
        const auto& select = to<Select>(expr);
        const auto condition = inner(select.condition);
        return condition ? inner(*condition ? select.trueValue : select.falseValue) : std::nullopt;
    }
    case NodeKind::Cast: {
        const auto value = inner(to<Cast>(expr).value);
        return value ? std::optional(wrapped(expr.dtype, *value)) : std::nullopt;
    }
    case NodeKind::Call: {
        const auto& call = to<Call>(expr);
        if (!call.isOp(OpId::shift_left) && !call.isOp(OpId::shift_right))
            return std::nullopt;
        const auto value = inner(call.args[0]);
        const auto count = inner(call.args[1]);
        if (!value || !count || *count < 0 || *count >= expr.dtype.bits)
            return std::nullopt;
        if (call.isOp(OpId::shift_left))
            return wrapped(expr.dtype, int64_t(uint64_t(*value) << *count));
        return expr.dtype.isUInt() ? int64_t(uint64_t(*value) >> *count) : *value >> *count;
    }
    case NodeKind::Broadcast:
        return inner(to<Broadcast>(expr).value);
    case NodeKind::Ramp: {
        const auto base = inner(to<Ramp>(expr).base);
        const auto stride = inner(to<Ramp>(expr).stride);
        return base && stride ? result(Wide(*base) + Wide(*stride) * lane) : std::nullopt;
    }
    default:
        return std::nullopt;
    }
}

} // namespace tir::testing
