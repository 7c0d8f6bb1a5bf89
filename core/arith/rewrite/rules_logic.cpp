// Not, and, or, and select.

#include "core/arith/rewrite/tables.h"

namespace tir::arith {
namespace {

constexpr Rule Negation[] = {
    {Vector, "lanes are negated one by one", "not broadcast(x, L)", "broadcast(not x, L)"},
    {Any, "double negation", "not (not x)", "x"},
    {Any, "the order is total", "not (x <= y)", "y < x", "", "exact(x)"},
    {Any, "the order is total", "not (x >= y)", "x < y", "", "exact(x)"},
    {Any, "the order is total", "not (x < y)", "y <= x", "", "exact(x)"},
    {Any, "the order is total", "not (x > y)", "x <= y", "", "exact(x)"},
    {Any, "negated equality", "not (x == y)", "x != y"},
    {Any, "negated equality", "not (x != y)", "x == y"},
    {Any | Again, "De Morgan", "not (x or y)", "not x and not y"},
    {Any | Again, "De Morgan", "not (x and y)", "not x or not y"},
};

constexpr Rule AndRows[] = {
    {Vector, "lanes are joined one by one", "broadcast(x, L) and broadcast(y, L)", "broadcast(x and y, L)"},

    {Any, "contradiction", "x == y and x != y | x != y and x == y", "false"},
    {Any, "contradiction", "x and not x | not x and x", "false"},
    {Any, "contradiction", "x <= y and y < x | y < x and x <= y", "false"},
    {Any, "no integer is in between", "x < c1 and c2 < x | c2 < x and x < c1", "false", "c2 + 1 >= c1"},
    {Any, "contradiction", "x < c1 and c2 <= x | c2 <= x and x < c1", "false", "c2 >= c1"},
    {Any, "contradiction", "x <= c1 and c2 < x | c2 < x and x <= c1", "false", "c2 >= c1"},
    {Any, "contradiction", "x <= c1 and c2 <= x | c2 <= x and x <= c1", "false", "c2 > c1"},
    {Any, "substitution", "x == c1 and x == c2", "x == c1 and c1 == c2"},
    {Any, "substitution", "x == c1 and x != c2 | x != c2 and x == c1", "x == c1 and c1 != c2"},

    // Quotient and remainder. Remainders that cannot be below the divisor are simplified before.
    {Any | Again, "division with remainder",
     "x // c2 == c1 and x % c2 == c3 | x % c2 == c3 and x // c2 == c1", "x == c1 * c2 + c3", "",
     "c3 * c2 >= 0, c3 * c3 < c2 * c2"},
    {Any | Again, "definition of the quotient",
     "0 <= x - y * c1 and x - y * c1 < c1 | x - y * c1 < c1 and 0 <= x - y * c1", "y == x // c1", "c1 > 0"},
    {Any | Again, "definition of the quotient",
     "0 <= x + y * c2 and x + y * c2 < c1 | x + y * c2 < c1 and 0 <= x + y * c2", "y == x // c1",
     "c1 > 0, c2 == -c1"},
    {Any | Again, "the last bucket ends early", "x < c1 and x % c2 < c3 | x % c2 < c3 and x < c1",
     "x < c1 - c2 + c3 and x % c2 < c3", "c2 divides c1", "c3 >= 0, c3 <= c2"},
    {Any | Again, "the last bucket ends early", "x < c1 and x % c2 < c3 | x % c2 < c3 and x < c1",
     "x < c1 - c1 % c2 + c3 and x % c2 < c3", "c1 % c2 > c3"},
    {Any | Again, "the last bucket ends early", "x <= c1 and x % c2 < c3 | x % c2 < c3 and x <= c1",
     "x < c1 + 1 - c2 + c3 and x % c2 < c3", "c2 divides c1 + 1", "c3 >= 0, c3 <= c2"},
    {Any | Again, "the last bucket ends early", "x <= c1 and x % c2 < c3 | x % c2 < c3 and x <= c1",
     "x < c1 + 1 - (c1 + 1) % c2 + c3 and x % c2 < c3", "(c1 + 1) % c2 > c3"},
    {Any | Again, "division with remainder", "x // c2 == c1 and x % c2 < c3 | x % c2 < c3 and x // c2 == c1",
     "c1 * c2 <= x and x < c1 * c2 + c3", "", "c2 > 0, c3 <= c2"},
    {Any | Again, "division with remainder",
     "x // c2 == c1 and x % c2 <= c3 | x % c2 <= c3 and x // c2 == c1", "c1 * c2 <= x and x <= c1 * c2 + c3",
     "", "c2 > 0, c3 < c2"},
    {Any | Again, "division with remainder",
     "x // c2 == c1 and c3 <= x % c2 | c3 <= x % c2 and x // c2 == c1",
     "c1 * c2 + c3 <= x and x < (c1 + 1) * c2", "", "c2 > 0, c3 >= 0"},
    {Any | Again, "division with remainder", "x // c2 == c1 and c3 < x % c2 | c3 < x % c2 and x // c2 == c1",
     "c1 * c2 + c3 < x and x < (c1 + 1) * c2", "", "c2 > 0, c3 >= 0 - 1"},

    {Any | Again, "associativity", "x and (y and z)", "(x and y) and z"},
};

constexpr Rule OrRows[] = {
    {Vector, "lanes are joined one by one", "broadcast(x, L) or broadcast(y, L)", "broadcast(x or y, L)"},

    {Any, "excluded middle", "x == y or x != y | x != y or x == y", "true"},
    {Any, "excluded middle", "x or not x | not x or x", "true"},
    {Any, "the order is total", "x <= y or y < x | y < x or x <= y", "true", "", "exact(x)"},
    {Any, "the order is total", "x < y or y < x", "x != y", "", "exact(x)"},
    {Any, "one of them holds", "x < c1 or c2 < x | c2 < x or x < c1", "true", "c2 < c1"},
    {Any, "one of them holds", "x <= c1 or c2 < x | c2 < x or x <= c1", "true", "c2 <= c1"},
    {Any, "one of them holds", "x < c1 or c2 <= x | c2 <= x or x < c1", "true", "c2 <= c1"},
    {Any, "no integer is in between", "x <= c1 or c2 <= x | c2 <= x or x <= c1", "true", "c2 <= c1 + 1"},
    {Any, "substitution", "x != c1 or x != c2", "x != c1 or c1 != c2"},
    {Any, "substitution", "x != c1 or x == c2 | x == c2 or x != c1", "x != c1 or c1 == c2"},
    {Any | Again, "x <= y means x < y or x == y",
     "x < y or x == y | x < y or y == x | x == y or x < y | y == x or x < y", "x <= y"},
    {Any | Again, "associativity", "x or (y or z)", "(x or y) or z"},
};

constexpr Rule Choice[] = {
    {Any, "both values are the same", "select(x, y, y)", "y"},
};

} // namespace

const RuleTable NotRules{"Not", Negation};
const RuleTable AndRules{"And", AndRows};
const RuleTable OrRules{"Or", OrRows};
const RuleTable SelectRules{"Select", Choice};

namespace {

constexpr const RuleTable* AllTables[] = {
    &AddRules,    &SubRules,   &MulRules,  &DivRules, &ModRules, &FloorDivRules, &FloorModRules,
    &MinMaxRules, &EqualRules, &LessRules, &AndRules, &OrRules,  &NotRules,      &SelectRules};

} // namespace

std::span<const RuleTable* const> allRuleTables()
{
    return AllTables;
}

const RuleTable* rulesFor(BinaryOp op)
{
    switch (op) {
    case BinaryOp::Add:
        return &AddRules;
    case BinaryOp::Sub:
        return &SubRules;
    case BinaryOp::Mul:
        return &MulRules;
    case BinaryOp::Div:
        return &DivRules;
    case BinaryOp::Mod:
        return &ModRules;
    case BinaryOp::FloorDiv:
        return &FloorDivRules;
    case BinaryOp::FloorMod:
        return &FloorModRules;
    case BinaryOp::Min:
    case BinaryOp::Max:
        return &MinMaxRules;
    case BinaryOp::EQ:
        return &EqualRules;
    case BinaryOp::LT:
        return &LessRules;
    case BinaryOp::And:
        return &AndRules;
    case BinaryOp::Or:
        return &OrRules;
    case BinaryOp::NE:
    case BinaryOp::LE:
    case BinaryOp::GT:
    case BinaryOp::GE:
        return nullptr;
    }
    return nullptr;
}

const RuleTable& rulesForNot()
{
    return NotRules;
}

const RuleTable& rulesForSelect()
{
    return SelectRules;
}

} // namespace tir::arith
