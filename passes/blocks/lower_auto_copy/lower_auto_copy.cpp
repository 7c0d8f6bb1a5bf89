/// lower_auto_copy: blocks that request it copy between memories in a way that is efficient for both.
///
///     with T.sblock("S"):                          becomes    for f0 in range(16):
///         T.sblock_attr({"auto_copy": True,                       for f1 in thread(8, "threadIdx.y"):
///                        "vector_bytes": 16})                         for f2 in thread(32, "threadIdx.x"):
///         for i, j in T.grid(128, 128):                                   for f3 in vectorized(4):
///             S[i, j] = A[i, j]                                               S[…] = A[…]
///
/// Place: after compact_buffer_allocation, which gives shared buffers the shapes that are padded here; before
///        unify_thread_binding, because it adds loops over threads, and lower_match_buffer.
/// Leaves alone: blocks without the annotation, and copies between memories for which there is no rule.

#include "core/analysis/text.h"
#include "core/ir/contains.h"
#include "core/support/list_text.h"
#include "core/support/text_format.h"
#include "passes/blocks/lower_auto_copy/shared_padding.h"
#include "passes/blocks/lower_auto_copy/tensor_rules.h"
#include "passes/blocks/lower_auto_copy/thread_rules.h"
#include "passes/blocks/thread_axes.h"
#include "passes/framework/pass_mutator.h"

#include <algorithm>

namespace tir::passes {
namespace {

constexpr std::string_view AutoCopy = "auto_copy";
constexpr std::string_view WarpExecution = "warp_execution";

using enum StorageRank;

struct Rule {
    std::string_view name; ///< for notes
    std::vector<StorageRank> sources;
    std::vector<StorageRank> targets;
    RewrittenCopy (*rewrite)(Arena&, const CopyBlock&, const Stmt*);
    bool onlyWithLocalStage = false;
};

/// They run one after another.
const std::vector<Rule>& rules()
{
    static const std::vector<Rule> Rules{
        {"its loops run over its target", {Shared}, {Global}, loopOverTarget},
        {"its loops are divided among threads and vectors", {Global}, {Shared}, coalesce},
        {"its loops are divided among threads and vectors", {Shared}, {Global}, coalesce},
        {"each thread loads all its elements before it stores them", {Global}, {Shared}, stageLocally, true},
        {"tensor cores load tiles of it", {Shared}, {WmmaMatrixA, WmmaMatrixB}, loadFragments},
        {"tiles go through shared memory to all threads", {WmmaAccumulator}, {Global}, storeThroughShared},
        {"tensor cores store tiles of it", {WmmaAccumulator}, {Shared}, storeFragments},
        {"tiles go through shared memory to all threads", {MmaMatrixC}, {Global}, storeThroughShared},
    };
    return Rules;
}

bool applies(const Rule& rule, const CopyBlock& copy)
{
    const auto has = [](const std::vector<StorageRank>& ranks, const BufferRegion& region) {
        return std::ranges::find(ranks, region.buffer->scope().rank) != ranks.end();
    };
    return has(rule.sources, *copy.source) && has(rule.targets, *copy.target) &&
           (!rule.onlyWithLocalStage || copy.number("local_stage", 0) == 1);
}

/// Of the thread loops of a function; blocks that run as warps have 32 threads.
ThreadExtents threadExtents(const Stmt& body)
{
    ThreadExtents extents;
    contains(
        body,
        [&](const Node& node) {
            if (const auto* loop = as<For>(&node); loop && isThreadLoop(*loop))
                if (const auto* extent = as<IntImm>(loop->extent))
                    extents[threadTag(*loop)] = extent->value;
            if (const auto* block = as<SBlock>(&node))
                if (const AttrValue* value = find(block->annotations, WarpExecution);
                    value && value->isTrue())
                    extents["threadIdx.x"] = 32;
            return false;
        },
        Role::Scope);
    return extents;
}

class CopyLowerer : public PassMutator {
public:
    CopyLowerer(PassContext& context, ThreadExtents threads)
        : PassMutator(context),
          m_threads(std::move(threads)),
          m_padding(context.arena(), m_threads)
    {}

    const std::vector<PaddedBuffer>& padded() const { return m_padded; }

private:
    using PassMutator::visit;

    const Stmt* visit(const For& loop) override
    {
        m_loops.push_back(&loop);
        const Stmt* visited = Mutator::visit(loop);
        m_loops.pop_back();
        return visited;
    }

    const Stmt* visit(const SBlock& block) override
    {
        const auto& visited = to<SBlock>(*Mutator::visit(block));
        const AttrValue* wanted = find(block.annotations, AutoCopy);
        const SBlock* made = wanted && wanted->isTrue() ? lowered(visited, block) : &visited;
        pad(made->allocBuffers);
        return made;
    }

