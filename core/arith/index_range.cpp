/// Interval arithmetic on the operations in indices, and the factors that they keep.

#include "core/arith/index_range.h"

#include "core/ir/integers.h"
#include "core/ir/module.h"

#include <algorithm>
#include <bit>
#include <numeric>

namespace tir {
namespace {

/// Bounds beyond this are not indices; giving up there keeps the arithmetic free of overflow.
constexpr int64_t Limit = int64_t(1) << 31;

std::optional<IndexRange> bounded(int64_t low, int64_t high)
{
    if (low > high || low < -Limit || high > Limit)
        return {};
    return IndexRange{low, high};
}

bool isNatural(const std::optional<IndexRange>& range)
{
    return range && range->low >= 0;
}

/// The bits up to the highest one of `value`, which is not negative.
int64_t filledBits(int64_t value)
{
    return int64_t(std::bit_ceil(uint64_t(value) + 1)) - 1;
}

/// The number of bits that a shift by a constant moves; nothing if it is not one, or not of an index.
std::optional<int64_t> shiftOf(const std::optional<IndexRange>& range)
{
    constexpr int64_t MaxShift = 31;
    const bool isConstant = isNatural(range) && range->low == range->high && range->high <= MaxShift;
    return isConstant ? std::optional(range->low) : std::nullopt;
}

int64_t productOrFirst(int64_t a, int64_t b)
{
    // Alignments are small: a factor that overflows is worth no more than one that does not.
    int64_t result = 0;
    return __builtin_mul_overflow(a, b, &result) ? a : result;
}

int64_t multipleOf(const Binary& node)
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
        return productOrFirst(a, b);
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

void IndexRanges::define(const Var& var, const Expr& min, const Expr& extent)
{
    const std::optional<IndexRange> first = of(min);
    const std::optional<IndexRange> count = of(extent);
    if (!first || !count || count->high <= 0)
        return;
    if (const auto range = bounded(first->low, first->high + count->high - 1))
        m_vars.insert_or_assign(&var, *range);
}

void IndexRanges::define(const Var& var, const Expr& value)
{
    if (const std::optional<IndexRange> range = of(value))
        m_vars.insert_or_assign(&var, *range);
}

std::optional<IndexRange> IndexRanges::of(const Expr& expr) const
{
    if (const auto* constant = as<IntImm>(&expr))
        return bounded(constant->value, constant->value);
    if (const auto* var = as<Var>(&expr))
        return ofVar(*var);
    if (const auto* cast = as<Cast>(&expr))
        return cast->dtype.isIntegral() ? of(*cast->value) : std::nullopt;
    if (const auto* broadcast = as<Broadcast>(&expr))
        return of(*broadcast->value);
    if (const auto* ramp = as<Ramp>(&expr)) {
        const std::optional<IndexRange> base = of(*ramp->base);
        const auto* stride = as<IntImm>(ramp->stride);
        if (!base || !stride || stride->value < 0 || stride->value > Limit || ramp->dtype.isScalable())
            return {};
        return bounded(base->low, base->high + stride->value * (ramp->dtype.lanes - 1));
    }
    if (const auto* binary = as<Binary>(&expr))
        return ofBinary(*binary);
    if (const auto* call = as<Call>(&expr))
        return ofCall(*call);
    return {};
}

std::optional<int64_t> IndexRanges::valueOf(const Expr& expr) const
{
    const std::optional<IndexRange> range = of(expr);
    return range && range->low == range->high ? std::optional(range->low) : std::nullopt;
}

std::optional<int64_t> IndexRanges::productOf(int64_t count, std::span<const Expr* const> extents) const
{
    for (const Expr* extent : extents) {
        const std::optional<int64_t> value = valueOf(*extent);
        if (!value || *value < 0 || __builtin_mul_overflow(count, *value, &count))
            return {};
    }
    return count;
}

std::optional<IndexRange> IndexRanges::ofVar(const Var& var) const
{
    if (const auto found = m_vars.find(&var); found != m_vars.end())
        return found->second;
    const std::optional<int64_t> size = m_sizes ? m_sizes(var) : std::nullopt;
    return size ? bounded(*size, *size) : std::nullopt;
}

std::optional<IndexRange> IndexRanges::ofBinary(const Binary& node) const
{
    const std::optional<IndexRange> a = of(*node.a);
    const std::optional<IndexRange> b = of(*node.b);
    const bool dividesByConstant = b && b->low == b->high && b->low > 0;
    if (node.op == BinaryOp::FloorMod && dividesByConstant && a && a->low == a->high)
        return bounded(floorModulo(a->low, b->low), floorModulo(a->low, b->low));
    if (node.op == BinaryOp::FloorMod && dividesByConstant)
        return a && a->low >= 0 && a->high < b->low ? a : bounded(0, b->low - 1);
    if (!a || !b)
        return {};
    switch (node.op) {
    case BinaryOp::Add:
        return bounded(a->low + b->low, a->high + b->high);
    case BinaryOp::Sub:
        return bounded(a->low - b->high, a->high - b->low);
    case BinaryOp::Mul: {
        const auto [low, high] =
            std::minmax({a->low * b->low, a->low * b->high, a->high * b->low, a->high * b->high});
        return bounded(low, high);
    }
    case BinaryOp::Div: // as FloorDiv where nothing is negative
        if (a->low < 0)
            return {};
        [[fallthrough]];
    case BinaryOp::FloorDiv:
        if (!dividesByConstant)
            return {};
        return bounded(floorDivide(a->low, b->low), floorDivide(a->high, b->low));
    case BinaryOp::Min:
        return bounded(std::min(a->low, b->low), std::min(a->high, b->high));
    case BinaryOp::Max:
        return bounded(std::max(a->low, b->low), std::max(a->high, b->high));
    case BinaryOp::Mod: // as FloorMod where nothing is negative
        if (!dividesByConstant || a->low < 0)
            return {};
        return a->high < b->low ? a : bounded(0, b->low - 1);
    case BinaryOp::FloorMod:
    case BinaryOp::EQ:
    case BinaryOp::NE:
    case BinaryOp::LT:
    case BinaryOp::LE:
    case BinaryOp::GT:
    case BinaryOp::GE:
    case BinaryOp::And:
    case BinaryOp::Or:
        return {};
    }
    return {};
}

/// LowerIntrin makes divisions and remainders by powers of two of these; swizzled layouts use them, too.
std::optional<IndexRange> IndexRanges::ofCall(const Call& call) const
{
    if (call.args.size() != 2 || !call.dtype.isIntegral())
        return {};
    const std::optional<IndexRange> a = of(*call.args[0]);
    const std::optional<IndexRange> b = of(*call.args[1]);
    if (call.isOp(OpId::bitwise_and)) {
        // An operand that is not negative clears all bits above its own, the sign of the other one included.
        if (!isNatural(a) && !isNatural(b))
            return {};
        return bounded(0, std::min(isNatural(a) ? a->high : Limit, isNatural(b) ? b->high : Limit));
    }
    const std::optional<int64_t> shift = shiftOf(b);
    if (call.isOp(OpId::shift_right) && a && shift)
        return bounded(a->low >> *shift, a->high >> *shift);
    if (call.isOp(OpId::shift_left) && a && shift)
        return bounded(a->low * (int64_t(1) << *shift), a->high * (int64_t(1) << *shift));
    if (!isNatural(a) || !isNatural(b))
        return {};
    if (call.isOp(OpId::bitwise_or))
        return bounded(std::max(a->low, b->low), filledBits(std::max(a->high, b->high)));
    if (call.isOp(OpId::bitwise_xor))
        return bounded(0, filledBits(std::max(a->high, b->high)));
    return {};
}

int64_t knownMultiple(const Expr& expr)
{
    if (const auto* constant = as<IntImm>(&expr))
        return constant->value == INT64_MIN ? 1 : constant->value < 0 ? -constant->value : constant->value;
    if (const auto* cast = as<Cast>(&expr))
        return cast->dtype.bits >= cast->value->dtype.bits ? knownMultiple(*cast->value) : 1;
    if (const auto* binary = as<Binary>(&expr))
        return multipleOf(*binary);
    const auto* call = as<Call>(&expr);
    if (!call || call->args.size() != 2)
        return 1;
    const auto* operand = as<IntImm>(call->args[1]);
    if (!operand || operand->value < 0)
        return 1;
    constexpr int64_t MostBits = 32;
    if (call->isOp(OpId::shift_left) && operand->value <= MostBits)
        return productOrFirst(knownMultiple(*call->args[0]), int64_t(1) << operand->value);
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
