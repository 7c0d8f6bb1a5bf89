/// lower_async_dma: loops that copy contiguous memory in asynchronous groups become copies of a DMA engine.
///
///     async_commit_queue_scope 0:                  becomes    dma_copy(0, S, A + i * 64, 256, 0)
///         for j in range(64): S[j] = A[i * 64 + j]
///     async_wait_queue_scope 0, in flight 1: use              dma_wait(0, 1); use
///
/// Place: after inject_software_pipeline, which creates the groups, and storage_rewrite; before passes that
///        change the form of loops. Only with tirx.use_async_copy.
/// Leaves alone: copies with a stride or a transposition, buffers of several dimensions, and waits for a queue
///        that got no copy.

#include "core/analysis/text.h"
#include "core/arith/element_offset.h"
#include "core/arith/iter_map/iter_map.h"
#include "core/arith/mutator_with_analyzer.h"
#include "core/arith/region.h"
#include "core/arith/same_expr.h"
#include "core/support/text_format.h"
#include "passes/framework/arithmetic.h"
#include "passes/framework/pass_mutator.h"

#include <algorithm>
#include <set>

namespace tir::passes {
namespace {

constexpr std::string_view CommitKey = "async_commit_queue_scope";
constexpr std::string_view WaitKey = "async_wait_queue_scope";
constexpr std::string_view CountKey = "async_wait_inflight_count";

/// Perfectly nested loops around one store of a loaded value.
struct CopyLoops {
    arith::VarRanges ranges;
    const BufferStore* store;
    const BufferLoad* load;
};

std::optional<CopyLoops> readCopy(const For& outer)
{
    CopyLoops copy{};
    const Stmt* body = &outer;
    for (const auto* loop = as<For>(body); loop; loop = as<For>(body)) {
        copy.ranges.push_back({loop->loopVar, loop->min, loop->extent});
        body = loop->body;
    }
    copy.store = as<BufferStore>(body);
    copy.load = copy.store ? as<BufferLoad>(copy.store->value) : nullptr;
    return copy.load && !copy.store->predicate && !copy.load->predicate ? std::optional(copy) : std::nullopt;
}

class DmaLowerer : public PassMutatorOf<arith::MutatorWithAnalyzer> {
public:
    explicit DmaLowerer(PassContext& context) : PassMutatorOf(context, arithmeticOf(context)) {}

private:
    using PassMutatorOf::visit;

    /// TVM visits every attribute twice, so that a wait also sees the copies that come after it, as long as an
    /// attribute is around both. Visiting only the outermost attribute twice has the same result.
    const Stmt* visit(const AttrStmt& attr) override
    {
        if (m_isInAttribute)
            return lowered(attr);
        m_isInAttribute = true;
        const Stmt* made = lowered(attr);
        m_isSecondVisit = true;
        if (!m_queues.empty())
            made = mutate(made);
        m_isSecondVisit = false;
        m_isInAttribute = false;
        return made;
    }

    const Stmt* lowered(const AttrStmt& attr)
    {
        const auto* queue = as<IntImm>(attr.value);
        if (attr.key == CommitKey && !m_isSecondVisit) {
            if (!queue)
                fail("the queue of an asynchronous group must be a constant, but it is " +
                         shortText(*attr.value),
                     attr);
            return queue ? commit(attr, *queue) : &attr;
        }
        const auto* count = attr.key == WaitKey ? as<AttrStmt>(attr.body) : nullptr;
        if (count && count->key == CountKey && queue && m_queues.contains(queue->value))
            return wait(attr, *queue, *count);
        return MutatorWithAnalyzer::visit(attr);
    }

    const Stmt* commit(const AttrStmt& attr, const IntImm& queue)
    {
        m_queue = queue.value;
        m_copies = 0;
        const Stmt* made = MutatorWithAnalyzer::visit(attr);
        m_queue.reset();
        if (std::exchange(m_copies, 0) < 2)
            return made;
        const Expr* number = int32(arena(), queue.value);
        return sequence(arena(), {call(attr, OpId::dma_start_group, {number}), made,
                                  call(attr, OpId::dma_end_group, {number})});
    }

    const Stmt* wait(const AttrStmt& attr, const IntImm& queue, const AttrStmt& count)
    {
        context().explain([&attr, &queue](NoteWriter& notes) {
            notes.note("a wait for queue " + std::to_string(queue.value) + " becomes dma_wait", &attr);
        });
        const Stmt* waiting = call(attr, OpId::dma_wait, {int32(arena(), queue.value), mutate(count.value)});
        return sequence(arena(), {waiting, mutateBody(count.body)});
    }

    const Stmt* visit(const For& loop) override
    {
        const Stmt* copied = m_queue ? dmaCopy(loop) : nullptr;
        return copied ? copied : MutatorWithAnalyzer::visit(loop);
    }

