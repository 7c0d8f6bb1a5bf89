// What the threads of a warp or a block compute together on the CPU: active lanes, votes, reductions; and
// atomic operations. Every thread shows its values in GpuThread, waits for the others, and reads theirs.

#include "core/codegen/llvm_ir/emulator_abi.h"
#include "core/codegen/llvm_ir/function_emitter.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Module.h>

#include <bit>
#include <cstddef>

namespace tir::llvm_ir {
namespace {

llvm::AtomicRMWInst::BinOp instructionOf(AtomicKind kind, DType dtype)
{
    using Instruction = llvm::AtomicRMWInst;
    switch (kind) {
    case AtomicKind::Add:
        return dtype.isAnyFloat() ? Instruction::FAdd : Instruction::Add;
    case AtomicKind::Sub:
        return Instruction::Sub;
    case AtomicKind::Min:
        return dtype.isInt() ? Instruction::Min : Instruction::UMin;
    case AtomicKind::Max:
        return dtype.isInt() ? Instruction::Max : Instruction::UMax;
    case AtomicKind::And:
        return Instruction::And;
    case AtomicKind::Or:
        return Instruction::Or;
    case AtomicKind::Xor:
        return Instruction::Xor;
    case AtomicKind::Exchange:
    case AtomicKind::CompareExchange:
        break;
    }
    return Instruction::Xchg;
}

} // namespace

llvm::Value* FunctionEmitter::emitCollective(const Call& call, bool& known)
{
    struct Handler {
        OpId op;
        size_t leastArgs;
        Value* (FunctionEmitter::*emit)(const Call&);
    };
    static constexpr Handler Handlers[] = {
        {OpId::cuda_activemask, 0, &FunctionEmitter::emitActiveMask},
        {OpId::cuda_ballot_sync, 2, &FunctionEmitter::emitVote},
        {OpId::cuda_reduce_add_sync_u32, 2, &FunctionEmitter::emitVote},
        {OpId::cuda_reduce_min_sync_u32, 2, &FunctionEmitter::emitVote},
        {OpId::cuda_syncthreads_and, 1, &FunctionEmitter::emitVote},
        {OpId::cuda_syncthreads_or, 1, &FunctionEmitter::emitVote},
        {OpId::mma_fill, 3, &FunctionEmitter::emitRegisterFill},
        {OpId::mma_fill_legacy, 3, &FunctionEmitter::emitRegisterFill},
        {OpId::mma_store, 6, &FunctionEmitter::emitRegisterStore},
        {OpId::mma_store_legacy, 6, &FunctionEmitter::emitRegisterStore},
        {OpId::ptx_any_sync, 2, &FunctionEmitter::emitVote},
        {OpId::ptx_ldmatrix, 5, &FunctionEmitter::emitMatrixLoad},
        {OpId::ptx_ldmatrix_legacy, 7, &FunctionEmitter::emitMatrixLoad},
        {OpId::ptx_mma, 10, &FunctionEmitter::emitMatrixProduct},
        {OpId::ptx_mma_legacy, 13, &FunctionEmitter::emitMatrixProduct},
        {OpId::tvm_fill_fragment, 6, &FunctionEmitter::emitFragmentFill},
        {OpId::tvm_load_matrix_sync, 8, &FunctionEmitter::emitFragmentLoad},
        {OpId::tvm_mma_sync, 8, &FunctionEmitter::emitFragmentMultiply},
        {OpId::tvm_store_matrix_sync, 8, &FunctionEmitter::emitFragmentStore},
        {OpId::tvm_thread_allreduce, 3, &FunctionEmitter::emitAllReduce},
        {OpId::tvm_warp_activemask, 0, &FunctionEmitter::emitActiveMask},
    };
    const auto atomic = atomicOperation(call);
    known = atomic.has_value();
    if (atomic)
        return emitAtomic(call, *atomic);
    for (const Handler& handler : Handlers) {
        if (!call.isOp(handler.op))
            continue;
        known = true;
        const std::string name(call.op->name);
        if (call.args.size() < handler.leastArgs)
            return refuse(
                call, "operation '" + name + "' needs " + std::to_string(handler.leastArgs) + " arguments",
                call.dtype);
        if (isExchange(handler.op) && !m_isCoroutine)
            return refuse(call, "operation '" + name + "' stands outside of any launch", call.dtype);
        return (this->*handler.emit)(call);
    }
    return nullptr;
}

/// The lanes that are here when the others of the warp wait elsewhere or have ended.
llvm::Value* FunctionEmitter::emitActiveMask(const Call& call)
{
    wait(Wait::Here, "active lanes");
    Value* mask = m_builder->CreateLoad(m_builder->getInt32Ty(), threadField(offsetof(GpuThread, mask)));
    return emitCast(call.dtype, UInt32, mask);
}

/// A word of every lane (or of every thread of the block), combined.
llvm::Value* FunctionEmitter::emitVote(const Call& call)
{
    llvm::IRBuilderBase& b = *m_builder;
    llvm::Type* pointer = b.getPtrTy();
    const bool isOfBlock = call.isOp(OpId::cuda_syncthreads_and) || call.isOp(OpId::cuda_syncthreads_or);
    const Vote vote = call.isOp(OpId::cuda_ballot_sync)           ? Vote::Ballot
                      : call.isOp(OpId::cuda_reduce_add_sync_u32) ? Vote::Sum
                      : call.isOp(OpId::cuda_reduce_min_sync_u32) ? Vote::Min
                      : call.isOp(OpId::cuda_syncthreads_and)     ? Vote::All
                                                                  : Vote::Any;
    const Expr& operand = *call.args[isOfBlock ? 0 : 1];
    const bool isNumber = vote == Vote::Sum || vote == Vote::Min;
    Value* value = isNumber ? emitAs(operand, UInt32) : emitCast(UInt32, Bool, emitBool(operand));
    Value* mask = isOfBlock ? int32Value(AllLanes) : emitAs(*call.args[0], UInt32);
    b.CreateAlignedStore(value,
                         b.CreateCall(m_module.external("tirscope_offer", pointer, {pointer}), {m_thread}),
                         llvm::Align(1));
    wait(isOfBlock ? Wait::Block : Wait::Warp, "vote", mask);
    llvm::Function* count = m_module.external(
        "tirscope_vote", b.getInt32Ty(), {pointer, pointer, b.getInt32Ty(), b.getInt32Ty(), b.getInt1Ty()});
    count->addParamAttr(4, llvm::Attribute::ZExt);
    Value* result =
        b.CreateCall(count, {m_block, m_thread, int32Value(uint32_t(vote)), mask, b.getInt1(isOfBlock)});
    return emitCast(call.dtype, UInt32, result);
}

/// (count, values …, condition, results …, thread axes …): of the threads that differ on the axes only, the
/// values combined by the reducer of the attribute around, in the order of the threads; to every one of them.
llvm::Value* FunctionEmitter::emitAllReduce(const Call& call)
{
    llvm::IRBuilderBase& b = *m_builder;
    const auto* size = as<IntImm>(call.args[0]);
    const size_t count = size && size->value > 0 ? size_t(size->value) : 0;
    const CommReducer* reducer = m_reducers.empty() ? nullptr : m_reducers.back();
    if (count == 0 || count > MaxOperands || call.args.size() < 2 + 2 * count || !reducer ||
        reducer->lhs.size() != count)
        return refuse(call, "tvm_thread_allreduce needs its reducer and as many values as that combines",
                      call.dtype);
    std::array<bool, 3> isReduced = {};
    for (const Expr* axis : call.args.subspan(2 + 2 * count)) {
        const auto found = m_axes.find(as<Var>(axis));
        if (found != m_axes.end() && found->second >= ThreadAxis::ThreadX)
            isReduced[size_t(found->second) - size_t(ThreadAxis::ThreadX)] = true;
        else if (axis->kind != NodeKind::IntImm)
            return refuse(*axis, "tvm_thread_allreduce needs positions of threads as axes", call.dtype);
    }

    const auto identity = [&](size_t index) {
        return emitAs(*reducer->identity[index], typeOf(*reducer, index));
    };
    Value* takesPart = emitBool(*call.args[1 + count]);
    std::vector<Value*> sums;
    for (size_t index = 0; index < count; ++index) {
        const DType dtype = typeOf(*reducer, index);
        Value* shown = stackMemory(dtype.vectorBytes(), 16);
        Value* value = b.CreateSelect(takesPart, emitAs(*call.args[1 + index], dtype), identity(index));
        b.CreateStore(toMemory(dtype, value), shown);
        b.CreateStore(shown, threadField(offsetof(GpuThread, operands) + index * sizeof(void*)));
        sums.push_back(stackMemory(std::max(dtype.vectorBytes(), 4 * dtype.lanes), 16));
        b.CreateStore(identity(index), sums.back());
    }
    wait(Wait::Block, "allreduce");

    std::array<Value*, 3> own = {};
    std::array<Value*, 3> extents = {};
    for (size_t axis = 0; axis < 3; ++axis) {
        const auto field = [&](Value* object, size_t offset) {
            Value* address = b.CreateConstGEP1_64(b.getInt8Ty(), object, offset + axis * sizeof(uint32_t));
            return b.CreateZExt(b.CreateLoad(b.getInt32Ty(), address), b.getInt64Ty());
        };
        own[axis] = field(m_thread, offsetof(GpuThread, index));
        extents[axis] = field(m_block, offsetof(GpuBlock, threadCounts));
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
        b.CreateGEP(b.getInt8Ty(), m_thread,
                    b.CreateMul(number(own[0], own[1], own[2]), int64Value(-int64_t(sizeof(GpuThread)))));
    along(2, [&](Value* z) {
        along(1, [&](Value* y) {
            along(0, [&](Value* x) {
                Value* other = b.CreateGEP(b.getInt8Ty(), first,
                                           b.CreateMul(number(x, y, z), int64Value(sizeof(GpuThread))));
                emitCombination(*reducer, sums, other);
            });
        });
    });
    wait(Wait::Block, "allreduce");

    for (size_t index = 0; index < count; ++index) {
        const DType dtype = typeOf(*reducer, index);
        Value* sum = b.CreateLoad(valueType(dtype), sums[index]);
        const Expr& target = *call.args[2 + count + index];
        if (const auto* load = as<BufferLoad>(&target)) {
            const Access access =
                startAccess(SiteKind::Write, *load, *load->buffer, load->indices, load->dtype);
            Value* value = toMemory(load->dtype, emitCast(load->dtype, dtype, sum));
            b.CreateAlignedStore(value, accessAddress(access, 0), llvm::Align(1));
        } else {
            Value* address = checkedPointer(SiteKind::Write, call, pointerTo(target), dtype.vectorBytes());
            b.CreateAlignedStore(toMemory(dtype, sum), address, llvm::Align(1));
        }
    }
    return undefined(call.dtype);
}

tir::DType FunctionEmitter::typeOf(const CommReducer& reducer, size_t index)
{
    return reducer.lhs[index]->dtype;
}

/// sums = reducer(sums, what the thread `other` shows). One that has ended shows nothing.
void FunctionEmitter::emitCombination(const CommReducer& reducer, const std::vector<Value*>& sums,
                                      Value* other)
{
    llvm::IRBuilderBase& b = *m_builder;
    const auto shown = [&](size_t index) {
        return b.CreateLoad(b.getPtrTy(),
                            b.CreateConstGEP1_64(b.getInt8Ty(), other,
                                                 offsetof(GpuThread, operands) + index * sizeof(void*)));
    };
    llvm::BasicBlock* there = newBlock("there");
    llvm::BasicBlock* after = newBlock("after");
    b.CreateCondBr(b.CreateIsNotNull(shown(0)), there, after);
    b.SetInsertPoint(there);
    const size_t mark = enterScope();
    for (size_t index = 0; index < sums.size(); ++index) {
        const DType dtype = typeOf(reducer, index);
        define(reducer.lhs[index], b.CreateLoad(valueType(dtype), sums[index]));
        define(reducer.rhs[index], fromMemory(dtype, b.CreateLoad(memoryType(dtype), shown(index))));
    }
    std::vector<Value*> combined;
    for (size_t index = 0; index < sums.size(); ++index)
        combined.push_back(emitAs(*reducer.result[index], typeOf(reducer, index)));
    for (size_t index = 0; index < sums.size(); ++index)
        b.CreateStore(combined[index], sums[index]);
    leaveScope(mark);
    continueIn(after);
}

/// The value before.
llvm::Value* FunctionEmitter::emitAtomic(const Call& call, const AtomicOperation& operation)
{
    llvm::IRBuilderBase& b = *m_builder;
    const DType dtype = operation.args[1]->dtype;
    const bool isFloatToo = operation.kind == AtomicKind::Add || operation.kind == AtomicKind::Exchange;
    const bool isKnown = dtype.isScalar() && !dtype.isBool() && dtype.bits >= 16 &&
                         std::has_single_bit(unsigned(dtype.bits)) &&
                         (dtype.isIntegral() || (isFloatToo && dtype.isAnyFloat()));
    if (!isKnown)
        return refuse(
            call, "operation '" + std::string(call.op->name) + "' cannot be run on " + tir::toString(dtype),
            call.dtype);
    Value* address =
        checkedPointer(SiteKind::Update, call, pointerTo(*operation.args[0]), dtype.bytes(), dtype.bytes());
    const auto finish = [&](Value* old) {
        return call.dtype.isHandle() ? undefined(Handle)
               : call.dtype.isVoid() ? nullptr
                                     : emitCast(call.dtype, dtype, old);
    };
    const llvm::Align alignment{uint64_t(dtype.bytes())};
    const auto order = llvm::AtomicOrdering::SequentiallyConsistent;
    Value* value = emit(*operation.args[1]);
    if (operation.kind == AtomicKind::CompareExchange) {
        Value* pair =
            b.CreateAtomicCmpXchg(address, value, emitAs(*operation.args[2], dtype), alignment, order, order);
        return finish(b.CreateExtractValue(pair, 0));
    }
    if (dtype.isIntegral() || dtype.bits >= 32) {
        Value* stored = operation.kind == AtomicKind::Exchange ? toMemory(dtype, value) : value;
        Value* old =
            b.CreateAtomicRMW(instructionOf(operation.kind, dtype), address, stored, alignment, order);
        return finish(operation.kind == AtomicKind::Exchange ? fromMemory(dtype, old) : old);
    }
    // Blocks with atomic operations run one after the other, and so do their threads.
    Value* old = fromMemory(dtype, b.CreateAlignedLoad(memoryType(dtype), address, alignment));
    Value* sum = operation.kind == AtomicKind::Add ? rounded(dtype, b.CreateFAdd(old, value)) : value;
    b.CreateAlignedStore(toMemory(dtype, sum), address, alignment);
    return finish(old);
}

} // namespace tir::llvm_ir
