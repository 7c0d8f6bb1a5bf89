#include "core/codegen/llvm_ir/function/function_calls.h"

#include "core/analysis/calls.h"
#include "core/codegen/llvm_ir/function/bindings.h"
#include "core/codegen/llvm_ir/function/control_flow.h"
#include "core/codegen/llvm_ir/function/conversions.h"
#include "core/codegen/llvm_ir/function/copies.h"
#include "core/codegen/llvm_ir/function/coroutine.h"
#include "core/codegen/llvm_ir/function/expressions.h"
#include "core/codegen/llvm_ir/function/kernel_calls.h"
#include "core/codegen/llvm_ir/function/memory_checks.h"
#include "core/codegen/llvm_ir/function/platform.h"
#include "core/codegen/llvm_ir/function/statements.h"
#include "core/codegen/llvm_ir/function/virtual_threads.h"
#include "core/ir/contains.h"
#include "core/ir/make.h"
#include "core/support/text_format.h"

#include <llvm/IR/IRBuilder.h>

#include <algorithm>
#include <utility>

namespace tir::llvm_ir {

bool FunctionCalls::hasParametersOf(const Call& call, const ModuleEntry& callee)
{
    const auto* function = as<PrimFunc>(callee.function);
    const std::string name(callee.var->name);
    if (!function)
        refuse(call, "function " + quoted(name) + " is not a TIR function", Void);
    else if (function->params.size() != call.args.size())
        refuse(call,
               "function " + quoted(name) + " has " + std::to_string(function->params.size()) +
                   " parameters, but " + std::to_string(call.args.size()) + " arguments are given",
               Void);
    else
        return true;
    return false;
}

/// `args` come before those of the call.
llvm::Value* FunctionCalls::emitDirectCall(const Call& call, const ModuleEntry& callee,
                                           std::vector<Value*> args)
{
    const auto& function = to<PrimFunc>(*callee.function);
    for (size_t index = 0; index < call.args.size(); ++index) {
        const Var& param = *function.params[index];
        args.push_back(m_platform.argument(param, m_expressions.emitAs(*call.args[index], param.dtype)));
    }
    Value* result = m_builder.CreateCall(m_module.function(callee, m_context.side), args);
    const DType returned = returnDType(function);
    return returned.isVoid()     ? undefined(call.dtype)
           : call.dtype.isVoid() ? result
                                 : m_conversions.emitCast(call.dtype, returned, result);
}

llvm::Value* FunctionCalls::emitFunctionCall(const Call& call, const ModuleEntry& callee)
{
    if (const auto own = m_platform.emitFunctionCall(call, callee))
        return *own;
    if (!hasParametersOf(call, callee))
        return undefined(call.dtype);
    const auto& function = to<PrimFunc>(*callee.function);
    const std::string name(callee.var->name);
    if (isOfOtherDevice(function)) {
        if (isLaunchable(call, function, name))
            m_kernels.emitKernelCall(call, function, name,
                                     m_kernels.kernelArguments(function, name, call.args), {});
        return emitNothing(call);
    }
    if (!ModuleEmitter::implicitSizes(function).empty())
        return refuse(call,
                      "function " + quoted(name) + " has buffers of symbolic size and can only be the entry",
                      call.dtype);
    const auto waits = [&] { return cooperation(*function.body, m_module.module()).waits; };
    if (m_coroutine.isUsed() && (!m_coroutine.lockstep().isEmpty() || m_copies.areLate() || waits()))
        return emitInlined(call, function);
    return emitDirectCall(call, callee, {m_context.emulator, m_context.block, m_context.thread});
}

/// Whether the callee is compiled for another kind of device than the code that calls it. A target with a
/// host means its host here on the host side, its device on the device side.
bool FunctionCalls::isOfOtherDevice(const PrimFunc& callee) const
{
    const auto deviceOf = [this](const Target& target) {
        return deviceType(m_context.side == Side::Host && target.host ? *target.host : target);
    };
    if (callingConv(callee) == CallingConv::DeviceKernelLaunch)
        return true; // also to device code, which cannot launch it
    const Target* target = targetOf(callee);
    return m_context.target ? target && deviceOf(*target) != deviceOf(*m_context.target)
                            : m_context.side == Side::Host && isKernel(callee);
}

/// Whether the call of a function for another device is a launch, like those that LowerDeviceKernelLaunch converts;
/// rejects it otherwise.
bool FunctionCalls::isLaunchable(const Call& call, const PrimFunc& callee, const std::string& name)
{
    const auto returnsValue = [](const Node& node) {
        const auto* returned = as<Call>(&node);
        return returned && returned->isOp(OpId::ret) &&
               !(returned->args.size() == 1 && isConstInt(returned->args[0], 0));
    };
    const Target* target = targetOf(callee);
    const std::string device(target ? target->kindName : "a device");
    if (callingConv(callee) == CallingConv::DeviceKernelLaunch)
        refuse(call, "kernel " + quoted(name) + " is called without a launch", Void);
    else if (m_context.side == Side::Device)
        refuse(call,
               "code for " + std::string(m_context.target->kindName) + " calls " + quoted(name) +
                   ", which is compiled for " + device,
               Void);
    else if (contains(*callee.body, returnsValue, Role::Scope))
        refuse(call,
               "host code calls " + quoted(name) + ", which is compiled for " + device +
                   " and returns a value: it can only be launched, and a launch returns nothing",
               Void);
    else
        return true;
    return false;
}

/// The callee in place of the call: a barrier suspends the function it is in, so it must be the thread.
llvm::Value* FunctionCalls::emitInlined(const Call& call, const PrimFunc& callee)
{
    if (std::find(m_inlining.begin(), m_inlining.end(), &callee) != m_inlining.end())
        return refuse(call,
                      "function " + quoted(call.function->name) + " calls itself and contains a barrier",
                      call.dtype);
    const size_t mark = m_bindings.enterScope();
    for (size_t index = 0; index < call.args.size(); ++index)
        m_bindings.define(callee.params[index],
                          m_expressions.emitAs(*call.args[index], callee.params[index]->dtype));
    for (const BufferBinding& binding : callee.bufferMap)
        m_bindings.define(binding.buffer->data, m_bindings.lookup(binding.param));

    m_checks.notePart(ProgramPart::Kind::Function, callee);
    m_inlining.push_back(&callee);
    Return exit{newBlock("inlined"), nullptr, returnDType(callee)};
    if (!exit.dtype.isVoid())
        exit.result = llvm::IRBuilder<>(&m_context.function->getEntryBlock(),
                                        m_context.function->getEntryBlock().begin())
                          .CreateAlloca(valueType(exit.dtype));
    ControlFlow::Caller caller = m_control.enterFunction(exit);
    std::vector<Variables> turns = m_virtualThreads.exchangeTurns({});
    m_statements.emitScope(*callee.body);
    if (exit.result)
        m_control.noteReturned(nullptr);
    continueIn(exit.block);
    Value* result = exit.result ? m_builder.CreateLoad(valueType(exit.dtype), exit.result) : nullptr;
    if (result && !call.dtype.isVoid())
        result = m_conversions.emitCast(call.dtype, exit.dtype, result);
    m_virtualThreads.exchangeTurns(std::move(turns));
    m_control.leaveFunction(std::move(caller));
    m_inlining.pop_back();
    m_bindings.leaveScope(mark);
    return result;
}

} // namespace tir::llvm_ir
