/// inject_permuted_layout: columns of shared tiles are permuted, so that a warp reads without bank conflicts.
///
///     S[r, c]    becomes    S[r, ((c // 8) ^ (r % 8)) * 8 + c % 8]    (rows of 64 elements)
///
/// Place: after compact_buffer_allocation, because the permutation depends on the length of a row; before
///        lower_opaque_block, because annotations of blocks request it.
/// Leaves alone: buffers that are not shared or have one dimension; the declared regions of blocks.

#include "core/analysis/text.h"
#include "core/arith/mutator_with_analyzer.h"
#include "core/support/text_format.h"
#include "passes/framework/pass_mutator.h"

namespace tir::passes {
namespace {

constexpr std::string_view Annotation = "permuted_layout";
constexpr int64_t GroupSize = 8; ///< elements that stay together

class LayoutPermuter : public PassMutatorOf<arith::MutatorWithAnalyzer> {
public:
    using PassMutatorOf::PassMutatorOf;

private:
    using PassMutatorOf::visit;

    const Stmt* visit(const SBlock& block) override
    {
        for (const Buffer* buffer : block.allocBuffers)
            m_buffers[buffer->data] = buffer;
        for (const MatchBufferRegion* match : block.matchBuffers)
            m_buffers[match->buffer->data] = match->buffer;
        const bool isRequested = requests(block);
        const bool outer = std::exchange(m_isActive, m_isActive || isRequested);
        const Stmt* visited = MutatorWithAnalyzer::visit(block);
        m_isActive = outer;
        if (!isRequested)
            return visited;
        SBlock made = to<SBlock>(*visited);
        made.annotations = withoutEntry(arena(), block.annotations, Annotation);
        return makeFrom<SBlock>(block, made);
    }

    bool requests(const SBlock& block)
    {
        const AttrValue* value = find(block.annotations, Annotation);
        if (!value)
            return false;
        const auto* text = as<StringImm>(value->node());
        if (value->kind() == AttrValue::Kind::String || text)
            return !(text ? text->value : value->text()).empty();
        int64_t number = 0;
        if (value->toInt(number))
            return number != 0;
        fail("the annotation \"permuted_layout\" of block " + quoted(block.name) +
                 " must be a number or a string",
             block);
        return false;
    }

    const Expr* visit(const BufferLoad& load) override
    {
        const auto& visited = to<BufferLoad>(*MutatorWithAnalyzer::visit(load));
        if (!isPermuted(*load.buffer))
            return &visited;
        return makeFrom<BufferLoad>(load, load.dtype, load.buffer,
                                    permuted(*load.buffer, visited.indices, load), visited.predicate);
    }

    const Stmt* visit(const BufferStore& store) override
    {
        const auto& visited = to<BufferStore>(*MutatorWithAnalyzer::visit(store));
        if (!isPermuted(*store.buffer))
            return &visited;
        explain(*store.buffer, store);
        return makeFrom<BufferStore>(store, store.buffer, visited.value,
                                     permuted(*store.buffer, visited.indices, store), visited.predicate);
    }

    bool isPermuted(const Buffer& buffer)
    {
        return m_isActive && buffer.shape.size() >= 2 && buffer.scope().rank == StorageRank::Shared;
    }

    ExprList permuted(const Buffer& buffer, ExprList indices, const Node& access)
    {
        std::vector<const Expr*> made(indices.begin(), indices.end());
        if (const std::optional<int64_t> rowSize = rowSizeOf(buffer, access))
            made.back() = analyzer().simplify(permutedColumn(made[made.size() - 2], made.back(), *rowSize));
        return arena().copy(made);
    }

    /// A multiple of 64; or an odd multiple of 32, in an even number of rows.
    std::optional<int64_t> rowSizeOf(const Buffer& buffer, const Node& access)
    {
        const auto* columns = as<IntImm>(buffer.shape.back());
        const auto* rows = as<IntImm>(buffer.shape[buffer.shape.size() - 2]);
        const bool hasColumns = columns && columns->value > 0;
        if (hasColumns && columns->value % 64 == 0)
            return columns->value;
        if (hasColumns && columns->value % 32 == 0 && rows && rows->value % 2 == 0)
            return columns->value;
        fail("the columns of " + quoted(buffer.name) +
                 " can only be permuted if a row has a multiple of 64 elements, or of 32 in an even number "
                 "of rows",
             access);
        return std::nullopt;
    }

