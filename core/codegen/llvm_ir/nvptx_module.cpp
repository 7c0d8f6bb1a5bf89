#include "core/codegen/llvm_ir/nvptx_module.h"

#include "core/analysis/calls.h"
#include "core/codegen/c_like/names.h"
#include "core/codegen/llvm_ir/function/value_forms.h"
#include "core/codegen/llvm_ir/function_emitter.h"
#include "core/codegen/llvm_ir/nvptx_function.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Module.h>

#include <algorithm>

namespace tir::llvm_ir {
namespace {

/// A launch passes scalars as they are in memory: narrow floats as their bits, booleans as bytes.
llvm::Type* parameterType(llvm::LLVMContext& context, DType dtype)
{
    if (!dtype.isScalar() || dtype.isHandle() || dtype.bits >= 32)
        return valueType(context, dtype);
    if (dtype.isBFloat16())
        return llvm::Type::getBFloatTy(context);
    if (dtype.isAnyFloat() && dtype.bits == 16)
        return llvm::Type::getHalfTy(context);
    return llvm::Type::getIntNTy(context, std::max(unsigned(dtype.bits), 8U));
}

} // namespace

NvptxModuleEmitter::NvptxModuleEmitter(const Module& module, llvm::Module& output, int architecture,
                                       bool fastMath)
    : ModuleEmitter(module, output, "has no counterpart in the PTX that is generated here"),
      m_architecture(architecture),
      m_fastMath(fastMath),
      m_divergentBarriers(divergentWarpBarriers(module))
{}

llvm::Function* NvptxModuleEmitter::function(const ModuleEntry& entry, Side side)
{
    const auto& primFunc = to<PrimFunc>(*entry.function);
    const auto [found, isNew] = m_functions.try_emplace({entry.function, side}, nullptr);
    if (!isNew)
        return found->second;
    llvm::Function* function = declare(entry, primFunc);
    found->second = function;
    const auto makePlatform = [&](FunctionParts& parts) {
        return std::make_unique<NvptxFunction>(*this, primFunc, parts);
    };
    FunctionEmitter(*this, function, Side::Device, makePlatform).emitFunction(primFunc);
    return function;
}

/// Parameters have their types in memory: a launch passes bytes.
llvm::Function* NvptxModuleEmitter::declare(const ModuleEntry& entry, const PrimFunc& function)
{
    const bool isEntry = callingConv(function) == CallingConv::DeviceKernelLaunch;
    std::vector<llvm::Type*> params;
    for (const Var* param : function.params)
        params.push_back(parameterType(context(), param->dtype));
    llvm::Type* result =
        isEntry ? llvm::Type::getVoidTy(context()) : valueType(context(), returnDType(function));
    const std::string_view symbol = globalSymbol(function);
    const std::string name(symbol.empty() ? entry.var->name : symbol);
    llvm::Function* declared = llvm::Function::Create(
        llvm::FunctionType::get(result, params, false),
        isEntry ? llvm::Function::ExternalLinkage : llvm::Function::InternalLinkage, name, output());
    const AttrValue* noAlias = find(function.attrs, attr::NoAlias);
    for (size_t index = 0; index < function.params.size(); ++index) {
        llvm::Argument* argument = declared->getArg(unsigned(index));
        argument->setName(std::string(function.params[index]->name));
        if (argument->getType()->isPointerTy() && noAlias && noAlias->isTrue())
            argument->addAttr(llvm::Attribute::NoAlias);
    }
    return declared;
}

llvm::Value* NvptxModuleEmitter::sharedMemory(const llvm::Function& kernel, const Buffer& buffer,
                                              int64_t bytes)
{
    const bool isDynamic = buffer.scope().isDynamicShared();
    if (isDynamic && !m_dynamicMemory.emplace(&kernel, buffer.name).second)
        return nullptr;
    llvm::Type* type =
        llvm::ArrayType::get(llvm::Type::getInt8Ty(context()), isDynamic ? 0 : uint64_t(bytes));
    // PTX is ASCII; LLVM numbers equal names.
    const std::string name = kernel.getName().str() + "_" + c_like::identifier(buffer.data->name);
    auto* memory = new llvm::GlobalVariable(output(), type, false,
                                            isDynamic ? llvm::GlobalValue::ExternalLinkage
                                                      : llvm::GlobalValue::InternalLinkage,
                                            isDynamic ? nullptr : llvm::UndefValue::get(type), name, nullptr,
                                            llvm::GlobalValue::NotThreadLocal, SharedSpace);
    const int64_t least = isDynamic ? MaxVectorBytes : 1;
    memory->setAlignment(llvm::Align(std::bit_floor(uint64_t(std::max<int64_t>(buffer.alignment, least)))));
    return llvm::ConstantExpr::getAddrSpaceCast(memory, llvm::PointerType::getUnqual(context()));
}

llvm::Function* NvptxModuleEmitter::libdevice(const std::string& name, llvm::Type* result,
                                              const std::vector<llvm::Type*>& params)
{
    m_usedFromLibdevice.insert(name);
    return external(name, result, params);
}

} // namespace tir::llvm_ir
