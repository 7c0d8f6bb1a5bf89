#include "core/codegen/llvm_ir/function/kernel_calls.h"

#include "core/codegen/llvm_ir/function/bindings.h"
#include "core/codegen/llvm_ir/function/expressions.h"
#include "core/codegen/llvm_ir/function/fragments.h"
#include "core/codegen/llvm_ir/function/launches.h"
#include "core/codegen/llvm_ir/function/memory_checks.h"
#include "core/codegen/llvm_ir/function/packed_calls.h"
#include "core/codegen/llvm_ir/thread_reductions.h"
#include "core/support/text_format.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Module.h>

#include <utility>

namespace tir::llvm_ir {
namespace {

/// Whether call_packed refers to the function by this name: its exported symbol, or its name in the module.
bool isNamed(const ModuleEntry& entry, std::string_view name)
{
    return globalSymbol(*entry.function) == name || entry.var->name == name;
}

} // namespace

std::optional<llvm::Value*> KernelCalls::emitOperation(const Call& call)
{
    static constexpr Handler<KernelCalls> Handlers[] = {
        {OpId::tvm_call_packed, 1, &KernelCalls::emitPackedCall},
        {OpId::tvm_call_packed_lowered, 4, &KernelCalls::emitLoweredPackedCall},
    };
    return emitListed(*this, Handlers, call);
}

/// The arguments that a host passes to a kernel. Shared memory of the host does not exist.
std::vector<llvm::Value*> KernelCalls::kernelArguments(const PrimFunc& kernel, std::string_view name,
                                                       ExprList args)
{
    std::vector<Value*> values;
    for (size_t index = 0; index < args.size(); ++index) {
        const auto* var = as<Var>(args[index]);
        const Binding* binding = var ? m_bindings.findBinding(var) : nullptr;
        if (binding && binding->perLaunch)
            values.push_back(refuse(*args[index],
                                    "kernel " + quoted(name) + " takes shared memory " + quoted(var->name) +
                                        " from its host, which has none",
                                    kernel.params[index]->dtype));
        else
            values.push_back(m_expressions.emitAs(*args[index], kernel.params[index]->dtype));
    }
    return values;
}

/// A launch by name. The kernel sees its parameters and nothing of its caller. `launchArgs`: the values for
/// the kernel's launch parameters, as int64; empty where the kernel's own extents hold.
void KernelCalls::emitKernelCall(const Call& call, const PrimFunc& kernel, std::string_view name,
                                 const std::vector<Value*>& args, const std::vector<Value*>& launchArgs)
{
    if (m_context.side == Side::Device) {
        refuse(call, "kernel " + quoted(name) + " is launched from a device", Void);
        return;
    }
    if (!ModuleEmitter::implicitSizes(kernel).empty()) {
        refuse(call, "kernel " + quoted(name) + " has buffers of symbolic size as parameters", Void);
        return;
    }
    std::array<Value*, ThreadAxisCount> counts = {};
    Value* dynamicBytes = nullptr;
    const std::vector<std::string_view> tags = launchTags(kernel);
    for (size_t index = 0; index < launchArgs.size(); ++index) {
        const std::string_view tag = tags[index];
        Value* value = launchArgs[index];
        if (tag == attr::UseDynSharedMemory)
            dynamicBytes = value;
        else if (const auto axis = threadAxis(tag))
            counts[size_t(*axis)] = value;
        else
            refuse(call, "launch parameter " + quoted(tag) + " cannot be executed on the CPU", Void);
    }

    m_checks.notePart(ProgramPart::Kind::Launch, call);
    m_checks.notePart(ProgramPart::Kind::Function, kernel);
    const ThreadReductions reductions = std::exchange(m_reductions, threadReductions(*kernel.body));
    const Target* target = std::exchange(m_context.target, targetOf(kernel));
    m_fragments.scan(*kernel.body);
    Bindings::Caller caller;
    m_bindings.enterKernel(caller);
    for (size_t index = 0; index < args.size(); ++index)
        m_bindings.define(kernel.params[index], args[index]);
    for (const BufferBinding& binding : kernel.bufferMap)
        m_bindings.define(binding.buffer->data, m_bindings.lookup(binding.param));
    m_launches.emitLaunch(*kernel.body, std::string(name), counts, dynamicBytes);
    m_bindings.leaveKernel(caller);
    m_context.target = target;
    m_reductions = reductions;
}

/// call_packed of a kernel of this module, as LowerDeviceKernelLaunch leaves it: arguments, then the launch
/// parameters in the order of the kernel's attribute.
llvm::Value* KernelCalls::emitPackedCall(const Call& call)
{
    const auto* symbol = call.args.empty() ? nullptr : as<StringImm>(call.args[0]);
    if (!symbol)
        return refuse(call, "call_packed needs the name of a function", call.dtype);
    const std::string name(symbol->value);
    if (name == "__tvm_set_device") // there is one
        return emitNothing(call);
    const ModuleEntry* entry = launchedKernel(call, name);
    if (!entry)
        return undefined(call.dtype);
    const auto& kernel = to<PrimFunc>(*entry->function);
    const size_t launchCount = launchTags(kernel).size();
    const ExprList args = call.args.subspan(1);
    if (args.size() != kernel.params.size() + launchCount)
        return refuse(call,
                      "kernel " + quoted(name) + " needs " + std::to_string(kernel.params.size()) +
                          " arguments and " + std::to_string(launchCount) + " launch parameters, but " +
                          std::to_string(args.size()) + " values are given",
                      call.dtype);
    std::vector<Value*> launchArgs;
    for (const Expr* value : args.subspan(kernel.params.size()))
        launchArgs.push_back(m_expressions.emitAs(*value, Int64));
    emitKernelCall(call, kernel, name, kernelArguments(kernel, name, args.first(kernel.params.size())),
                   launchArgs);
    return emitNothing(call);
}

/// The kernel of the module that a packed call launches; null, after a rejection, if there is none.
const ModuleEntry* KernelCalls::launchedKernel(const Call& call, std::string_view name)
{
    bool hasKernels = false;
    for (const ModuleEntry& entry : m_module.module().functions) {
        const auto* kernel = as<PrimFunc>(entry.function);
        const bool isLaunched = kernel && callingConv(*kernel) == CallingConv::DeviceKernelLaunch;
        hasKernels = hasKernels || isLaunched;
        if (isLaunched && isNamed(entry, name))
            return &entry;
    }
    const std::string text = quoted(name) + " is not ";
    refuse(call,
           hasKernels
               ? "packed function " + text + "a kernel of this module"
               : "packed function " + text +
                     "in this module, which has no kernels: where it is the host's half of a program, the "
                     "step before the branch has both",
           Void);
    return nullptr;
}

/// A kernel's launch as LowerTVMBuiltin leaves it: (symbol, tagged values, begin, end).
llvm::Value* KernelCalls::emitLoweredPackedCall(const Call& call)
{
    const auto* symbol = as<StringImm>(call.args[0]);
    const std::string_view name = symbol ? symbol->value : std::string_view();
    if (name == "__tvm_set_device") // there is one
        return emitNothing(call);
    const ModuleEntry* entry = launchedKernel(call, name);
    if (!entry)
        return undefined(call.dtype);
    const auto& kernel = to<PrimFunc>(*entry->function);
    Value* stack = m_expressions.emitAs(*call.args[1], Handle);
    Value* next = m_expressions.emitAs(*call.args[2], Int64);
    const auto take = [&](DType dtype) {
        Value* value = m_packed.contentOf(dtype, m_packed.taggedValue(stack, next));
        next = m_builder.CreateAdd(next, int64Value(1));
        return value;
    };
    std::vector<Value*> args;
    for (const Var* param : kernel.params)
        args.push_back(take(param->dtype));
    std::vector<Value*> launchArgs;
    for (size_t count = launchTags(kernel).size(); launchArgs.size() < count;)
        launchArgs.push_back(take(Int64));
    emitKernelCall(call, kernel, name, args, launchArgs);
    return emitNothing(call);
}

} // namespace tir::llvm_ir
