/// lower_cross_thread_reduction: reductions whose loops are bound to threads become one allreduce.
///
///     for k0, tx in grid(8, thread(32)):   becomes    for tx in thread(32):
///         B[i] += A[i, k0 * 32 + tx]                      for k0: in_thread_B[0] += A[i, k0 * 32 + tx]
///                                                         tvm_thread_allreduce(in_thread_B -> cross_thread_B)
///                                                         if tx == 0: B[i] = cross_thread_B[0]
///
/// Place: before lower_init_block, because the init gives the start value; before all passes that move thread
///        loops or replace the axes of blocks.
/// Leaves alone: blocks whose axes are not affine functions of the loops, and outputs with several writers.

#include "core/analysis/text.h"
#include "core/support/text_format.h"
#include "passes/blocks/lower_cross_thread_reduction/shared_reduction.h"
#include "passes/blocks/thread_axes.h"
#include "passes/framework/arithmetic.h"
#include "passes/framework/pass_mutator.h"
#include "passes/framework/tvm_defects.h"

#include <algorithm>

namespace tir::passes {
namespace {

class CrossThreadLowerer : public PassMutator {
public:
    explicit CrossThreadLowerer(PassContext& context)
        : PassMutator(context),
          m_analyzer(context.arena(), arithmeticOf(context))
    {}

    /// Whether a block that threads share was left as it is.
    bool leavesReduction() const { return m_leavesReduction; }

private:
    using PassMutator::visit;

    /// The block around the statement that is being visited, with its loops.
    struct Scope {
        const SBlock* block = nullptr;
        PointerMap<Buffer, int> writers;
        std::vector<const For*> loops; ///< between the block and the statement
        std::vector<const Buffer*> scratch;
    };

    // ---- loops: the outermost loop of a reduction is replaced by the new nest

    const Stmt* visit(const For& loop) override
    {
        const bool isBlock = isThreadLoop(loop) && isBlockAxis(threadTag(loop));
        const bool isThread = isThreadLoop(loop) && isThreadAxis(threadTag(loop));
        m_scope.loops.push_back(&loop);
        m_allLoops.push_back(&loop);
        const Stmt* visited = Mutator::visit(loop);
        m_allLoops.pop_back();
        m_scope.loops.pop_back();
        // Threads share results within a kernel only.
        const bool endsKernel = isBlock || (isThread && !isInKernel());
        if (endsKernel)
            m_resultThreads.clear();
        const auto found = std::ranges::find(m_reductions, &loop, [](const CrossThreadReduction& reduction) {
            return reduction.loops.front();
        });
        if (found == m_reductions.end())
            return visited;
        const CrossThreadReduction reduction = *found;
        m_reductions.erase(found);
        return error() ? visited : rebuilt(reduction, visited);
    }

    bool isInKernel() const
    {
        return std::ranges::any_of(m_allLoops, [](const For* loop) {
            return isThreadLoop(*loop) && (isBlockAxis(threadTag(*loop)) || isThreadAxis(threadTag(*loop)));
        });
    }

    const Stmt* rebuilt(const CrossThreadReduction& reduction, const Stmt* nest)
    {
        const bool isSound = context().mode() == Mode::Sound;
        const Expr* predicate = writeBackPredicate(arena(), reduction, isSound);
        const Expr* complete = writeBackPredicate(arena(), reduction, true);
        if (!isTrue(complete) && isTrue(predicate))
            context().reportDefect(tvm_defect::DroppedPredicate,
                                   "the result of block " + quoted(reduction.realize->block->name) +
                                       " is stored also where " + shortText(*complete) + " does not hold",
                                   reduction.realize);
        explain(reduction);
        return allreduceNest(arena(), reduction, nest, predicate);
    }

    // ---- blocks

