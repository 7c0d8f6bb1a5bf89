/// A mutator that knows the bounds of variables and the conditions that hold where it is: loops, thread
/// axes, bindings, branches, asserts.

#pragma once

#include "core/arith/const_bounds.h"
#include "core/ir/mutator.h"

namespace tir {

class BoundedMutator : public Mutator {
public:
    using Mutator::Mutator;

protected:
    using Mutator::visit;
    const Expr* visit(const Call& call) override;
    const Expr* visit(const Let& let) override;
    const Expr* visit(const Select& select) override;
    const Stmt* visit(const AssertStmt& check) override;
    const Stmt* visit(const AttrStmt& attr) override;
    const Stmt* visit(const Bind& bind) override;
    const Stmt* visit(const For& loop) override;
    const Stmt* visit(const IfThenElse& branch) override;
    const Stmt* visit(const While& loop) override;

    const ConstBounds& bounds() const { return m_bounds; }

private:
    /// Conditions of asserts end with the body that they stand in.
    const Stmt* mutateBody(const Stmt* body);
    const Stmt* mutateUnder(const Expr& condition, bool holds, const Stmt* body);
    const Expr* mutateUnder(const Expr& condition, bool holds, const Expr* value);

    ConstBounds m_bounds;
};

} // namespace tir
