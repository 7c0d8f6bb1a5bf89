// Conditions as conjunctions of disjunctions: clauses that another one implies are dropped, and clauses that
// differ in one literal are merged when the two literals simplify together.

#include "core/arith/analyzer_core.h"

#include <algorithm>

namespace tir::arith {
namespace {

using Clause = std::vector<const Expr*>;

class AndOfOrs {
public:
    explicit AndOfOrs(AnalyzerCore& core) : m_core(core) {}

    const Expr* simplified(const Expr* condition)
    {
        forEachClause(condition, [&](const Expr* clause) {
            Clause literals;
            collect(clause, literals);
            if (std::ranges::none_of(m_clauses, [&](const Clause& known) {
                    return std::ranges::is_permutation(known, literals);
                }))
                m_clauses.push_back(std::move(literals));
        });
        for (Clause& clause : m_clauses)
            simplifyLiterals(clause);
        mergeClauses();
        return joined();
    }

private:
    /// Distributes `or` over `and`.
    template <class Visit>
    void forEachClause(const Expr* condition, const Visit& visit)
    {
        const auto* node = as<Binary>(condition);
        if (node && node->op == BinaryOp::And) {
            forEachClause(node->a, visit);
            forEachClause(node->b, visit);
        } else if (node && node->op == BinaryOp::Or) {
            std::vector<const Expr*> left;
            std::vector<const Expr*> right;
            collectClauses(node->a, left);
            collectClauses(node->b, right);
            for (const Expr* a : left)
                for (const Expr* b : right)
                    visit(m_core.exprs.folded(BinaryOp::Or, a, b));
        } else {
            visit(condition);
        }
    }
    void collectClauses(const Expr* condition, std::vector<const Expr*>& into)
    {
        forEachClause(condition, [&](const Expr* clause) { into.push_back(clause); });
    }
    static void collect(const Expr* clause, Clause& into)
    {
        const auto* node = as<Binary>(clause);
        if (node && node->op == BinaryOp::Or) {
            collect(node->a, into);
            collect(node->b, into);
        } else if (std::ranges::find(into, clause) == into.end()) {
            into.push_back(clause);
        }
    }

    /// Simplifies `a op b`; false if that changes nothing. The results replace both; `neutral` is the neutral element.
    void simplifyPair(BinaryOp op, const Expr*& a, const Expr*& b)
    {
        const Expr* both = m_core.exprs.folded(op, a, b);
        const Expr* made = m_core.simplify(both);
        if (made == both)
            return;
        const auto* node = as<Binary>(made);
        const bool isPair = node && node->op == op;
        a = isPair ? node->a : m_core.exprs.boolean(op == BinaryOp::And);
        b = isPair ? node->b : made;
    }

    void simplifyLiterals(Clause& clause)
    {
        for (size_t i = 0; i < clause.size(); ++i)
            for (size_t j = i + 1; j < clause.size(); ++j)
                simplifyPair(BinaryOp::Or, clause[i], clause[j]);
        std::erase_if(clause, [](const Expr* literal) { return isConstInt(literal, 0); });
    }

    static bool isTrueClause(const Clause& clause)
    {
        return std::ranges::any_of(clause, [](const Expr* literal) { return isTrue(literal); });
    }

    static bool includes(const Clause& whole, const Clause& part)
    {
        return std::ranges::all_of(
            part, [&](const Expr* literal) { return std::ranges::find(whole, literal) != whole.end(); });
    }

    /// The only literal of a clause that another clause does not have; null if there is none or more than one.
    static const Expr** onlyOwn(Clause& clause, const Clause& other)
    {
        const Expr** own = nullptr;
        for (const Expr*& literal : clause)
            if (std::ranges::find(other, literal) == other.end()) {
                if (own)
                    return nullptr;
                own = &literal;
            }
        return own;
    }

    void mergeClauses()
    {
        for (size_t i = 0; i < m_clauses.size(); ++i)
            for (size_t j = 0; j < m_clauses.size(); ++j) {
                Clause& first = m_clauses[i];
                Clause& second = m_clauses[j];
                if (i == j || isTrueClause(first) || isTrueClause(second))
                    continue;
                if (includes(second, first)) {
                    second = {m_core.exprs.boolean(true)};
                    continue;
                }
                const Expr** a = onlyOwn(first, second);
                const Expr** b = onlyOwn(second, first);
                if (j < i || !a || !b || first.size() != second.size())
                    continue;
                // (A or B) and (A or C) is A or (B and C): where B and C count, A does not hold.
                const Expr* others = m_core.exprs.boolean(true);
                for (const Expr*& literal : first)
                    if (&literal != a)
                        others = m_core.exprs.folded(BinaryOp::And, others,
                                                     m_core.simplify(m_core.exprs.negation(literal)));
                const CoreConstraint constraint(m_core, m_core.enter(others));
                simplifyPair(BinaryOp::And, *a, *b);
            }
    }

    const Expr* joined()
    {
        const Expr* all = m_core.exprs.boolean(true);
        for (const Clause& clause : m_clauses) {
            const Expr* any = m_core.exprs.boolean(false);
            for (const Expr* literal : clause)
                any = m_core.exprs.folded(BinaryOp::Or, any, literal);
            all = m_core.exprs.folded(BinaryOp::And, all, any);
        }
        return all;
    }

    AnalyzerCore& m_core;
    std::vector<Clause> m_clauses;
};

} // namespace

const Expr* RewriteSimplifier::asAndOfOrs(const Expr* condition)
{
    return AndOfOrs(m_core).simplified(m_core.simplify(condition));
}

} // namespace tir::arith
