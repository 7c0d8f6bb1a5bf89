/// remove_weight_layout_rewrite_block: takes a weight in the layout that the function computes with.
///
///     def main(B: (16, 16)):                     def main(B_: (16, 4, 4)):
///         B_[i1, i0 // 4, i0 % 4] = B[i0, i1]        (nothing)
///         use(B_)                       becomes      use(B_)
///
/// Place: after a schedule has put the rewriting of a weight into a block with the annotation
///        `meta_schedule.layout_rewrite_preproc`; in no default pipeline. The caller rewrites the weight.
/// Leaves alone: other uses of the old buffer. The option `skip_tensor_rewrite` has no effect, as in TVM.

#include "core/support/text_format.h"
#include "passes/framework/pass.h"
#include "passes/framework/pass_mutator.h"

#include <algorithm>

namespace tir::passes {
namespace {

class RewriteBlockRemover : public PassMutator {
public:
    using PassMutator::PassMutator;

    bool hasFound() const { return m_rewritten.size() > 0; }

    /// The parameter of a rewritten buffer takes the buffer that it was rewritten to.
    std::vector<BufferBinding> parameters(const PrimFunc& function)
    {
        std::vector<BufferBinding> bindings(function.bufferMap.begin(), function.bufferMap.end());
        for (BufferBinding& binding : bindings)
            if (const Buffer* const* made = m_rewritten.find(binding.buffer))
                binding.buffer = *made;
        return bindings;
    }

private:
    using Mutator::visit;

    const Stmt* visit(const SBlock& original) override
    {
        const AttrValue* mark = tir::find(original.annotations, "meta_schedule.layout_rewrite_preproc");
        if (mark && mark->isTrue())
            return withoutBody(original);
        const Stmt* made = Mutator::visit(original);
        const auto& block = to<SBlock>(*made);
        std::vector<const Buffer*> kept;
        std::ranges::copy_if(block.allocBuffers, std::back_inserter(kept),
                             [this](const Buffer* buffer) { return !m_targets.contains(buffer); });
        if (kept.size() == block.allocBuffers.size())
            return made;
        SBlock changed = block;
        changed.allocBuffers = arena().copy(kept);
        return makeFrom<SBlock>(block, changed);
    }

    const Stmt* withoutBody(const SBlock& block)
    {
        const auto* store = as<BufferStore>(block.body);
        const auto* load = store ? as<BufferLoad>(store->value) : nullptr;
        const auto isVar = [](const Expr* index) { return index->kind == NodeKind::Var; };
        if (!load || !std::ranges::all_of(load->indices, isVar) || !block.allocBuffers.empty() ||
            !block.matchBuffers.empty()) {
            fail("a block that rewrites a layout must be one store of a load "
                 "whose indices are variables",
                 block);
            return &block;
        }
        m_rewritten.insert(load->buffer, store->buffer);
        m_targets.insert(store->buffer);
        context().note(quoted(load->buffer->name) + " is expected in the layout of " +
                           quoted(store->buffer->name),
                       &block);
        SBlock made = block;
        made.body = noOp(arena());
        made.reads = {};
        made.writes = {};
        return makeFrom<SBlock>(block, made);
    }

    PointerMap<Buffer, const Buffer*> m_rewritten;
    PointerSet<Buffer> m_targets;
};

FunctionOutcome run(const PrimFunc& function, PassContext& context)
{
    RewriteBlockRemover remover(context);
    const Stmt* body = remover.mutate(function.body);
    if (remover.error())
        return *remover.error();
    if (!remover.hasFound()) {
        context.note("nothing to do: no block rewrites the layout of a weight", &function);
        return &function;
    }
    Arena& arena = context.arena();
    PrimFunc* made = arena.make<PrimFunc>(*withBody(arena, function, body));
    made->bufferMap = arena.copy(remover.parameters(function));
    made->origin = &function;
    return made;
}

} // namespace

PassInfo removeWeightLayoutRewriteBlock()
{
    return {.name = "RemoveWeightLayoutRewriteBlock",
            .summary = "Take weights in the layout that the function computes with",
            .options = {{.name = "skip_tensor_rewrite",
                         .values = "True, False",
                         .summary = "no effect: constants are not rewritten in any case",
                         .choices = {"True", "False"}}},
            .run = functionPass(run)};
}

} // namespace tir::passes
