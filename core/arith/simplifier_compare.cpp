// Comparisons: decided by bounds where they can be, else brought to `<` and `<=` with constants on one side.

#include "core/arith/simplifier.h"
#include "core/ir/integers.h"

#include <algorithm>
#include <cstdlib>
#include <numeric>

namespace tir {
namespace {

/// The only term of a sum that is a plain quotient, scaled by 1; null otherwise.
const SplitTerm* onlyQuotient(const CanonicalSum& sum)
{
    const bool isOne = sum.terms().size() == 1 && sum.terms()[0].scale == 1 && sum.terms()[0].upper == 0;
    return isOne && sum.terms()[0].lower > 1 ? &sum.terms()[0] : nullptr;
}

bool isOffset(const Expr* expr)
{
    const auto* binary = as<Binary>(expr);
    return binary && (binary->op == BinaryOp::Add || binary->op == BinaryOp::Sub) && as<IntImm>(binary->b);
}

} // namespace

const Expr* Simplifier::comparison(BinaryOp op, const Expr* a, const Expr* b)
{
    switch (op) {
    case BinaryOp::EQ:
        return known(equal(a, b));
    case BinaryOp::NE:
        return known(negated(equal(a, b)));
    case BinaryOp::LT:
        return known(less(a, b));
    case BinaryOp::GT:
        return known(less(b, a));
    case BinaryOp::LE:
        return known(lessOrEqual(a, b));
    case BinaryOp::GE:
        return known(lessOrEqual(b, a));
    case BinaryOp::Add:
    case BinaryOp::Sub:
    case BinaryOp::Mul:
    case BinaryOp::Div:
    case BinaryOp::Mod:
    case BinaryOp::FloorDiv:
    case BinaryOp::FloorMod:
    case BinaryOp::Min:
    case BinaryOp::Max:
    case BinaryOp::And:
    case BinaryOp::Or:
        break;
    }
    return constantOr(nullptr, op, a, b);
}

const Expr* Simplifier::equal(const Expr* a, const Expr* b)
{
    if (!isIndexType(a->dtype))
        return constantOr(nullptr, BinaryOp::EQ, a, b);
    const CanonicalSum difference = sumOf(a).plus(sumOf(b), -1);
    if (difference.isConstant())
        return boolImm(arena(), difference.base() == 0);
    const ConstBound bound = difference.bound();
    if (bound.min > 0 || bound.max < 0)
        return boolImm(arena(), false);
    if (bound.isConstant())
        return boolImm(arena(), true);
    if (difference.base() % difference.commonFactor() != 0)
        return boolImm(arena(), false);
    if (!as<IntImm>(a) && !as<IntImm>(b))
        return arena().make<Binary>(BinaryOp::EQ, a, b);
    // Terms on the left, the constant on the right.
    CanonicalSum terms = difference.withoutBase();
    int64_t value = -difference.base();
    const bool isNegative = terms.terms().size() == 1 && terms.terms()[0].scale < 0;
    if (as<IntImm>(a) || isNegative) {
        terms = terms.times(-1);
        value = -value;
    }
    if (value == 0 && terms.terms().size() == 1)
        terms = CanonicalSum::of(arena(), m_bounds, *terms.toExpr()).times(1);
    const Expr* left = terms.toExpr();
    const auto* scaled = as<Binary>(left);
    if (value == 0 && scaled && scaled->op == BinaryOp::Mul && as<IntImm>(scaled->b))
        left = scaled->a;
    return arena().make<Binary>(BinaryOp::EQ, left, number(a->dtype, value));
}

/// With what is known, `<=` may come down to `==`.
const Expr* Simplifier::lessOrEqual(const Expr* a, const Expr* b)
{
    const Expr* made = negated(less(b, a));
    const auto* compared = as<Binary>(made);
    const bool isOpen = compared && compared->op == BinaryOp::LE && isIndexType(a->dtype);
    return isOpen && sumOf(a).plus(sumOf(b), -1).bound().min >= 0 ? equal(a, b) : made;
}

const Expr* Simplifier::less(const Expr* a, const Expr* b)
{
    if (a->dtype.isIntegral() && a->dtype.isScalar()) {
        const ConstBound left = m_bounds.of(*a);
        const ConstBound right = m_bounds.of(*b);
        if (left.max < right.min)
            return boolImm(arena(), true);
        if (left.min >= right.max)
            return boolImm(arena(), false);
    }
    if (!isIndexType(a->dtype))
        return constantOr(nullptr, BinaryOp::LT, a, b);
    const CanonicalSum difference = sumOf(a).plus(sumOf(b), -1);
    const ConstBound bound = difference.bound();
    if (bound.max < 0)
        return boolImm(arena(), true);
    if (bound.min >= 0)
        return boolImm(arena(), false);
    if (as<IntImm>(b))
        return lessThanConstant(difference.withoutBase(), -difference.base());
    if (as<IntImm>(a))
        return moreThanConstant(difference.base(), difference.withoutBase().times(-1));
    if (!isOffset(a) && !isOffset(b))
        return arena().make<Binary>(BinaryOp::LT, a, b);
    // Offsets of both sides become one.
    const CanonicalSum left = sumOf(a);
    const CanonicalSum right = sumOf(b);
    const int64_t offset = right.base() - left.base();
    const Expr* low = left.withoutBase().toExpr();
    const Expr* high = right.withoutBase().toExpr();
    if (offset == 1)
        return arena().make<Binary>(BinaryOp::LE, low, high);
    if (offset < 0)
        low = left.withoutBase().plus(CanonicalSum(arena(), m_bounds, a->dtype, -offset)).toExpr();
    else
        high = right.withoutBase().plus(CanonicalSum(arena(), m_bounds, a->dtype, offset)).toExpr();
    return arena().make<Binary>(BinaryOp::LT, low, high);
}

const Expr* Simplifier::lessThanConstant(const CanonicalSum& terms, int64_t limit)
{
    const bool isAllNegative =
        std::ranges::all_of(terms.terms(), [](const SplitTerm& term) { return term.scale < 0; });
    if (isAllNegative)
        return moreThanConstant(-limit, terms.times(-1));
    const int64_t factor = terms.commonFactor();
    CanonicalSum divided = terms;
    if (factor > 1) {
        divided = terms.dividedBy(factor);
        limit = floorDivide(limit + factor - 1, factor);
    }
    // What does not reach the next multiple cannot decide: 32 * y + x < 128 is y < 4 where x is below 32.
    int64_t coarse = limit;
    for (const SplitTerm& term : divided.terms())
        if (std::abs(term.scale) > 1)
            coarse = std::gcd(coarse, term.scale);
    if (const auto multiple = coarse > 1 ? divided.multipleOf(coarse) : std::nullopt;
        multiple && !multiple->isConstant())
        return lessThanConstant(*multiple, limit / coarse);
    if (const SplitTerm* quotient = onlyQuotient(divided))
        return arena().make<Binary>(BinaryOp::LT, quotient->index,
                                    number(quotient->index->dtype, limit * quotient->lower));
    const Expr* left = divided.toExpr();
    return arena().make<Binary>(BinaryOp::LT, left, number(left->dtype, limit));
}

const Expr* Simplifier::moreThanConstant(int64_t limit, const CanonicalSum& terms)
{
    const bool isAllNegative =
        std::ranges::all_of(terms.terms(), [](const SplitTerm& term) { return term.scale < 0; });
    if (isAllNegative)
        return lessThanConstant(terms.times(-1), -limit);
    const int64_t factor = terms.commonFactor();
    CanonicalSum divided = terms;
    if (factor > 1) {
        divided = terms.dividedBy(factor);
        limit = floorDivide(limit, factor);
    }
    if (const SplitTerm* quotient = onlyQuotient(divided))
        return arena().make<Binary>(
            BinaryOp::LT, number(quotient->index->dtype, (limit + 1) * quotient->lower - 1), quotient->index);
    const Expr* right = divided.toExpr();
    return arena().make<Binary>(BinaryOp::LT, number(right->dtype, limit), right);
}

const Expr* Simplifier::negated(const Expr* condition)
{
    if (const auto* constant = as<IntImm>(condition))
        return boolImm(arena(), constant->value == 0);
    if (const auto* inner = as<Not>(condition))
        return inner->value;
    const auto* binary = as<Binary>(condition);
    if (!binary)
        return arena().make<Not>(condition);
    const auto made = [&](BinaryOp op, const Expr* a, const Expr* b) {
        return arena().make<Binary>(op, a, b);
    };
    switch (binary->op) {
    case BinaryOp::EQ:
        return made(BinaryOp::NE, binary->a, binary->b);
    case BinaryOp::NE:
        return made(BinaryOp::EQ, binary->a, binary->b);
    case BinaryOp::LT:
        return made(BinaryOp::LE, binary->b, binary->a);
    case BinaryOp::LE:
        return made(BinaryOp::LT, binary->b, binary->a);
    case BinaryOp::GT:
        return made(BinaryOp::LE, binary->a, binary->b);
    case BinaryOp::GE:
        return made(BinaryOp::LT, binary->a, binary->b);
    case BinaryOp::And:
        return made(BinaryOp::Or, negated(binary->a), negated(binary->b));
    case BinaryOp::Or:
        return made(BinaryOp::And, negated(binary->a), negated(binary->b));
    case BinaryOp::Add:
    case BinaryOp::Sub:
    case BinaryOp::Mul:
    case BinaryOp::Div:
    case BinaryOp::Mod:
    case BinaryOp::FloorDiv:
    case BinaryOp::FloorMod:
    case BinaryOp::Min:
    case BinaryOp::Max:
        break;
    }
    return arena().make<Not>(condition);
}

const Expr* Simplifier::visit(const Not& node)
{
    const Expr* value = mutate(node.value);
    return kept(node, known(negated(value)));
}

} // namespace tir
