// Multiplication.

#include "core/arith/rewrite/tables.h"

namespace tir::arith {
namespace {

constexpr Rule MulRows[] = {
    {Vector, "lanes are multiplied one by one", "broadcast(x, L) * broadcast(y, L)", "broadcast(x * y, L)"},
    {Vector, "lanes are multiplied one by one", "ramp(b1, s1, L) * broadcast(x, L)",
     "ramp(b1 * x, s1 * x, L)"},
    {Vector, "lanes are multiplied one by one", "broadcast(x, L) * ramp(b1, s1, L)",
     "ramp(b1 * x, s1 * x, L)"},
    {Vector, "zero annihilates", "broadcast(0.0, L) * x", "broadcast(0.0, L)"},

    {Index, "distributivity", "(x + c1) * c2", "x * c2 + c1 * c2"},
    {Index, "associativity", "(x * c1) * c2", "x * (c1 * c2)"},
    {Index, "min(x, y) * max(x, y) = x * y", "min(x, y) * max(x, y) | max(x, y) * min(x, y)", "x * y"},
    {Index, "x - x % c is a multiple of c", "((x - x % c2) // c1) * c1", "x - x % c2", "c1 == -c2"},

    // Order: constants last.
    {Index | Again, "commutativity", "x * (c1 * y)", "(x * y) * c1"},
    {Index | Again, "commutativity", "c1 * x", "x * c1"},
    {Index | Again, "a negative factor turns a difference around", "(x - y) * c1", "(y - x) * (0 - c1)",
     "c1 < 0"},
};

} // namespace

const RuleTable MulRules{"Mul", MulRows};

} // namespace tir::arith
