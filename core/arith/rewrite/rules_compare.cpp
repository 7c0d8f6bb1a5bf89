// Equality and `<`. The other comparisons are written with these and `not`.

#include "core/arith/analyzer_core.h"
#include "core/arith/constraints.h"
#include "core/arith/rewrite/tables.h"
#include "core/arith/rewrite_simplifier.h"

#include <cstdint>
#include <cstdlib>

namespace tir::arith {
namespace {

/// One constant in place of two.
const Expr* mergedOffsets(RewriteSimplifier& rewriter, const Match& match)
{
    UniqueExprs& exprs = rewriter.exprs();
    const auto& node = to<Binary>(match.node);
    const auto [left, leftOffset] = withoutOffset(node.a);
    const auto [right, rightOffset] = withoutOffset(node.b);
    if (leftOffset == 0 && rightOffset == 0)
        return nullptr;
    int64_t difference = 0;
    if (__builtin_sub_overflow(rightOffset, leftOffset, &difference) || difference == INT64_MIN)
        return nullptr;
    const IntImm* offset = exprs.number(left->dtype, std::abs(difference));
    if (offset->value != std::abs(difference)) // the smallest number has no opposite of its type
        return nullptr;
    if (difference == 0)
        return exprs.folded(BinaryOp::LT, left, right);
    if (difference == 1)
        return exprs.folded(BinaryOp::LE, left, right);
    if (difference < 0 && rightOffset != 0)
        return exprs.folded(BinaryOp::LT, exprs.folded(BinaryOp::Add, left, offset), right);
    if (difference > 0 && leftOffset != 0)
        return exprs.folded(BinaryOp::LT, left, exprs.folded(BinaryOp::Add, right, offset));
    return nullptr;
}

const Expr* withoutCommonFactor(RewriteSimplifier& rewriter, const Match& match)
{
    UniqueExprs& exprs = rewriter.exprs();
    const auto& node = to<Binary>(match.node);
    const auto factorOf = [&](const Expr* expr) {
        const ModularSet set = rewriter.core().modularSets.of(expr);
        return zeroAwareGcd(set.coeff, set.base);
    };
    const int64_t factor = zeroAwareGcd(factorOf(node.a), factorOf(node.b));
    if (factor <= 1 || !fits({factor, factor}, node.a->dtype))
        return nullptr;
    const Expr* divisor = exprs.number(node.a->dtype, factor);
    return exprs.folded(BinaryOp::LT, exprs.folded(BinaryOp::FloorDiv, node.a, divisor),
                        exprs.folded(BinaryOp::FloorDiv, node.b, divisor));
}

constexpr Rule Equality[] = {
    {Vector, "lanes are compared one by one", "broadcast(x, L) == broadcast(y, L)", "broadcast(x == y, L)"},

    {Index, "constants on the right", "c1 == x", "x == c1"},
    {Index, "constants on the right", "x - c1 == c2", "x == c2 + c1"},
    {Index, "constants on the right", "c1 - x == c2", "x == c1 - c2"},
    {Index, "constants on the right", "x + c1 == c2", "x == c2 - c1"},
    {Index | Again, "a product is 0 when a factor is", "x * y == 0", "x == 0 or y == 0"},
    {Index, "reflexivity", "x == x", "true"},

    // Also of floats: TVM overlooks that NaN differs from itself.
    {Any, "reflexivity", "x == x", "true", "discardable(x)", "exact(x)"},
};

constexpr Rule Less[] = {
    {Vector, "lanes are compared one by one", "broadcast(x, L) < broadcast(y, L)", "broadcast(x < y, L)"},
    {Vector, "lanes are compared one by one", "ramp(x, s1, L) < ramp(y, s1, L)", "broadcast(x < y, L)"},

    {Index, "cancellation", "x + y < x + z | x + y < z + x | y + x < z + x | y + x < x + z", "y < z"},
    {Index, "cancellation", "y - x < z - x", "y < z"},
    {Index, "cancellation", "x - y < x - z", "z < y"},
    {Index, "cancellation", "x < x + z | x < z + x", "0 < z"},
    {Index, "cancellation", "x < x - z", "z < 0"},
    {Index, "a positive factor keeps the order", "x * c1 < y * c1", "x < y", "c1 > 0"},
    {Index, "a negative factor turns the order around", "x * c1 < y * c1", "y < x", "c1 < 0"},

    // A product below or above a constant.
    {Index, "rounding", "x * c2 < c1", "x < truncdiv(c1 - 1, c2) + 1", "c1 > 0, c2 > 0"},
    {Index, "rounding", "x * c2 < c1", "x < truncdiv(c1, c2)", "c1 <= 0, c2 > 0"},
    {Index, "rounding", "x * c2 < c1", "truncdiv(c1 - 1, c2) - 1 < x", "c1 > 0, c2 < 0"},
    {Index, "rounding", "x * c2 < c1", "truncdiv(c1, c2) < x", "c1 <= 0, c2 < 0"},
    {Index, "rounding", "c1 < x * c2", "truncdiv(c1 + 1, c2) - 1 < x", "c1 < 0, c2 > 0"},
    {Index, "rounding", "c1 < x * c2", "truncdiv(c1, c2) < x", "c1 >= 0, c2 > 0"},
    {Index, "rounding", "c1 < x * c2", "x < truncdiv(c1 + 1, c2) + 1", "c1 < 0, c2 < 0"},
    {Index, "rounding", "c1 < x * c2", "x < truncdiv(c1, c2)", "c1 >= 0, c2 < 0"},

    // A quotient below or above a constant.
    {Index, "rounding", "truncdiv(x, c1) < c2", "x < c1 * c2", "c1 > 0, c2 > 0"},
    {Index, "rounding", "truncdiv(x, c1) < c2", "x < c1 * (c2 - 1) + 1", "c1 > 0, c2 <= 0"},
    {Index, "rounding", "c1 < truncdiv(x, c2)", "(c1 + 1) * c2 - 1 < x", "c1 >= 0, c2 > 0"},
    {Index, "rounding", "c1 < truncdiv(x, c2)", "c1 * c2 < x", "c1 < 0, c2 > 0"},
    {Index, "division with remainder", "truncdiv(x, c1) * c1 < x", "0 < truncmod(x, c1)", "c1 > 0"},
    {Index, "division with remainder", "truncdiv(x, c1) * c1 < x + y", "0 < truncmod(x, c1) + y", "c1 > 0"},
    {Index, "division with remainder", "truncdiv(x, c1) * c1 < x - y", "y < truncmod(x, c1)", "c1 > 0"},
    {Index, "division with remainder", "truncdiv(x + c2, c1) * c1 < x", "c2 < truncmod(x + c2, c1)",
     "c1 > 0"},
    {Index | Widens, "division with remainder", "truncdiv(x + c2, c1) * c1 < x + y",
     "c2 < truncmod(x + c2, c1) + y", "c1 > 0"},
    {Index, "division with remainder", "truncdiv(x + c2, c1) * c1 < x - y",
     "y < truncmod(x + c2, c1) + (0 - c2)", "c1 > 0"},
    {Index, "rounding", "x // c1 < c2", "x < c1 * c2", "c1 > 0"},
    {Index, "rounding", "c1 < x // c2", "(c1 + 1) * c2 - 1 < x", "c2 > 0"},
    {Index, "division with remainder", "x // c1 * c1 < x", "0 < x % c1", "c1 > 0"},
    {Index | Widens, "division with remainder", "x // c1 * c1 < x + y", "0 < x % c1 + y", "c1 > 0"},
    {Index, "division with remainder", "x // c1 * c1 < x - y", "y < x % c1", "c1 > 0"},
    {Index, "division with remainder", "(x + c2) // c1 * c1 < x", "c2 < (x + c2) % c1", "c1 > 0"},
    {Index | Widens, "division with remainder", "(x + c2) // c1 * c1 < x + y", "c2 < (x + c2) % c1 + y",
     "c1 > 0"},
    {Index, "division with remainder", "(x + c2) // c1 * c1 < x - y", "y < (x + c2) % c1 + (0 - c2)",
     "c1 > 0"},

    {Index | Again, "the smaller one is below when one of them is", "min(x, y) < z", "x < z or y < z"},
    {Index | Again, "the larger one is below when both are", "max(x, y) < z", "x < z and y < z"},
    {Index | Again, "the smaller one is above when both are", "z < min(x, y)", "z < x and z < y"},
    {Index | Again, "the larger one is above when one of them is", "z < max(x, y)", "z < x or z < y"},

    // Order: constants by themselves, on one side.
    {Index | Again, "constants by themselves", "c1 < x + c2", "c1 - c2 < x"},
    {Index | Again, "constants by themselves", "c1 - x < c2", "c1 - c2 < x"},
    {Index | Again, "constants by themselves", "c1 < c2 - x", "x < c2 - c1"},
    {Index | Again, "constants by themselves", "x + c1 < c2", "x < c2 - c1"},
    {Index | Again, "constants by themselves", "c1 < x - c2", "c1 + c2 < x"},
    {Index | Again, "constants by themselves", "x - c2 < c1", "x < c1 + c2"},
    {Index | Again | Widens, "constants by themselves", "x < c1 - y", "x + y < c1"},
    {Index | Again | Widens, "constants by themselves", "c1 - y < x", "c1 < x + y"},
    {Index | Again | Widens, "constants by themselves", "x < c1 + y", "x - y < c1"},
    {Index | Again | Widens, "constants by themselves", "c1 + y < x", "c1 < x - y"},
    {Index | Again, "one constant in place of two", "x < y", "x < y + c or x + c < y", "", "", mergedOffsets},
    {Index | Again, "a common factor cancels", "x < y", "x // c < y // c", "", "", withoutCommonFactor},
};

} // namespace

const RuleTable EqualRules{"EQ", Equality};
const RuleTable LessRules{"LT", Less};

} // namespace tir::arith
