#include "core/arith/linear_inequalities.h"

#include "core/arith/linear_arithmetic.h"
#include "core/ir/contains.h"

#include <algorithm>
#include <cstdlib>
#include <limits>
#include <numeric>

namespace tir::arith {
namespace {

/// Elimination squares the number of inequalities per variable; a larger system is not solved.
constexpr size_t MostInequalities = 200;
/// Rewritten last: that finds `y - 5` in `2 * y - 10`.
constexpr int Steps = 3;

/// A bound of factor * variable, from one inequality.
struct Side {
    int64_t factor;
    const Expr* rest;
};

/// lcm * variable is within all of these.
struct Bounds {
    const Var* var;
    int64_t lcm = 1;
    std::vector<const Expr*> equal;
    std::vector<const Expr*> lower;
    std::vector<const Expr*> upper;
};

int nodeCount(const Expr* expr)
{
    int count = 0;
    contains(*expr, [&count](const Node&) {
        ++count;
        return false;
    });
    return count;
}

/// Inequalities without those that follow from others.
class System {
public:
    explicit System(LinearArithmetic& arithmetic) : m_arithmetic(&arithmetic) {}

    void add(const Expr* condition)
    {
        if (m_arithmetic->canProve(condition) || std::ranges::find(m_conditions, condition) != end())
            return;
        if (const Expr* left = leftSide(condition)) {
            for (const Expr* other : m_conditions)
                if (const Expr* otherLeft = leftSide(other);
                    otherLeft && m_arithmetic->isAtMostZero(m_arithmetic->sub(left, otherLeft)))
                    return;
            std::erase_if(m_conditions, [&](const Expr* other) {
                const Expr* otherLeft = leftSide(other);
                return otherLeft && m_arithmetic->isAtMostZero(m_arithmetic->sub(otherLeft, left));
            });
        }
        m_conditions.push_back(condition);
    }
    const std::vector<const Expr*>& conditions() const { return m_conditions; }

private:
    std::vector<const Expr*>::const_iterator end() const { return m_conditions.end(); }
    /// Of `e <= 0`.
    static const Expr* leftSide(const Expr* condition)
    {
        const auto* comparison = as<Binary>(condition);
        return comparison && comparison->op == BinaryOp::LE ? comparison->a : nullptr;
    }

    LinearArithmetic* m_arithmetic;
    std::vector<const Expr*> m_conditions;
};

/// Adds a bound unless one that is as good is there; `sign` 1 for upper bounds, -1 for lower ones.
void addBound(LinearArithmetic& arithmetic, std::vector<const Expr*>& bounds, const Expr* bound, int64_t sign)
{
    const auto isBetter = [&](const Expr* a, const Expr* b) {
        return arithmetic.isAtMostZero(sign > 0 ? arithmetic.sub(a, b) : arithmetic.sub(b, a));
    };
    if (std::ranges::any_of(bounds, [&](const Expr* other) { return isBetter(other, bound); }))
        return;
    std::erase_if(bounds, [&](const Expr* other) { return isBetter(bound, other); });
    bounds.push_back(bound);
}

class Elimination {
public:
    Elimination(Arena& arena, const std::vector<VarRange>& known) : m_analyzer(arena), m_known(known)
    {
        for (const VarRange& range : known)
            m_analyzer.bind(range.var, range.min, range.extent);
    }

    /// False when the system is too large.
    bool run(const std::vector<const Var*>& vars, const std::vector<const Expr*>& relations)
    {
        System system(m_arithmetic);
        for (const Expr* relation : relations)
            system.add(m_arithmetic.normalized(m_arithmetic.simplify(unique(relation), Steps)));
        for (const Var* var : vars) {
            if (system.conditions().size() > MostInequalities)
                return false;
            system = eliminated(system, var);
            if (m_isTooLarge)
                return false;
        }
        for (const Expr* condition : system.conditions())
            rest.push_back(m_arithmetic.simplify(condition));
        return true;
    }

    std::vector<Bounds> bounds;
    std::vector<const Expr*> rest; ///< conditions that do not bound a variable

private:
    const Expr* unique(const Expr* expr) { return m_analyzer.core().exprs.of(expr); }

    System eliminated(const System& system, const Var* var)
    {
        std::vector<Side> positive; // factor * var + rest <= 0
        std::vector<Side> negative;
        for (const VarRange& range : m_known) {
            if (range.var != var)
                continue;
            const Expr* min = unique(range.min);
            const Expr* end = m_arithmetic.add(min, unique(range.extent));
            const Expr* last = m_arithmetic.sub(end, m_arithmetic.number(end, 1));
            negative.push_back({-1, m_arithmetic.simplify(min, Steps)});
            positive.push_back({1, m_arithmetic.scaled(m_arithmetic.simplify(last, Steps), -1)});
        }
        System next(m_arithmetic);
        for (const Expr* condition : system.conditions())
            classify(condition, var, positive, negative, next);
        for (const Side& a : positive)
            for (const Side& b : negative) {
                const int64_t common = std::gcd(a.factor, -b.factor);
                const Expr* sum = m_arithmetic.sub(m_arithmetic.scaled(b.rest, a.factor / common),
                                                   m_arithmetic.scaled(a.rest, b.factor / common));
                UniqueExprs& exprs = m_analyzer.core().exprs;
                const Expr* combined = exprs.folded(BinaryOp::LE, sum, m_arithmetic.number(sum, 0));
                next.add(m_arithmetic.normalized(m_arithmetic.simplify(combined, Steps)));
            }
        addBounds(var, positive, negative);
        return next;
    }

