#include "core/codegen/llvm_ir/function/all_reduce.h"

#include "core/codegen/llvm_ir/emulator_abi.h"
#include "core/codegen/llvm_ir/function/accesses.h"
#include "core/codegen/llvm_ir/function/bindings.h"
#include "core/codegen/llvm_ir/function/conversions.h"
#include "core/codegen/llvm_ir/function/coroutine.h"
#include "core/codegen/llvm_ir/function/expressions.h"
#include "core/codegen/llvm_ir/function/memory_checks.h"
#include "core/codegen/llvm_ir/function/pointers.h"
#include "core/codegen/llvm_ir/function/thread_axes.h"
#include "core/codegen/llvm_ir/function/value_forms.h"
#include "core/codegen/llvm_ir/function/work_counting.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Module.h>

#include <cstddef>

namespace tir::llvm_ir {

std::optional<llvm::Value*> AllReduce::emitOperation(const Call& call)
{
    if (!m_context.emulator)
        return std::nullopt;
    static constexpr Handler<AllReduce> Handlers[] = {
        {OpId::tvm_thread_allreduce, 3, &AllReduce::emitAllReduce},
    };
    return emitListed(*this, Handlers, call);
}

/// (count, values …, condition, results …, thread axes …): of the threads that differ on the axes only, the
/// values combined by the reducer of the attribute around, in the order of the threads; to every one of them.
llvm::Value* AllReduce::emitAllReduce(const Call& call)
{
    if (!m_coroutine.canExchange(call))
        return undefined(call.dtype);
    const auto* size = as<IntImm>(call.args[0]);
    const size_t count = size && size->value > 0 ? size_t(size->value) : 0;
    const CommReducer* reducer = m_reducers.empty() ? nullptr : m_reducers.back();
    if (count == 0 || count > MaxOperands || call.args.size() < 2 + 2 * count || !reducer ||
        reducer->lhs.size() != count)
        return refuse(call, "tvm_thread_allreduce needs its reducer and as many values as that combines",
                      call.dtype);
    ReducedAxes isReduced = {};
    for (const Expr* axis : call.args.subspan(2 + 2 * count)) {
        const auto* var = as<Var>(axis);
        const auto number = var ? m_axes.axisOf(*var) : std::nullopt;
        if (number && *number >= ThreadAxis::ThreadX)
            isReduced[size_t(*number) - size_t(ThreadAxis::ThreadX)] = true;
        else if (axis->kind != NodeKind::IntImm)
            return refuse(*axis, "tvm_thread_allreduce needs positions of threads as axes", call.dtype);
    }

    const std::vector<Value*> sums =
        emitOperands(*reducer, call.args.subspan(1, count), *call.args[1 + count]);
    m_coroutine.wait(Wait::Block, "allreduce");
    for (const Expr* combination : reducer->result)
        m_work.countCombination(*combination);
    const bool wasPaused = m_work.setPaused(true); // every thread repeats the work of the others
    emitCombinations(*reducer, isReduced, sums);
    m_work.setPaused(wasPaused);
    m_coroutine.wait(Wait::Block, "allreduce");

    for (size_t index = 0; index < count; ++index)
        emitResult(call, *call.args[2 + count + index], typeOf(*reducer, index), sums[index]);
    return undefined(call.dtype);
}

tir::DType AllReduce::typeOf(const CommReducer& reducer, size_t index)
{
    return reducer.lhs[index]->dtype;
}

/// Publishes the values of this thread, or the identities if it takes no part. The memory of the sums, which are the
/// identities at first.
std::vector<llvm::Value*> AllReduce::emitOperands(const CommReducer& reducer, ExprList values,
                                                  const Expr& condition)
{
    llvm::IRBuilderBase& b = m_builder;
    const auto identity = [&](size_t index) {
        return m_expressions.emitAs(*reducer.identity[index], typeOf(reducer, index));
    };
    Value* takesPart = m_expressions.emitBool(condition);
    std::vector<Value*> sums;
    for (size_t index = 0; index < values.size(); ++index) {
        const DType dtype = typeOf(reducer, index);
        Value* shown = stackMemory(dtype.vectorBytes(), 16);
        Value* value =
            b.CreateSelect(takesPart, m_expressions.emitAs(*values[index], dtype), identity(index));
        b.CreateStore(m_forms.toMemory(dtype, value), shown);
        b.CreateStore(shown, m_coroutine.threadField(offsetof(GpuThread, operands) + index * sizeof(void*)));
        sums.push_back(stackMemory(std::max(dtype.vectorBytes(), 4 * dtype.lanes), 16));
        b.CreateStore(identity(index), sums.back());
    }
    return sums;
}

/// Combines the values of the threads that differ from this one on the reduced axes only, in their order.
void AllReduce::emitCombinations(const CommReducer& reducer, const ReducedAxes& isReduced,
                                 const std::vector<Value*>& sums)
{
    llvm::IRBuilderBase& b = m_builder;
    std::array<Value*, 3> own = {};
    std::array<Value*, 3> extents = {};
    for (size_t axis = 0; axis < 3; ++axis) {
        const auto field = [&](Value* object, size_t offset) {
            Value* address = b.CreateConstGEP1_64(b.getInt8Ty(), object, offset + axis * sizeof(uint32_t));
            return b.CreateZExt(b.CreateLoad(b.getInt32Ty(), address), b.getInt64Ty());
        };
        own[axis] = field(m_context.thread, offsetof(GpuThread, index));
        extents[axis] = field(m_context.block, offsetof(GpuBlock, threadCounts));
    }
    const auto along = [&](size_t axis, const std::function<void(Value*)>& body) {
        if (isReduced[axis])
            emitCount(int64Value(0), extents[axis], body);
        else
            body(own[axis]);
    };
    const auto number = [&](Value* x, Value* y, Value* z) {
        return b.CreateAdd(b.CreateMul(b.CreateAdd(b.CreateMul(z, extents[1]), y), extents[0]), x);
    };
    Value* first =
        b.CreateGEP(b.getInt8Ty(), m_context.thread,
                    b.CreateMul(number(own[0], own[1], own[2]), int64Value(-int64_t(sizeof(GpuThread)))));
    along(2, [&](Value* z) {
        along(1, [&](Value* y) {
            along(0, [&](Value* x) {
                Value* other = b.CreateGEP(b.getInt8Ty(), first,
                                           b.CreateMul(number(x, y, z), int64Value(sizeof(GpuThread))));
                emitCombination(reducer, sums, other);
            });
        });
    });
}

/// Stores a sum of type `dtype` to the target: an element of a buffer, or a pointer.
void AllReduce::emitResult(const Call& call, const Expr& target, DType dtype, Value* memory)
{
    llvm::IRBuilderBase& b = m_builder;
    Value* sum = b.CreateLoad(valueType(dtype), memory);
    if (const auto* load = as<BufferLoad>(&target)) {
        m_work.countBytes(CountedWork::Kind::StoredBytes, *load->buffer, load->dtype.vectorBytes());
        const Access access =
            m_accesses.startAccess(SiteKind::Write, *load, *load->buffer, load->indices, load->dtype);
        Value* value = m_forms.toMemory(load->dtype, m_conversions.emitCast(load->dtype, dtype, sum));
        b.CreateAlignedStore(value, m_accesses.accessAddress(access, 0), llvm::Align(1));
    } else {
        m_work.countBytes(CountedWork::Kind::StoredBytes, target, dtype.vectorBytes());
        Value* address =
            m_checks.checkedPointer(SiteKind::Write, call, m_pointers.pointerTo(target), dtype.vectorBytes());
        b.CreateAlignedStore(m_forms.toMemory(dtype, sum), address, llvm::Align(1));
    }
}

/// sums = reducer(sums, the values that thread `other` publishes). A thread that has ended publishes none.
void AllReduce::emitCombination(const CommReducer& reducer, const std::vector<Value*>& sums, Value* other)
{
    llvm::IRBuilderBase& b = m_builder;
    const auto shown = [&](size_t index) {
        return b.CreateLoad(b.getPtrTy(),
                            b.CreateConstGEP1_64(b.getInt8Ty(), other,
                                                 offsetof(GpuThread, operands) + index * sizeof(void*)));
    };
    llvm::BasicBlock* there = newBlock("there");
    llvm::BasicBlock* after = newBlock("after");
    b.CreateCondBr(b.CreateIsNotNull(shown(0)), there, after);
    b.SetInsertPoint(there);
    const size_t mark = m_bindings.enterScope();
    for (size_t index = 0; index < sums.size(); ++index) {
        const DType dtype = typeOf(reducer, index);
        m_bindings.define(reducer.lhs[index], b.CreateLoad(valueType(dtype), sums[index]));
        m_bindings.define(reducer.rhs[index],
                          m_forms.fromMemory(dtype, b.CreateLoad(m_forms.memoryType(dtype), shown(index))));
    }
    std::vector<Value*> combined;
    for (size_t index = 0; index < sums.size(); ++index)
        combined.push_back(m_expressions.emitAs(*reducer.result[index], typeOf(reducer, index)));
    for (size_t index = 0; index < sums.size(); ++index)
        b.CreateStore(combined[index], sums[index]);
    m_bindings.leaveScope(mark);
    continueIn(after);
}

} // namespace tir::llvm_ir
