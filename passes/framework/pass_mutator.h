/// The base of the mutators in passes: has the context of the pass and keeps its first error.

#pragma once

#include "core/ir/substitute.h"
#include "passes/framework/first_error.h"

namespace tir {

/// `Base`: Mutator or a class derived from it.
template <class Base>
class PassMutatorOf : public Base, public FirstError {
public:
    /// `arguments`: of the base, after the arena.
    template <class... Arguments>
    explicit PassMutatorOf(PassContext& context, Arguments&&... arguments)
        : Base(context.arena(), std::forward<Arguments>(arguments)...),
          m_context(context)
    {}

protected:
    PassContext& context() const { return m_context; }

private:
    PassContext& m_context;
};

using PassMutator = PassMutatorOf<Mutator>;

/// Replaces the variables of a table that the pass fills.
class PassSubstituter : public PassMutatorOf<Substituter> {
public:
    using PassMutatorOf::PassMutatorOf;

protected:
    const Expr* valueOf(const Var& var) override
    {
        const Expr* const* value = m_values.find(&var);
        return value ? *value : nullptr;
    }

    VarValues m_values;
};

} // namespace tir