    /// Null for a loop that is not a copy of contiguous memory.
    const Stmt* dmaCopy(const For& loop)
    {
        const std::optional<CopyLoops> copy = readCopy(loop);
        if (!copy)
            return nullptr;
        const auto touched = [&](const Buffer& buffer) {
            const std::vector<const Range*> ranges = arith::domainTouched(analyzer(), loop, buffer);
            return ranges.size() == 1 ? ranges.front() : nullptr;
        };
        const Buffer* target = copy->store->buffer;
        const Buffer* source = copy->load->buffer;
        const Range* to = touched(*target);
        const Range* from = touched(*source);
        if (!to || !from || !isContiguous(*copy)) {
            context().explain([&loop](NoteWriter& notes) {
                notes.note("loop " + quoted(loop.loopVar->name) +
                               " does not copy contiguous memory in order, so it stays a loop",
                           &loop);
            });
            return nullptr;
        }
        m_queues.insert(*m_queue);
        ++m_copies;
        const Expr* bytes =
            mul(arena(), to->extent, intImm(arena(), to->extent->dtype, (source->dtype.bits + 7) / 8));
        context().explain([&loop, bytes, queue = *m_queue](NoteWriter& notes) {
            notes.note("loop " + quoted(loop.loopVar->name) + " becomes a DMA copy of " + shortText(*bytes) +
                           " bytes in queue " + std::to_string(queue),
                       &loop);
        });
        return call(loop, OpId::dma_copy,
                    {int32(arena(), *m_queue), address(target, to->min), address(source, from->min), bytes,
                     int32(arena(), 0)});
    }

    bool isContiguous(const CopyLoops& copy)
    {
        const auto target = offsetOf(*copy.store->buffer, copy.store->indices, copy.ranges);
        const auto source = offsetOf(*copy.load->buffer, copy.load->indices, copy.ranges);
        if (!target || !source || target->args.size() != source->args.size())
            return false;
        // The same iterators with the same scales: elements keep their order.
        return std::ranges::all_of(target->args, [&](const arith::IterSplit& split) {
            const Expr* term = arith::toExpr(analyzer(), split);
            return std::ranges::any_of(source->args, [&](const arith::IterSplit& other) {
                return isSameExpr(*term, *arith::toExpr(analyzer(), other));
            });
        });
    }

    /// The offset as a map of the loops; nothing if it leaves out or repeats elements.
    std::optional<arith::IterSum> offsetOf(const Buffer& buffer, ExprList indices,
                                           const arith::VarRanges& ranges)
    {
        const std::vector<const Expr*> offsets = arith::elementOffset(analyzer(), buffer, indices);
        if (offsets.size() != 1)
            return std::nullopt;
        const arith::IterMap map = arith::detectIterMap(analyzer(), arena().copy(offsets), ranges,
                                                        {.level = arith::IterMapLevel::Bijective});
        if (!map || map.indices.size() != 1)
            return std::nullopt;
        const arith::IntSet set =
            arith::evalSet(analyzer(), offsets.front(), arith::asIntSets(analyzer(), ranges));
        if (!set.isBounded())
            return std::nullopt;
        const Expr* count = intImm(arena(), set.min->dtype, 1);
        for (const arith::VarRange& range : ranges)
            count = mul(arena(), count, range.extent);
        const Expr* last = binary(arena(), BinaryOp::Sub, set.max, set.min);
        const Expr* width = add(arena(), last, intImm(arena(), last->dtype, 1));
        return analyzer().canProveEqual(width, count) ? std::optional(map.indices.front()) : std::nullopt;
    }

    const Expr* address(const Buffer* buffer, const Expr* index)
    {
        const ExprList at = arena().copy(std::vector<const Expr*>{index});
        return callOp(arena(), Handle, OpId::address_of,
                      {arena().make<BufferLoad>(buffer->dtype, buffer, at)});
    }

    const Stmt* call(const Stmt& from, OpId op, std::initializer_list<const Expr*> args)
    {
        return makeFrom<Evaluate>(from, callOp(arena(), Int32, op, args));
    }

    bool m_isInAttribute = false;
    bool m_isSecondVisit = false;   ///< all copies are found
    std::optional<int64_t> m_queue; ///< of the group around
    int m_copies = 0;               ///< in that group
    std::set<int64_t> m_queues;     ///< that got a copy
};

FunctionOutcome run(const PrimFunc& function, PassContext& context)
{
    DmaLowerer lowerer(context);
    const Stmt* body = lowerer.mutate(function.body);
    if (lowerer.error())
        return *lowerer.error();
    if (body == function.body)
        context.note("nothing to do: no asynchronous group contains a copy of contiguous memory", &function);
    return withBody(context.arena(), function, body);
}

} // namespace

PassInfo lowerAsyncDma()
{
    return {.name = "LowerAsyncDMA",
            .summary = "Make asynchronous copies of contiguous memory calls of a DMA engine",
            .required = {{ModuleProperty::FlatBuffers, "copies are recognized by buffers of one dimension"}},
            .run = functionPass(run)};
}

} // namespace tir::passes
