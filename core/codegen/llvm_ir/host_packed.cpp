#include "core/codegen/llvm_ir/host_packed.h"

#include "core/analysis/calls.h"
#include "core/codegen/llvm_ir/function/function_parts.h"
#include "core/codegen/llvm_ir/host_errors.h"
#include "core/codegen/llvm_ir/host_module.h"
#include "core/codegen/llvm_ir/packed_abi.h"
#include "core/ir/packed_fields.h"
#include "core/support/text_format.h"

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

HostPacked::HostPacked(HostModuleEmitter& module, FunctionParts& parts, HostErrors& errors)
    : CallPart(parts.context),
      m_host(module),
      m_conversions(parts.conversions),
      m_expressions(parts.expressions),
      m_mathematics(parts.mathematics),
      m_packed(parts.packed),
      m_errors(errors)
{}

std::optional<llvm::Value*> HostPacked::emitOperation(const Call& call)
{
    static constexpr Handler<HostPacked> Handlers[] = {
        {OpId::TVMBackendAllocWorkspace, 5, &HostPacked::emitAllocateWorkspace},
        {OpId::TVMBackendFreeWorkspace, 3, &HostPacked::emitFreeWorkspace},
        {OpId::tvm_call_cpacked, 1, &HostPacked::emitCPacked},
        {OpId::tvm_call_cpacked_lowered, 4, &HostPacked::emitCPackedLowered},
        {OpId::tvm_call_packed, 1, &HostPacked::emitPacked},
        {OpId::tvm_call_packed_lowered, 4, &HostPacked::emitPackedLowered},
        {OpId::tvm_throw_last_error, 0, &HostPacked::emitThrowLastError},
    };
    if (const auto value = emitListed(*this, Handlers, call))
        return value;
    if (isExternCall(call))
        return emitHostExtern(call);
    return std::nullopt;
}

/// A function that is neither in the module nor the C library's: another object has it.
std::optional<llvm::Value*> HostPacked::emitHostExtern(const Call& call)
{
    const auto* symbol = call.args.empty() ? nullptr : as<StringImm>(call.args[0]);
    if (!symbol || m_module.module().find(symbol->value))
        return std::nullopt;
    bool isMath = false;
    Value* result = m_mathematics.emitMath(call, symbol->value, isMath);
    if (isMath)
        return result;
    std::vector<llvm::Type*> types;
    std::vector<Value*> args;
    for (const Expr* arg : call.args.subspan(1)) {
        args.push_back(m_expressions.emit(*arg));
        types.push_back(args.back()->getType());
    }
    llvm::Function* callee = m_module.external(symbol->value, valueType(call.dtype), types);
    if (callee->getFunctionType() != llvm::FunctionType::get(valueType(call.dtype), types, false))
        return refuse(call,
                      "external function " + quoted(symbol->value) + " is called with other types elsewhere",
                      call.dtype);
    return m_builder.CreateCall(callee, args);
}

/// The arguments as tagged values.
HostPacked::Arguments HostPacked::packedArguments(ExprList args)
{
    llvm::IRBuilderBase& b = m_builder;
    Value* values =
        stackMemory(std::max<int64_t>(int64_t(args.size()), 1) * ValueBytes, alignof(PackedValue));
    for (size_t index = 0; index < args.size(); ++index) {
        const Expr& arg = *args[index];
        Value* type = nullptr;
        Value* content = nullptr;
        if (arg.kind == NodeKind::StringImm) {
            type = tag(b, TypeIndex::RawString);
            content = m_expressions.emit(arg);
        } else if (arg.dtype.isHandle()) {
            content = m_expressions.emit(arg);
            type = b.CreateSelect(b.CreateIsNull(content), tag(b, TypeIndex::None),
                                  tag(b, TypeIndex::OpaquePointer));
        } else {
            type = tag(b, arg.dtype.isBool()       ? TypeIndex::Bool
                          : arg.dtype.isAnyFloat() ? TypeIndex::Float
                                                   : TypeIndex::Int);
            content = m_expressions.emitAs(arg, contentType(arg.dtype));
        }
        const auto store = [&](size_t offset, Value* value) {
            b.CreateStore(value,
                          b.CreateConstGEP1_64(b.getInt8Ty(), values, index * uint64_t(ValueBytes) + offset));
        };
        store(offsetof(PackedValue, typeIndex), type);
        store(offsetof(PackedValue, padding), b.getInt32(0));
        store(offsetof(PackedValue, integer), content);
    }
    return {values, int32Value(uint32_t(args.size()))};
}