    const Stmt* visit(const SBlockRealize& realize) override
    {
        const SBlock& block = *realize.block;
        const std::vector<const For*> missing = missingThreads(block);
        Scope outer = std::exchange(m_scope, Scope{&block, writerCounts(block), {}, {}});
        m_allLoops.insert(m_allLoops.end(), missing.begin(), missing.end());
        const auto* visited = as<SBlockRealize>(Mutator::visit(realize));
        m_allLoops.resize(m_allLoops.size() - missing.size());
        visited = withScratch(visited, m_scope.scratch);
        m_scope = std::move(outer);
        if (m_scope.block && addReduction(realize, *visited))
            return visited;
        return missing.empty() ? visited : onOneThread(*visited, missing);
    }

    const SBlockRealize* withScratch(const SBlockRealize* realize, const std::vector<const Buffer*>& scratch)
    {
        if (scratch.empty())
            return realize;
        SBlock block = *realize->block;
        std::vector<const Buffer*> buffers(block.allocBuffers.begin(), block.allocBuffers.end());
        buffers.insert(buffers.end(), scratch.begin(), scratch.end());
        block.allocBuffers = arena().copy(buffers);
        return makeFrom<SBlockRealize>(*realize, realize->iterValues, realize->predicate,
                                       makeFrom<SBlock>(*realize->block, block));
    }

    /// Whether the block is a reduction that threads share; its nest is rebuilt at its outermost loop.
    bool addReduction(const SBlockRealize& original, const SBlockRealize& realize)
    {
        CrossThreadReduction reduction;
        reduction.realize = &realize;
        if (!isReduction(*original.block, m_scope.writers))
            return false;
        reduction.loops = reductionLoops(original, m_scope.loops);
        std::ranges::copy_if(reduction.loops, std::back_inserter(reduction.threads),
                             [](const For* loop) { return isThreadLoop(*loop); });
        if (reduction.threads.empty())
            return false;
        std::string fault;
        if (!isAffine(m_analyzer, original, original.predicate, m_allLoops)) {
            // TVM leaves such a block as it is, where its threads race.
            if (context().mode() == Mode::AsTvm) {
                m_leavesReduction = true;
                context().note(
                    "block " + quoted(original.block->name) +
                        " stays as it is, and its threads race: its axes under its condition are not "
                        "known to have different values in different iterations",
                    &original);
                return false;
            }
            // What its condition excludes does not make the values of its axes occur twice.
            if (!isAffine(m_analyzer, original, boolImm(arena(), true), m_allLoops))
                fault = "the values of its axes are not known to be different for different iterations";
        }
        if (fault.empty())
            fault = readBlock(arena(), original, m_scope.loops, reduction);
        if (!fault.empty()) {
            fail("block " + quoted(original.block->name) + " cannot be reduced across threads: " + fault,
                 original, "ValueError");
            return true;
        }
        addScratchBuffers(reduction);
        for (const BufferRegion* output : original.block->writes)
            m_resultThreads[output->buffer] = reduction.threads;
        m_reductions.push_back(std::move(reduction));
        return true;
    }

    void addScratchBuffers(CrossThreadReduction& reduction)
    {
        const bool isInThread =
            reduction.threads.size() < reduction.loops.size() || !isTrue(reduction.realize->predicate);
        const auto add = [&](std::string_view prefix, std::vector<const Buffer*>& buffers) {
            for (const BufferStore* init : reduction.block.inits) {
                buffers.push_back(scratchBuffer(arena(), prefix, *init->buffer));
                m_scope.scratch.push_back(buffers.back());
            }
        };
        add("cross_thread_", reduction.crossThread);
        if (isInThread)
            add("in_thread_", reduction.inThread);
    }

    // ---- blocks that use a result without a loop over the threads that have it

    /// The thread loops of results that the block reads outside of them; empty if it writes local memory, which is
    /// private to each thread.
    std::vector<const For*> missingThreads(const SBlock& block) const
    {
        std::vector<const For*> missing;
        const auto isLocal = [](const BufferRegion* output) {
            return output->buffer->scope().rank == StorageRank::Local;
        };
        if (std::ranges::any_of(block.writes, isLocal))
            return missing;
        for (const BufferRegion* input : block.reads)
            if (const std::vector<const For*>* threads = m_resultThreads.find(input->buffer))
                for (const For* thread : *threads)
                    if (!isBound(m_allLoops, threadTag(*thread)) && !isBound(missing, threadTag(*thread)))
                        missing.push_back(thread);
        return missing;
    }

