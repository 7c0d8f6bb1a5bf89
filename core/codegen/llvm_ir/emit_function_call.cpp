// Calls of functions of the module: plain calls, calls in place, and launches of functions for another device.

#include "core/codegen/llvm_ir/function_emitter.h"
#include "core/ir/contains.h"
#include "core/ir/make.h"

#include <llvm/IR/IRBuilder.h>

#include <algorithm>
#include <utility>

namespace tir::llvm_ir {

bool FunctionEmitter::hasParametersOf(const Call& call, const ModuleEntry& callee)
{
    const auto* function = as<PrimFunc>(callee.function);
    const std::string name(callee.var->name);
    if (!function)
        refuse(call, "function '" + name + "' is not a TIR function", Void);
    else if (function->params.size() != call.args.size())
        refuse(call,
               "function '" + name + "' has " + std::to_string(function->params.size()) +
                   " parameters, but " + std::to_string(call.args.size()) + " arguments are given",
               Void);
    else
        return true;
    return false;
}

/// `args` come before those of the call.
llvm::Value* FunctionEmitter::emitDirectCall(const Call& call, const ModuleEntry& callee,
                                             std::vector<Value*> args)
{
    const auto& function = to<PrimFunc>(*callee.function);
    for (size_t index = 0; index < call.args.size(); ++index) {
        const Var& param = *function.params[index];
        args.push_back(argument(param, emitAs(*call.args[index], param.dtype)));
    }
    Value* result = m_builder->CreateCall(m_module.function(callee, m_side), args);
    const DType returned = returnDType(function);
    return returned.isVoid()     ? undefined(call.dtype)
           : call.dtype.isVoid() ? result
                                 : emitCast(call.dtype, returned, result);
}

llvm::Value* FunctionEmitter::emitFunctionCall(const Call& call, const ModuleEntry& callee)
{
    if (!hasParametersOf(call, callee))
        return undefined(call.dtype);
    const auto& function = to<PrimFunc>(*callee.function);
    const std::string name(callee.var->name);
    if (isOfOtherDevice(function)) {
        if (isLaunchable(call, function, name))
            emitKernelCall(call, function, name, kernelArguments(function, name, call.args), {});
        return emitNothing(call);
    }
    if (!ModuleEmitter::implicitSizes(function).empty())
        return refuse(call, "function '" + name + "' has buffers of symbolic size and can only be the entry",
                      call.dtype);
    const auto waits = [&] { return cooperation(*function.body, m_module.module()).waits; };
    if (m_isCoroutine && (!m_lockstep.isEmpty() || m_copiesLate || waits()))
        return emitInlined(call, function);
    return emitDirectCall(call, callee, {m_emulator, m_block, m_thread});
}

/// Whether the callee is compiled for another kind of device than the code that calls it. A target with a
/// host means its host here on the host side, its device on the device side.
bool FunctionEmitter::isOfOtherDevice(const PrimFunc& callee) const
{
    const auto deviceOf = [this](const Target& target) {
        return deviceType(m_side == Side::Host && target.host ? *target.host : target);
    };
    if (callingConv(callee) == CallingConv::DeviceKernelLaunch)
        return true; // also to device code, which cannot launch it
    const Target* target = targetOf(callee);
    return m_target ? target && deviceOf(*target) != deviceOf(*m_target)
                    : m_side == Side::Host && isKernel(callee);
}

/// Whether the call of a function for another device is a launch, as LowerDeviceKernelLaunch makes one of it;
/// refuses it otherwise.
bool FunctionEmitter::isLaunchable(const Call& call, const PrimFunc& callee, const std::string& name)
{
    const auto returnsValue = [](const Node& node) {
        const auto* returned = as<Call>(&node);
        return returned && returned->isOp(OpId::ret) &&
               !(returned->args.size() == 1 && isConstInt(returned->args[0], 0));
    };
    const Target* target = targetOf(callee);
    const std::string device(target ? target->kindName : "a device");
    if (callingConv(callee) == CallingConv::DeviceKernelLaunch)
        refuse(call, "kernel '" + name + "' is called without a launch", Void);
    else if (m_side == Side::Device)
        refuse(call,
               "code for " + std::string(m_target->kindName) + " calls '" + name +
                   "', which is compiled for " + device,
               Void);
    else if (contains(*callee.body, returnsValue, Role::Scope))
        refuse(call,
               "host code calls '" + name + "', which is compiled for " + device +
                   " and returns a value: it can only be launched, and a launch returns nothing",
               Void);
    else
        return true;
    return false;
}

/// The callee in place of the call: a barrier suspends the function it is in, so it must be the thread.
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

    notePart(ProgramPart::Kind::Function, callee);
    m_inlining.push_back(&callee);
    const Return outer = std::exchange(m_return, {newBlock("inlined"), nullptr, returnDType(callee)});
    const std::vector<Loop> loops = std::exchange(m_loops, {});
    const std::vector<VirtualThread> turns = std::exchange(m_turns, {});
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
    m_turns = turns;
    m_return = outer;
    m_inlining.pop_back();
    leaveScope(mark);
    return result;
}

} // namespace tir::llvm_ir
