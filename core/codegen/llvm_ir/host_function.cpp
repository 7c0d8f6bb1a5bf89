#include "core/codegen/llvm_ir/host_function.h"

#include "core/codegen/llvm_ir/function/function_parts.h"
#include "core/codegen/llvm_ir/function_emitter.h"
#include "core/codegen/llvm_ir/host_module.h"
#include "core/ir/use_def.h"
#include "core/support/text_format.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Module.h>

#include <algorithm>

namespace tir::llvm_ir {
namespace {

constexpr int64_t MaxAlignment = 64;

} // namespace

MakePlatform HostFunction::maker(HostModuleEmitter& module)
{
    return [&module](FunctionParts& parts) { return std::make_unique<HostFunction>(module, parts); };
}

HostFunction::HostFunction(HostModuleEmitter& module, FunctionParts& parts)
    : FunctionPart(parts.context),
      m_host(module),
      m_bindings(parts.bindings),
      m_forms(parts.forms),
      m_expressions(parts.expressions),
      m_functions(parts.functions),
      m_errors(module, parts),
      m_packed(module, parts, m_errors)
{}

std::optional<llvm::Value*> HostFunction::emitOperation(const Call& call)
{
    return m_packed.emitOperation(call);
}

bool HostFunction::fail(std::string_view kind, std::string_view message)
{
    m_errors.raise(kind, {message});
    return true;
}

bool HostFunction::emitAssert(const AssertStmt& node)
{
    llvm::BasicBlock* good = newBlock("holds");
    llvm::BasicBlock* bad = newBlock("fails");
    m_builder.CreateCondBr(m_expressions.emitBool(*node.condition), good, bad);
    m_builder.SetInsertPoint(bad);
    std::vector<std::string_view> parts;
    for (const Expr* part : node.messageParts) {
        const auto* text = as<StringImm>(part);
        parts.push_back(text ? text->value : std::string_view("(left out of the module's text)"));
    }
    m_errors.raise(node.errorKind.empty() ? "RuntimeError" : node.errorKind, parts);
    m_builder.SetInsertPoint(good);
    return true;
}

llvm::Value* HostFunction::toMemory(DType dtype, Value*)
{
    if (!dtype.isSmallFloat())
        return nullptr;
    refuse(*m_context.statement, tir::toString(dtype.element()) + " has no arithmetic on a host", Void);
    return llvm::UndefValue::get(m_forms.memoryType(dtype));
}

llvm::Value* HostFunction::fromMemory(DType dtype, Value*)
{
    return dtype.isSmallFloat()
               ? refuse(*m_context.statement, tir::toString(dtype.element()) + " has no arithmetic on a host",
                        dtype)
               : nullptr;
}

std::optional<llvm::Value*> HostFunction::emitFunctionCall(const Call& call, const ModuleEntry& callee)
{
    if (!m_functions.hasParametersOf(call, callee))
        return undefined(call.dtype);
    if (isKernel(to<PrimFunc>(*callee.function)))
        return refuse(call,
                      "the host calls kernel " + quoted(callee.var->name) +
                          " directly; LowerDeviceKernelLaunch makes a launch of it",
                      call.dtype);
    return m_functions.emitDirectCall(call, callee, {});
}

bool HostFunction::emitAllocation(const AllocBuffer& alloc)
{
    const Buffer& buffer = *alloc.buffer;
    const StorageRank rank = buffer.scope().rank;
    const int64_t count = constantElementCount(buffer);
    if ((rank != StorageRank::Global && rank != StorageRank::Local) || count < 0) {
        refuse(alloc,
               rank == StorageRank::Global || rank == StorageRank::Local
                   ? "memory " + quoted(buffer.name) +
                         " has no constant size; LowerTVMBuiltin takes it from the runtime"
                   : "a host cannot allocate " + quoted(buffer.name) + " in " + quoted(buffer.scopeText()),
               Handle);
        m_bindings.define(buffer.data, undefined(Handle));
        return true;
    }
    Value* memory = stackMemory(std::max<int64_t>(count * std::max(buffer.dtype.vectorBytes(), 1), 1),
                                std::clamp<int64_t>(buffer.alignment, 1, MaxAlignment));
    memory->setName(std::string(buffer.data->name));
    m_bindings.define(buffer.data, memory);
    return true;
}

bool HostFunction::emitLaunch(const Stmt& body)
{
    refuse(body, "a host has no threads of a GPU; SplitHostDevice takes them into a kernel", Void);
    return true;
}

bool HostFunction::emitAttr(const AttrStmt& node)
{
    const auto* name = as<StringImm>(node.value);
    if (node.key != attr::ComputeScope || !name)
        return false;
    emitComputeScope(node, std::string(name->value));
    return true;
}

/// The body as a separate function, which captures the variables that it uses.
void HostFunction::emitComputeScope(const AttrStmt& node, const std::string& name)
{
    const UseDef uses = useDef(*node.body, {});
    std::vector<const Var*> params;
    std::vector<llvm::Type*> types;
    std::vector<Value*> args;
    for (const Var* var : uses.undefinedVars)
        if (Value* value = m_bindings.lookup(var)) {
            params.push_back(var);
            types.push_back(value->getType());
            args.push_back(value);
        }
    llvm::Function* function =
        llvm::Function::Create(llvm::FunctionType::get(m_builder.getInt32Ty(), types, false),
                               llvm::Function::InternalLinkage, name, m_module.output());
    function->addFnAttr(llvm::Attribute::NoInline);
    FunctionEmitter(m_host, function, Side::Host, maker(m_host)).emitOutlined(*node.body, params, m_context);
    m_errors.returnUnlessZero(m_builder.CreateCall(function, args, "code"));
}

} // namespace tir::llvm_ir
