// Packed calls of a host module, as MakePackedAPI writes them and as LowerTVMBuiltin does, and the other
// operations that are the runtime's.

#include "core/codegen/llvm_ir/host_function.h"
#include "core/codegen/llvm_ir/packed_abi.h"
#include "core/ir/packed_fields.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Module.h>

#include <algorithm>
#include <cstddef>

namespace tir::llvm_ir {
namespace {

constexpr int64_t ValueBytes = sizeof(PackedValue);

llvm::Value* tag(llvm::IRBuilderBase& b, TypeIndex type)
{
    return b.getInt32(uint32_t(type));
}

} // namespace

llvm::Value* HostFunctionEmitter::emitOwnCall(const Call& call, bool& known)
{
    struct Handler {
        OpId op;
        size_t leastArgs;
        Value* (HostFunctionEmitter::*emit)(const Call&);
    };
    using Self = HostFunctionEmitter;
    static constexpr Handler Handlers[] = {
        {OpId::TVMBackendAllocWorkspace, 5, &Self::emitAllocateWorkspace},
        {OpId::TVMBackendFreeWorkspace, 3, &Self::emitFreeWorkspace},
        {OpId::tvm_call_cpacked, 1, &Self::emitCPacked},
        {OpId::tvm_call_cpacked_lowered, 4, &Self::emitCPackedLowered},
        {OpId::tvm_call_packed, 1, &Self::emitPacked},
        {OpId::tvm_call_packed_lowered, 4, &Self::emitPackedLowered},
        {OpId::tvm_throw_last_error, 0, &Self::emitThrowLastError},
    };
    known = true;
    for (const Handler& handler : Handlers) {
        if (!call.isOp(handler.op))
            continue;
        if (call.args.size() >= handler.leastArgs)
            return (this->*handler.emit)(call);
        return refuse(call,
                      "operation '" + std::string(call.op->name) + "' needs " +
                          std::to_string(handler.leastArgs) + " arguments",
                      call.dtype);
    }
    if (call.isOp(OpId::call_extern) || call.isOp(OpId::call_pure_extern))
        return emitHostExtern(call, known);
    known = false;
    return nullptr;
}

/// A function that is neither in the module nor the C library's: another object has it.
llvm::Value* HostFunctionEmitter::emitHostExtern(const Call& call, bool& known)
{
    known = false;
    const auto* symbol = call.args.empty() ? nullptr : as<StringImm>(call.args[0]);
    if (!symbol || m_module.module().find(symbol->value))
        return nullptr;
    Value* result = emitMath(call, symbol->value, known);
    if (known)
        return result;
    known = true;
    std::vector<llvm::Type*> types;
    std::vector<Value*> args;
    for (const Expr* arg : call.args.subspan(1)) {
        args.push_back(emit(*arg));
        types.push_back(args.back()->getType());
    }
    llvm::Function* callee = m_module.external(symbol->value, valueType(call.dtype), types);
    if (callee->getFunctionType() != llvm::FunctionType::get(valueType(call.dtype), types, false))
        return refuse(
            call, "external function '" + std::string(symbol->value) + "' is called with other types before",
            call.dtype);
    return m_builder->CreateCall(callee, args);
}

/// The arguments as tagged values.
llvm::Value* HostFunctionEmitter::packedValues(ExprList args)
{
    llvm::IRBuilderBase& b = *m_builder;
    Value* values =
        stackMemory(std::max<int64_t>(int64_t(args.size()), 1) * ValueBytes, alignof(PackedValue));
    for (size_t index = 0; index < args.size(); ++index) {
        const Expr& arg = *args[index];
        Value* type = nullptr;
        Value* content = nullptr;
        if (arg.kind == NodeKind::StringImm) {
            type = tag(b, TypeIndex::RawString);
            content = emit(arg);
        } else if (arg.dtype.isHandle()) {
            content = emit(arg);
            type = b.CreateSelect(b.CreateIsNull(content), tag(b, TypeIndex::None),
                                  tag(b, TypeIndex::OpaquePointer));
        } else {
            type = tag(b, arg.dtype.isBool()       ? TypeIndex::Bool
                          : arg.dtype.isAnyFloat() ? TypeIndex::Float
                                                   : TypeIndex::Int);
            content = emitAs(arg, contentType(arg.dtype));
        }
        const auto store = [&](size_t offset, Value* value) {
            b.CreateStore(value,
                          b.CreateConstGEP1_64(b.getInt8Ty(), values, index * uint64_t(ValueBytes) + offset));
        };
        store(offsetof(PackedValue, typeIndex), type);
        store(offsetof(PackedValue, padding), b.getInt32(0));
        store(offsetof(PackedValue, integer), content);
    }
    return values;
}

llvm::Value* HostFunctionEmitter::noneValue()
{
    Value* result = stackMemory(ValueBytes, alignof(PackedValue));
    m_builder->CreateMemSet(result, m_builder->getInt8(0), uint64_t(ValueBytes),
                            llvm::Align(alignof(PackedValue)));
    return result;
}

/// The first call looks the function up.
llvm::Value* HostFunctionEmitter::callPacked(const Call& call, Value* values, Value* count)
{
    llvm::IRBuilderBase& b = *m_builder;
    const auto* symbol = as<StringImm>(call.args[0]);
    if (!symbol)
        return refuse(call, "a packed call needs the name of a function", call.dtype);
    llvm::Type* pointer = b.getPtrTy();
    llvm::GlobalVariable* cache = m_host.packedHandle(symbol->value);
    llvm::BasicBlock* lookUp = newBlock("look_up");
    llvm::BasicBlock* known = newBlock("call");
    Value* handle = b.CreateLoad(pointer, cache);
    b.CreateCondBr(b.CreateIsNull(handle), lookUp, known);
    b.SetInsertPoint(lookUp);
    llvm::Function* find =
        m_module.external("TVMBackendGetFuncFromEnv", b.getInt32Ty(), {pointer, pointer, pointer});
    Value* context = b.CreateLoad(pointer, m_host.libraryContext());
    returnUnlessZero(b.CreateCall(find, {context, textValue(symbol->value), cache}));
    continueIn(known);
    Value* result = noneValue();
    llvm::Function* callee =
        m_module.external("TVMFFIFunctionCall", b.getInt32Ty(), {pointer, pointer, b.getInt32Ty(), pointer});
    returnUnlessZero(b.CreateCall(callee, {b.CreateLoad(pointer, cache), values, count, result}));
    return contentOf(call.dtype, result);
}

/// A function of the packed convention by its C symbol.
llvm::Value* HostFunctionEmitter::callCPacked(const Call& call, Value* values, Value* count)
{
    llvm::IRBuilderBase& b = *m_builder;
    const auto* symbol = as<StringImm>(call.args[0]);
    if (!symbol)
        return refuse(call, "a packed call needs the name of a function", call.dtype);
    llvm::Type* pointer = b.getPtrTy();
    const std::string name = "__tvm_ffi_" + std::string(symbol->value);
    llvm::FunctionType* type =
        llvm::FunctionType::get(b.getInt32Ty(), {pointer, pointer, b.getInt32Ty(), pointer}, false);
    llvm::Function* callee = nullptr;
    for (const ModuleEntry& entry : m_module.module().functions)
        if (globalSymbol(*entry.function) == name && entry.function->kind == NodeKind::PrimFunc)
            callee = m_module.function(entry, m_side);
    if (!callee)
        callee = m_module.external(name, b.getInt32Ty(), {pointer, pointer, b.getInt32Ty(), pointer});
    if (callee->getFunctionType() != type)
        return refuse(call, "function '" + name + "' has not the packed convention", call.dtype);
    Value* result = noneValue();
    Value* none = llvm::ConstantPointerNull::get(b.getPtrTy());
    returnUnlessZero(b.CreateCall(callee, {none, values, count, result}));
    return contentOf(call.dtype, result);
}

llvm::Value* HostFunctionEmitter::emitPacked(const Call& call)
{
    const ExprList args = call.args.subspan(1);
    return callPacked(call, packedValues(args), int32Value(uint32_t(args.size())));
}

llvm::Value* HostFunctionEmitter::emitCPacked(const Call& call)
{
    const ExprList args = call.args.subspan(1);
    return callCPacked(call, packedValues(args), int32Value(uint32_t(args.size())));
}

/// (name, stack, begin, end)
llvm::Value* HostFunctionEmitter::emitPackedLowered(const Call& call)
{
    llvm::IRBuilderBase& b = *m_builder;
    Value* begin = emitAs(*call.args[2], Int32);
    Value* values = b.CreateGEP(b.getInt8Ty(), emitAs(*call.args[1], Handle),
                                b.CreateMul(emitCast(Int64, Int32, begin), int64Value(ValueBytes)));
    return callPacked(call, values, b.CreateSub(emitAs(*call.args[3], Int32), begin));
}

llvm::Value* HostFunctionEmitter::emitCPackedLowered(const Call& call)
{
    llvm::IRBuilderBase& b = *m_builder;
    Value* begin = emitAs(*call.args[2], Int32);
    Value* values = b.CreateGEP(b.getInt8Ty(), emitAs(*call.args[1], Handle),
                                b.CreateMul(emitCast(Int64, Int32, begin), int64Value(ValueBytes)));
    return callCPacked(call, values, b.CreateSub(emitAs(*call.args[3], Int32), begin));
}

/// (device type, device, bytes, type code, bits)
llvm::Value* HostFunctionEmitter::emitAllocateWorkspace(const Call& call)
{
    llvm::IRBuilderBase& b = *m_builder;
    llvm::Type* word = b.getInt32Ty();
    llvm::Function* allocate =
        m_module.external("TVMBackendAllocWorkspace", b.getPtrTy(), {word, word, b.getInt64Ty(), word, word});
    return b.CreateCall(allocate, {emitAs(*call.args[0], Int32), emitAs(*call.args[1], Int32),
                                   emitAs(*call.args[2], Int64), emitAs(*call.args[3], Int32),
                                   emitAs(*call.args[4], Int32)});
}

llvm::Value* HostFunctionEmitter::emitFreeWorkspace(const Call& call)
{
    llvm::IRBuilderBase& b = *m_builder;
    llvm::Function* release = m_module.external("TVMBackendFreeWorkspace", b.getInt32Ty(),
                                                {b.getInt32Ty(), b.getInt32Ty(), b.getPtrTy()});
    Value* code = b.CreateCall(
        release, {emitAs(*call.args[0], Int32), emitAs(*call.args[1], Int32), emitAs(*call.args[2], Handle)});
    return call.dtype.isVoid() ? nullptr : emitCast(call.dtype, Int32, code);
}

llvm::Value* HostFunctionEmitter::emitThrowLastError(const Call& call)
{
    returnCode(m_builder->getInt32(uint32_t(-1)));
    m_builder->SetInsertPoint(newBlock("unreached"));
    return undefined(call.dtype);
}

} // namespace tir::llvm_ir
