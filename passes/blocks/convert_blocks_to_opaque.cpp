/// convert_blocks_to_opaque: replaces the axes of blocks by the values that they are bound to.
///
///     v = T.axis.spatial(32, i * 8 + j)    becomes    B[i * 8 + j] = A[i * 8 + j]
///     B[v] = A[v]
///
/// Place: after plan_and_update_buffer_allocation_location, which reads from the axes which loops reduce;
///        before every pass that moves loops or threads, because a block without axes depends on loop variables
///        alone.
/// Leaves alone: names, annotations, allocations and predicates.

#include "core/analysis/text.h"
#include "core/ir/substitute.h"
#include "core/support/text_format.h"
#include "passes/framework/pass_mutator.h"

namespace tir::passes {
namespace {

class AxisReplacer : public PassMutatorOf<Substituter> {
public:
    using PassMutatorOf::PassMutatorOf;

private:
    using PassMutatorOf::visit;

    const Expr* valueOf(const Var& var) override
    {
        const Expr* const* value = m_values.find(&var);
        if (value && !*value)
            fail("axis " + quoted(var.name) + " is used in the bindings or the predicate of its own block",
                 var);
        return value ? *value : nullptr;
    }

    const Stmt* visit(const SBlockRealize& realize) override
    {
        const SBlock& block = *realize.block;
        if (block.init)
            fail("block " + quoted(block.name) + " has an init; LowerInitBlock lowers it", block);
        if (block.iterVars.empty())
            return Mutator::visit(realize);
        // Null: defined in the body of the block only.
        for (const IterVar* axis : block.iterVars)
            m_values[axis->var] = nullptr;
        const ExprList values = mutate(realize.iterValues);
        const Expr* predicate = mutate(realize.predicate);
        for (size_t i = 0; i < values.size(); ++i)
            m_values[block.iterVars[i]->var] = values[i];
        explain(block, values);
        const auto& visited = to<SBlock>(*mutate(static_cast<const Stmt*>(&block)));
        return makeFrom<SBlockRealize>(realize, ExprList(), predicate, &visited);
    }

    const Stmt* visit(const SBlock& block) override
    {
        if (block.iterVars.empty())
            return Mutator::visit(block);
        SBlock opaque = block;
        opaque.iterVars = {};
        SBlock made = to<SBlock>(*Mutator::visit(opaque));
        return makeFrom<SBlock>(block, made);
    }

    void explain(const SBlock& block, ExprList values)
    {
        context().explain([&block, values](NoteWriter& notes) {
            std::string text;
            for (size_t i = 0; i < values.size(); ++i)
                text += (i == 0 ? "" : ", ") + std::string(block.iterVars[i]->var->name) + " = " +
                        shortText(*values[i]);
            notes.note("block " + quoted(block.name) + " is written in terms of its loops: " + text, &block);
        });
    }

    VarValues m_values; ///< of the axes around
};

FunctionOutcome run(const PrimFunc& function, PassContext& context)
{
    AxisReplacer replacer(context);
    const Stmt* body = replacer.mutate(function.body);
    if (replacer.error())
        return *replacer.error();
    if (body == function.body)
        context.note("nothing to do: no block has axes", &function);
    return withBody(context.arena(), function, body);
}

} // namespace

PassInfo convertBlocksToOpaque()
{
    return {.name = "ConvertBlocksToOpaque",
            .summary = "Replace the axes of blocks by the values they are bound to",
            .required = {{ModuleProperty::NoBlockInits, "the axes that an init depends on disappear"}},
            .established = {{ModuleProperty::NoBlockAxes, "axes are replaced by their values"}},
            .invalidated = {{ModuleProperty::BlockAxes, "axes are replaced by their values"}},
            .run = functionPass(run)};
}

} // namespace tir::passes