llvm::Value* HostPacked::noneValue()
{
    Value* result = stackMemory(ValueBytes, alignof(PackedValue));
    m_builder.CreateMemSet(result, m_builder.getInt8(0), uint64_t(ValueBytes),
                           llvm::Align(alignof(PackedValue)));
    return result;
}

/// The first call looks the function up.
llvm::Value* HostPacked::callPacked(const Call& call, Arguments arguments)
{
    llvm::IRBuilderBase& b = m_builder;
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
    m_errors.returnUnlessZero(b.CreateCall(find, {context, textValue(symbol->value), cache}));
    continueIn(known);
    Value* result = noneValue();
    llvm::Function* callee =
        m_module.external("TVMFFIFunctionCall", b.getInt32Ty(), {pointer, pointer, b.getInt32Ty(), pointer});
    m_errors.returnUnlessZero(
        b.CreateCall(callee, {b.CreateLoad(pointer, cache), arguments.values, arguments.count, result}));
    return m_packed.contentOf(call.dtype, result);
}

/// A function of the packed convention by its C symbol.
llvm::Value* HostPacked::callCPacked(const Call& call, Arguments arguments)
{
    llvm::IRBuilderBase& b = m_builder;
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
            callee = m_module.function(entry, m_context.side);
    if (!callee)
        callee = m_module.external(name, b.getInt32Ty(), {pointer, pointer, b.getInt32Ty(), pointer});
    if (callee->getFunctionType() != type)
        return refuse(call, "function " + quoted(name) + " does not have the packed calling convention",
                      call.dtype);
    Value* result = noneValue();
    Value* none = llvm::ConstantPointerNull::get(b.getPtrTy());
    m_errors.returnUnlessZero(b.CreateCall(callee, {none, arguments.values, arguments.count, result}));
    return m_packed.contentOf(call.dtype, result);
}

llvm::Value* HostPacked::emitPacked(const Call& call)
{
    return callPacked(call, packedArguments(call.args.subspan(1)));
}

llvm::Value* HostPacked::emitCPacked(const Call& call)
{
    return callCPacked(call, packedArguments(call.args.subspan(1)));
}

llvm::Value* HostPacked::emitPackedLowered(const Call& call)
{
    return callPacked(call, loweredArguments(call));
}

llvm::Value* HostPacked::emitCPackedLowered(const Call& call)
{
    return callCPacked(call, loweredArguments(call));
}

/// Those of the call (name, stack, begin, end).
HostPacked::Arguments HostPacked::loweredArguments(const Call& call)
{
    llvm::IRBuilderBase& b = m_builder;
    Value* begin = m_expressions.emitAs(*call.args[2], Int32);
    Value* values =
        b.CreateGEP(b.getInt8Ty(), m_expressions.emitAs(*call.args[1], Handle),
                    b.CreateMul(m_conversions.emitCast(Int64, Int32, begin), int64Value(ValueBytes)));
    return {values, b.CreateSub(m_expressions.emitAs(*call.args[3], Int32), begin)};
}

/// (device type, device, bytes, type code, bits)
llvm::Value* HostPacked::emitAllocateWorkspace(const Call& call)
{
    llvm::IRBuilderBase& b = m_builder;
    llvm::Type* word = b.getInt32Ty();
    llvm::Function* allocate =
        m_module.external("TVMBackendAllocWorkspace", b.getPtrTy(), {word, word, b.getInt64Ty(), word, word});
    return b.CreateCall(
        allocate, {m_expressions.emitAs(*call.args[0], Int32), m_expressions.emitAs(*call.args[1], Int32),
                   m_expressions.emitAs(*call.args[2], Int64), m_expressions.emitAs(*call.args[3], Int32),
                   m_expressions.emitAs(*call.args[4], Int32)});
}

llvm::Value* HostPacked::emitFreeWorkspace(const Call& call)
{
    llvm::IRBuilderBase& b = m_builder;
    llvm::Function* release = m_module.external("TVMBackendFreeWorkspace", b.getInt32Ty(),
                                                {b.getInt32Ty(), b.getInt32Ty(), b.getPtrTy()});
    Value* code = b.CreateCall(release, {m_expressions.emitAs(*call.args[0], Int32),
                                         m_expressions.emitAs(*call.args[1], Int32),
                                         m_expressions.emitAs(*call.args[2], Handle)});
    return call.dtype.isVoid() ? nullptr : m_conversions.emitCast(call.dtype, Int32, code);
}

llvm::Value* HostPacked::emitThrowLastError(const Call& call)
{
    m_errors.returnCode(m_builder.getInt32(uint32_t(-1)));
    m_builder.SetInsertPoint(newBlock("unreached"));
    return undefined(call.dtype);
}

} // namespace tir::llvm_ir
