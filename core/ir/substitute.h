/// Replaces variables by values. Nothing folds: with 0 for `j`, `i + j` becomes `i + 0`.

#pragma once

#include "core/ir/mutator.h"

namespace tir {

/// Where a variable is defined that another variable replaces, that one is defined instead. Buffers over a
/// replaced data variable are rebuilt, once; a buffer that is declared outside keeps its extents.
class Substituter : public Mutator {
public:
    using Mutator::Mutator;

protected:
    using Mutator::visit;
    const Expr* visit(const Var& var) override;
    const Var* mutateVarDef(const Var* var) override;
    const Buffer* mutateBufferUse(const Buffer* buffer) override;

    /// Null for a variable that stays.
    virtual const Expr* valueOf(const Var& var) = 0;
};

using VarValues = PointerMap<Var, const Expr*>;

/// Returns the same expression if it uses none of the variables.
const Expr* substitute(Arena& arena, const Expr* expr, const VarValues& values);
/// The same for statements; null stays null. A statement that is copied this way defines its variables once more
/// (core/ir/ssa.h).
const Stmt* substitute(Arena& arena, const Stmt* stmt, const VarValues& values);

} // namespace tir
