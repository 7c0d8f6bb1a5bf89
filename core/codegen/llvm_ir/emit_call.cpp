// Calls: functions of the module, control, pointers, bits. Mathematics is in emit_math.cpp, launches in
// emit_launch.cpp. What is not listed here is refused by its name.

#include "core/codegen/llvm_ir/function_emitter.h"
#include "core/ir/make.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Module.h>

#include <algorithm>

namespace tir::llvm_ir {
namespace {

/// What has no effect on the values of a program: hints, profiling, and waiting for copies that are done
/// at once here.
constexpr std::string_view WithoutEffect[] = {
    "tirx.assume",
    "tirx.end_profile_intrinsic",
    "tirx.prefetch",
    "tirx.ptx_cp_async_commit_group",
    "tirx.ptx_cp_async_wait_group",
    "tirx.start_profile_intrinsic",
    "tirx.TVMBackendFreeWorkspace", // ends with the run
    "tirx.type_annotation",
};

/// What answers its argument.
constexpr std::string_view Transparent[] = {
    "tirx.ignore_loop_partition",
    "tirx.likely",
    "tirx.tvm_thread_invariant",
};

template <size_t N>
bool isOneOf(const Call& call, const std::string_view (&names)[N])
{
    return std::any_of(std::begin(names), std::end(names),
                       [&](std::string_view name) { return call.isOp(name); });
}

} // namespace

llvm::Value* FunctionEmitter::emitCall(const Call& call)
{
    llvm::IRBuilderBase& b = *m_builder;
    if (call.function) {
        const ModuleEntry* callee = m_module.module().find(call.function->name);
        if (!callee)
            return refuse(call, "function '" + std::string(call.function->name) + "' is not in the module",
                          call.dtype);
        return emitFunctionCall(call, *callee);
    }
    std::string_view scope;
    if (isBarrier(call, scope)) {
        emitBarrier(call, scope);
        return undefined(call.dtype);
    }
    if (const auto shuffle = warpShuffle(call))
        return emitShuffle(call, *shuffle);
    const auto arg = [&](size_t index) { return emit(*call.args[index]); };
    if (isOneOf(call, WithoutEffect))
        return call.dtype.isVoid() ? nullptr : llvm::Constant::getNullValue(valueType(call.dtype));
    if (isOneOf(call, Transparent))
        return arg(0);
    if (call.isOp("tirx.if_then_else"))
        return emitIfThenElse(call);
    if (call.isOp("tirx.ret") || call.isOp("tirx.thread_return"))
        return emitReturn(call);
    if (call.isOp("tirx.break_loop") || call.isOp("tirx.continue_loop")) {
        if (m_loops.empty())
            return refuse(call, "there is no loop around to leave or to continue", call.dtype);
        b.CreateBr(call.isOp("tirx.break_loop") ? m_loops.back().onBreak : m_loops.back().onContinue);
        b.SetInsertPoint(newBlock("unreached"));
        return undefined(call.dtype);
    }
    if (call.isOp("tirx.bitwise_and"))
        return b.CreateAnd(arg(0), emitAs(*call.args[1], call.args[0]->dtype));
    if (call.isOp("tirx.bitwise_or"))
        return b.CreateOr(arg(0), emitAs(*call.args[1], call.args[0]->dtype));
    if (call.isOp("tirx.bitwise_xor"))
        return b.CreateXor(arg(0), emitAs(*call.args[1], call.args[0]->dtype));
    if (call.isOp("tirx.bitwise_not"))
        return b.CreateNot(arg(0));
    if (call.isOp("tirx.shift_left") || call.isOp("tirx.shift_right"))
        return emitShift(call);
    if (call.isOp("tirx.reinterpret"))
        return emitReinterpret(call);
    if (call.isOp("tirx.address_of"))
        return emitAddressOf(call);
    if (call.isOp("tirx.tvm_access_ptr"))
        return emitAccessPointer(call);
    if (call.isOp("tirx.handle_add_byte_offset"))
        return b.CreateGEP(b.getInt8Ty(), arg(0), emitAs(*call.args[1], Int64));
    if (call.isOp("tirx.tvm_warp_activemask") || call.isOp("tirx.cuda.__activemask"))
        return llvm::Constant::getAllOnesValue(valueType(call.dtype)); // whoever runs, takes part
    if (call.isOp("tirx.isnullptr"))
        return b.CreateIsNull(arg(0));
    if (call.isOp("tirx.large_uint_imm"))
        return b.CreateOr(emitAs(*call.args[0], UInt64), b.CreateShl(emitAs(*call.args[1], UInt64), 32));
    if (call.isOp("tirx.TVMBackendAllocWorkspace")) {
        llvm::Function* allocate = m_module.external("tirscope_allocate", b.getPtrTy(),
                                                     {b.getPtrTy(), b.getInt64Ty(), b.getInt64Ty()});
        return b.CreateCall(allocate, {m_machine, emitAs(*call.args[2], Int64), int64Value(64)});
    }
    if (call.isOp("tirx.tvm_struct_get") || call.isOp("tirx.tvm_struct_set"))
        return emitStructAccess(call);
    if (call.isOp("tirx.ptx_cp_async"))
        return emitCopyAsync(call);
    if (call.isOp("tirx.tvm_call_packed"))
        return emitPackedCall(call);
    if (call.isOp("tirx.tvm_call_cpacked"))
        return emitCPackedCall(call);

    bool isKnown = false;
    std::string_view name = call.op->name;
    name.remove_prefix(name.starts_with("tirx.") ? 5 : 0);
    if (call.isOp("tirx.call_extern") || call.isOp("tirx.call_pure_extern")) {
        const auto* symbol = call.args.empty() ? nullptr : as<StringImm>(call.args[0]);
        name = symbol ? symbol->value : std::string_view();
        if (const ModuleEntry* callee = m_module.module().find(name))
            return emitFunctionCall(Call(call.dtype, callee->var, call.args.subspan(1)), *callee);
        Value* result = emitMath(call, name, isKnown);
        return isKnown ? result
                       : refuse(call, "external function '" + std::string(name) + "' is not known here",
                                call.dtype);
    }
    Value* result = emitMath(call, name, isKnown);
    return isKnown ? result
                   : refuse(call, "operation '" + std::string(call.op->name) + "' cannot be run on the CPU",
                            call.dtype);
}

llvm::Value* FunctionEmitter::emitFunctionCall(const Call& call, const ModuleEntry& callee)
{
    const auto* function = as<PrimFunc>(callee.function);
    const std::string name(callee.var->name);
    if (!function)
        return refuse(call, "function '" + name + "' is not a TIR function", call.dtype);
    if (function->params.size() != call.args.size())
        return refuse(call,
                      "function '" + name + "' has " + std::to_string(function->params.size()) +
                          " parameters, but " + std::to_string(call.args.size()) + " arguments are given",
                      call.dtype);
    if (m_side == Side::Host && isKernel(*function)) {
        emitKernelCall(call, *function, name, call.args, {});
        return call.dtype.isVoid() ? nullptr : llvm::Constant::getNullValue(valueType(call.dtype));
    }
    if (!ModuleEmitter::implicitSizes(*function).empty())
        return refuse(call, "function '" + name + "' has buffers of symbolic size and can only be the entry",
                      call.dtype);
    if (m_isCoroutine && hasBarrier(*function->body, m_module.module()))
        return emitInlined(call, *function);

    std::vector<Value*> args = {m_machine, m_block, m_thread};
    for (size_t index = 0; index < call.args.size(); ++index)
        args.push_back(emitAs(*call.args[index], function->params[index]->dtype));
    Value* result = m_builder->CreateCall(m_module.function(callee, m_side), args);
    const DType returned = returnDType(*function);
    return returned.isVoid()     ? undefined(call.dtype)
           : call.dtype.isVoid() ? result
                                 : emitCast(call.dtype, returned, result);
}

/// The callee in place of the call: a barrier suspends the function it stands in, so it must be the thread.
llvm::Value* FunctionEmitter::emitInlined(const Call& call, const PrimFunc& callee)
{
    if (std::find(m_inlining.begin(), m_inlining.end(), &callee) != m_inlining.end())
        return refuse(
            call, "function '" + std::string(call.function->name) + "' calls itself and contains a barrier",
            call.dtype);
    const size_t mark = enterScope();
    for (size_t index = 0; index < call.args.size(); ++index)
        define(callee.params[index], emitAs(*call.args[index], callee.params[index]->dtype));
    for (const BufferBinding& binding : callee.bufferMap)
        define(binding.buffer->data, lookup(binding.param));

    m_inlining.push_back(&callee);
    const Return outer = std::exchange(m_return, {newBlock("inlined"), nullptr, returnDType(callee)});
    const std::vector<Loop> loops = std::exchange(m_loops, {});
    if (!m_return.dtype.isVoid())
        m_return.result = llvm::IRBuilder<>(&m_function->getEntryBlock(), m_function->getEntryBlock().begin())
                              .CreateAlloca(valueType(m_return.dtype));
    emitScope(*callee.body);
    continueIn(m_return.block);
    Value* result =
        m_return.result ? m_builder->CreateLoad(valueType(m_return.dtype), m_return.result) : nullptr;
    if (result && !call.dtype.isVoid())
        result = emitCast(call.dtype, m_return.dtype, result);
    m_loops = loops;
    m_return = outer;
    m_inlining.pop_back();
    leaveScope(mark);
    return result;
}

/// `ret` leaves the function; in a kernel it ends the thread.
llvm::Value* FunctionEmitter::emitReturn(const Call& call)
{
    llvm::IRBuilderBase& b = *m_builder;
    if (!call.args.empty() && m_return.result)
        b.CreateStore(emitAs(*call.args[0], m_return.dtype), m_return.result);
    b.CreateBr(m_return.block);
    b.SetInsertPoint(newBlock("unreached"));
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
    const bool isLeft = call.isOp("tirx.shift_left");
    Value* isTooFar = b.CreateICmpUGE(amount, llvm::ConstantInt::get(type, dtype.bits));
    Value* widest = llvm::ConstantInt::get(type, uint64_t(dtype.bits - 1));
    Value* safe = b.CreateSelect(isTooFar, widest, amount);
    if (!isLeft && dtype.isInt())
        return b.CreateAShr(value, safe);
    Value* shifted = isLeft ? b.CreateShl(value, safe) : b.CreateLShr(value, safe);
    return b.CreateSelect(isTooFar, llvm::Constant::getNullValue(type), shifted);
}

/// The same bits as another type, as they lie in memory.
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

llvm::Value* FunctionEmitter::emitAddressOf(const Call& call)
{
    if (const auto* load = as<BufferLoad>(call.args[0])) {
        if (!isAddressable(*load, *load->buffer, load->indices.size()))
            return undefined(Handle);
        Value* index = elementIndex(*load->buffer, load->indices);
        if (index->getType()->isVectorTy())
            index = m_builder->CreateExtractElement(index, uint64_t(0));
        return elementAddress(dataPointer(*load, *load->buffer), load->buffer->dtype, index);
    }
    if (const auto* var = as<Var>(call.args[0]); var && var->dtype.isHandle())
        return emit(*var);
    return refuse(call, "only the address of an element of a buffer can be taken", call.dtype);
}

/// (type annotation, data, offset, extent, mask): offset counts elements of the annotated type.
llvm::Value* FunctionEmitter::emitAccessPointer(const Call& call)
{
    if (call.args.size() < 3)
        return refuse(call, "tvm_access_ptr needs a type, a pointer and an offset", call.dtype);
    return elementAddress(emit(*call.args[1]), call.args[0]->dtype, emitAs(*call.args[2], Int64));
}

/// (destination, offset, source, offset, bytes[, predicate]): copied at once; offsets count elements of the
/// pointers' types. What the predicate leaves out becomes zero.
llvm::Value* FunctionEmitter::emitCopyAsync(const Call& call)
{
    llvm::IRBuilderBase& b = *m_builder;
    if (call.args.size() != 5 && call.args.size() != 6)
        return refuse(call, "ptx_cp_async is known with 5 or 6 arguments", call.dtype);
    const auto address = [&](size_t index) {
        const auto* var = as<Var>(call.args[index]);
        const DType element = var ? pointeeDType(var).value_or(Int8) : Int8;
        return elementAddress(emit(*call.args[index]), element, emitAs(*call.args[index + 1], Int64));
    };
    Value* destination = address(0);
    Value* source = address(2);
    Value* bytes = emitAs(*call.args[4], Int64);
    const llvm::Align alignment(1);
    if (call.args.size() == 5) {
        b.CreateMemCpy(destination, alignment, source, alignment, bytes);
        return undefined(call.dtype);
    }
    Value* copied = b.CreateSelect(emitBool(*call.args[5]), bytes, int64Value(0));
    b.CreateMemSet(destination, b.getInt8(0), bytes, alignment);
    b.CreateMemCpy(destination, alignment, source, alignment, copied);
    return undefined(call.dtype);
}

} // namespace tir::llvm_ir
