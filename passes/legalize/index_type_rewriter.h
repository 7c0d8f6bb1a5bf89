/// The base of passes that give index variables and constants another integer type: everything that is
/// computed from them follows, operands meet in the wider type, and data keeps the type of its buffer.

#pragma once

#include "passes/framework/pass_mutator.h"

namespace tir::passes {

class IndexTypeRewriter : public PassMutator {
public:
    using PassMutator::PassMutator;

protected:
    using PassMutator::visit;

    /// The type of a variable of a loop, a thread axis or a block axis.
    virtual DType typeOf(const Var& var) = 0;

    /// Whether the expression is an index, an extent, or an integer in a condition.
    bool isIndex() const { return m_isIndex; }
    /// The new variable where it is defined.
    const Var* retype(const Var* var, DType type);
    /// The variable of a binding, of another type if that of its value has changed.
    const Var* definedBy(const Var* var, const Expr& value, const Expr* original);
    const Expr* mutateIndex(const Expr* expr);
    const Expr* mutateCondition(const Expr* condition);
    /// `made` converted to `type`.
    const Expr* inType(DType type, const Expr* made) { return cast(arena(), type, made); }

    const Buffer* mutateBufferDef(const Buffer* buffer) override;
    const Var* mutateVarDef(const Var* var) override;

    const Expr* visit(const Binary& node) override;
    const Expr* visit(const BufferLoad& load) override;
    const Expr* visit(const Call& call) override;
    const Expr* visit(const Let& let) override;
    const Expr* visit(const Ramp& ramp) override;
    const Expr* visit(const Select& select) override;
    const Expr* visit(const Var& var) override;

    const Stmt* visit(const AttrStmt& attr) override;
    const Stmt* visit(const Bind& bind) override;
    const Stmt* visit(const BufferStore& store) override;
    const Stmt* visit(const For& loop) override;
    const Stmt* visit(const IfThenElse& branch) override;
    const Stmt* visit(const SBlock& block) override;
    const Stmt* visit(const SBlockRealize& realize) override;

private:
    ExprList mutateIndices(ExprList indices);
    const Range* mutateIndexRange(const Range* range, DType type);
    const IterVar* mutateAxis(const IterVar* axis);
    void widen(const Expr*& a, const Expr*& b);
    const Expr* combined(const Node& from, BinaryOp op, const Expr* a, const Expr* b);

    PointerMap<Var, const Var*> m_vars;
    bool m_isIndex = false;
    bool m_isCondition = false;
};

} // namespace tir::passes
