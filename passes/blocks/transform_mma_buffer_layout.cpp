/// transform_mma_buffer_layout: fragments of mma instructions become local buffers, laid out as registers.
///
///     C: (32, 32), scope m16n8k8.matrixC    becomes    C: (2, 4, 2, 2), scope local
///
/// Place: after inject_software_pipeline, which adds a dimension for the versions of a fragment.
/// Leaves alone: other buffers; the declared regions of blocks, which name the old buffer, as in TVM.
///
/// Sound mode: blocks declare that they access all registers of the local buffer.

#include "core/analysis/text.h"
#include "core/arith/analyzer.h"
#include "core/ir/substitute.h"
#include "core/support/list_text.h"
#include "core/support/text_format.h"
#include "passes/framework/arithmetic.h"
#include "passes/framework/pass_mutator.h"

namespace tir::passes {
namespace {

/// The two last extents become `rows / rowTile, columns / columnTile`, followed by a thread's part of a tile.
struct FragmentLayout {
    StorageRank rank;
    int64_t rowTile;
    int64_t columnTile;
    int64_t held[2];
};

constexpr FragmentLayout Layouts[] = {
    {StorageRank::MmaMatrixA, 32, 8, {4, 2}},
    {StorageRank::MmaMatrixB, 8, 32, {1, 8}},
    {StorageRank::MmaMatrixC, 16, 8, {2, 2}},
};

const FragmentLayout* layoutOf(const Buffer& buffer)
{
    for (const FragmentLayout& layout : Layouts)
        if (buffer.scope().rank == layout.rank)
            return &layout;
    return nullptr;
}

class FragmentTransformer : public PassSubstituter {
public:
    explicit FragmentTransformer(PassContext& context)
        : PassSubstituter(context),
          m_analyzer(context.arena(), arithmeticOf(context))
    {}

private:
    using PassSubstituter::visit;

    const Stmt* visit(const SBlock& block) override
    {
        std::vector<const Buffer*> buffers;
        bool isSame = true;
        for (const Buffer* buffer : block.allocBuffers) {
            buffers.push_back(transformed(buffer));
            isSame &= buffers.back() == buffer;
        }
        SBlock made = block;
        made.init = mutate(block.init);
        made.body = mutate(block.body);
        if (isSame && made.init == block.init && made.body == block.body)
            return &block;
        if (context().mode() == Mode::Sound) {
            made.reads = regions(block.reads);
            made.writes = regions(block.writes);
        }
        made.allocBuffers = arena().copy(buffers);
        return makeFrom<SBlock>(block, made);
    }

    std::span<const BufferRegion* const> regions(std::span<const BufferRegion* const> declared)
    {
        std::vector<const BufferRegion*> made;
        for (const BufferRegion* region : declared) {
            const Buffer* const* fragment = m_fragments.find(region->buffer);
            if (!fragment) {
                made.push_back(region);
                continue;
            }
            std::vector<const Range*> ranges;
            for (const Expr* extent : (*fragment)->shape)
                ranges.push_back(arena().make<Range>(intImm(arena(), extent->dtype, 0), extent));
            made.push_back(makeFrom<BufferRegion>(*region, *fragment, arena().copy(ranges)));
        }
        return arena().copy(made);
    }

    const Buffer* transformed(const Buffer* buffer)
    {
        const FragmentLayout* layout = layoutOf(*buffer);
        if (!layout)
            return buffer;
        const size_t rank = buffer->shape.size();
        const auto* rows = rank < 2 ? nullptr : as<IntImm>(buffer->shape[rank - 2]);
        const auto* columns = rank < 2 ? nullptr : as<IntImm>(buffer->shape[rank - 1]);
        if (!rows || !columns || rows->value % layout->rowTile != 0 ||
            columns->value % layout->columnTile != 0) {
            fail("the two last extents of fragment " + quoted(buffer->name) + " must be multiples of " +
                     std::to_string(layout->rowTile) + " and " + std::to_string(layout->columnTile),
                 *buffer);
            return buffer;
        }
        std::vector<const Expr*> shape(buffer->shape.begin(), buffer->shape.end() - 2);
        shape.push_back(intImm(arena(), rows->dtype, rows->value / layout->rowTile));
        shape.push_back(intImm(arena(), columns->dtype, columns->value / layout->columnTile));
        for (const int64_t count : layout->held)
            shape.push_back(int32(arena(), count));
        const auto* data =
            makeFrom<Var>(*buffer->data, buffer->data->name, pointerType(arena(), buffer->dtype, "local"));
        const auto* made = makeFrom<Buffer>(*buffer, data, buffer->dtype, arena().copy(shape),
                                            int32(arena(), 0), buffer->name);
        m_values[buffer->data] = data;
        m_fragments[buffer] = made;
        context().explain([buffer, made](NoteWriter& notes) {
            const auto textOf = [](const Expr* extent) { return shortText(*extent); };
            notes.note("fragment " + quoted(buffer->name) + " becomes a local buffer of shape (" +
                           listText(made->shape, textOf) + ")",
                       made);
        });
        return made;
    }

    const Expr* visit(const BufferLoad& load) override
    {
        const Buffer* const* fragment = m_fragments.find(load.buffer);
        if (!fragment)
            return Mutator::visit(load);
        return makeFrom<BufferLoad>(load, load.dtype, *fragment,
                                    registerOf(load.buffer, mutate(load.indices)));
    }

    const Stmt* visit(const BufferStore& store) override
    {
        const Buffer* const* fragment = m_fragments.find(store.buffer);
        if (!fragment)
            return Mutator::visit(store);
        const Expr* value = mutate(store.value);
        return makeFrom<BufferStore>(store, *fragment, value,
                                     registerOf(store.buffer, mutate(store.indices)));
    }

    /// Only accumulators are accessed by elements; other fragments keep their indices, as in TVM.
    ExprList registerOf(const Buffer* original, ExprList indices)
    {
        if (original->scope().rank != StorageRank::MmaMatrixC)
            return indices;
        TIR_CHECK(indices.size() == 2)
            << "fragment '" << original->name << "' is accessed with " << indices.size() << " indices";
        const auto eighth = [&](const Expr* index) { return divided(BinaryOp::FloorDiv, index, 8); };
        const Expr* row = eighth(indices[0]);
        const Expr* inTile = divided(BinaryOp::FloorMod, indices[1], 8);
        std::vector<const Expr*> made{divided(BinaryOp::FloorDiv, row, 2), eighth(indices[1]),
                                      divided(BinaryOp::FloorMod, row, 2),
                                      divided(BinaryOp::FloorMod, inTile, 2)};
        for (const Expr*& index : made)
            index = m_analyzer.simplify(index);
        return arena().copy(made);
    }

    const Expr* divided(BinaryOp op, const Expr* index, int64_t divisor)
    {
        return binary(arena(), op, index, intImm(arena(), index->dtype, divisor));
    }

    arith::Analyzer m_analyzer;
    PointerMap<Buffer, const Buffer*> m_fragments;
};

FunctionOutcome run(const PrimFunc& function, PassContext& context)
{
    FragmentTransformer transformer(context);
    const Stmt* body = transformer.mutate(function.body);
    if (transformer.error())
        return *transformer.error();
    if (body == function.body)
        context.note("nothing to do: no block allocates a fragment of an mma instruction", &function);
    return withBody(context.arena(), function, body);
}

} // namespace

PassInfo transformMmaBufferLayout()
{
    return {.name = "TransformMmaBufferLayout",
            .summary = "Lay fragments of mma instructions out as registers",
            .run = functionPass(run)};
}

} // namespace tir::passes
