// Floor modulo.

#include "core/arith/analyzer_core.h"
#include "core/arith/rewrite/tables.h"
#include "core/arith/rewrite/vector_division.h"
#include "core/arith/rewrite_simplifier.h"
#include "core/ir/integers.h"

namespace tir::arith {
namespace {

/// The remainder is known from the modular set of the dividend, or is the dividend.
const Expr* knownFloorRemainder(RewriteSimplifier& rewriter, const Match& match)
{
    const Expr* x = match["x"];
    const int64_t divisor = match.number("c1");
    if (divisor <= 0)
        return nullptr;
    const ModularSet set = rewriter.core().modularSets.of(x);
    if (set.coeff % divisor == 0)
        return rewriter.exprs().number(match.node.dtype, floorModulo(set.base, divisor));
    const ConstIntBound bound = rewriter.core().bounds.of(x);
    return bound.min >= 0 && bound.max < divisor ? x : nullptr;
}

/// A divisor that depends on the size of scalable vectors, and a dividend below it.
const Expr* belowVectorSize(RewriteSimplifier& rewriter, const Match& match)
{
    const Expr* x = match["x"];
    const Expr* y = match["y"];
    const bool isBelow = mentionsVScale(*y) && rewriter.core().canProveGreaterEqual(x, 0) &&
                         rewriter.core().canProve(rewriter.exprs().folded(BinaryOp::LT, x, y));
    return isBelow ? x : nullptr;
}

constexpr Rule FloorModRows[] = {
    {Vector, "lanes are divided one by one", "broadcast(x, L) % broadcast(y, L)", "broadcast(x % y, L)"},
    {Vector, "a ramp that stays in one bucket or goes by whole buckets", "ramp(b1, c1, L) % broadcast(c2, L)",
     "broadcast(b1 % c2, L), or a ramp from b1 % c2", "", "", floorRemainderOfRamp},

    {Index | Widens, "multiples of the divisor do not count", "(x * c1) % c2", "(x * (c1 % c2)) % c2",
     "c2 != 0"},
    {Index, "a rest below the unit stays", "(x * c1 + y) % c2", "(x % (c2 // c1)) * c1 + y",
     "c1 > 0, c2 > 0, c1 divides c2, y // c1 == 0"},
    {Index | Widens, "multiples of the divisor do not count", "(x * c1 + y) % c2", "(x * (c1 % c2) + y) % c2",
     "c2 > 0"},
    {Index, "multiples of the divisor do not count", "(x + c1) % c2", "(x + c1 % c2) % c2",
     "c2 > 0, c1 >= c2"},
    {Index | Widens, "multiples of the divisor do not count", "(x + c1) % c2", "(x + c1 % c2) % c2",
     "c2 > 0, c1 < 0"},
    {Index | Widens, "multiples of the divisor do not count", "(x + y * c1) % c2", "(x + y * (c1 % c2)) % c2",
     "c2 > 0"},
    {Index, "a common factor stays", "(x * c1) % (x * c2)", "x * (c1 % c2)", "c2 != 0"},
    {Index, "multiples of the divisor do not count", "(x * y) % y | (y * x) % y", "0"},
    {Index, "a remainder of a remainder", "(x + z % y) % y | (z % y + x) % y", "0", "(x + z) % y == 0"},
    {Index, "x - x % z is a multiple of z", "(x - x % z) % y | (x % z - x) % y", "0", "y - z == 0"},
    {Index, "x - x % z is a multiple of z", "(x - x % z) % y | (x % z - x) % y", "0", "y + z == 0"},
    {Index, "multiples of the divisor do not count", "(x * z * c1 + y) % (z * c1)", "y % (z * c1)",
     "z * c1 >= 0"},
    {Index, "a dividend that is known modulo the divisor or is less than it", "x % c1", "the remainder, or x",
     "", "", knownFloorRemainder},
    {Index, "a dividend below the divisor", "x % y", "x", "", "", belowVectorSize},
};

} // namespace

const RuleTable FloorModRules{"FloorMod", FloorModRows};

} // namespace tir::arith
