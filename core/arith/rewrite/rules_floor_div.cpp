// Floor division.

#include "core/arith/analyzer_core.h"
#include "core/arith/rewrite/tables.h"
#include "core/arith/rewrite/vector_division.h"
#include "core/arith/rewrite_simplifier.h"
#include "core/ir/integers.h"

namespace tir::arith {
namespace {

/// (x * c1 + y) // c2 with c1 = c2 * q + r: x * q is separated if the rest, (x * r + y % c2) // c2, is one number;
/// otherwise a c1 that divides c2 shortens the fraction if the rest of y is less than c1.
const Expr* dividedProduct(RewriteSimplifier& rewriter, const Match& match)
{
    UniqueExprs& exprs = rewriter.exprs();
    const auto& node = to<Binary>(match.node);
    const Expr* divisor = node.b;
    const Expr* x = match["x"];
    const int64_t c1 = match.number("c1");
    const int64_t c2 = match.number("c2");
    const auto* sum = as<Binary>(node.a);
    const auto* first = sum && sum->op == BinaryOp::Add ? as<Binary>(sum->a) : nullptr;
    const bool isSecondProduct = sum && sum->op == BinaryOp::Add && sum->b != match["y"];
    if (c2 == 0 || (isSecondProduct && first && first->op == BinaryOp::Mul && as<IntImm>(first->b)))
        return nullptr;
    const Expr* zero = exprs.number(divisor->dtype, 0);
    const Expr* y = match["y"] ? match["y"] : zero;
    const Expr* factor = exprs.number(divisor->dtype, floorModulo(c1, c2));
    const Expr* rest = exprs.folded(BinaryOp::FloorMod, y, divisor);
    const Expr* residue =
        exprs.folded(BinaryOp::FloorDiv,
                     exprs.folded(BinaryOp::Add, exprs.folded(BinaryOp::Mul, x, factor), rest), divisor);
    const Expr* quotient = exprs.folded(BinaryOp::FloorDiv, y, divisor);
    if (rewriter.canProveEqual(quotient, 0))
        quotient = zero;
    const ConstIntBound bound = rewriter.core().bounds.of(residue);
    if (bound.isConstant()) {
        const Expr* times = exprs.number(divisor->dtype, floorDivide(c1, c2));
        const Expr* offset = exprs.folded(BinaryOp::Add, quotient, exprs.number(divisor->dtype, bound.min));
        return exprs.folded(BinaryOp::Add, exprs.folded(BinaryOp::Mul, x, times), offset);
    }
    if (c1 > 0 && c2 > 0 && c2 % c1 == 0 && rewriter.core().canProveLess(rest, c1))
        return exprs.folded(BinaryOp::Add,
                            exprs.folded(BinaryOp::FloorDiv, x, exprs.number(divisor->dtype, c2 / c1)),
                            quotient);
    return nullptr;
}

constexpr Rule FloorDivRows[] = {
    {Vector, "lanes are divided one by one", "broadcast(x, L) // broadcast(y, L)", "broadcast(x // y, L)"},
    {Vector, "a ramp that stays in one bucket or goes by whole buckets",
     "ramp(b1, c1, L) // broadcast(c2, L)", "ramp(b1 // c2, c1 // c2, L) or broadcast(b1 // c2, L)", "", "",
     floorDividedRamp},

    {Index, "division in two steps", "(x // c1) // c2", "x // (c1 * c2)", "c1 > 0, c2 > 0"},
    {Index | Widens, "division in two steps", "(x // c1 + c2) // c3", "(x + c1 * c2) // (c1 * c3)",
     "c1 > 0, c3 > 0"},
    {Index, "a multiple of the divisor leaves the fraction",
     "(x * c1 + y) // c2 | (x * c1) // c2 | (y + x * c1) // c2",
     "x * (c1 // c2) + (y // c2 + r), or x // (c2 // c1) + y // c2", "", "", dividedProduct},
    {Index, "x // x = 1", "x // x", "1"},
    {Index, "(x * c) // x = c", "(x * c1) // x | (c1 * x) // x", "c1"},
    {Index, "x % 2 is 0 or 1", "(x % 2 + 1) // 2", "x % 2"},
    {Index | Mirrored, "division distributes over min", "min(x * c1, y) // c2",
     "min(x * (c1 // c2), y // c2)", "c2 > 0, c2 divides c1"},
    {Index | Mirrored, "division distributes over min", "min(y, x * c1) // c2",
     "min(y // c2, x * (c1 // c2))", "c2 > 0, c2 divides c1"},
    {Index | Widens, "a multiple of the divisor leaves the fraction", "(x * c1 + y + z) // c2",
     "x * (c1 // c2) + (y + z) // c2", "c2 > 0, c2 divides c1"},
    {Index, "a rest below the unit does not count", "(x * c1 + y + z) // c2", "x // (c2 // c1)",
     "c1 > 0, c2 > 0, c1 divides c2, (y + z) // c1 == 0"},
    {Index | Widens, "a multiple of the divisor leaves the fraction",
     "(x * c1 - y + z) // c2 | (x * c1 + z - y) // c2", "x * (c1 // c2) + (z - y) // c2",
     "c2 > 0, c2 divides c1"},
    {Index | Widens, "a multiple of the divisor leaves the fraction", "(y + x * c1 + z) // c2",
     "x * (c1 // c2) + (y + z) // c2", "c2 > 0, c2 divides c1"},
    {Index, "a multiple of the divisor leaves the fraction", "(x + c1) // c2", "x // c2 + c1 // c2",
     "c2 > 0, c2 divides c1"},
    {Index, "a dividend within one bucket", "(x + c1) // c2", "c1 // c2",
     "c1 > 0, c2 > 0, x >= 0 - c1 % c2, x < c2 - c1 % c2"},
    {Index, "common factors cancel", "(x * c1) // (x * c2)", "c1 // c2", "c2 > 0"},
    {Index, "a multiple of the divisor leaves the fraction", "(x + y) // x | (y + x) // x", "y // x + 1",
     "x >= 0"},
    {Index, "a multiple of the divisor leaves the fraction",
     "((x + y) + z) // x | ((y + x) + z) // x | (y + (z + x)) // x | (y + (x + z)) // x", "(y + z) // x + 1",
     "x >= 0"},
    {Index, "common factors cancel", "(x * y) // y | (y * x) // y", "x", "y >= 0"},
    {Index, "a multiple of the divisor leaves the fraction", "(x * z + y) // z | (z * x + y) // z",
     "x + y // z", "z >= 0"},
    {Index, "a multiple of the divisor leaves the fraction", "(y + x * z) // z | (y + z * x) // z",
     "y // z + x", "z >= 0"},
    {Index, "a multiple of the divisor leaves the fraction", "(x * z * c1 + y) // (z * c1)",
     "x + y // (z * c1)", "z * c1 >= 0"},
    {Index, "division with remainder", "(x - x % c1) // c1", "x // c1", "c1 != 0"},
};

} // namespace

const RuleTable FloorDivRules{"FloorDiv", FloorDivRows};

} // namespace tir::arith
