/// manifest_shared_memory_local_stage: a copy to shared memory goes through a local buffer first.
///
///     S[k] = A[k]    becomes    for k: S_local[k] = A[k]
///                               for k: S[k] = S_local[k]
///
/// Place: before inject_software_pipeline, which can then load the next tile while the current one is used,
///        on devices without asynchronous copies; before compact_buffer_allocation.
/// Leaves alone: blocks without the annotation.

#include "core/ir/substitute.h"
#include "core/support/text_format.h"
#include "passes/framework/pass_mutator.h"

#include <algorithm>

namespace tir::passes {
namespace {

constexpr std::string_view Annotation = "tirx.manifest_shared_memory_local_stage";

class LocalStager : public PassMutator {
public:
    using PassMutator::PassMutator;

private:
    /// The new buffers and loads of a block, which belong before the statement that is being visited.
    struct Stages {
        std::vector<const Buffer*> buffers;
        std::vector<const Stmt*> loads;
    };

    const Stmt* visit(const For& loop) override
    {
        m_loops.push_back(&loop);
        const Stmt* made = Mutator::visit(loop);
        m_loops.pop_back();
        return made;
    }

    const Stmt* visit(const SBlockRealize& realize) override
    {
        const SBlock& block = *realize.block;
        const SBlock* made = find(block.annotations, Annotation) ? staged(realize) : withStages(block);
        return made == &block ? &realize
                              : makeFrom<SBlockRealize>(realize, realize.iterValues, realize.predicate, made);
    }

    /// The block with the local buffers of blocks in it, each loaded right before it is stored.
    const SBlock* withStages(const SBlock& block)
    {
        const std::vector<const For*> loops = std::exchange(m_loops, {});
        Stages outer = std::exchange(m_stages, {});
        const SBlock* parent = std::exchange(m_parent, &block);
        std::vector<const Stmt*> statements;
        const auto append = [&](const Stmt* stmt) {
            const Stmt* visited = mutate(stmt);
            statements.insert(statements.end(), m_stages.loads.begin(), m_stages.loads.end());
            statements.push_back(visited);
            m_stages.loads.clear();
        };
        const auto* seq = as<SeqStmt>(block.body);
        if (seq)
            std::ranges::for_each(seq->seq, append);
        else
            append(block.body);

        SBlock made = block;
        const bool isSame = seq ? std::ranges::equal(statements, seq->seq) : statements.front() == block.body;
        if (!isSame)
            made.body = sequence(arena(), statements);
        std::vector<const Buffer*> buffers(block.allocBuffers.begin(), block.allocBuffers.end());
        buffers.insert(buffers.end(), m_stages.buffers.begin(), m_stages.buffers.end());
        made.allocBuffers = arena().copy(buffers);
        m_loops = loops;
        m_stages = std::move(outer);
        m_parent = parent;
        return isSame ? &block : makeFrom<SBlock>(block, made);
    }

    /// The block that stores the content of its local buffer; the load is added to m_stages.
    const SBlock* staged(const SBlockRealize& realize)
    {
        const SBlock& block = *realize.block;
        const auto* store = as<BufferStore>(block.body);
        if (!store || store->predicate || store->buffer->scope().rank != StorageRank::Shared) {
            refuse("block " + quoted(block.name) + " must be one store to shared memory to get a local stage",
                   block);
            return &block;
        }
        if (!checkLoops(realize) || !checkAllocation(*store, block))
            return &block;

        std::vector<const Expr*> extents;
        std::vector<const Expr*> indices;
        for (const For* loop : m_loops) {
            extents.push_back(loop->extent);
            indices.push_back(add(arena(), loop->min, loop->loopVar));
        }
        const Buffer* local = localCopy(*store->buffer, arena().copy(extents));
        const ExprList at = arena().copy(indices);
        m_stages.buffers.push_back(local);
        m_stages.loads.push_back(load(realize, *store, local, at));
        context().explain([&block, local, from = store->buffer](NoteWriter& notes) {
            notes.note("what block " + quoted(block.name) + " copies to " + quoted(from->name) +
                           " is loaded into local buffer " + quoted(local->name) + " first",
                       &block);
        });

        SBlock made = block;
        made.annotations = withoutEntry(arena(), block.annotations, Annotation);
        const auto* staged = makeFrom<BufferLoad>(*store->value, local->dtype, local, at);
        made.body = makeFrom<BufferStore>(*store, store->buffer, staged, store->indices);
        return makeFrom<SBlock>(block, made);
    }

