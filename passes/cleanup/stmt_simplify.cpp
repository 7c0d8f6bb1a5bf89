/// stmt_simplify: replaces every expression by a simpler one that says the same where it stands.
///
///     B[127 - tx + 128] = A[i + 0]    becomes    B[255 - tx] = A[i]
///     if i < 20: …                    becomes    …    in a loop over 16
///
/// Needs: nothing. Gives, breaks: nothing.
/// Place: after passes that leave arithmetic behind (flattening, unrolling, merging of shared memory), before
///        lower_intrin, which turns divisions into what no rule here speaks of.
/// Leaves alone: declarations of buffers, which their uses must stay equal to; loops and bindings that
///        nothing needs any more (RemoveNoOp).

#include "core/arith/same_expr.h"
#include "core/arith/simplifier.h"
#include "passes/framework/pass.h"
#include "passes/framework/properties.h"

#include <algorithm>

namespace tir::passes {
namespace {

class StatementSimplifier : public Simplifier {
public:
    StatementSimplifier(Arena& arena, PassContext& context) : Simplifier(arena), m_context(context) {}

    const PrimFunc* simplifyFunction(const PrimFunc& function)
    {
        // An extent is not negative.
        for (const BufferBinding& binding : function.bufferMap)
            for (const Expr* extent : binding.buffer->shape)
                if (const auto* var = as<Var>(extent))
                    bindBound(*var, {0, ConstBound::NoMax});
        return withBody(arena(), function, mutate(function.body));
    }

private:
    using Simplifier::visit;

    const Buffer* mutateBufferDef(const Buffer* buffer) override { return buffer; }
    const Buffer* mutateBufferUse(const Buffer* buffer) override { return buffer; }

    /// Conditions of asserts end with the body that they stand in.
    const Stmt* mutateBody(const Stmt* body)
    {
        const Mark before = mark();
        const Stmt* made = mutate(body);
        forget(before);
        return made;
    }

    const Stmt* mutateUnder(const Expr& condition, bool holds, const Stmt* body)
    {
        const Mark before = assume(condition, holds);
        const Stmt* made = mutate(body);
        forget(before);
        return made;
    }

    const Stmt* visit(const For& loop) override
    {
        const Expr* min = simplify(loop.min);
        const Expr* extent = simplify(loop.extent);
        bindRange(*loop.loopVar, *min, *extent);
        const Stmt* body = mutateBody(loop.body);
        if (min == loop.min && extent == loop.extent && body == loop.body)
            return &loop;
        return makeFrom<For>(loop, loop.loopVar, min, extent, loop.forKind, body, loop.threadBinding,
                             loop.annotations, loop.step);
    }

    const Stmt* visit(const AttrStmt& attr) override
    {
        const Expr* value = simplify(attr.value);
        if (const IterVar* axis = attr.iterVar())
            bindRange(*axis->var, *intImm(arena(), axis->var->dtype, 0), *value);
        const Stmt* body = mutateBody(attr.body);
        return value == attr.value && body == attr.body
                   ? &attr
                   : makeFrom<AttrStmt>(attr, attr.node, attr.key, value, body);
    }

    const Stmt* visit(const Bind& bind) override
    {
        const Expr* value = simplify(bind.value);
        bindValue(*bind.var, *value);
        return value == bind.value ? &bind : makeFrom<Bind>(bind, bind.var, value);
    }

    const Stmt* visit(const AssertStmt& check) override
    {
        const Expr* condition = simplify(check.condition);
        assume(*condition);
        return condition == check.condition
                   ? &check
                   : makeFrom<AssertStmt>(check, condition, check.errorKind, check.messageParts);
    }

    const Stmt* visit(const IfThenElse& branch) override
    {
        const Expr* condition = simplify(branch.condition);
        if (const auto* constant = as<IntImm>(condition)) {
            m_context.note(constant->value ? "the condition always holds: only its branch stays"
                                           : "the condition never holds: its branch goes",
                           &branch);
            const Stmt* taken = constant->value ? branch.thenCase : branch.elseCase;
            return taken ? mutateBody(taken) : noOp(arena());
        }
        const Stmt* thenCase = mutateUnder(*condition, true, branch.thenCase);
        const Stmt* elseCase = branch.elseCase ? mutateUnder(*condition, false, branch.elseCase) : nullptr;
        if (condition == branch.condition && thenCase == branch.thenCase && elseCase == branch.elseCase)
            return &branch;
        return makeFrom<IfThenElse>(branch, condition, thenCase, elseCase);
    }

    const Stmt* visit(const BufferStore& store) override
    {
        const Stmt* made = Mutator::visit(store);
        const auto& stored = to<BufferStore>(*made);
        const auto* load = as<BufferLoad>(stored.value);
        const auto isSame = [](const Expr* a, const Expr* b) { return isSameExpr(*a, *b); };
        if (load && load->buffer->data == stored.buffer->data &&
            load->buffer->dtype == stored.buffer->dtype && !stored.predicate && !load->predicate &&
            std::ranges::equal(load->indices, stored.indices, isSame)) {
            m_context.note("'" + std::string(store.buffer->name) +
                               "' is stored where it was loaded from: the store goes",
                           &store);
            return noOp(arena());
        }
        return made;
    }

    const Stmt* visit(const SBlock& block) override
    {
        for (const IterVar* axis : block.iterVars)
            if (axis->dom)
                bindRange(*axis->var, *simplify(axis->dom->min), *simplify(axis->dom->extent));
        const Mark before = mark();
        const Stmt* made = Mutator::visit(block);
        forget(before);
        return made;
    }

    PassContext& m_context;
};

FunctionOutcome run(const PrimFunc& function, PassContext& context)
{
    const PrimFunc* simplified = StatementSimplifier(context.arena(), context).simplifyFunction(function);
    if (simplified == &function)
        context.note("nothing to do: every expression is as simple as it gets here", &function);
    return simplified;
}

} // namespace

PassInfo stmtSimplify()
{
    return {.name = "StmtSimplify",
            .summary = "Simplify expressions where they stand",
            .gives = {{property::PlainRamps, "ramp + broadcast(0) is a ramp again"}},
            .run = functionPass(run)};
}

} // namespace tir::passes
