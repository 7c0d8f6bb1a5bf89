// Truncating division and its remainder.

#include "core/arith/analyzer_core.h"
#include "core/arith/rewrite/tables.h"
#include "core/arith/rewrite/vector_division.h"
#include "core/arith/rewrite_simplifier.h"

#include <limits>

namespace tir::arith {
namespace {

/// The remainder is known from the modular set of a dividend that is not negative.
const Expr* knownRemainder(RewriteSimplifier& rewriter, const Match& match)
{
    const Expr* x = match["x"];
    const int64_t divisor = match.number("c1");
    if (divisor <= 0)
        return nullptr;
    const ModularSet set = rewriter.core().modularSets.of(x);
    if (set.coeff % divisor != 0 || !rewriter.core().canProveGreaterEqual(x, 0))
        return nullptr;
    return rewriter.exprs().number(match.node.dtype, set.base % divisor);
}

constexpr Rule Quotients[] = {
    {Vector, "lanes are divided one by one", "truncdiv(broadcast(x, L), broadcast(y, L))",
     "broadcast(truncdiv(x, y), L)"},
    {Vector, "a ramp that stays in one bucket or goes by whole buckets",
     "truncdiv(ramp(b1, c1, L), broadcast(c2, L))",
     "ramp(truncdiv(b1, c2), c1 // c2, L) or broadcast(truncdiv(b1, c2), L)", "", "", truncDividedRamp},

    {Index, "division in two steps", "truncdiv(truncdiv(x, c1), c2)", "truncdiv(x, c1 * c2)",
     "c1 > 0, c2 > 0"},
    {Index, "division in two steps", "truncdiv(truncdiv(x, c1) + c2, c3)", "truncdiv(x + c1 * c2, c1 * c3)",
     "c1 > 0, c3 > 0, c2 >= 0, x >= 0"},
    {Index, "common factors cancel", "truncdiv(x * c1, c2)", "x * truncdiv(c1, c2)",
     "c1 > 0, c2 > 0, c2 divides c1"},
    {Index, "common factors cancel", "truncdiv(x * c1, c2)", "truncdiv(x, truncdiv(c2, c1))",
     "c1 > 0, c2 > 0, c1 divides c2"},
    {Index, "x / x = 1", "truncdiv(x, x)", "1"},
    {Index, "common factors cancel", "truncdiv(x * c1, x) | truncdiv(c1 * x, x)", "c1"},
    {Index, "a multiple of the divisor leaves the fraction", "truncdiv(x * c1 + y, c2)",
     "x * truncdiv(c1, c2) + truncdiv(y, c2)", "c1 >= 0, c2 > 0, c2 divides c1, x >= 0, y >= 0"},
    {Index | Mirrored, "division distributes over min", "truncdiv(min(x * c1, y), c2)",
     "min(x * truncdiv(c1, c2), truncdiv(y, c2))", "c1 >= 0, c2 > 0, c2 divides c1, x >= 0, y >= 0"},
    {Index, "a multiple of the divisor leaves the fraction", "truncdiv(y + x * c1, c2)",
     "truncdiv(y, c2) + x * truncdiv(c1, c2)", "c1 >= 0, c2 > 0, c2 divides c1, x >= 0, y >= 0"},
    {Index | Mirrored, "division distributes over min", "truncdiv(min(y, x * c1), c2)",
     "min(truncdiv(y, c2), x * truncdiv(c1, c2))", "c1 >= 0, c2 > 0, c2 divides c1, x >= 0, y >= 0"},
    {Index, "a multiple of the divisor leaves the fraction", "truncdiv(x * c1 + y + z, c2)",
     "x * truncdiv(c1, c2) + truncdiv(y + z, c2)", "c1 >= 0, c2 > 0, c2 divides c1, x >= 0, y + z >= 0"},
    {Index, "a multiple of the divisor leaves the fraction", "truncdiv(x * c1 - y + z, c2)",
     "x * truncdiv(c1, c2) + truncdiv(z - y, c2)", "c1 >= 0, c2 > 0, c2 divides c1, x >= 0, z - y >= 0"},
    {Index, "a multiple of the divisor leaves the fraction", "truncdiv(x * c1 + y - z, c2)",
     "x * truncdiv(c1, c2) + truncdiv(y - z, c2)", "c1 >= 0, c2 > 0, c2 divides c1, x >= 0, y - z >= 0"},
    {Index, "a multiple of the divisor leaves the fraction", "truncdiv(y + x * c1 + z, c2)",
     "x * truncdiv(c1, c2) + truncdiv(y + z, c2)", "c1 > 0, c2 > 0, c2 divides c1, x >= 0, y + z >= 0"},
    {Index, "a multiple of the divisor leaves the fraction", "truncdiv(x + c1, c2)",
     "truncdiv(x, c2) + truncdiv(c1, c2)", "c1 > 0, c2 > 0, c2 divides c1, x >= 0"},
    {Index, "a multiple of the divisor leaves the fraction", "truncdiv(x + y, x) | truncdiv(y + x, x)",
     "truncdiv(y, x) + 1", "x >= 0, y >= 0"},
    {Index, "a multiple of the divisor leaves the fraction",
     "truncdiv(x + y + z, x) | truncdiv(y + x + z, x) | truncdiv(y + (z + x), x) | truncdiv(y + (x + z), x)",
     "truncdiv(y + z, x) + 1", "x >= 0, y + z >= 0"},
    {Index, "common factors cancel", "truncdiv(x * y, y) | truncdiv(y * x, y)", "x", "x >= 0, y >= 0"},
    {Index, "a multiple of the divisor leaves the fraction",
     "truncdiv(x * z + y, z) | truncdiv(z * x + y, z)", "x + truncdiv(y, z)", "x >= 0, y >= 0, z >= 0"},
    {Index, "a multiple of the divisor leaves the fraction",
     "truncdiv(y + x * z, z) | truncdiv(y + z * x, z)", "truncdiv(y, z) + x", "x >= 0, y >= 0, z >= 0"},
};

constexpr Rule Remainders[] = {
    {Vector, "lanes are divided one by one", "truncmod(broadcast(x, L), broadcast(y, L))",
     "broadcast(truncmod(x, y), L)"},
    {Vector, "a ramp that stays in one bucket or goes by whole buckets",
     "truncmod(ramp(b1, c1, L), broadcast(c2, L))", "broadcast(truncmod(b1, c2), L), or a ramp", "", "",
     truncRemainderOfRamp},

    {Index, "multiples of the divisor do not count", "truncmod(x * c1, c2)", "0", "c2 != 0, c2 divides c1"},
    {Index, "multiples of the divisor do not count", "truncmod(x * c1 + y, c2)", "truncmod(y, c2)",
     "c2 > 0, c2 divides c1, x * c1 >= 0, y >= 0"},
    {Index, "multiples of the divisor do not count", "truncmod(x + c1, c2)", "truncmod(x, c2)",
     "c2 > 0, c1 >= 0, c2 divides c1, x >= 0"},
    {Index, "multiples of the divisor do not count", "truncmod(x + y * c1, c2)", "truncmod(x, c2)",
     "c2 > 0, c2 divides c1, x >= 0, y * c1 >= 0"},
    {Index | Again, "the sign of the divisor does not count", "truncmod(x, c1)", "truncmod(x, 0 - c1)",
     "c1 < 0"},
    {Index, "a dividend that is known modulo the divisor", "truncmod(x, c1)", "the remainder", "", "",
     knownRemainder},
};

} // namespace

const RuleTable DivRules{"Div", Quotients};
const RuleTable ModRules{"Mod", Remainders};

} // namespace tir::arith
