#include "core/codegen/llvm_ir/function/fragments.h"

#include "core/codegen/llvm_ir/emulator_abi.h"
#include "core/codegen/llvm_ir/function/conversions.h"
#include "core/codegen/llvm_ir/function/coroutine.h"
#include "core/codegen/llvm_ir/function/expressions.h"
#include "core/codegen/llvm_ir/function/memory_checks.h"
#include "core/codegen/llvm_ir/function/pointers.h"
#include "core/codegen/llvm_ir/function/value_forms.h"
#include "core/codegen/llvm_ir/function/work_counting.h"
#include "core/ir/make.h"
#include "core/ir/visitor.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Module.h>

#include <cstddef>

namespace tir::llvm_ir {
namespace {

/// The shapes that the loads, fills and stores of a function give its fragments, by data variable.
class FragmentScanner : public Visitor {
public:
    FragmentScanner(std::unordered_map<const Var*, std::array<int64_t, 3>>& shapes) : m_shapes(shapes) {}

    /// A multiplication does not state the layout of its fragments: a matched one has the shape of its source.
    void spread()
    {
        for (const auto& [view, source] : m_matches)
            if (const auto known = m_shapes.find(view); known != m_shapes.end())
                m_shapes.emplace(source, known->second);
        for (const auto& [view, source] : m_matches)
            if (const auto known = m_shapes.find(source); known != m_shapes.end())
                m_shapes.emplace(view, known->second);
    }

protected:
    void visit(const Call& call) override
    {
        const OpId op = call.opId();
        if (isFragmentOperation(op) && op != OpId::tvm_mma_sync && call.args.size() >= 6) {
            std::array<int64_t, 3> shape = {};
            for (size_t axis = 0; axis < 3; ++axis)
                if (const auto* extent = as<IntImm>(call.args[1 + axis]))
                    shape[axis] = extent->value;
            if (const auto* data = as<Var>(call.args[0]))
                m_shapes.emplace(data, shape);
        }
        visitChildren(call);
    }
    void visit(const SBlock& block) override
    {
        for (const MatchBufferRegion* match : block.matchBuffers)
            m_matches.emplace_back(match->buffer->data, match->source->buffer->data);
        visitChildren(block);
    }

private:
    std::unordered_map<const Var*, std::array<int64_t, 3>>& m_shapes;
    std::vector<std::pair<const Var*, const Var*>> m_matches;
};

} // namespace

std::optional<llvm::Value*> Fragments::emitOperation(const Call& call)
{
    if (!m_context.emulator)
        return std::nullopt;
    static constexpr Handler<Fragments> Handlers[] = {
        {OpId::tvm_fill_fragment, 6, &Fragments::emitFragmentFill},
        {OpId::tvm_load_matrix_sync, 8, &Fragments::emitFragmentLoad},
        {OpId::tvm_mma_sync, 8, &Fragments::emitFragmentMultiply},
        {OpId::tvm_store_matrix_sync, 8, &Fragments::emitFragmentStore},
    };
    return emitListed(*this, Handlers, call);
}

void Fragments::scan(const Stmt& body)
{
    FragmentScanner scanner(m_shapes);
    static_cast<Visitor&>(scanner).visit(&body, Role::Scope);
    scanner.spread();
}

/// The fragment number `index` of the data; nothing, with a refusal, where its shape is not known.
std::optional<Fragments::Fragment> Fragments::fragment(const Call& call, size_t dataArg, size_t indexArg)
{
    const auto* data = as<Var>(call.args[dataArg]);
    const auto* pointer = data ? as<PointerType>(data->type) : nullptr;
    const auto shape = m_shapes.find(data);
    const auto element = data ? pointeeDType(data) : std::nullopt;
    const auto scope = pointer ? storageScopeFromString(pointer->scope) : std::nullopt;
    if (!element || !scope || shape == m_shapes.end()) {
        refuse(call,
               "a matrix fragment needs memory in a wmma scope and a load, fill or store with its shape",
               Void);
        return std::nullopt;
    }
    const auto [m, n, k] = shape->second;
    Fragment result{{}, *element, m, n};
    if (scope->rank == StorageRank::WmmaMatrixA)
        result.columns = k;
    else if (scope->rank == StorageRank::WmmaMatrixB)
        result.rows = k;
    Value* index = m_builder.CreateMul(m_expressions.emitAs(*call.args[indexArg], Int64),
                                       int64Value(result.rows * result.columns));
    result.data = m_pointers.moved(m_pointers.pointerTo(*data), *element, index);
    return result;
}

/// `body` by the first lane of the warp, or by the only thread if there are no lanes.
void Fragments::emitByFirstLane(const std::function<void()>& body)
{
    if (!m_coroutine.isUsed())
        return body();
    llvm::IRBuilderBase& b = m_builder;
    llvm::BasicBlock* inside = newBlock("first_lane");
    llvm::BasicBlock* after = newBlock("after");
    Value* number = b.CreateLoad(b.getInt32Ty(), m_coroutine.threadField(offsetof(GpuThread, number)));
    Value* lane = b.CreateURem(number, int32Value(WarpLanes));
    b.CreateCondBr(b.CreateICmpEQ(lane, int32Value(0)), inside, after);
    b.SetInsertPoint(inside);
    body();
    continueIn(after);
}

void Fragments::emitElements(const Fragment& tile, const std::function<void(Value*, Value*)>& body)
{
    emitCount(int64Value(0), int64Value(tile.rows), [&](Value* row) {
        emitCount(int64Value(0), int64Value(tile.columns), [&](Value* column) { body(row, column); });
    });
}

Pointer Fragments::elementOf(const Fragment& tile, Value* row, Value* column)
{
    Value* index = m_builder.CreateAdd(m_builder.CreateMul(row, int64Value(tile.columns)), column);
    return m_pointers.moved(tile.data, tile.dtype, index);
}

/// A checked program looks at every element once, whatever the operation that reads the tile does with it.
void Fragments::checkTile(const Call& call, const Fragment& tile)
{
    if (m_module.checks())
        emitElements(tile, [&](Value* row, Value* column) {
            m_checks.checkedPointer(SiteKind::Read, call, elementOf(tile, row, column), tile.dtype.bytes());
        });
}

/// (fragment, m, n, k, index, value)
llvm::Value* Fragments::emitFragmentFill(const Call& call)
{
    const auto tile = fragment(call, 0, 4);
    if (!tile)
        return undefined(call.dtype);
    Value* value = m_forms.toMemory(tile->dtype, m_expressions.emitAs(*call.args[5], tile->dtype));
    emitByFirstLane([&] {
        emitElements(*tile, [&](Value* row, Value* column) {
            m_builder.CreateAlignedStore(value,
                                         m_checks.checkedPointer(SiteKind::Write, call,
                                                                 elementOf(*tile, row, column),
                                                                 tile->dtype.bytes()),
                                         llvm::Align(1));
        });
    });
    return undefined(call.dtype);
}

/// (fragment, m, n, k, index, address, stride, layout): between a tile and memory.
void Fragments::emitFragmentCopy(const Call& call, bool isLoad)
{
    llvm::IRBuilderBase& b = m_builder;
    const auto tile = fragment(call, 0, 4);
    const auto* layout = as<StringImm>(call.args[7]);
    if (!tile || !layout)
        return;
    const bool isByRow = layout->value != "col_major";
    const Pointer memory = m_pointers.pointerTo(*call.args[5]);
    Value* stride = m_expressions.emitAs(*call.args[6], Int64);
    if (m_coroutine.isUsed())
        m_coroutine.wait(Wait::Warp, "matrix");
    emitByFirstLane([&] {
        m_work.countBytes(isLoad ? CountedWork::Kind::LoadedBytes : CountedWork::Kind::StoredBytes,
                          *call.args[5], tile->rows * tile->columns * tile->dtype.bytes());
        emitElements(*tile, [&](Value* row, Value* column) {
            Value* index = b.CreateAdd(b.CreateMul(isByRow ? row : column, stride), isByRow ? column : row);
            Pointer from = m_pointers.moved(memory, tile->dtype, index);
            Pointer into = elementOf(*tile, row, column);
            if (!isLoad)
                std::swap(from, into);
            const int64_t bytes = tile->dtype.bytes();
            Value* element = b.CreateAlignedLoad(m_forms.memoryType(tile->dtype),
                                                 m_checks.checkedPointer(SiteKind::Read, call, from, bytes),
                                                 llvm::Align(1));
            b.CreateAlignedStore(element, m_checks.checkedPointer(SiteKind::Write, call, into, bytes),
                                 llvm::Align(1));
        });
    });
    if (m_coroutine.isUsed())
        m_coroutine.wait(Wait::Warp, "matrix");
}

llvm::Value* Fragments::emitFragmentLoad(const Call& call)
{
    emitFragmentCopy(call, true);
    return undefined(call.dtype);
}

llvm::Value* Fragments::emitFragmentStore(const Call& call)
{
    emitFragmentCopy(call, false);
    return undefined(call.dtype);
}

/// (d, index, a, index, b, index, c, index): d = a b + c. Floats are summed in float32 (float64 in their
/// own), in the order of k, and rounded once.
llvm::Value* Fragments::emitFragmentMultiply(const Call& call)
{
    llvm::IRBuilderBase& b = m_builder;
    const auto d = fragment(call, 0, 1);
    const auto left = fragment(call, 2, 3);
    const auto right = fragment(call, 4, 5);
    const auto c = fragment(call, 6, 7);
    if (!d || !left || !right || !c)
        return undefined(call.dtype);
    if (left->columns != right->rows || d->rows != left->rows || d->columns != right->columns)
        return refuse(call, "the shapes of these fragments do not fit", call.dtype);
    const DType sumType = !d->dtype.isAnyFloat() ? d->dtype : d->dtype.bits == 64 ? Float64 : Float32;
    const auto load = [&](const Fragment& tile, Value* row, Value* column) {
        Value* raw = b.CreateAlignedLoad(m_forms.memoryType(tile.dtype),
                                         m_pointers.addressOf(elementOf(tile, row, column)), llvm::Align(1));
        return m_conversions.emitCast(sumType, tile.dtype, m_forms.fromMemory(tile.dtype, raw));
    };
    Value* sum = stackMemory(8, 8);
    emitByFirstLane([&] {
        m_work.countMatrixOperations(left->dtype, 2 * d->rows * d->columns * left->columns);
        for (const auto& tile : {*left, *right, *c})
            checkTile(call, tile);
        emitElements(*d, [&](Value* row, Value* column) {
            b.CreateStore(load(*c, row, column), sum);
            emitCount(int64Value(0), int64Value(left->columns), [&](Value* k) {
                Value* x = load(*left, row, k);
                Value* y = load(*right, k, column);
                Value* before = b.CreateLoad(valueType(sumType), sum);
                b.CreateStore(sumType.isAnyFloat() ? b.CreateFAdd(before, b.CreateFMul(x, y))
                                                   : b.CreateAdd(before, b.CreateMul(x, y)),
                              sum);
            });
            Value* result = m_conversions.emitCast(d->dtype, sumType, b.CreateLoad(valueType(sumType), sum));
            Value* into =
                m_checks.checkedPointer(SiteKind::Write, call, elementOf(*d, row, column), d->dtype.bytes());
            b.CreateAlignedStore(m_forms.toMemory(d->dtype, result), into, llvm::Align(1));
        });
    });
    return undefined(call.dtype);
}

} // namespace tir::llvm_ir
