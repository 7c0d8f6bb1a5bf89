// Addition.

#include "core/arith/rewrite/tables.h"

namespace tir::arith {
namespace {

constexpr Rule AddRows[] = {
    {Vector, "lanes are added one by one", "ramp(b1, s1, L) + ramp(b2, s2, L)", "ramp(b1 + b2, s1 + s2, L)"},
    {Vector, "lanes are added one by one", "ramp(b1, s1, L) + broadcast(x, L)", "ramp(b1 + x, s1, L)"},
    {Vector, "lanes are added one by one", "broadcast(x, L) + ramp(b1, s1, L)", "ramp(x + b1, s1, L)"},
    {Vector, "lanes are added one by one", "broadcast(x, L) + broadcast(y, L)", "broadcast(x + y, L)"},
    {Vector, "zero is neutral", "x + broadcast(0.0, L)", "x"},

    {Index, "cancellation", "(x - y) + y", "x"},
    {Index, "cancellation", "x + (y - x)", "y"},
    {Index, "cancellation", "(x - y) + (y - z)", "x - z"},
    {Index, "cancellation", "(x - y) + (z - x)", "z - y"},
    {Index | Mirrored | Widens, "addition distributes over min", "min(x, y - z) + z", "min(x + z, y)"},
    {Index | Mirrored | Widens, "addition distributes over min", "min(x - z, y) + z", "min(x, y + z)"},
    {Index | Mirrored | Widens, "addition distributes over min",
     "min(x, y + z * c1) + z * c2 | min(y + z * c1, x) + z * c2", "min(x + z * c2, y)", "c1 == -c2"},
    {Index, "min(x, y) + max(x, y) = x + y",
     "max(x, y) + min(x, y) | min(x, y) + max(x, y) | max(x, y) + min(y, x) | min(x, y) + max(y, x)",
     "x + y"},
    {Index | Mirrored | Widens, "addition distributes over min", "min(x, y + c1) + c2", "min(x + c2, y)",
     "c1 == -c2"},
    {Index | Mirrored | Widens, "addition distributes over min", "min(x + c1, y) + c2", "min(x, y + c2)",
     "c1 == -c2"},
    {Index, "associativity", "(x + c1) + c2", "x + (c1 + c2)"},
    {Index, "distributivity", "x + x", "x * 2"},
    {Index, "distributivity", "x * y + x | y * x + x | x + y * x | x + x * y", "(y + 1) * x"},
    {Index, "distributivity", "x * y + x * z | y * x + x * z | x * y + z * x | y * x + z * x", "(y + z) * x"},
    {Index, "division with remainder", "truncdiv(x, c1) * c1 + truncmod(x, c1)", "x"},
    {Index, "division with remainder",
     "x // y * y + x % y | y * (x // y) + x % y | x % y + x // y * y | x % y + y * (x // y)", "x"},
    {Index | Widens, "a quotient takes the remainder up", "(x % c2 + c1) // c2 + x // c2", "(x + c1) // c2",
     "c2 > 0"},
    {Index | Again | Widens, "x // 2 + x % 2 rounds up", "x // 2 + x % 2", "(x + 1) // 2"},
    {Index, "one of two neighbors is odd", "(x + c1) % 2 + x % 2 | x % 2 + (x + c1) % 2", "1", "c1 % 2 == 1"},

    // Order: constants last, then min and max, products before remainders.
    {Index | Again, "commutativity", "x + (c1 - y) | (c1 - y) + x", "(x - y) + c1"},
    {Index | Again, "commutativity", "(x + c1) + y | x + (c1 + y) | x + (y + c1)", "(x + y) + c1"},
    {Index | Again | Mirrored, "commutativity", "x + max(y, z)", "max(y, z) + x"},
    {Index | Again, "commutativity", "truncmod(y, c1) + x * c1", "x * c1 + truncmod(y, c1)"},
    {Index | Again, "commutativity", "y % c1 + x * c1", "x * c1 + y % c1"},

    {Any, "both select alike", "select(x, b1, b2) + select(x, s1, s2)", "select(x, b1 + s1, b2 + s2)"},
};

} // namespace

const RuleTable AddRules{"Add", AddRows};

} // namespace tir::arith
