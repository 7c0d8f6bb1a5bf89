/// Simplifies expressions in a context of ranges, values and conditions: indices to their normal form, what
/// is known to a constant, comparisons to `<` and `<=` with constants on one side. (arith.md sections 1 to 4)

#pragma once

#include "core/arith/canonical_sum.h"
#include "core/ir/mutator.h"

#include <unordered_map>

namespace tir {

class Simplifier : public Mutator {
public:
    using Mutator::Mutator;

    /// The same expression when nothing is simpler.
    const Expr* simplify(const Expr* expr) { return mutate(expr); }
    const ConstBounds& bounds() const { return m_bounds; }

    /// [min, min + extent); a range of one number is that number.
    void bindRange(const Var& var, const Expr& min, const Expr& extent);
    /// Uses become the value when it is pure.
    void bindValue(const Var& var, const Expr& value);
    void bindBound(const Var& var, ConstBound bound) { m_bounds.bind(var, bound); }

    struct Mark {
        size_t bounds = 0;
        size_t facts = 0;
    };
    /// From here on `condition` (simplified) holds, or does not.
    Mark assume(const Expr& condition, bool holds = true);
    Mark mark() const { return {m_bounds.mark(), m_facts.size()}; }
    void forget(Mark mark);

protected:
    using Mutator::visit;
    const Expr* visit(const Binary& node) override;
    const Expr* visit(const Call& call) override;
    const Expr* visit(const Cast& cast) override;
    const Expr* visit(const Let& let) override;
    const Expr* visit(const Not& node) override;
    const Expr* visit(const Select& select) override;
    const Expr* visit(const Var& var) override;

private:
    struct Fact {
        const Expr* condition;
        bool holds;
    };

    const Expr* simplified(BinaryOp op, const Expr* a, const Expr* b);
    const Expr* vectorSum(BinaryOp op, const Expr* a, const Expr* b);
    const Expr* vectorDivision(BinaryOp op, const Ramp& ramp, const Expr& divisor);
    const Expr* indexArithmetic(BinaryOp op, const Expr* a, const Expr* b);
    const Expr* product(const Expr* a, const Expr* b);
    const Expr* widened(const Expr& value);
    const Expr* extremum(BinaryOp op, const Expr* a, const Expr* b);
    const Expr* comparison(BinaryOp op, const Expr* a, const Expr* b);
    const Expr* equal(const Expr* a, const Expr* b);
    const Expr* less(const Expr* a, const Expr* b);
    const Expr* lessOrEqual(const Expr* a, const Expr* b);
    const Expr* lessThanConstant(const CanonicalSum& terms, int64_t limit);
    const Expr* moreThanConstant(int64_t limit, const CanonicalSum& terms);
    const Expr* known(const Expr* condition);
    const Expr* negated(const Expr* condition);
    const Expr* mutateUnder(const Expr& condition, bool holds, const Expr* value);
    const Expr* constantOr(const Expr* fallback, BinaryOp op, const Expr* a, const Expr* b);
    CanonicalSum sumOf(const Expr* expr) { return CanonicalSum::of(arena(), m_bounds, *expr); }
    const Expr* kept(const Expr& original, const Expr* made);
    const Expr* number(DType type, int64_t value) { return intImm(arena(), type, value); }

    ConstBounds m_bounds;
    std::unordered_map<const Var*, const Expr*> m_values;
    std::vector<Fact> m_facts;
};

/// Evaluating it changes nothing and depends on nothing that changes.
bool isPure(const Expr& expr);

} // namespace tir
