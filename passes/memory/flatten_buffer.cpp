/// flatten_buffer: gives every buffer one dimension, as memory has, and every access one index.
///
///     def main(A: T.Buffer((8, 16))):                   A_1 = T.decl_buffer((128,), data=A.data)
///         S = T.alloc_buffer((8, 16))       becomes     S = T.alloc_buffer((128,))
///         S[i, j] = A[i, j]                             S[i * 16 + j] = A_1[i * 16 + j]
///
/// Where axis separators divide the dimensions, the buffer keeps one dimension per group.
/// Place: after lower_opaque_block, which places allocations; before every pass that moves, vectorizes,
///        shares or merges memory, for which an index is an offset.
/// Leaves alone: the buffers of parameters, which describe what callers must pass. The body uses flat views.

#include "core/analysis/text.h"
#include "core/arith/element_offset.h"
#include "core/arith/iter_map/iter_map.h"
#include "core/arith/mutator_with_analyzer.h"
#include "core/ir/contains.h"
#include "core/support/list_text.h"
#include "core/support/text_format.h"
#include "passes/framework/arithmetic.h"
#include "passes/framework/pass_mutator.h"

#include <set>

namespace tir::passes {
namespace {

class BufferFlattener : public PassMutatorOf<arith::MutatorWithAnalyzer> {
public:
    BufferFlattener(PassContext& context, const PrimFunc& function)
        : PassMutatorOf(context, arithmeticOf(context)),
          m_function(function),
          m_offsets(context.arena(), arithmeticOf(context))
    {
        for (const BufferBinding& binding : function.bufferMap)
            m_params.insert(binding.buffer);
        markBufferShapes(function);
    }

    const PrimFunc* flatten()
    {
        std::vector<const Stmt*> statements{mutate(m_function.body)};
        for (const BufferBinding& binding : m_function.bufferMap) {
            const Buffer* const* view = m_flat.find(binding.buffer);
            if (!view || !m_accessed.contains(binding.buffer))
                continue;
            statements.insert(statements.end() - 1, makeFrom<DeclBuffer>(*binding.buffer, *view));
            noteFlat("parameter ", *binding.buffer, **view);
        }
        if (statements.size() == 1)
            return withBody(arena(), m_function, statements.front());
        return withBody(arena(), m_function, sequence(arena(), statements));
    }

private:
    using PassMutatorOf::visit;

    /// The flat form of a buffer, created once. A parameter always gets a separate view.
    const Buffer* flat(const Buffer* buffer)
    {
        if (const Buffer* const* known = m_flat.find(buffer))
            return *known;
        std::vector<const Expr*> shape;
        for (const Expr* extent : flatShape(*buffer))
            shape.push_back(analyzer().canonicalSimplify(extent));
        const bool isFlat = shape.size() == buffer->shape.size() && buffer->strides.empty() &&
                            std::equal(shape.begin(), shape.end(), buffer->shape.begin());
        const DType stored = buffer->dtype.isBool() ? Int8.withLanes(buffer->dtype.lanes) : buffer->dtype;
        const Buffer* made = buffer;
        if (!isFlat || stored != buffer->dtype || buffer->layout || m_params.contains(buffer)) {
            Buffer* view = arena().make<Buffer>(*buffer);
            view->origin = buffer;
            view->dtype = stored;
            if (!isFlat)
                view->shape = arena().copy(shape);
            view->strides = {};
            view->layout = nullptr;
            view->axisSeparators = renumbered(buffer->axisSeparators);
            made = view;
        }
        m_flat.insert(buffer, made);
        return made;
    }

    /// One extent per group of dimensions. With strides, it is the span of the outermost one of the group.
    std::vector<const Expr*> flatShape(const Buffer& buffer)
    {
        std::vector<const Expr*> extents;
        if (!buffer.strides.empty()) {
            extents.push_back(mul(arena(), buffer.strides[0], buffer.shape[0]));
            for (const int64_t first : buffer.axisSeparators)
                extents.push_back(mul(arena(), buffer.strides[size_t(first)], buffer.shape[size_t(first)]));
            return extents;
        }
        extents.assign(buffer.axisSeparators.size() + 1, nullptr);
        size_t group = 0;
        for (size_t i = 0; i < buffer.shape.size(); ++i) {
            if (group < buffer.axisSeparators.size() && int64_t(i) == buffer.axisSeparators[group])
                ++group;
            extents[group] = extents[group] ? mul(arena(), extents[group], buffer.shape[i]) : buffer.shape[i];
        }
        for (const Expr*& extent : extents)
            extent = extent ? extent : int32(arena(), 1);
        return extents;
    }

