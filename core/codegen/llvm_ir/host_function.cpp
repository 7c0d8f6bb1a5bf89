// Functions of a host module: signatures, errors, memory, outlined scopes. Packed calls are in
// host_packed.cpp.

#include "core/codegen/llvm_ir/host_function.h"

#include "core/ir/use_def.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Module.h>

#include <algorithm>

namespace tir::llvm_ir {
namespace {

constexpr int64_t MaxAlignment = 64;

bool isSmallFloat(DType dtype)
{
    return dtype.isFloat8() || dtype.isFloat6() || dtype.isFloat4();
}

} // namespace

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
    HostFunctionEmitter(*this, function).emitFunction(primFunc);
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

HostFunctionEmitter::HostFunctionEmitter(HostModuleEmitter& module, llvm::Function* function)
    : FunctionEmitter(module, function, Side::Host, nullptr, 0),
      m_host(module)
{}

void HostFunctionEmitter::returnCode(Value* code)
{
    if (m_return.result)
        m_builder->CreateStore(emitCast(m_return.dtype, Int32, code), m_return.result);
    m_builder->CreateBr(m_return.block);
}

void HostFunctionEmitter::returnUnlessZero(Value* code)
{
    llvm::BasicBlock* good = newBlock("good");
    llvm::BasicBlock* bad = newBlock("bad");
    m_builder->CreateCondBr(m_builder->CreateICmpEQ(code, int32Value(0)), good, bad);
    m_builder->SetInsertPoint(bad);
    returnCode(code);
    m_builder->SetInsertPoint(good);
}

/// In a block of its own, which leaves the function.
void HostFunctionEmitter::raiseError(std::string_view kind, const std::vector<std::string_view>& parts)
{
    std::vector<Value*> args = {textValue(kind)};
    for (const std::string_view part : parts)
        args.push_back(textValue(part));
    m_builder->CreateCall(m_host.raise(parts.size()), args);
    returnCode(m_builder->getInt32(uint32_t(-1)));
}

void HostFunctionEmitter::fail(std::string_view kind, std::string_view message)
{
    raiseError(kind, {message});
}

void HostFunctionEmitter::emitAssert(const AssertStmt& node)
{
    llvm::BasicBlock* good = newBlock("holds");
    llvm::BasicBlock* bad = newBlock("fails");
    m_builder->CreateCondBr(emitBool(*node.condition), good, bad);
    m_builder->SetInsertPoint(bad);
    std::vector<std::string_view> parts;
    for (const Expr* part : node.messageParts) {
        const auto* text = as<StringImm>(part);
        parts.push_back(text ? text->value : std::string_view("(left out of the module's text)"));
    }
    raiseError(node.errorKind.empty() ? "RuntimeError" : node.errorKind, parts);
    m_builder->SetInsertPoint(good);
}

/// As TVM: a division by zero is what the processor makes of it.
llvm::Value* HostFunctionEmitter::guardedDivisor(const Binary&, Value* dividend, Value*&)
{
    return dividend;
}

llvm::Value* HostFunctionEmitter::memoryValue(DType dtype, Value* value)
{
    if (!isSmallFloat(dtype))
        return FunctionEmitter::memoryValue(dtype, value);
    refuse(*m_statement, tir::toString(dtype.element()) + " has no arithmetic on a host", Void);
    return llvm::UndefValue::get(memoryType(dtype));
}

llvm::Value* HostFunctionEmitter::registerValue(DType dtype, Value* value)
{
    return isSmallFloat(dtype)
               ? refuse(*m_statement, tir::toString(dtype.element()) + " has no arithmetic on a host", dtype)
               : FunctionEmitter::registerValue(dtype, value);
}

llvm::Value* HostFunctionEmitter::emitFunctionCall(const Call& call, const ModuleEntry& callee)
{
    if (!hasParametersOf(call, callee))
        return undefined(call.dtype);
    if (isKernel(to<PrimFunc>(*callee.function)))
        return refuse(call,
                      "the host calls kernel '" + std::string(callee.var->name) +
                          "' directly; LowerDeviceKernelLaunch makes a launch of it",
                      call.dtype);
    return emitDirectCall(call, callee, {});
}

void HostFunctionEmitter::emitAllocation(const AllocBuffer& alloc)
{
    const Buffer& buffer = *alloc.buffer;
    const StorageRank rank = buffer.scope().rank;
    const int64_t count = constantElementCount(buffer);
    if ((rank != StorageRank::Global && rank != StorageRank::Local) || count < 0) {
        refuse(alloc,
               rank == StorageRank::Global || rank == StorageRank::Local
                   ? "memory '" + std::string(buffer.name) +
                         "' has no constant size; LowerTVMBuiltin takes it from the runtime"
                   : "a host cannot allocate '" + std::string(buffer.name) + "' in '" +
                         std::string(buffer.scopeText()) + "'",
               Handle);
        return define(buffer.data, undefined(Handle));
    }
    Value* memory = stackMemory(std::max<int64_t>(count * std::max(buffer.dtype.vectorBytes(), 1), 1),
                                std::clamp<int64_t>(buffer.alignment, 1, MaxAlignment));
    memory->setName(std::string(buffer.data->name));
    define(buffer.data, memory);
}

void HostFunctionEmitter::emitLaunch(const Stmt& body, const std::string&,
                                     const std::array<Value*, ThreadAxisCount>&, Value*)
{
    refuse(body, "a host has no threads of a GPU; SplitHostDevice takes them into a kernel", Void);
}

void HostFunctionEmitter::emitAttr(const AttrStmt& node)
{
    const auto* name = as<StringImm>(node.value);
    if (node.key == attr::ComputeScope && name)
        return emitComputeScope(node, std::string(name->value));
    FunctionEmitter::emitAttr(node);
}

/// The body as a function of its own, which takes what it uses from around it.
void HostFunctionEmitter::emitComputeScope(const AttrStmt& node, const std::string& name)
{
    const UseDef uses = useDef(*node.body, {});
    std::vector<const Var*> params;
    std::vector<llvm::Type*> types;
    std::vector<Value*> args;
    for (const Var* var : uses.undefinedVars)
        if (Value* value = lookup(var)) {
            params.push_back(var);
            types.push_back(value->getType());
            args.push_back(value);
        }
    llvm::Function* function =
        llvm::Function::Create(llvm::FunctionType::get(m_builder->getInt32Ty(), types, false),
                               llvm::Function::InternalLinkage, name, m_module.output());
    function->addFnAttr(llvm::Attribute::NoInline);
    HostFunctionEmitter(m_host, function).emitOutlined(*node.body, params, *this);
    returnUnlessZero(m_builder->CreateCall(function, args, "code"));
}

void HostFunctionEmitter::emitOutlined(const Stmt& body, const std::vector<const Var*>& params,
                                       const FunctionEmitter& site)
{
    startAt(site);
    setUpPrologue();
    for (size_t index = 0; index < params.size(); ++index) {
        llvm::Argument* argument = m_function->getArg(unsigned(index));
        argument->setName(std::string(params[index]->name));
        define(params[index], argument);
    }
    m_return = {newBlock("return"), llvm::IRBuilder<>(m_prologue).CreateAlloca(m_builder->getInt32Ty()),
                Int32};
    m_builder->CreateStore(int32Value(0), m_return.result);
    emitScope(body);
    m_builder->CreateBr(m_return.block);
    m_builder->SetInsertPoint(m_return.block);
    m_builder->CreateRet(m_builder->CreateLoad(m_builder->getInt32Ty(), m_return.result));
    finishPrologue();
}

} // namespace tir::llvm_ir
