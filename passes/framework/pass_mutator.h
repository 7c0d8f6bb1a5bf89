/// The base of the mutators in passes: has the context of the pass and keeps its first error.

#pragma once

#include "core/ir/mutator.h"
#include "passes/framework/pass.h"

#include <optional>

namespace tir {

/// `Base`: Mutator or a class derived from it.
template <class Base>
class PassMutatorOf : public Base {
public:
    /// `arguments`: of the base, after the arena.
    template <class... Arguments>
    explicit PassMutatorOf(PassContext& context, Arguments&&... arguments)
        : Base(context.arena(), std::forward<Arguments>(arguments)...),
          m_context(context)
    {}

    /// The first error; later ones are usually its consequences.
    const std::optional<PassError>& error() const { return m_error; }

protected:
    PassContext& context() const { return m_context; }

    /// The mutation continues; its result must not be used.
    void fail(std::string message, const Node& node, std::string kind = "InternalError")
    {
        if (!m_error)
            m_error = PassError{.kind = std::move(kind), .message = std::move(message), .node = &node};
    }

private:
    PassContext& m_context;
    std::optional<PassError> m_error;
};

using PassMutator = PassMutatorOf<Mutator>;

} // namespace tir