    /// A copy of the loops with new variables, around the store to the local buffer.
    const Stmt* load(const SBlockRealize& realize, const BufferStore& store, const Buffer* local, ExprList at)
    {
        std::vector<const Range*> point;
        for (const Expr* index : at)
            point.push_back(arena().make<Range>(index, intImm(arena(), index->dtype, 1)));
        const auto* region = arena().make<BufferRegion>(local, arena().copy(point));
        SBlock block("", makeFrom<BufferStore>(store, local, store.value, at));
        block.reads = realize.block->reads;
        block.writes = arena().copy(std::vector{region});
        const Stmt* made = arena().make<SBlockRealize>(ExprList(), realize.predicate,
                                                       makeFrom<SBlock>(*realize.block, block));
        VarValues fresh;
        for (size_t i = m_loops.size(); i-- > 0;) {
            For loop = *m_loops[i];
            fresh[loop.loopVar] = makeFrom<Var>(*loop.loopVar, loop.loopVar->name, loop.loopVar->type);
            loop.body = made;
            made = makeFrom<For>(*m_loops[i], loop);
        }
        return substitute(arena(), made, fresh);
    }

    const Buffer* localCopy(const Buffer& shared, ExprList extents)
    {
        Buffer* local = arena().make<Buffer>(shared);
        const auto named = [&](std::string_view name) {
            return arena().intern(std::string(name) + "_local");
        };
        local->name = named(shared.name);
        local->data =
            arena().make<Var>(named(shared.data->name), pointerType(arena(), shared.dtype, "local"));
        local->shape = extents;
        local->origin = &shared;
        return local;
    }

    bool checkLoops(const SBlockRealize& realize)
    {
        for (size_t i = 0; i < m_loops.size(); ++i) {
            const For& loop = *m_loops[i];
            const std::string name = "loop " + quoted(loop.loopVar->name) + " around block " +
                                     quoted(realize.block->name) + ", which gets a local stage, ";
            if (loop.forKind != ForKind::Serial && loop.forKind != ForKind::Vectorized)
                return refuse(name + "must be serial or vectorized", loop);
            const Stmt* inner = i + 1 < m_loops.size() ? static_cast<const Stmt*>(m_loops[i + 1]) : &realize;
            if (loop.body != inner)
                return refuse(name + "must contain nothing else", loop);
        }
        return true;
    }

    bool checkAllocation(const BufferStore& store, const SBlock& block)
    {
        if (m_parent &&
            std::ranges::find(m_parent->allocBuffers, store.buffer) != m_parent->allocBuffers.end())
            return true;
        return refuse("buffer " + quoted(store.buffer->name) + " must be allocated in the block around " +
                          quoted(block.name) + ", which gets a local stage",
                      block);
    }

    bool refuse(std::string message, const Node& node)
    {
        fail(std::move(message), node, "ValueError");
        return false;
    }

    const SBlock* m_parent = nullptr;
    std::vector<const For*> m_loops; ///< between the block that is being visited and the one around it
    Stages m_stages;
};

FunctionOutcome run(const PrimFunc& function, PassContext& context)
{
    LocalStager stager(context);
    const Stmt* body = stager.mutate(function.body);
    if (stager.error())
        return *stager.error();
    if (body == function.body)
        context.note("nothing to do: no block requests a local stage", &function);
    return withBody(context.arena(), function, body);
}

} // namespace

PassInfo manifestSharedMemoryLocalStage()
{
    return {.name = "ManifestSharedMemoryLocalStage",
            .summary = "Copy to shared memory through a local buffer where a block requests it",
            .opens = Chapter::Buffers,
            .run = functionPass(run)};
}

} // namespace tir::passes
