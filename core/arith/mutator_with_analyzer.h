/// A mutator whose analyzer knows the ranges of loops, thread axes and block axes, the values of bindings,
/// and the conditions of branches and asserts that hold where it is.

#pragma once

#include "core/arith/analyzer.h"
#include "core/ir/mutator.h"

#include <vector>

namespace tir::arith {

class MutatorWithAnalyzer : public Mutator {
public:
    explicit MutatorWithAnalyzer(Arena& arena, AnalyzerOptions options = {})
        : Mutator(arena),
          m_analyzer(arena, options)
    {}

protected:
    using Mutator::visit;
    const Expr* visit(const Call& call) override;
    const Expr* visit(const Let& let) override;
    const Expr* visit(const Reduce& reduce) override;
    const Expr* visit(const Select& select) override;
    const Stmt* visit(const AssertStmt& check) override;
    const Stmt* visit(const AttrStmt& attr) override;
    const Stmt* visit(const Bind& bind) override;
    const Stmt* visit(const For& loop) override;
    const Stmt* visit(const IfThenElse& branch) override;
    const Stmt* visit(const SBlock& block) override;
    const Stmt* visit(const While& loop) override;

    Analyzer& analyzer() { return m_analyzer; }
    /// The extents of parameters are not negative.
    void markBufferShapes(const PrimFunc& function);
    /// The body of a statement; conditions of asserts end with it.
    const Stmt* mutateBody(const Stmt* body);
    /// A branch, where the condition holds or does not; null stays null.
    const Stmt* mutateUnder(const Expr* condition, bool holds, const Stmt* body);
    /// `predicate`: a condition on iterators that holds there (iterPredicates); may be null.
    const Expr* mutateUnder(const Expr* condition, bool holds, const Expr* value, const Expr* predicate);

    struct IterRange {
        const Var* var;
        const Range* range;
    };
    /// Of the loops, thread axes and block axes so far.
    const std::vector<IterRange>& iterRanges() const { return m_iterRanges; }
    /// Conditions of the branches around that use one of them: those of `if` statements where they hold, and
    /// both sides of `if_then_else`. As in TVM, a Select limits nothing.
    const std::vector<const Expr*>& iterPredicates() const { return m_iterPredicates; }

private:
    void bindRange(const Var* var, const Expr* min, const Expr* extent);
    bool usesIterVar(const Expr* condition) const;

    Analyzer m_analyzer;
    std::vector<Constraint> m_asserts; ///< conditions that hold to the end of the body
    std::vector<IterRange> m_iterRanges;
    PointerSet<Var> m_iterVars;
    std::vector<const Expr*> m_iterPredicates;
};

} // namespace tir::arith