    std::span<const int64_t> renumbered(std::span<const int64_t> separators)
    {
        std::vector<int64_t> numbers;
        for (size_t i = 0; i < separators.size(); ++i)
            numbers.push_back(int64_t(i) + 1);
        return arena().copy(numbers);
    }

    /// Offsets, written through their iterators: parts of one index meet again.
    ExprList flatIndices(const Buffer& buffer, ExprList indices)
    {
        std::vector<const Expr*> offsets = arith::elementOffset(m_offsets, buffer, indices);
        readNewRanges();
        if (m_rangesAreIndependent) {
            const Expr* predicate = nullptr;
            for (const Expr* condition : iterPredicates())
                predicate = predicate ? binary(arena(), BinaryOp::And, predicate, condition) : condition;
            offsets = arith::iterMapSimplify(analyzer(), offsets, domainsOf(offsets, predicate),
                                             {.predicate = predicate});
        }
        if (offsets.size() == indices.size() && std::equal(offsets.begin(), offsets.end(), indices.begin()))
            return indices;
        return arena().copy(offsets);
    }

    /// As in TVM, a range that depends on another iterator spoils all accesses after it.
    void readNewRanges()
    {
        for (; m_domains.size() < iterRanges().size();) {
            const auto& [var, range] = iterRanges()[m_domains.size()];
            m_rangesAreIndependent &= !usesDomain(*range->min) && !usesDomain(*range->extent);
            m_numbers.insert(var, m_domains.size());
            m_domains.push_back({var, range->min, range->extent});
        }
    }
    bool usesDomain(const Expr& expr) const
    {
        return contains(expr, [this](const Node& node) {
            const auto* var = as<Var>(&node);
            return var && m_numbers.contains(var);
        });
    }

    /// Of the iterators in the expressions.
    arith::VarRanges domainsOf(const std::vector<const Expr*>& offsets, const Expr* predicate) const
    {
        std::set<size_t> numbers;
        const auto collect = [&](const Node& node) {
            const auto* var = as<Var>(&node);
            if (const size_t* number = var ? m_numbers.find(var) : nullptr)
                numbers.insert(*number);
            return false;
        };
        for (const Expr* offset : offsets)
            contains(*offset, collect);
        if (predicate)
            contains(*predicate, collect);
        arith::VarRanges domains;
        for (const size_t number : numbers)
            domains.push_back(m_domains[number]);
        return domains;
    }

    const Buffer* accessed(const Buffer* buffer)
    {
        m_accessed.insert(buffer);
        return flat(buffer);
    }

    const Buffer* mutateBufferDef(const Buffer* buffer) override
    {
        const Buffer* made = flat(buffer);
        if (made != buffer)
            noteFlat("", *buffer, *made);
        return made;
    }
    const Buffer* mutateBufferUse(const Buffer* buffer) override { return flat(buffer); }

    const Expr* visit(const BufferLoad& load) override
    {
        const ExprList visited = mutate(load.indices);
        const Expr* predicate = mutate(load.predicate);
        const Buffer* buffer = accessed(load.buffer);
        const ExprList indices = flatIndices(*load.buffer, visited);
        if (buffer == load.buffer && indices.data() == load.indices.data() && predicate == load.predicate)
            return &load;
        const DType type = buffer->dtype.withLanes(load.dtype.lanes);
        const Expr* made = makeFrom<BufferLoad>(load, type, buffer, indices, predicate);
        return load.dtype.isBool() ? cast(arena(), load.dtype, made) : made;
    }

    const Stmt* visit(const BufferStore& store) override
    {
        const Expr* value = mutate(store.value);
        const ExprList visited = mutate(store.indices);
        const Expr* predicate = mutate(store.predicate);
        const Buffer* buffer = accessed(store.buffer);
        const ExprList indices = flatIndices(*store.buffer, visited);
        if (store.value->dtype.isBool() && !buffer->dtype.isBool())
            value = cast(arena(), buffer->dtype.withLanes(value->dtype.lanes), value);
        if (buffer == store.buffer && value == store.value && indices.data() == store.indices.data() &&
            predicate == store.predicate)
            return &store;
        return makeFrom<BufferStore>(store, buffer, value, indices, predicate);
    }

