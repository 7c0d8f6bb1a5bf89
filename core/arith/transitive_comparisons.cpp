#include "core/arith/transitive_comparisons.h"

#include "core/arith/analyzer_core.h"
#include "core/arith/constraints.h"
#include "core/arith/side_effect.h"

#include <algorithm>

namespace tir::arith {
namespace {

/// Offsets at the ends of their type are not compared: they could overflow.
constexpr int64_t MaxOffset = INT64_MAX - 1;

/// A constant has no term (null).
Offset offsetOf(const Expr* expr)
{
    if (const auto* constant = as<IntImm>(expr))
        return {nullptr, constant->value};
    return withoutOffset(expr);
}

bool subtract(int64_t a, int64_t b, int64_t& difference)
{
    return !__builtin_sub_overflow(a, b, &difference);
}

CompareResult compared(int64_t a, int64_t b)
{
    return a < b ? CompareResult::LT : a == b ? CompareResult::EQ : CompareResult::GT;
}

/// The same comparison read from right to left.
CompareResult reversed(CompareResult result)
{
    const auto bits = uint8_t(result);
    const uint8_t less = bits & uint8_t(CompareResult::LT) ? uint8_t(CompareResult::GT) : 0;
    const uint8_t greater = bits & uint8_t(CompareResult::GT) ? uint8_t(CompareResult::LT) : 0;
    return CompareResult((bits & uint8_t(CompareResult::EQ)) | less | greater);
}

/// The order of x and y + offset that `x known y + knownOffset` implies.
CompareResult implied(CompareResult known, int64_t knownOffset, int64_t offset)
{
    switch (known) {
    case CompareResult::LE:
        return knownOffset < offset    ? CompareResult::LT
               : knownOffset == offset ? CompareResult::LE
                                       : CompareResult::Unknown;
    case CompareResult::GE:
        return knownOffset > offset    ? CompareResult::GT
               : knownOffset == offset ? CompareResult::GE
                                       : CompareResult::Unknown;
    case CompareResult::EQ:
        return compared(knownOffset, offset);
    case CompareResult::NE:
        return knownOffset == offset ? CompareResult::NE : CompareResult::Unknown;
    default:
        return CompareResult::Unknown;
    }
}

} // namespace

void TransitiveComparisons::add(BinaryOp op, const Expr* a, const Expr* b, bool isLasting)
{
    if (!a->dtype.isInt() || !a->dtype.isScalar())
        return;
    const auto [left, leftOffset] = offsetOf(a);
    const auto [right, rightOffset] = offsetOf(b);
    int64_t offset = 0;
    if (left == right || !subtract(rightOffset, leftOffset, offset) || offset <= -MaxOffset ||
        offset >= MaxOffset)
        return;
    CompareResult result = CompareResult::Unknown;
    switch (op) {
    case BinaryOp::EQ:
        result = CompareResult::EQ;
        break;
    case BinaryOp::NE:
        result = CompareResult::NE;
        break;
    case BinaryOp::LT:
        --offset;
        [[fallthrough]];
    case BinaryOp::LE:
        result = CompareResult::LE;
        break;
    case BinaryOp::GT:
        ++offset;
        [[fallthrough]];
    case BinaryOp::GE:
        result = CompareResult::GE;
        break;
    default:
        return;
    }
    const auto store = [&](const Key& key, Comparison comparison) {
        m_known[key.left][key.right].push_back(comparison);
        if (!isLasting)
            m_undo.push_back(key);
        else if (const auto* var = as<Var>(key.left))
            m_ofVar[var].push_back(key);
    };
    store({left, right}, {offset, result, isLasting});
    store({right, left}, {-offset, reversed(result), isLasting});
}

void TransitiveComparisons::addConjuncts(const Expr* condition, bool isLasting)
{
    forEachConjunct(m_core.exprs, condition, [&](const Expr* part) {
        const auto* comparison = as<Binary>(part);
        if (comparison && isComparison(comparison->op) && isPure(*part))
            add(comparison->op, comparison->a, comparison->b, isLasting);
    });
}

void TransitiveComparisons::forget(const Var* var)
{
    std::vector<Key>& keys = m_ofVar[var];
    for (const Key& key : keys) {
        erase(key);
        erase({key.right, key.left});
    }
    keys.clear();
}

void TransitiveComparisons::erase(const Key& key)
{
    const auto from = m_known.find(key.left);
    if (from != m_known.end() && from->second.erase(key.right) > 0 && from->second.empty())
        m_known.erase(from);
}

/// Of the conditions that compare the two, the one that was entered last.
void TransitiveComparisons::eraseCondition(const Key& key)
{
    const auto from = m_known.find(key.left);
    if (from == m_known.end())
        return;
    const auto found = from->second.find(key.right);
    if (found == from->second.end())
        return;
    std::vector<Comparison>& known = found->second;
    const auto last = std::ranges::find(known.rbegin(), known.rend(), false, &Comparison::isLasting);
    if (last != known.rend())
        known.erase(std::next(last).base());
    if (known.empty())
        erase(key);
}

void TransitiveComparisons::bind(const Var* var, const Expr* value)
{
    forget(var);
    add(BinaryOp::EQ, var, value, true);
}

void TransitiveComparisons::bind(const Var* var, const Expr* min, const Expr* extent)
{
    forget(var);
    add(BinaryOp::GE, var, min, true);
    add(BinaryOp::LT, var, m_core.exprs.matched(BinaryOp::Add, min, extent), true);
}

void TransitiveComparisons::enter(const Expr* condition)
{
    addConjuncts(condition, false);
}

void TransitiveComparisons::leave(size_t mark)
{
    while (m_undo.size() > mark) {
        eraseCondition(m_undo.back());
        m_undo.pop_back();
    }
}

CompareResult TransitiveComparisons::direct(const Expr* left, const Expr* right, int64_t offset) const
{
    CompareResult result = CompareResult::Unknown;
    const auto from = m_known.find(left);
    if (from == m_known.end())
        return result;
    if (const auto found = from->second.find(right); found != from->second.end())
        for (const Comparison& known : found->second)
            result = result & implied(known.result, known.offset, offset);
    return result;
}

CompareResult TransitiveComparisons::compare(const Expr* a, const Expr* b, bool usesChains)
{
    if (!a->dtype.isInt() || !b->dtype.isInt() || !a->dtype.isScalar())
        return CompareResult::Unknown;
    const auto [left, leftOffset] = offsetOf(a);
    const auto [right, rightOffset] = offsetOf(b);
    int64_t offset = 0;
    if (!subtract(rightOffset, leftOffset, offset))
        return CompareResult::Unknown;
    if (left == right)
        return compared(0, offset);
    const CompareResult result = direct(left, right, offset);
    return usesChains && !isDecided(result) ? result & byChains(left, right, offset) : result;
}

/// Follows chains left <= m1 <= m2 … (and likewise >=) with the smallest and largest offsets found.
CompareResult TransitiveComparisons::byChains(const Expr* left, const Expr* right, int64_t offset) const
{
    CompareResult result = CompareResult::Unknown;
    for (const CompareResult direction : {CompareResult::LE, CompareResult::GE}) {
        const bool isUpper = direction == CompareResult::LE;
        std::unordered_map<const Expr*, int64_t> reached{{left, 0}};
        std::vector<const Expr*> pending{left};
        // A chain does not visit an expression more often than there are expressions.
        for (size_t steps = 0; !pending.empty() && steps < 4 * m_known.size() + 4; ++steps) {
            const Expr* at = pending.back();
            pending.pop_back();
            const auto from = m_known.find(at);
            if (from == m_known.end())
                continue;
            const int64_t start = reached[at];
            for (const auto& [to, comparisons] : from->second)
                for (const Comparison& comparison : comparisons) {
                    int64_t sum = 0;
                    if ((comparison.result & direction) != comparison.result ||
                        __builtin_add_overflow(start, comparison.offset, &sum))
                        continue;
                    const auto [found, isNew] = reached.emplace(to, sum);
                    if (!isNew && (isUpper ? found->second <= sum : found->second >= sum))
                        continue;
                    found->second = sum;
                    pending.push_back(to);
                }
        }
        if (const auto found = reached.find(right); found != reached.end())
            result = result & implied(direction, found->second, offset);
    }
    return result;
}

} // namespace tir::arith
