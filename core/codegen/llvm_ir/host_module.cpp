#include "core/codegen/llvm_ir/host_module.h"

#include "core/analysis/calls.h"
#include "core/codegen/llvm_ir/function/value_forms.h"
#include "core/codegen/llvm_ir/function_emitter.h"
#include "core/codegen/llvm_ir/host_function.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Module.h>

#include <algorithm>

namespace tir::llvm_ir {

HostModuleEmitter::HostModuleEmitter(const Module& module, llvm::Module& output)
    : ModuleEmitter(module, output, "has no counterpart on a host")
{}

/// Exported functions have their symbol; the others are private to the module.
llvm::Function* HostModuleEmitter::function(const ModuleEntry& entry, Side side)
{
    const auto& primFunc = to<PrimFunc>(*entry.function);
    const auto [found, isNew] = m_functions.try_emplace({entry.function, side}, nullptr);
    if (!isNew)
        return found->second;
    std::vector<llvm::Type*> params;
    for (const Var* param : primFunc.params)
        params.push_back(valueType(context(), param->dtype));
    const std::string_view symbol = globalSymbol(primFunc);
    llvm::Function* function = llvm::Function::Create(
        llvm::FunctionType::get(valueType(context(), returnDType(primFunc)), params, false),
        symbol.empty() ? llvm::Function::PrivateLinkage : llvm::Function::ExternalLinkage,
        symbol.empty() ? "_internal_" + std::string(entry.var->name) : std::string(symbol), output());
    for (size_t index = 0; index < primFunc.params.size(); ++index)
        function->getArg(unsigned(index))->setName(std::string(primFunc.params[index]->name));
    found->second = function;
    FunctionEmitter(*this, function, Side::Host, HostFunction::maker(*this)).emitFunction(primFunc);
    return function;
}

llvm::GlobalVariable* HostModuleEmitter::nullPointer(const std::string& name)
{
    llvm::PointerType* pointer = llvm::PointerType::getUnqual(context());
    auto* global = llvm::cast<llvm::GlobalVariable>(output().getOrInsertGlobal(name, pointer));
    global->setInitializer(llvm::ConstantPointerNull::get(pointer));
    return global;
}

llvm::GlobalVariable* HostModuleEmitter::libraryContext()
{
    return nullPointer("__tvm_ffi__library_ctx");
}

llvm::GlobalVariable* HostModuleEmitter::packedHandle(std::string_view name)
{
    llvm::GlobalVariable* handle = nullPointer(".tvm_func." + std::string(name));
    handle->setLinkage(llvm::GlobalValue::InternalLinkage);
    return handle;
}

llvm::Function* HostModuleEmitter::raise(size_t partCount)
{
    const std::string name = "__tvm_set_raised_" + std::to_string(partCount);
    if (llvm::Function* known = output().getFunction(name))
        return known;
    llvm::IRBuilder<> b(context());
    llvm::Type* pointer = b.getPtrTy();
    llvm::Function* function = llvm::Function::Create(
        llvm::FunctionType::get(b.getVoidTy(), std::vector<llvm::Type*>(partCount + 1, pointer), false),
        llvm::Function::PrivateLinkage, name, output());
    function->addFnAttr(llvm::Attribute::NoInline);
    function->addFnAttr(llvm::Attribute::Cold);
    b.SetInsertPoint(llvm::BasicBlock::Create(context(), "entry", function));
    llvm::Type* array = llvm::ArrayType::get(pointer, std::max<size_t>(partCount, 1));
    llvm::Value* parts = b.CreateAlloca(array, nullptr, "parts");
    for (size_t index = 0; index < partCount; ++index)
        b.CreateStore(function->getArg(unsigned(index + 1)), b.CreateConstGEP2_64(array, parts, 0, index));
    b.CreateCall(
        external("TVMFFIErrorSetRaisedFromCStrParts", b.getVoidTy(), {pointer, pointer, b.getInt32Ty()}),
        {function->getArg(0), parts, b.getInt32(uint32_t(partCount))});
    b.CreateRetVoid();
    return function;
}

} // namespace tir::llvm_ir