    void classify(const Expr* condition, const Var* var, std::vector<Side>& positive,
                  std::vector<Side>& negative, System& next)
    {
        const auto* comparison = as<Binary>(condition);
        const bool isEqual = comparison && comparison->op == BinaryOp::EQ;
        const auto linear = comparison && (isEqual || comparison->op == BinaryOp::LE)
                                ? m_arithmetic.linear(comparison->a, var)
                                : std::nullopt;
        const auto* factor = linear ? as<IntImm>(linear->factor) : nullptr;
        if (!factor || factor->value == std::numeric_limits<int64_t>::min()) { // has no opposite
            rest.push_back(condition);
            return;
        }
        if (factor->value == 0)
            return next.add(condition);
        const Side side{factor->value, linear->rest};
        const Side opposite{-factor->value, m_arithmetic.scaled(linear->rest, -1)};
        (side.factor > 0 ? positive : negative).push_back(side);
        if (isEqual)
            (side.factor > 0 ? negative : positive).push_back(opposite);
    }

    void addBounds(const Var* var, const std::vector<Side>& positive, const std::vector<Side>& negative)
    {
        Bounds made{.var = var, .equal = {}, .lower = {}, .upper = {}};
        for (const auto* sides : {&positive, &negative})
            for (const Side& side : *sides) {
                const int64_t common = std::gcd(made.lcm, side.factor);
                if (__builtin_mul_overflow(made.lcm / common, std::abs(side.factor), &made.lcm)) {
                    m_isTooLarge = true;
                    return;
                }
            }
        for (const Side& side : positive)
            addBound(m_arithmetic, made.upper, boundOf(side, made.lcm), 1);
        for (const Side& side : negative)
            addBound(m_arithmetic, made.lower, boundOf(side, made.lcm), -1);
        for (const Expr* bound : made.upper)
            if (std::ranges::find(made.lower, bound) != made.lower.end())
                made.equal.push_back(bound);
        std::ranges::stable_sort(made.equal, {}, nodeCount);
        for (const Expr* bound : made.equal) {
            std::erase(made.upper, bound);
            std::erase(made.lower, bound);
        }
        bounds.push_back(std::move(made));
    }

    const Expr* boundOf(const Side& side, int64_t lcm)
    {
        return m_arithmetic.simplify(m_arithmetic.scaled(side.rest, -lcm / side.factor), Steps);
    }

    Analyzer m_analyzer;
    LinearArithmetic m_arithmetic{m_analyzer.core()};
    const std::vector<VarRange>& m_known;
    bool m_isTooLarge = false; ///< a common multiple of factors does not fit
};

/// Chooses one range per variable, from the bounds that an elimination found.
class RangeChooser {
public:
    RangeChooser(Arena& arena, const std::vector<VarRange>& known) : m_analyzer(arena), m_known(known)
    {
        for (const VarRange& range : known)
            bind(range);
    }

    /// False when the bounds leave nothing.
    bool choose(const Bounds& bounds)
    {
        if (bounds.lcm == 1 && !bounds.equal.empty()) {
            const Expr* value = unique(bounds.equal.front());
            return take(bounds.var, value, m_arithmetic.number(value, 1));
        }
        std::vector<const Expr*> lower = uniques(bounds.equal);
        std::vector<const Expr*> upper = lower;
        for (const VarRange& range : m_known)
            if (range.var == bounds.var)
                addRange(range, bounds.lcm, lower, upper);
        for (const Expr* bound : bounds.lower)
            lower.push_back(m_arithmetic.simplify(unique(bound)));
        for (const Expr* bound : bounds.upper)
            upper.push_back(m_arithmetic.simplify(unique(bound)));
        return chooseBest(bounds, lower, upper);
    }

    /// Whether the ranges imply all of the bounds.
    bool implies(const Bounds& bounds)
    {
        const Expr* scaled = m_arithmetic.scaled(bounds.var, bounds.lcm);
        const auto holds = [&](BinaryOp op, const std::vector<const Expr*>& ends) {
            return std::ranges::all_of(ends, [&](const Expr* end) {
                return m_arithmetic.canProve(m_analyzer.core().exprs.matched(op, scaled, unique(end)));
            });
        };
        return holds(BinaryOp::EQ, bounds.equal) && holds(BinaryOp::GE, bounds.lower) &&
               holds(BinaryOp::LE, bounds.upper);
    }
    bool implies(const Expr* condition) { return m_arithmetic.canProve(unique(condition)); }