    static bool isBound(const std::vector<const For*>& loops, std::string_view tag)
    {
        return std::ranges::any_of(
            loops, [tag](const For* loop) { return isThreadLoop(*loop) && threadTag(*loop) == tag; });
    }

    const Stmt* onOneThread(const SBlockRealize& realize, const std::vector<const For*>& threads)
    {
        const Expr* predicate = realize.predicate;
        std::vector<For> loops;
        for (const For* thread : threads) {
            const std::string_view tag = threadTag(*thread);
            const auto* var =
                arena().make<Var>(arena().intern(std::string("t") + tag.back()), thread->loopVar->type);
            const auto* unnamed = arena().make<Var>("", primType(arena(), Int32));
            const auto* binding = arena().make<IterVar>(nullptr, unnamed, IterType::ThreadIndex, tag);
            predicate =
                binary(arena(), BinaryOp::And, binary(arena(), BinaryOp::EQ, var, thread->min), predicate);
            loops.push_back(For(var, thread->min, thread->extent, ForKind::ThreadBinding, nullptr, binding));
        }
        const Stmt* body = makeFrom<SBlockRealize>(realize, realize.iterValues, predicate, realize.block);
        for (For& loop : loops) {
            loop.body = body;
            body = makeFrom<For>(realize, loop);
        }
        context().explain([&realize, threads](NoteWriter& notes) {
            std::string tags;
            for (const For* thread : threads)
                tags += (tags.empty() ? "" : " and ") + std::string(threadTag(*thread));
            notes.note("block " + quoted(realize.block->name) +
                           " uses the result of a reduction, so only the first thread of " + tags +
                           " runs it",
                       &realize);
        });
        return body;
    }

    void explain(const CrossThreadReduction& reduction)
    {
        context().explain([reduction](NoteWriter& notes) {
            const SBlock& block = *reduction.realize->block;
            std::string tags;
            for (const For* thread : reduction.threads)
                tags += (tags.empty() ? "" : " and ") + std::string(threadTag(*thread)) + " (" +
                        shortText(*thread->extent) + ")";
            notes.note("block " + quoted(block.name) + " is a reduction (" +
                           std::string(reduction.block.match.name) + ") over threads of " + tags +
                           (reduction.inThread.empty()
                                ? ", each of which has one element"
                                : ", each of which first reduces its own elements in " +
                                      quoted(reduction.inThread.front()->name)),
                       &block);
            notes.note(hasLocalResult(reduction)
                           ? "every thread stores the result, because its output is in local memory"
                           : "the first thread stores the result",
                       &block);
        });
    }

    arith::Analyzer m_analyzer;
    Scope m_scope;
    std::vector<const For*> m_allLoops;                          ///< also outside of the current block
    std::vector<CrossThreadReduction> m_reductions;              ///< whose outermost loop is being visited
    PointerMap<Buffer, std::vector<const For*>> m_resultThreads; ///< of the current kernel, by output
    bool m_leavesReduction = false;
};

FunctionOutcome run(const PrimFunc& function, PassContext& context)
{
    CrossThreadLowerer lowerer(context);
    const Stmt* body = lowerer.mutate(function.body);
    if (lowerer.error())
        return *lowerer.error();
    if (body == function.body && !lowerer.leavesReduction())
        context.note("nothing to do: no loop over a reduction axis is bound to threads", &function);
    return withBody(context.arena(), function, body);
}

} // namespace

PassInfo lowerCrossThreadReduction()
{
    return {.name = "LowerCrossThreadReduction",
            .summary = "Make reductions over thread loops allreduce calls",
            .required = {{ModuleProperty::BlockInits, "a reduction is recognized by its init"},
                         {ModuleProperty::BlockAxes, "the axes say which thread loops reduce"}},
            .reordersSums = true,
            .run = functionPass(run)};
}

} // namespace tir::passes