    const SBlock* lowered(const SBlock& block, const SBlock& original)
    {
        const BufferRegion* source = sourceOf(block, original);
        if (!source || !haveThreads(original))
            return &block;
        const CopyBlock copy{&block, source, block.writes.front(), m_threads, m_loops};
        SBlock made = block;
        std::vector<const Buffer*> buffers(block.allocBuffers.begin(), block.allocBuffers.end());
        bool isRewritten = false;
        for (const Rule& rule : rules()) {
            if (!applies(rule, copy))
                continue;
            const RewrittenCopy rewritten = rule.rewrite(arena(), copy, made.body);
            if (!rewritten.fault.empty()) {
                refuse(rewritten.fault, original);
                return &block;
            }
            isRewritten = true;
            made.body = rewritten.body;
            if (rewritten.added)
                buffers.push_back(rewritten.added);
            if (rewritten.padded)
                m_padding.requirePadding(rewritten.padded, rewritten.padding);
            context().explain([&original, &rule](NoteWriter& notes) {
                notes.note("block " + quoted(original.name) + ": " + std::string(rule.name), &original);
            });
        }
        made.allocBuffers = arena().copy(buffers);
        m_padding.addAccesses(*made.body, m_loops);
        return isRewritten ? makeFrom<SBlock>(original, made) : &block;
    }

    /// The region that is copied; null if the block is not a copy.
    const BufferRegion* sourceOf(const SBlock& block, const SBlock& original)
    {
        if (block.writes.size() != 1 || block.reads.empty()) {
            refuse("it must read and write one buffer each", original);
            return nullptr;
        }
        if (block.reads.size() == 1)
            return block.reads.front();
        const BufferRegion* source = nullptr;
        for (const BufferRegion* read : block.reads)
            if (read->buffer->scope().rank == WmmaAccumulator)
                source = read;
        if (!source)
            refuse("it reads several buffers, and none of them is an accumulator of tensor cores", original);
        return source;
    }

    /// Whether each axis of threads has some, and no more than a block can have.
    bool haveThreads(const SBlock& original)
    {
        constexpr int64_t MostThreads = 1 << 16;
        for (const auto& [tag, extent] : m_threads)
            if (extent < 1 || extent > MostThreads) {
                refuse("an axis has from 1 to " + std::to_string(MostThreads) + " threads, but " +
                           std::string(tag) + " has " + std::to_string(extent),
                       original);
                return false;
            }
        return true;
    }

    void refuse(const std::string& why, const SBlock& block)
    {
        fail("block " + quoted(block.name) + " cannot be copied automatically: " + why, block);
    }

    void pad(std::span<const Buffer* const> buffers)
    {
        for (const Buffer* buffer : buffers)
            if (const auto padded = m_padding.pad(buffer)) {
                m_padded.push_back(*padded);
                explain(*padded);
            }
    }

    void explain(const PaddedBuffer& buffer)
    {
        context().explain([buffer](NoteWriter& notes) {
            const auto textOf = [](const Expr* stride) { return shortText(*stride); };
            notes.note(quoted(buffer.original->name) + " gets the strides (" +
                           listText(buffer.padded->strides, textOf) +
                           "), with which the threads of a warp meet least in one memory bank",
                       buffer.original);
        });
    }

    const ThreadExtents m_threads;
    SharedPadding m_padding;
    std::vector<const For*> m_loops; ///< around the node that is being visited
    std::vector<PaddedBuffer> m_padded;
};

/// Padded buffers in place of the original ones.
class BufferReplacer : public Mutator {
public:
    BufferReplacer(Arena& arena, const std::vector<PaddedBuffer>& padded) : Mutator(arena)
    {
        for (const PaddedBuffer& buffer : padded)
            m_buffers[buffer.original] = buffer.padded;
    }

private:
    const Buffer* mutateBufferDef(const Buffer* buffer) override
    {
        const Buffer* const* padded = m_buffers.find(buffer);
        return padded ? *padded : Mutator::mutateBufferDef(buffer);
    }
};

FunctionOutcome run(const PrimFunc& function, PassContext& context)
{
    CopyLowerer lowerer(context, threadExtents(*function.body));
    const Stmt* body = lowerer.mutate(function.body);
    if (lowerer.error())
        return *lowerer.error();
    if (!lowerer.padded().empty())
        body = BufferReplacer(context.arena(), lowerer.padded()).mutate(body);
    if (body == function.body)
        context.note("nothing to do: no block requests an automatic copy between memories with a rule",
                     &function);
    return withBody(context.arena(), function, body);
}

} // namespace

PassInfo lowerAutoCopy()
{
    return {.name = "LowerAutoCopy",
            .summary = "Share the copies of blocks among threads, vectors and tensor cores",
            .run = functionPass(run)};
}

} // namespace tir::passes
