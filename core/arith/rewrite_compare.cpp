// Comparisons and logic: decided by facts, else normalized by rules.

#include "core/arith/analyzer_core.h"
#include "core/arith/constraints.h"
#include "core/arith/index_type.h"
#include "core/arith/rewrite_simplifier.h"
#include "core/ir/integers.h"

namespace tir::arith {

// ---- comparing

CompareResult RewriteSimplifier::tryCompare(const Expr* expr, int64_t value)
{
    const Expr* difference = visit(expr);
    const ConstIntBound bound = m_core.bounds.of(difference);
    if (bound.min == value && bound.max == value)
        return CompareResult::EQ;
    if (bound.min > value)
        return CompareResult::GT;
    if (bound.max < value)
        return CompareResult::LT;
    if (bound.min >= value)
        return CompareResult::GE;
    if (bound.max <= value)
        return CompareResult::LE;
    if (value == 0 && m_core.modularSets.of(difference).base != 0)
        return CompareResult::NE;
    return CompareResult::Unknown;
}

CompareResult RewriteSimplifier::tryCompare(const Expr* a, const Expr* b)
{
    CompareResult result = tryCompare(exprs().matched(BinaryOp::Sub, a, b), int64_t(0));
    if (isDecided(result))
        return result;
    result = result & m_core.comparisons.compare(a, b, m_core.options.transitivelyProveInequalities);
    if (isDecided(result) || !m_core.options.comparisonOfProductAndSum)
        return result;
    return result & compareProductAndSum(a, b);
}

namespace {

/// An expression as (x + y) * factor or x * y * factor.
struct Product {
    const Expr* x = nullptr;
    const Expr* y = nullptr;
    int64_t factor = 1;
};

Product withFactor(const Expr* expr)
{
    const auto* product = as<Binary>(expr);
    const auto* factor = product && product->op == BinaryOp::Mul ? as<IntImm>(product->b) : nullptr;
    return factor ? Product{product->a, nullptr, factor->value} : Product{expr, nullptr, 1};
}

bool split(const Expr* expr, BinaryOp op, Product& parts)
{
    parts = withFactor(expr);
    const auto* node = as<Binary>(parts.x);
    if (!node || node->op != op || parts.factor <= 0)
        return false;
    parts.x = node->a;
    parts.y = node->b;
    return true;
}

} // namespace

/// For positive x and y, the order of (x + y) * c and x * y * d is that of c/x + c/y and d, which is decided
/// by the smallest or the largest x and y.
CompareResult RewriteSimplifier::compareProductAndSum(const Expr* a, const Expr* b)
{
    Product sum;
    Product product;
    const bool isSumFirst = split(a, BinaryOp::Add, sum) && split(b, BinaryOp::Mul, product);
    if (!isSumFirst && !(split(b, BinaryOp::Add, sum) && split(a, BinaryOp::Mul, product)))
        return CompareResult::Unknown;
    if (!(sum.x == product.x && sum.y == product.y) && !(sum.x == product.y && sum.y == product.x))
        return CompareResult::Unknown;
    const ConstIntBound x = m_core.bounds.of(sum.x);
    const ConstIntBound y = m_core.bounds.of(sum.y);
    if (x.min <= 0 || y.min <= 0)
        return CompareResult::Unknown;
    const auto excess = [&](int64_t atX, int64_t atY) {
        // As one of them grows beyond bounds, its part of c/x + c/y vanishes.
        if (atX == ConstIntBound::PosInf && atY == ConstIntBound::PosInf)
            return WideInteger(-1);
        if (atX == ConstIntBound::PosInf)
            return WideInteger(sum.factor) - WideInteger(product.factor) * atY;
        if (atY == ConstIntBound::PosInf)
            return WideInteger(sum.factor) - WideInteger(product.factor) * atX;
        const WideInteger limit = WideInteger(1) << 40;
        if (atX > limit || atY > limit || sum.factor > limit || product.factor > limit)
            return WideInteger(0);
        return WideInteger(sum.factor) * (WideInteger(atX) + atY) - WideInteger(product.factor) * atX * atY;
    };
    if (excess(x.max, y.max) > 0)
        return isSumFirst ? CompareResult::GT : CompareResult::LT;
    if (x.min != ConstIntBound::PosInf && y.min != ConstIntBound::PosInf && excess(x.min, y.min) < 0)
        return isSumFirst ? CompareResult::LT : CompareResult::GT;
    return CompareResult::Unknown;
}

// ---- comparisons, with simplified operands

const Expr* RewriteSimplifier::equal(const Expr* a, const Expr* b)
{
    if (isIndexType(a->dtype)) {
        const CompareResult known = tryCompare(a, b);
        if (known == CompareResult::EQ)
            return exprs().boolean(true);
        if (known == CompareResult::NE || known == CompareResult::LT || known == CompareResult::GT)
            return exprs().boolean(false);
    }
    return byRules(exprs().binary(BinaryOp::EQ, a, b));
}

const Expr* RewriteSimplifier::notEqual(const Expr* a, const Expr* b)
{
    if (isIndexType(a->dtype)) {
        const CompareResult known = tryCompare(a, b);
        if (known == CompareResult::EQ)
            return exprs().boolean(false);
        if (known == CompareResult::NE || known == CompareResult::LT || known == CompareResult::GT)
            return exprs().boolean(true);
        if (known == CompareResult::GE)
            return less(b, a);
        if (known == CompareResult::LE)
            return less(a, b);
    }
    return negated(equal(a, b));
}

const Expr* RewriteSimplifier::less(const Expr* a, const Expr* b)
{
    if (isIndexType(a->dtype)) {
        const CompareResult known = tryCompare(a, b);
        if (known == CompareResult::LT)
            return exprs().boolean(true);
        if (known == CompareResult::EQ || known == CompareResult::GT || known == CompareResult::GE)
            return exprs().boolean(false);
    }
    return byRules(exprs().binary(BinaryOp::LT, a, b));
}

const Expr* RewriteSimplifier::lessOrEqual(const Expr* a, const Expr* b)
{
    // Not the negation of `<` where one of them is not a number.
    if (m_core.options.isSound && a->dtype.isAnyFloat())
        return exprs().folded(BinaryOp::LE, a, b);
    const Expr* made = negated(less(b, a));
    const auto* node = as<Binary>(made);
    if (!node || node->op != BinaryOp::LE || !isIndexType(node->a->dtype))
        return made;
    switch (tryCompare(node->a, node->b)) {
    case CompareResult::LE:
    case CompareResult::LT:
    case CompareResult::EQ:
        return exprs().boolean(true);
    case CompareResult::GT:
        return exprs().boolean(false);
    case CompareResult::NE:
        return less(node->a, node->b);
    case CompareResult::GE:
        return equal(node->a, node->b);
    case CompareResult::Inconsistent:
    case CompareResult::Unknown:
        break;
    }
    return made;
}

const Expr* RewriteSimplifier::negated(const Expr* condition)
{
    return byRules(exprs().negation(condition));
}

const Expr* RewriteSimplifier::visitComparison(const Binary& node)
{
    if (node.op == BinaryOp::GT)
        return visit(exprs().folded(BinaryOp::LT, node.b, node.a));
    if (node.op == BinaryOp::GE)
        return visit(exprs().folded(BinaryOp::LE, node.b, node.a));
    const Expr* a = visit(node.a);
    const Expr* b = visit(node.b);
    const Expr* made = exprs().folded(node.op, a, b);
    if (made->kind == NodeKind::IntImm)
        return made;
    if (const Expr* known = byLiterals(made))
        return known;
    if (isLeftAlone(made))
        return byBounds(to<Binary>(*made));
    switch (node.op) {
    case BinaryOp::EQ:
        return equal(a, b);
    case BinaryOp::NE:
        return notEqual(a, b);
    case BinaryOp::LT:
        return less(a, b);
    default:
        return lessOrEqual(a, b);
    }
}

// ---- logic

namespace {

class ScopedFlag {
public:
    ScopedFlag(bool& flag, bool value) : m_flag(flag), m_before(std::exchange(flag, value)) {}
    ~ScopedFlag() { m_flag = m_before; }
    ScopedFlag(const ScopedFlag&) = delete;
    ScopedFlag& operator=(const ScopedFlag&) = delete;

private:
    bool& m_flag;
    bool m_before;
};

} // namespace

const Expr* RewriteSimplifier::visitLogic(const Binary& node)
{
    const Expr* a = node.a;
    const Expr* b = node.b;
    const bool isConverted = m_core.options.convertBooleanToAndOfOrs && !m_core.isConvertingBooleans;
    const ScopedFlag converting(m_core.isConvertingBooleans, isConverted || m_core.isConvertingBooleans);
    if (m_core.options.applyConstraintsToBooleanBranches) {
        visitUnderEachOther(node.op, a, b);
    } else {
        a = visit(a);
        b = visit(b);
    }
    const Expr* made = exprs().folded(node.op, a, b);
    const auto* kept = as<Binary>(made);
    if (!kept || kept->op != node.op || kept->a != a || kept->b != b)
        return made;
    if (const Expr* known = byLiterals(made))
        return known;
    return isConverted ? asAndOfOrs(made) : byRules(made);
}

/// Simplifies each operand of `and` under the other, and each one of `or` under the negation of the other. As
/// the parts of the analyzer want simplified conditions, each may be visited twice.
void RewriteSimplifier::visitUnderEachOther(BinaryOp op, const Expr*& a, const Expr*& b)
{
    constexpr int MaxVisits = 4;
    int unchanged = 0;
    for (int i = 0; i < MaxVisits && unchanged < 2; ++i) {
        const Expr*& visited = i % 2 == 0 ? a : b;
        const Expr* other = i % 2 == 0 ? b : a;
        const CoreConstraint constraint(
            m_core,
            m_core.enter(op == BinaryOp::And ? other : normalizeBooleans(exprs(), exprs().negation(other))));
        const Expr* made = visit(visited);
        unchanged = made == visited ? unchanged + 1 : 0;
        visited = made;
    }
}

} // namespace tir::arith
