/// remove_store_undef_internal: deletes stores and bindings of values that are not defined.
///
///     A[0] = T.undef() + 1    becomes    (nothing)
///
/// Place: the first part of remove_store_undef.
/// Leaves alone: undefined values in conditions, extents and calls.

#include "core/arith/side_effect.h"
#include "core/ir/mutator.h"
#include "core/ir/visitor.h"
#include "core/support/text_format.h"
#include "passes/framework/first_error.h"
#include "passes/framework/pass.h"

namespace tir::passes {
namespace {

/// The stores and bindings whose value is undefined, in program order.
class UndefFinder : public Visitor, public FirstError {
public:
    explicit UndefFinder(const Stmt& body) { visit(&body, Role::Scope); }

    const PointerSet<Stmt>& statements() const { return m_statements; }

private:
    using Visitor::visit;

    void visit(const Bind& bind) override
    {
        if (!holdsUndef(bind.value, bind))
            return;
        m_vars.insert(bind.var);
        m_statements.insert(&bind);
    }

    void visit(const BufferStore& store) override
    {
        if (holdsUndef(store.value, store))
            m_statements.insert(&store);
        for (const Expr* index : store.indices)
            refuseUndef(index);
    }

    void visit(const BufferLoad& load) override
    {
        for (const Expr* index : load.indices)
            refuseUndef(index);
    }

    /// Indices of loads in it must be defined; they do not make its value undefined.
    bool holdsUndef(const Expr* value, const Stmt& stmt)
    {
        m_foundUndef = false;
        visit(value, Role::Value);
        const bool found = m_foundUndef;
        m_foundUndef = false;
        if (found && arith::sideEffect(*value) > CallEffect::ReadState)
            refuse("a value that is undefined must have no other effect than to read memory", stmt);
        return found;
    }

    void refuseUndef(const Expr* index)
    {
        const bool outer = std::exchange(m_foundUndef, false);
        visit(index, Role::Value);
        if (m_foundUndef)
            refuse("an index is undefined", *index);
        m_foundUndef = outer;
    }

    void visit(const Call& call) override
    {
        m_foundUndef |= call.isOp(OpId::undef);
        visitChildren(call);
    }

    void visit(const Var& var) override { m_foundUndef |= role() == Role::Value && m_vars.contains(&var); }

    void refuse(std::string message, const Node& node) { fail(std::move(message), node); }

    PointerSet<Stmt> m_statements;
    PointerSet<Var> m_vars;
    bool m_foundUndef = false;
};

class UndefRemover : public Mutator {
public:
    UndefRemover(PassContext& context, const PointerSet<Stmt>& statements)
        : Mutator(context.arena()),
          m_context(context),
          m_statements(statements)
    {}

private:
    using Mutator::visit;

    const Stmt* visit(const Bind& bind) override
    {
        if (!m_statements.contains(&bind))
            return Mutator::visit(bind);
        m_context.note("the value of " + quoted(bind.var->name) + " is undefined: the binding is deleted",
                       &bind);
        return noOp(arena());
    }

    const Stmt* visit(const BufferStore& store) override
    {
        if (!m_statements.contains(&store))
            return Mutator::visit(store);
        m_context.note("an undefined value is stored to " + quoted(store.buffer->name) +
                           ": the store is deleted",
                       &store);
        return noOp(arena());
    }

    PassContext& m_context;
    const PointerSet<Stmt>& m_statements;
};

FunctionOutcome run(const PrimFunc& function, PassContext& context)
{
    const UndefFinder finder(*function.body);
    if (finder.error())
        return *finder.error();
    if (finder.statements().size() == 0) {
        context.note("nothing to do: no value that is stored or bound is undefined", &function);
        return &function;
    }
    UndefRemover remover(context, finder.statements());
    return withBody(context.arena(), function, remover.mutate(function.body));
}

} // namespace

PassInfo removeStoreUndefInternal()
{
    return {.name = "RemoveStoreUndefInternal",
            .summary = "Delete stores and bindings of undefined values",
            .run = functionPass(run)};
}

} // namespace tir::passes