    std::vector<VarRange> copyOut(Arena& arena)
    {
        UniqueExprs& exprs = m_analyzer.core().exprs;
        std::vector<VarRange> made;
        for (const VarRange& range : m_chosen)
            made.push_back({range.var, exprs.copyOut(arena, range.min, nullptr),
                            exprs.copyOut(arena, range.extent, nullptr)});
        return made;
    }

private:
    const Expr* unique(const Expr* expr) { return m_analyzer.core().exprs.of(expr); }
    std::vector<const Expr*> uniques(const std::vector<const Expr*>& given)
    {
        std::vector<const Expr*> made;
        for (const Expr* expr : given)
            made.push_back(unique(expr));
        return made;
    }

    void bind(const VarRange& range)
    {
        m_analyzer.bind(range.var, range.min, range.extent);
        m_domains[range.var] = intSetFromRange(m_analyzer, range.min, range.extent);
    }

    void addRange(const VarRange& range, int64_t lcm, std::vector<const Expr*>& lower,
                  std::vector<const Expr*>& upper)
    {
        const Expr* min = unique(range.min);
        const Expr* end = m_arithmetic.add(min, unique(range.extent));
        const Expr* last = m_arithmetic.sub(end, m_arithmetic.number(end, 1));
        lower.insert(lower.begin(), m_arithmetic.simplify(m_arithmetic.scaled(min, lcm)));
        upper.insert(upper.begin(), m_arithmetic.simplify(m_arithmetic.scaled(last, lcm)));
    }

    /// The pair that leaves the fewest numbers; the first of them if several do.
    bool chooseBest(const Bounds& bounds, const std::vector<const Expr*>& lower,
                    const std::vector<const Expr*>& upper)
    {
        if (lower.size() == 1 && upper.size() == 1 && bounds.lcm == 1) {
            // The range may depend on other variables.
            const Expr* min = m_arithmetic.simplify(lower[0], Steps);
            const Expr* end =
                m_arithmetic.simplify(m_arithmetic.add(upper[0], m_arithmetic.number(upper[0], 1)), Steps);
            const Expr* extent = m_arithmetic.sub(end, min);
            return !m_arithmetic.isAtMostZero(extent) && take(bounds.var, min, extent);
        }
        const Expr* bestMin = nullptr;
        const Expr* bestCount = nullptr; // minus 1
        const Expr* lcm = m_analyzer.core().exprs.number(bounds.var->dtype, bounds.lcm);
        for (const Expr* low : lower)
            for (const Expr* high : upper) {
                const Expr* rounded =
                    m_arithmetic.sub(m_arithmetic.add(low, lcm), m_arithmetic.number(lcm, 1));
                const Expr* min = m_arithmetic.simplify(m_arithmetic.floorDiv(rounded, lcm), Steps);
                const Expr* count = largest(m_arithmetic.floorDiv(m_arithmetic.sub(high, low), lcm));
                const Expr* other = largest(m_arithmetic.sub(m_arithmetic.floorDiv(high, lcm), min));
                if (!count || (other && m_arithmetic.isBelowZero(m_arithmetic.sub(other, count))))
                    count = other;
                if (!count)
                    continue;
                if (!bestMin || m_arithmetic.isBelowZero(m_arithmetic.sub(count, bestCount))) {
                    bestMin = min;
                    bestCount = count;
                }
            }
        if (!bestMin)
            return true; // not bounded
        const Expr* extent =
            m_arithmetic.simplify(m_arithmetic.add(bestCount, m_arithmetic.number(bestCount, 1)));
        if (m_arithmetic.isAtMostZero(extent))
            return false;
        return take(bounds.var, bestMin, extent);
    }

    /// The largest value of `expr`; null if it is unbounded.
    const Expr* largest(const Expr* expr)
    {
        const IntSet set = evalSet(m_analyzer, m_arithmetic.simplify(expr, Steps), m_domains);
        return set.max ? m_arithmetic.simplify(unique(set.max), Steps) : nullptr;
    }

    bool take(const Var* var, const Expr* min, const Expr* extent)
    {
        m_chosen.push_back({var, min, extent});
        bind(m_chosen.back());
        return true;
    }

    Analyzer m_analyzer;
    LinearArithmetic m_arithmetic{m_analyzer.core()};
    const std::vector<VarRange>& m_known;
    VarDomains m_domains;
    std::vector<VarRange> m_chosen;
};

} // namespace

std::optional<std::vector<VarRange>> solveInequalities(Arena& arena, const std::vector<const Var*>& vars,
                                                       const std::vector<VarRange>& known,
                                                       const std::vector<const Expr*>& relations)
{
    Elimination elimination(arena, known);
    if (!elimination.run(vars, relations))
        return std::nullopt;
    RangeChooser chooser(arena, known);
    // The last variables depend on no others.
    for (size_t i = elimination.bounds.size(); i-- > 0;)
        if (!chooser.choose(elimination.bounds[i]))
            return std::nullopt;
    const auto isImplied = [&](const auto& fact) { return chooser.implies(fact); };
    if (!std::ranges::all_of(elimination.bounds, isImplied) ||
        !std::ranges::all_of(elimination.rest, isImplied))
        return std::nullopt;
    return chooser.copyOut(arena);
}

} // namespace tir::arith
