// Subtraction.

#include "core/arith/rewrite/tables.h"

namespace tir::arith {
namespace {

constexpr Rule SubRows[] = {
    {Vector, "lanes are subtracted one by one", "ramp(b1, s1, L) - ramp(b2, s2, L)",
     "ramp(b1 - b2, s1 - s2, L)"},
    {Vector, "lanes are subtracted one by one", "ramp(b1, s1, L) - broadcast(x, L)", "ramp(b1 - x, s1, L)"},
    {Vector, "lanes are subtracted one by one", "broadcast(x, L) - ramp(b1, s1, L)",
     "ramp(x - b1, 0 - s1, L)"},
    {Vector, "lanes are subtracted one by one", "broadcast(x, L) - broadcast(y, L)", "broadcast(x - y, L)"},

    {Index, "cancellation", "(x + y) - y | (y + x) - y", "x"},
    {Index, "cancellation", "x - (y + x) | x - (x + y)", "0 - y"},
    {Index | Mirrored | Widens, "subtraction distributes over min", "min(x, y) - y", "min(x - y, 0)"},
    {Index | Mirrored | Widens, "subtraction mirrors max", "x - max(y, x)", "min(x - y, 0)"},
    {Index | Mirrored | Widens, "subtraction mirrors max", "x - max(x, y)", "min(0, x - y)"},
    {Index | Mirrored | Widens, "subtraction distributes over min", "min(y, x) - y", "min(0, x - y)"},
    {Index, "cancellation", "x - x", "0"},
    {Index, "distributivity", "x * y - x | y * x - x", "(y - 1) * x"},
    {Index, "distributivity", "x - y * x | x - x * y", "(1 - y) * x"},
    {Index, "distributivity", "x * y - x * z | y * x - x * z | x * y - z * x | y * x - z * x", "(y - z) * x"},
    {Index, "associativity", "(x + c1) - c2", "x + (c1 - c2)"},
    {Index, "associativity", "(c1 - x) - (c2 - y)", "(y - x) + (c1 - c2)"},
    {Index, "cancellation", "(x + y) - (x + z) | (x + y) - (z + x) | (y + x) - (z + x) | (y + x) - (x + z)",
     "y - z"},
    {Index | Mirrored | Widens, "subtraction distributes over min", "min(x + y, z) - x | min(y + x, z) - x",
     "min(y, z - x)"},
    {Index | Mirrored | Widens, "subtraction distributes over min", "min(z, x + y) - x | min(z, y + x) - x",
     "min(z - x, y)"},
    {Index | Mirrored | Widens, "subtraction mirrors min", "x - min(x + y, z) | x - min(y + x, z)",
     "max(0 - y, x - z)"},
    {Index | Mirrored | Widens, "subtraction mirrors min", "x - min(z, x + y) | x - min(z, y + x)",
     "max(x - z, 0 - y)"},
    {Index | Mirrored, "commutativity of min", "min(x, y) - min(y, x)", "0"},
    {Index | Mirrored, "min of pairs that are equally far apart",
     "min(b1, b2) - min(s1, s2) | min(b1, b2) - min(s2, s1)", "b1 - s1", "(b1 - s1) - (b2 - s2) == 0"},

    // Truncated division.
    {Index, "division with remainder", "x - truncdiv(x, c1) * c1", "truncmod(x, c1)", "c1 != 0"},
    {Index, "division with remainder", "truncdiv(x, c1) * c1 - x", "0 - truncmod(x, c1)", "c1 != 0"},
    {Index, "division with remainder", "x - truncdiv(x + y, c1) * c1", "truncmod(x + y, c1) - y", "c1 != 0"},
    {Index, "division with remainder", "truncdiv(x + y, c1) * c1 - x", "y - truncmod(x + y, c1)", "c1 != 0"},
    {Index, "division with remainder", "x - truncdiv(x - y, c1) * c1", "truncmod(x - y, c1) + y", "c1 != 0"},
    {Index, "division with remainder", "truncdiv(x - y, c1) * c1 - x", "0 - truncmod(x - y, c1) - y",
     "c1 != 0"},
    {Index, "division with remainder", "x * c2 - truncdiv(x, c1) * c3", "truncmod(x, c1) * c2",
     "c1 != 0, c3 == c1 * c2"},
    {Index, "division with remainder", "truncdiv(x, c1) * c3 - x * c2", "0 - truncmod(x, c1) * c2",
     "c1 != 0, c3 == c1 * c2"},
    {Index, "division with remainder", "x * c2 - truncdiv(x + y, c1) * c3", "(truncmod(x + y, c1) - y) * c2",
     "c1 != 0, c3 == c1 * c2"},
    {Index, "division with remainder", "truncdiv(x + y, c1) * c3 - x * c2", "(y - truncmod(x + y, c1)) * c2",
     "c1 != 0, c3 == c1 * c2"},
    {Index, "division with remainder", "x * c2 - truncdiv(x - y, c1) * c3", "(truncmod(x - y, c1) + y) * c2",
     "c1 != 0, c3 == c1 * c2"},
    {Index, "division with remainder", "truncdiv(x - y, c1) * c3 - x * c2",
     "(0 - truncmod(x - y, c1) - y) * c2", "c1 != 0, c3 == c1 * c2"},
    {Index, "quotients of neighbors differ by what the remainder adds",
     "truncdiv(x + c1, c3) - truncdiv(x + c2, c3)", "truncdiv(truncmod(x + c2 % c3, c3) + (c1 - c2), c3)",
     "x >= 0 - c2, c1 >= c2, c3 > 0", "x >= 0 - c2 % c3"},
    {Index, "quotients of neighbors differ by what the remainder adds",
     "truncdiv(x + c1, c3) - truncdiv(x, c3)", "truncdiv(truncmod(x, c3) + c1, c3)",
     "x >= 0, c1 >= 0, c3 > 0"},

    // Floor division.
    {Index, "division with remainder", "x - x // c1 * c1", "x % c1", "c1 != 0"},
    {Index, "division with remainder", "x // c1 * c1 - x", "0 - x % c1", "c1 != 0"},
    {Index, "division with remainder", "x - (x + y) // c1 * c1", "(x + y) % c1 - y", "c1 != 0"},
    {Index, "division with remainder", "(x + y) // c1 * c1 - x", "y - (x + y) % c1", "c1 != 0"},
    {Index, "division with remainder", "x - (x - y) // c1 * c1", "(x - y) % c1 + y", "c1 != 0"},
    {Index, "division with remainder", "(x - y) // c1 * c1 - x", "0 - (x - y) % c1 - y", "c1 != 0"},
    {Index | Again, "halves of neighbors differ by parity", "(x + c1) // 2 - (x + c2) // 2",
     "x % 2 * (c1 % 2 - c2 % 2) + (c1 // 2 - c2 // 2)"},
    {Index | Again, "halves of neighbors differ by parity", "x // 2 - (x + c2) // 2",
     "x % 2 * (0 - c2 % 2) - c2 // 2"},
    {Index | Again, "halves of neighbors differ by parity", "(x + c1) // 2 - x // 2",
     "x % 2 * (c1 % 2) + c1 // 2"},
    {Index | Again, "x // 2 + x % 2 rounds up", "(x + 1) // 2 - x % 2", "x // 2"},
    {Index, "division with remainder", "x * c2 - x // c1 * c3", "x % c1 * c2", "c1 != 0, c3 == c1 * c2"},
    {Index, "division with remainder", "x // c1 * c3 - x * c2", "0 - x % c1 * c2", "c1 != 0, c3 == c1 * c2"},
    {Index, "division with remainder", "x * c2 - (x + y) // c1 * c3", "((x + y) % c1 - y) * c2",
     "c1 != 0, c3 == c1 * c2"},
    {Index, "division with remainder", "(x + y) // c1 * c3 - x * c2", "(y - (x + y) % c1) * c2",
     "c1 != 0, c3 == c1 * c2"},
    {Index, "division with remainder", "x * c2 - (x - y) // c1 * c3", "((x - y) % c1 + y) * c2",
     "c1 != 0, c3 == c1 * c2"},
    {Index, "division with remainder", "(x - y) // c1 * c3 - x * c2", "(0 - (x - y) % c1 - y) * c2",
     "c1 != 0, c3 == c1 * c2"},
    {Index, "quotients of neighbors differ by what the remainder adds", "(x + c1) // c3 - (x + c2) // c3",
     "((x + c2 % c3) % c3 + (c1 - c2)) // c3", "c3 > 0"},
    {Index, "quotients of neighbors differ by what the remainder adds", "(x + c1) // c3 - x // c3",
     "(x % c3 + c1) // c3", "c3 > 0"},

    // Order: sums before differences, constants last.
    {Index, "subtraction adds the negative", "x - c1", "x + (0 - c1)"},
    {Index | Again, "associativity", "(x + c1) - y", "(x - y) + c1"},
    {Index | Again, "associativity", "x - (y + c1)", "(x - y) + (0 - c1)"},
    {Index | Again, "associativity", "x - (y - z)", "(x + z) - y"},
    {Index | Again, "subtraction adds the negative", "x - y * c1", "x + y * (0 - c1)"},

    {Any, "cancellation", "x - x", "0", "discardable(x)", "exact(x)"},
    {Any, "cancellation", "(x + y) - y", "x", "discardable(y)", "exact(x)"},
    {Any, "cancellation", "(x + y) - x", "y", "discardable(x)", "exact(x)"},
    {Any, "cancellation", "x - (y + x)", "0 - y", "discardable(x)", "exact(x)"},
    {Any, "cancellation", "x - (x + y)", "0 - y", "discardable(x)", "exact(x)"},

    {Any, "both select alike", "select(x, b1, b2) - select(x, s1, s2)", "select(x, b1 - s1, b2 - s2)"},
    {Any, "subtraction goes into both values", "select(x, y, z) - z", "select(x, y - z, 0)", "", "exact(z)"},
    {Any, "subtraction goes into both values", "select(x, y, z) - y", "select(x, 0, z - y)", "", "exact(y)"},
};

} // namespace

const RuleTable SubRules{"Sub", SubRows};

} // namespace tir::arith