    const Expr* permutedColumn(const Expr* row, const Expr* column, int64_t rowSize)
    {
        const auto number = [&](const Expr* like, int64_t value) {
            return intImm(arena(), like->dtype, value);
        };
        const auto with = [&](BinaryOp op, const Expr* a, int64_t b) {
            return binary(arena(), op, a, number(a, b));
        };
        const Expr* group = with(BinaryOp::FloorDiv, column, GroupSize);
        const Expr* shift = with(BinaryOp::FloorMod, row, 8);
        if (rowSize % 64 != 0)
            shift = with(BinaryOp::FloorDiv, shift, 2);
        matchTypes(arena(), group, shift);
        const Expr* moved = callOp(arena(), group->dtype, OpId::bitwise_xor, {group, shift});
        return add(arena(), with(BinaryOp::Mul, moved, GroupSize),
                   with(BinaryOp::FloorMod, column, GroupSize));
    }

    // ---- instructions that take an address in a shared tile

    const Expr* visit(const Call& call) override
    {
        const Expr* visited = MutatorWithAnalyzer::visit(call);
        const auto* made = as<Call>(visited);
        if (!m_isActive || !made)
            return visited;
        if (made->isOp(OpId::ptx_ldmatrix))
            return withPermutedAddress(*made, 5, 6);
        if (made->isOp(OpId::mma_store))
            return withPermutedAddress(*made, 2, std::nullopt);
        return visited;
    }

    /// `offset`: the number of an argument that is added to the address, if there is one; it becomes 0.
    const Expr* withPermutedAddress(const Call& call, size_t address, std::optional<size_t> offset)
    {
        const size_t last = std::max(address, offset.value_or(0));
        const auto* pointer = call.args.size() > last ? as<Call>(call.args[address]) : nullptr;
        const auto* data =
            pointer && pointer->isOp(OpId::tvm_access_ptr) ? as<Var>(pointer->args[1]) : nullptr;
        const Buffer* const* buffer = data ? m_buffers.find(data) : nullptr;
        if (!buffer || (*buffer)->shape.size() < 2) {
            fail("the address of " + shortText(call) + " must be a tvm_access_ptr of a buffer of a block",
                 call);
            return &call;
        }
        const std::optional<int64_t> rowSize = rowSizeOf(**buffer, call);
        if (!rowSize)
            return &call;
        std::vector<const Expr*> args(call.args.begin(), call.args.end());
        std::vector<const Expr*> pointerArgs(pointer->args.begin(), pointer->args.end());
        const Expr* element = offset ? add(arena(), pointerArgs[2], args[*offset]) : pointerArgs[2];
        const Expr* size = intImm(arena(), element->dtype, *rowSize);
        const Expr* row = floorDiv(arena(), element, size);
        const Expr* column = binary(arena(), BinaryOp::FloorMod, element, size);
        pointerArgs[2] =
            analyzer().simplify(add(arena(), mul(arena(), row, size), permutedColumn(row, column, *rowSize)));
        args[address] = makeFrom<Call>(*pointer, pointer->dtype, pointer->op, arena().copy(pointerArgs),
                                       pointer->annotations);
        if (offset)
            args[*offset] = intImm(arena(), args[*offset]->dtype, 0);
        return makeFrom<Call>(call, call.dtype, call.op, arena().copy(args), call.annotations);
    }

    void explain(const Buffer& buffer, const BufferStore& store)
    {
        if (m_explained.insert(&buffer))
            context().explain([&buffer, &store](NoteWriter& notes) {
                notes.note("the columns of " + quoted(buffer.name) +
                               " are permuted in groups of 8, differently in each row",
                           &store);
            });
    }

    bool m_isActive = false;
    PointerMap<Var, const Buffer*> m_buffers; ///< of the blocks so far, by data variable
    PointerSet<Buffer> m_explained;
};

FunctionOutcome run(const PrimFunc& function, PassContext& context)
{
    LayoutPermuter permuter(context);
    const Stmt* body = permuter.mutate(function.body);
    if (permuter.error())
        return *permuter.error();
    if (body == function.body)
        context.note("nothing to do: no block requests a permuted layout", &function);
    return withBody(context.arena(), function, body);
}

} // namespace

PassInfo injectPermutedLayout()
{
    return {.name = "InjectPermutedLayout",
            .summary = "Permute the columns of shared tiles against bank conflicts",
            .run = functionPass(run)};
}

} // namespace tir::passes