    const Stmt* visit(const SBlock& block) override
    {
        if (!block.matchBuffers.empty())
            fail("block " + quoted(block.name) + " matches a region as " +
                     quoted(block.matchBuffers.front()->buffer->name) + "; LowerMatchBuffer removes it",
                 block);
        const auto& made = to<SBlock>(*PassMutatorOf::visit(block));
        const auto reads = flatRegions(block.reads);
        const auto writes = flatRegions(block.writes);
        if (&made == &block && reads.data() == block.reads.data() && writes.data() == block.writes.data())
            return &block;
        SBlock copy = made;
        copy.reads = reads;
        copy.writes = writes;
        return makeFrom<SBlock>(block, copy);
    }

    const Stmt* visit(const TilePrimitiveCall& call) override
    {
        fail("operation " + quoted(call.op->name) +
                 " works on regions of buffers with several dimensions; the passes of TIRx lower it first",
             call);
        return &call;
    }

    std::span<const BufferRegion* const> flatRegions(std::span<const BufferRegion* const> regions)
    {
        std::vector<const BufferRegion*> made;
        for (const BufferRegion* region : regions)
            made.push_back(flatRegion(*region));
        return std::equal(made.begin(), made.end(), regions.begin()) ? regions : arena().copy(made);
    }

    /// From the offset of the first element to that of the last.
    const BufferRegion* flatRegion(const BufferRegion& region)
    {
        const Buffer* buffer = flat(region.buffer);
        if (buffer == region.buffer)
            return &region;
        std::vector<const Expr*> first;
        std::vector<const Expr*> last;
        for (const Range* range : region.region) {
            const Expr* end = add(arena(), range->min, range->extent);
            first.push_back(range->min);
            last.push_back(binary(arena(), BinaryOp::Sub, end, intImm(arena(), end->dtype, 1)));
        }
        const ExprList lows = flatIndices(*region.buffer, first);
        const ExprList highs = flatIndices(*region.buffer, last);
        std::vector<const Range*> ranges;
        for (size_t i = 0; i < lows.size(); ++i) {
            const Expr* end = add(arena(), highs[i], intImm(arena(), highs[i]->dtype, 1));
            ranges.push_back(arena().make<Range>(
                lows[i], analyzer().simplify(binary(arena(), BinaryOp::Sub, end, lows[i]))));
        }
        return makeFrom<BufferRegion>(region, buffer, arena().copy(ranges));
    }

    void noteFlat(const char* what, const Buffer& buffer, const Buffer& made)
    {
        context().explain([what, &buffer, &made](NoteWriter& notes) {
            notes.note(what + quoted(buffer.name) + ", " + extents(buffer) + ", " +
                           (made.dtype == buffer.dtype ? "is accessed as "
                                                       : "is stored as " + toString(made.dtype) +
                                                             ", because booleans have a byte each, as ") +
                           extents(made) + (buffer.strides.empty() ? "" : "; its strides are in the index"),
                       &made);
        });
    }

    static std::string extents(const Buffer& buffer)
    {
        const auto textOf = [](const Expr* extent) { return shortText(*extent); };
        return "(" + listText(buffer.shape, textOf) + (buffer.shape.size() == 1 ? ",)" : ")");
    }

    const PrimFunc& m_function;
    arith::Analyzer m_offsets;         ///< knows no ranges: offsets are the same wherever they are computed
    arith::VarRanges m_domains;        ///< of all iterators so far
    PointerMap<Var, size_t> m_numbers; ///< into them
    bool m_rangesAreIndependent = true;
    PointerSet<Buffer> m_params;
    PointerSet<Buffer> m_accessed;
    PointerMap<Buffer, const Buffer*> m_flat;
};

FunctionOutcome run(const PrimFunc& function, PassContext& context)
{
    BufferFlattener flattener(context, function);
    const PrimFunc* made = flattener.flatten();
    if (flattener.error())
        return *flattener.error();
    if (made == &function)
        context.note("nothing to do: no parameter is accessed, and all other buffers are flat", &function);
    return made;
}

} // namespace

PassInfo flattenBuffer()
{
    return {.name = "FlattenBuffer",
            .summary = "Give every buffer one dimension, and every access one index",
            .established = {{ModuleProperty::FlatBuffers, "indices of several dimensions become one"}},
            .run = functionPass(run)};
}

} // namespace tir::passes
