#include "core/arith/deduce_bound.h"

#include "core/arith/analyzer.h"
#include "core/arith/constraints.h"
#include "core/ir/contains.h"

namespace tir::arith {
namespace {

int occurrences(const Expr* expr, const Var* var)
{
    if (expr == var)
        return 1;
    std::vector<const Expr*> children;
    collectChildren(*expr, children);
    int count = 0;
    for (const Expr* child : children)
        count += occurrences(child, var);
    return count;
}

/// Works on unique expressions. Moves the operations around the variable to the other side, from the outside in.
class BoundDeducer {
public:
    BoundDeducer(AnalyzerCore& core, const Var* var, const VarDomains& hints)
        : m_core(core),
          m_var(var),
          m_hints(hints)
    {}

    IntSet deduce(const Binary& comparison, const VarDomains& relaxed)
    {
        if (!isComparison(comparison.op) || comparison.op == BinaryOp::NE ||
            !comparison.a->dtype.isIntegral())
            return IntSet::nothing();
        const Expr* expr = comparison.a;
        m_limit = comparison.b;
        m_op = comparison.op;
        if (occurrences(expr, m_var) == 0) {
            std::swap(expr, m_limit);
            m_op = mirrored(m_op);
        }
        // With integers, x < limit is x <= limit - 1.
        if (m_op == BinaryOp::LT)
            m_limit = combine(BinaryOp::Sub, m_limit, number(1));
        else if (m_op == BinaryOp::GT)
            m_limit = combine(BinaryOp::Add, m_limit, number(1));
        m_op = m_op == BinaryOp::LT ? BinaryOp::LE : m_op == BinaryOp::GT ? BinaryOp::GE : m_op;
        if (!relax(expr, relaxed) || occurrences(expr, m_var) != 1 || occurrences(m_limit, m_var) != 0)
            return IntSet::nothing();
        if (!solve(expr))
            return IntSet::nothing();
        m_limit = m_core.simplify(m_limit);
        if (m_op == BinaryOp::EQ)
            return IntSet::point(m_limit);
        return m_op == BinaryOp::GE ? IntSet{m_limit, nullptr} : IntSet{nullptr, m_limit};
    }

private:
    enum class Sign : uint8_t { Unknown, Negative, NonNegative };

    const Expr* combine(BinaryOp op, const Expr* a, const Expr* b) { return m_core.exprs.matched(op, a, b); }
    const Expr* number(int64_t value) { return m_core.exprs.constant(m_limit->dtype, value); }
    bool isEqual(const Expr* a, const Expr* b) { return m_core.canProve(combine(BinaryOp::EQ, a, b)); }

    /// The condition has to hold for all values of the relaxed variables.
    bool relax(const Expr*& expr, const VarDomains& relaxed)
    {
        const IntSet a = m_core.intSets.of(expr, relaxed);
        const IntSet b = m_core.intSets.of(m_limit, relaxed);
        if (a.isNothing || b.isNothing || a.isEverything() || b.isEverything())
            return false;
        if (m_op == BinaryOp::EQ &&
            (!a.isBounded() || !b.isBounded() || !isEqual(a.min, a.max) || !isEqual(b.min, b.max)))
            return false;
        expr = m_op == BinaryOp::GE ? a.min : a.max;
        m_limit = m_op == BinaryOp::GE ? b.max : b.min;
        return expr && m_limit;
    }

    Sign signOf(const Expr* expr)
    {
        if (expr->dtype.isUInt())
            return Sign::NonNegative;
        const IntSet set = m_core.intSets.of(expr, m_hints);
        if (set.min && m_core.canProveGreaterEqual(set.min, 0))
            return Sign::NonNegative;
        return set.max && m_core.canProveLess(set.max, 0) ? Sign::Negative : Sign::Unknown;
    }

    void reverse() { m_op = m_op == BinaryOp::EQ ? m_op : mirrored(m_op); }

    bool solve(const Expr* expr)
    {
        if (expr == m_var)
            return true;
        const auto* node = as<Binary>(expr);
        if (!node)
            return false;
        const bool isLeft = occurrences(node->a, m_var) == 1;
        const Expr* inside = isLeft ? node->a : node->b;
        const Expr* other = isLeft ? node->b : node->a;
        switch (node->op) {
        case BinaryOp::Add:
            m_limit = combine(BinaryOp::Sub, m_limit, other);
            return solve(inside);
        case BinaryOp::Sub:
            if (isLeft) {
                m_limit = combine(BinaryOp::Add, m_limit, other);
            } else {
                m_limit = combine(BinaryOp::Sub, other, m_limit);
                reverse();
            }
            return solve(inside);
        case BinaryOp::Mul:
            return divide(other) && solve(inside);
        case BinaryOp::FloorDiv:
            return isLeft && multiply(other) && solve(inside);
        default:
            return false;
        }
    }

    bool divide(const Expr* factor)
    {
        const Sign sign = signOf(factor);
        if (sign == Sign::Unknown || isEqual(factor, number(0)))
            return false;
        if (sign == Sign::Negative)
            reverse();
        const bool isExact = isEqual(combine(BinaryOp::FloorMod, m_limit, factor), number(0));
        m_limit = combine(BinaryOp::FloorDiv, m_limit, factor);
        if (isExact)
            return true;
        if (m_op == BinaryOp::GE)
            m_limit = combine(BinaryOp::Add, m_limit, number(1));
        return m_op != BinaryOp::EQ;
    }

    bool multiply(const Expr* divisor)
    {
        const Sign sign = signOf(divisor);
        if (sign == Sign::Unknown || m_op == BinaryOp::EQ || isEqual(divisor, number(0)))
            return false;
        // x // c <= r: x is at most the last number whose quotient is r.
        const bool isUpper = m_op == BinaryOp::LE;
        m_limit = combine(BinaryOp::Mul, m_limit, divisor);
        if (isUpper) {
            const BinaryOp back = sign == Sign::NonNegative ? BinaryOp::Sub : BinaryOp::Add;
            m_limit = combine(back, combine(BinaryOp::Add, m_limit, divisor), number(1));
        }
        if (sign == Sign::Negative)
            reverse();
        return true;
    }

    AnalyzerCore& m_core;
    const Var* m_var;
    const VarDomains& m_hints;
    const Expr* m_limit = nullptr;
    BinaryOp m_op = BinaryOp::EQ;
};

} // namespace

IntSet deduceBound(Analyzer& analyzer, const Var* var, const Expr* condition, const VarDomains& hints,
                   const VarDomains& relax)
{
    UniqueExprs& exprs = analyzer.core().exprs;
    const auto* comparison = as<Binary>(exprs.of(condition));
    if (!comparison)
        return IntSet::nothing();
    const auto unique = [&](const VarDomains& domains) {
        VarDomains made;
        for (const auto& [each, set] : domains)
            made.emplace(each, IntSet{set.min ? exprs.of(set.min) : nullptr,
                                      set.max ? exprs.of(set.max) : nullptr, set.isNothing});
        return made;
    };
    const VarDomains uniqueHints = unique(hints);
    const IntSet found = BoundDeducer(analyzer.core(), var, uniqueHints).deduce(*comparison, unique(relax));
    const auto out = [&](const Expr* end) {
        return end ? exprs.copyOut(analyzer.arena(), end, nullptr) : nullptr;
    };
    const Expr* min = out(found.min);
    return {min, found.isPoint() ? min : out(found.max), found.isNothing};
}

} // namespace tir::arith
