// Minimum and maximum.

#include "core/arith/analyzer_core.h"
#include "core/arith/rewrite/tables.h"
#include "core/arith/rewrite_simplifier.h"

namespace tir::arith {
namespace {

/// The operand that is chosen according to the bounds of both.
const Expr* decidedByBounds(RewriteSimplifier& rewriter, const Match& match)
{
    const auto& node = to<Binary>(match.node);
    const ConstIntBound a = rewriter.core().bounds.of(node.a);
    const ConstIntBound b = rewriter.core().bounds.of(node.b);
    const bool isMin = node.op == BinaryOp::Min;
    if (a.max <= b.min)
        return isMin ? node.a : node.b;
    if (b.max <= a.min)
        return isMin ? node.b : node.a;
    return nullptr;
}

/// The same for sizes of scalable vectors, whose few possible values are tried.
const Expr* decidedByVectorSize(RewriteSimplifier& rewriter, const Match& match)
{
    const auto& node = to<Binary>(match.node);
    if (!mentionsVScale(*node.a) && !mentionsVScale(*node.b))
        return nullptr;
    AnalyzerCore& core = rewriter.core();
    const bool isMin = node.op == BinaryOp::Min;
    if (core.canProve(rewriter.exprs().folded(BinaryOp::LE, node.a, node.b)))
        return isMin ? node.a : node.b;
    if (core.canProve(rewriter.exprs().folded(BinaryOp::LE, node.b, node.a)))
        return isMin ? node.b : node.a;
    return nullptr;
}

constexpr Rule MinMaxRows[] = {
    {Vector | Mirrored, "lanes are compared one by one", "min(broadcast(x, L), broadcast(y, L))",
     "broadcast(min(x, y), L)"},
    {Vector | Mirrored, "associativity", "min(min(x, broadcast(y, L)), broadcast(z, L))",
     "min(x, broadcast(min(y, z), L))"},

    {Index | Mirrored, "idempotence", "min(x, x)", "x"},
    {Index | Mirrored, "the bounds of the operands decide", "min(x, y)", "x or y", "", "", decidedByBounds},

    {Index | Mirrored, "the smaller offset decides", "min(x + c1, x + c2)", "x + min(c1, c2)"},
    {Index | Mirrored, "the smaller offset decides", "min(x + c1, x) | min(x, x + c1)", "x + min(c1, 0)"},
    {Index | Mirrored, "the smaller offset decides", "min(c1 - x, c2 - x)", "min(c1, c2) - x"},

    // Rounding to multiples.
    {Index, "rounding up is not below",
     "min(truncdiv(x + c1, c2) * c2, x) | min(x, truncdiv(x + c1, c2) * c2)", "x", "c2 > 0, c1 + 1 == c2"},
    {Index, "rounding up is not below",
     "max(truncdiv(x + c1, c2) * c2, x) | max(x, truncdiv(x + c1, c2) * c2)", "truncdiv(x + c1, c2) * c2",
     "c2 > 0, c1 + 1 == c2"},
    {Index, "rounding up is not below", "min((x + c1) // c2 * c2, x) | min(x, (x + c1) // c2 * c2)", "x",
     "c2 > 0, c1 + 1 == c2"},
    {Index, "rounding up is not below", "max((x + c1) // c2 * c2, x) | max(x, (x + c1) // c2 * c2)",
     "(x + c1) // c2 * c2", "c2 > 0, c1 + 1 == c2"},
    {Index, "rounding up is not below",
     "min(truncdiv(x + c1, c2) * c2, max(x, c2)) | min(max(x, c2), truncdiv(x + c1, c2) * c2)", "max(x, c2)",
     "c2 > 0, c1 + 1 == c2, x >= 1"},
    {Index, "rounding up is not below",
     "max(truncdiv(x + c1, c2) * c2, max(x, c2)) | max(max(x, c2), truncdiv(x + c1, c2) * c2)",
     "truncdiv(x + c1, c2) * c2", "c2 > 0, c1 + 1 == c2, x >= 1"},
    {Index, "rounding up is not below",
     "min((x + c1) // c2 * c2, max(x, c2)) | min(max(x, c2), (x + c1) // c2 * c2)", "max(x, c2)",
     "c2 > 0, c1 + 1 == c2, x >= 1"},
    {Index, "rounding up is not below",
     "max((x + c1) // c2 * c2, max(x, c2)) | max(max(x, c2), (x + c1) // c2 * c2)", "(x + c1) // c2 * c2",
     "c2 > 0, c1 + 1 == c2, x >= 1"},
    {Index, "rounding down is not above", "min(x, x // c2 * c2) | min(x // c2 * c2, x)", "x // c2 * c2",
     "c2 > 0"},
    {Index, "rounding down is not above", "max(x, x // c2 * c2) | max(x // c2 * c2, x)", "x", "c2 > 0"},

    // Lattice laws.
    {Index | Mirrored, "max(x, y) is not below min(x, y)",
     "min(max(x, y), min(x, y)) | min(max(x, y), min(y, x)) | min(min(x, y), max(x, y)) | min(min(x, y), "
     "max(y, x))",
     "min(x, y)"},
    {Index | Mirrored, "idempotence",
     "min(min(x, y), x) | min(min(x, y), y) | min(x, min(x, y)) | min(y, min(x, y))", "min(x, y)"},
    {Index | Mirrored, "absorption",
     "min(max(x, y), x) | min(max(y, x), x) | min(x, max(x, y)) | min(x, max(y, x))", "x"},
    {Index | Mirrored, "idempotence", "min(min(min(x, y), z), y)", "min(min(x, y), z)"},
    {Index | Mirrored, "idempotence", "min(min(min(min(x, y), z), s1), y)", "min(min(min(x, y), z), s1)"},
    {Index | Mirrored, "idempotence", "min(min(min(min(min(x, y), z), s1), s2), y)",
     "min(min(min(min(x, y), z), s1), s2)"},
    {Index | Mirrored, "distributivity",
     "min(max(x, y), max(x, z)) | min(max(x, y), max(z, x)) | min(max(y, x), max(x, z)) | min(max(y, x), "
     "max(z, x))",
     "max(min(y, z), x)"},
    {Index | Mirrored, "idempotence",
     "min(min(x, y), min(x, z)) | min(min(x, y), min(z, x)) | min(min(y, x), min(x, z)) | min(min(y, x), "
     "min(z, x))",
     "min(min(y, z), x)"},

    // Terms that both have in common.
    {Index | Mirrored, "addition distributes over min",
     "min(y + x, z + x) | min(x + y, z + x) | min(y + x, x + z) | min(x + y, x + z)", "min(y, z) + x"},
    {Index | Mirrored, "addition distributes over min", "min(y - x, z - x)", "min(y, z) - x"},
    {Index | Mirrored, "negation exchanges min and max", "min(x - y, x - z)", "x - max(y, z)"},
    {Index | Mirrored, "associativity", "min(min(x, c1), c2)", "min(x, min(c1, c2))"},
    {Index | Mirrored, "a positive factor keeps the order", "min(truncdiv(x, c1), truncdiv(y, c1))",
     "truncdiv(min(x, y), c1)", "c1 > 0"},
    {Index | Mirrored, "a negative factor turns the order around", "min(truncdiv(x, c1), truncdiv(y, c1))",
     "truncdiv(max(x, y), c1)", "c1 < 0"},
    {Index | Mirrored, "a positive factor keeps the order", "min(x // c1, y // c1)", "min(x, y) // c1",
     "c1 > 0"},
    {Index | Mirrored, "a negative factor turns the order around", "min(x // c1, y // c1)", "max(x, y) // c1",
     "c1 < 0"},
    {Index | Mirrored, "a positive factor keeps the order", "min(x * c1, y * c1)", "min(x, y) * c1",
     "c1 > 0"},
    {Index | Mirrored, "a negative factor turns the order around", "min(x * c1, y * c1)", "max(x, y) * c1",
     "c1 < 0"},
    {Index | Mirrored, "a positive factor keeps the order", "min(x * c1, c2)", "min(x, c2 // c1) * c1",
     "c1 > 0, c1 divides c2"},
    {Index | Mirrored, "a negative factor turns the order around", "min(x * c1, c2)", "max(x, c2 // c1) * c1",
     "c1 < 0, c1 divides c2"},
    {Index | Mirrored, "the possible vector sizes decide", "min(x, y)", "x or y", "", "",
     decidedByVectorSize},

    // Order: constants last.
    {Index | Again | Mirrored, "commutativity", "min(min(x, c1), y)", "min(min(x, y), c1)"},
    {Index | Again | Mirrored, "negation exchanges min and max", "min(c1 - x, c2)", "c1 - max(x, c1 - c2)",
     "c2 != 0"},

    {Any | Mirrored, "both select alike", "min(select(x, y, z), select(x, s1, s2))",
     "select(x, min(y, s1), min(z, s2))"},
};

} // namespace

const RuleTable MinMaxRules{"Min and Max", MinMaxRows};

} // namespace tir::arith
