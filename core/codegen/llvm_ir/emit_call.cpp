// Calls: control, bits. Functions of the module are in emit_function_call.cpp, mathematics in emit_math.cpp,
// pointers in emit_pointers.cpp, launches in emit_launch.cpp, printf in emit_print.cpp. What is not listed here is
// refused by its name.

#include "core/codegen/llvm_ir/function_emitter.h"
#include "core/ir/make.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Module.h>

#include <algorithm>

namespace tir::llvm_ir {
namespace {

/// What LowerIntrin writes for CUDA, without what CUDA adds for a type: "__expf", "hexp", "__habs", "__popcll". Fast
/// functions are computed as exactly as the others.
std::string_view withoutCudaForm(std::string_view name, DType dtype)
{
    if (name.starts_with("__"))
        name.remove_prefix(2);
    if (dtype.isIntegral() && name.ends_with("ll"))
        name.remove_suffix(2);
    if (dtype.bits == 16 && dtype.isAnyFloat() && name.starts_with("h"))
        name.remove_prefix(1);
    return name == "popc" ? "popcount" : name == "abs" ? "fabs" : name;
}

} // namespace

llvm::Value* FunctionEmitter::emitCall(const Call& call)
{
    struct Handler {
        OpId op;
        size_t leastArgs;
        Value* (FunctionEmitter::*emit)(const Call&);
    };
    static constexpr Handler Handlers[] = {
        {OpId::TVMBackendAllocWorkspace, 3, &FunctionEmitter::emitWorkspaceCall},
        {OpId::TVMBackendFreeWorkspace, 0, &FunctionEmitter::emitNothing}, // ends with the run
        {OpId::address_of, 1, &FunctionEmitter::emitPointer},
        {OpId::assume, 0, &FunctionEmitter::emitNothing},
        {OpId::bitwise_and, 2, &FunctionEmitter::emitBitwise},
        {OpId::bitwise_not, 1, &FunctionEmitter::emitBitwise},
        {OpId::bitwise_or, 2, &FunctionEmitter::emitBitwise},
        {OpId::bitwise_xor, 2, &FunctionEmitter::emitBitwise},
        {OpId::break_loop, 0, &FunctionEmitter::emitJump},
        {OpId::call_extern, 1, &FunctionEmitter::emitForeignCall},
        {OpId::call_llvm_intrin, 1, &FunctionEmitter::emitLlvmIntrinsic},
        {OpId::call_llvm_pure_intrin, 1, &FunctionEmitter::emitLlvmIntrinsic},
        {OpId::call_pure_extern, 1, &FunctionEmitter::emitForeignCall},
        {OpId::continue_loop, 0, &FunctionEmitter::emitJump},
        {OpId::cuda_printf, 1, &FunctionEmitter::emitPrint},
        {OpId::end_profile_intrinsic, 0, &FunctionEmitter::emitNothing},
        {OpId::get_active_lane_mask, 2, &FunctionEmitter::emitActiveLanes},
        {OpId::handle_add_byte_offset, 2, &FunctionEmitter::emitPointer},
        {OpId::if_then_else, 2, &FunctionEmitter::emitIfThenElse},
        {OpId::ignore_loop_partition, 1, &FunctionEmitter::emitFirstArgument},
        {OpId::isnullptr, 1, &FunctionEmitter::emitIsNull},
        {OpId::large_uint_imm, 2, &FunctionEmitter::emitWideConstant},
        {OpId::likely, 1, &FunctionEmitter::emitFirstArgument},
        {OpId::prefetch, 0, &FunctionEmitter::emitNothing},
        {OpId::ptx_cp_async, 5, &FunctionEmitter::emitCopyAsync},
        {OpId::ptx_cp_async_commit_group, 0, &FunctionEmitter::emitCopyCommit},
        {OpId::ptx_cp_async_wait_group, 0, &FunctionEmitter::emitCopyWait},
        {OpId::ptx_ldg32, 4, &FunctionEmitter::emitGuardedLoad},
        {OpId::reinterpret, 1, &FunctionEmitter::emitReinterpret},
        {OpId::ret, 0, &FunctionEmitter::emitReturn},
        {OpId::shift_left, 2, &FunctionEmitter::emitShift},
        {OpId::shift_right, 2, &FunctionEmitter::emitShift},
        {OpId::start_profile_intrinsic, 0, &FunctionEmitter::emitNothing},
        {OpId::thread_return, 0, &FunctionEmitter::emitReturn},
        {OpId::tvm_access_ptr, 3, &FunctionEmitter::emitPointer},
        {OpId::tvm_call_cpacked, 1, &FunctionEmitter::emitCPackedCall},
        {OpId::tvm_call_cpacked_lowered, 4, &FunctionEmitter::emitLoweredCPackedCall},
        {OpId::tvm_call_packed, 1, &FunctionEmitter::emitPackedCall},
        {OpId::tvm_call_packed_lowered, 4, &FunctionEmitter::emitLoweredPackedCall},
        {OpId::tvm_stack_alloca, 2, &FunctionEmitter::emitStackMemory},
        {OpId::tvm_struct_get, 3, &FunctionEmitter::emitStructAccess},
        {OpId::tvm_struct_set, 3, &FunctionEmitter::emitStructAccess},
        {OpId::tvm_thread_invariant, 1, &FunctionEmitter::emitFirstArgument},
        {OpId::tvm_throw_last_error, 0, &FunctionEmitter::emitLastError},
        {OpId::type_annotation, 0, &FunctionEmitter::emitNothing},
        {OpId::undef, 0, &FunctionEmitter::emitNothing}, // any value will do
    };
    static_assert(std::is_sorted(std::begin(Handlers), std::end(Handlers),
                                 [](const Handler& a, const Handler& b) { return a.op < b.op; }));

    if (call.function) {
        const ModuleEntry* callee = m_module.module().find(call.function->name);
        return callee
                   ? emitFunctionCall(call, *callee)
                   : refuse(call, "function '" + std::string(call.function->name) + "' is not in the module",
                            call.dtype);
    }
    bool isOwn = false;
    Value* own = emitOwnCall(call, isOwn);
    if (isOwn)
        return own;
    std::string_view scope;
    if (isBarrier(call, scope)) {
        emitBarrier(call, scope);
        return undefined(call.dtype);
    }
    if (const auto shuffle = warpShuffle(call))
        return emitShuffle(call, *shuffle);
    bool isCollective = false;
    Value* collective = m_emulator ? emitCollective(call, isCollective) : nullptr;
    if (isCollective)
        return collective;
    const auto handler = std::lower_bound(std::begin(Handlers), std::end(Handlers), call.op->id,
                                          [](const Handler& entry, OpId op) { return entry.op < op; });
    if (handler != std::end(Handlers) && handler->op == call.op->id) {
        if (call.args.size() < handler->leastArgs)
            return refuse(call,
                          "operation '" + std::string(call.op->name) + "' needs " +
                              std::to_string(handler->leastArgs) + " arguments",
                          call.dtype);
        return (this->*handler->emit)(call);
    }

    bool isKnown = false;
    std::string_view name = call.op->name;
    name.remove_prefix(name.starts_with("tirx.") ? 5 : 0);
    Value* result = emitMath(call, name, isKnown);
    if (isKnown)
        return result;
    const bool isKept = call.op->name.starts_with(UnknownOpPrefix);
    return refuse(call,
                  "operation '" + std::string(isKept ? call.op->printedName : call.op->name) + "' " +
                      (isKept ? "has arguments that are not known here and " : "") +
                      std::string(m_module.cannot()),
                  call.dtype);
}

/// A hint, or something that is done already.
llvm::Value* FunctionEmitter::emitNothing(const Call& call)
{
    return call.dtype.isVoid() ? nullptr : llvm::Constant::getNullValue(valueType(call.dtype));
}

llvm::Value* FunctionEmitter::emitJump(const Call& call)
{
    if (m_loops.empty())
        return refuse(call, "there is no loop around to leave or to continue", call.dtype);
    m_builder->CreateBr(call.isOp(OpId::break_loop) ? m_loops.back().onBreak : m_loops.back().onContinue);
    m_builder->SetInsertPoint(newBlock("unreached"));
    ++m_jumps;
    return undefined(call.dtype);
}

llvm::Value* FunctionEmitter::emitBitwise(const Call& call)
{
    llvm::IRBuilderBase& b = *m_builder;
    Value* left = emit(*call.args[0]);
    if (call.isOp(OpId::bitwise_not))
        return b.CreateNot(left);
    Value* right = emitAs(*call.args[1], call.args[0]->dtype);
    return call.isOp(OpId::bitwise_and)  ? b.CreateAnd(left, right)
           : call.isOp(OpId::bitwise_or) ? b.CreateOr(left, right)
                                         : b.CreateXor(left, right);
}

llvm::Value* FunctionEmitter::emitIsNull(const Call& call)
{
    return m_builder->CreateIsNull(emit(*call.args[0]));
}

llvm::Value* FunctionEmitter::emitWideConstant(const Call& call)
{
    Value* low = emitAs(*call.args[0], UInt64);
    return m_builder->CreateOr(low, m_builder->CreateShl(emitAs(*call.args[1], UInt64), 32));
}

/// (device type, device, bytes, …): a pointer that lives as long as the run.
llvm::Value* FunctionEmitter::emitWorkspaceCall(const Call& call)
{
    llvm::IRBuilderBase& b = *m_builder;
    if (!m_emulator)
        return refuse(call, "memory of the runtime is not known here", call.dtype);
    llvm::Function* allocate =
        m_module.external("tirscope_allocate", b.getPtrTy(), {b.getPtrTy(), b.getInt64Ty(), b.getInt64Ty()});
    return b.CreateCall(allocate,
                        {m_emulator, emitAs(*call.args[2], Int64), int64Value(Buffer::DefaultAlignment)});
}

/// A function of the module by its name, or one of the C library.
llvm::Value* FunctionEmitter::emitForeignCall(const Call& call)
{
    const auto* symbol = call.args.empty() ? nullptr : as<StringImm>(call.args[0]);
    const std::string_view name = symbol ? symbol->value : std::string_view();
    if (const ModuleEntry* callee = m_module.module().find(name))
        return emitFunctionCall(Call(call.dtype, callee->var, call.args.subspan(1)), *callee);
    bool isKnown = false;
    Value* result = emitMath(call, name, isKnown);
    if (!isKnown && call.args.size() > 1)
        result = emitMath(call, withoutCudaForm(name, call.args[1]->dtype), isKnown);
    return isKnown
               ? result
               : refuse(call, "external function '" + std::string(name) + "' is not known here", call.dtype);
}

/// "llvm.exp", "llvm.exp.f32": what TIR has operations for.
llvm::Value* FunctionEmitter::emitLlvmIntrinsic(const Call& call)
{
    constexpr std::string_view Prefix = "llvm.";
    const auto* text = as<StringImm>(call.args[0]);
    std::string_view name = text ? text->value : std::string_view();
    name.remove_prefix(name.starts_with(Prefix) ? Prefix.size() : 0);
    name = name.substr(0, name.find('.'));
    bool isKnown = false;
    Value* result = emitMath(call, name == "fmuladd" ? "fma" : name, isKnown);
    if (name == "assume")
        return undefined(call.dtype);
    return isKnown ? result
                   : refuse(call,
                            "LLVM's intrinsic '" + std::string(name) + "' " + std::string(m_module.cannot()),
                            call.dtype);
}

/// `ret` leaves the function; in a kernel it ends the thread.
llvm::Value* FunctionEmitter::emitReturn(const Call& call)
{
    llvm::IRBuilderBase& b = *m_builder;
    if (!call.args.empty() && m_return.result)
        b.CreateStore(emitAs(*call.args[0], m_return.dtype), m_return.result);
    b.CreateBr(m_return.block);
    b.SetInsertPoint(newBlock("unreached"));
    ++m_jumps;
    return undefined(call.dtype);
}

llvm::Value* FunctionEmitter::emitIfThenElse(const Call& call)
{
    llvm::IRBuilderBase& b = *m_builder;
    if (!call.args[0]->dtype.isScalar())
        return refuse(call, "if_then_else needs a scalar condition", call.dtype);
    llvm::BasicBlock* whenTrue = newBlock("then");
    llvm::BasicBlock* whenFalse = newBlock("else");
    llvm::BasicBlock* after = newBlock("after");
    b.CreateCondBr(emitBool(*call.args[0]), whenTrue, whenFalse);
    b.SetInsertPoint(whenTrue);
    Value* first = emitAs(*call.args[1], call.dtype);
    llvm::BasicBlock* firstEnd = b.GetInsertBlock();
    b.CreateBr(after);
    b.SetInsertPoint(whenFalse);
    Value* second = call.args.size() > 2 ? emitAs(*call.args[2], call.dtype) : undefined(call.dtype);
    llvm::BasicBlock* secondEnd = b.GetInsertBlock();
    continueIn(after);
    if (!first || !second)
        return nullptr;
    llvm::PHINode* result = b.CreatePHI(first->getType(), 2);
    result->addIncoming(first, firstEnd);
    result->addIncoming(second, secondEnd);
    return result;
}

/// Shifting by the width or more gives what shifting bit by bit gives.
llvm::Value* FunctionEmitter::emitShift(const Call& call)
{
    llvm::IRBuilderBase& b = *m_builder;
    const DType dtype = call.args[0]->dtype;
    Value* value = emit(*call.args[0]);
    Value* amount = emitAs(*call.args[1], dtype);
    llvm::Type* type = value->getType();
    const bool isLeft = call.isOp(OpId::shift_left);
    Value* isTooFar = b.CreateICmpUGE(amount, llvm::ConstantInt::get(type, dtype.bits));
    Value* widest = llvm::ConstantInt::get(type, uint64_t(dtype.bits - 1));
    Value* safe = b.CreateSelect(isTooFar, widest, amount);
    if (!isLeft && dtype.isInt())
        return b.CreateAShr(value, safe);
    Value* shifted = isLeft ? b.CreateShl(value, safe) : b.CreateLShr(value, safe);
    return b.CreateSelect(isTooFar, llvm::Constant::getNullValue(type), shifted);
}

/// The same bits as another type, as they are in memory.
llvm::Value* FunctionEmitter::emitReinterpret(const Call& call)
{
    llvm::IRBuilderBase& b = *m_builder;
    const DType from = call.args[0]->dtype;
    Value* value = emit(*call.args[0]);
    if (from.isHandle() || call.dtype.isHandle())
        return emitCast(call.dtype, from, value);
    if (from.vectorBytes() != call.dtype.vectorBytes())
        return refuse(call,
                      "reinterpret from " + tir::toString(from) + " to " + tir::toString(call.dtype) +
                          " changes the number of bits",
                      call.dtype);
    return fromMemory(call.dtype, b.CreateBitCast(toMemory(from, value), memoryType(call.dtype)));
}

/// (base, limit): which lanes of a vector that starts at `base` are before the limit.
llvm::Value* FunctionEmitter::emitActiveLanes(const Call& call)
{
    llvm::IRBuilderBase& b = *m_builder;
    const unsigned lanes = unsigned(call.dtype.lanes);
    const DType dtype = call.args[0]->dtype;
    llvm::SmallVector<llvm::Constant*, 16> numbers;
    for (unsigned lane = 0; lane < lanes; ++lane)
        numbers.push_back(b.getInt64(lane));
    Value* base = b.CreateVectorSplat(lanes, emitAs(*call.args[0], Int64));
    Value* limit = b.CreateVectorSplat(lanes, emitCast(Int64, dtype, emitAs(*call.args[1], dtype)));
    return b.CreateICmpSLT(b.CreateAdd(base, llvm::ConstantVector::get(numbers)), limit);
}

/// The error has been set before.
llvm::Value* FunctionEmitter::emitLastError(const Call& call)
{
    fail("RuntimeError", "a function that was called has failed");
    m_builder->SetInsertPoint(newBlock("unreached"));
    return undefined(call.dtype);
}

} // namespace tir::llvm_ir
