#include "core/codegen/llvm_ir/function/function_body.h"

#include "core/analysis/calls.h"
#include "core/codegen/llvm_ir/function/allocations.h"
#include "core/codegen/llvm_ir/function/bindings.h"
#include "core/codegen/llvm_ir/function/control_flow.h"
#include "core/codegen/llvm_ir/function/conversions.h"
#include "core/codegen/llvm_ir/function/copies.h"
#include "core/codegen/llvm_ir/function/coroutine.h"
#include "core/codegen/llvm_ir/function/fragments.h"
#include "core/codegen/llvm_ir/function/memory_checks.h"
#include "core/codegen/llvm_ir/function/platform.h"
#include "core/codegen/llvm_ir/function/statements.h"
#include "core/codegen/llvm_ir/function/thread_axes.h"
#include "core/codegen/llvm_ir/function/thread_launch.h"
#include "core/codegen/llvm_ir/function/value_forms.h"
#include "core/codegen/llvm_ir/thread_reductions.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Module.h>

namespace tir::llvm_ir {

void FunctionBody::emitFunction(const PrimFunc& function)
{
    const PlaceScope place(m_context, function);
    m_context.target = targetOf(function);
    m_context.setUpPrologue();
    unsigned number = m_context.firstParameter;
    for (const Var* param : function.params)
        m_bindings.define(param, m_platform.parameter(*param, m_context.function->getArg(number++)));
    for (const Var* size : ModuleEmitter::implicitSizes(function))
        m_bindings.define(size, m_context.function->getArg(number++));
    for (const BufferBinding& binding : function.bufferMap)
        m_bindings.define(binding.buffer->data, m_bindings.lookup(binding.param));

    Return exit{newBlock("return"), nullptr, returnDType(function)};
    if (!exit.dtype.isVoid())
        exit.result = llvm::IRBuilder<>(m_context.prologue).CreateAlloca(valueType(exit.dtype));
    m_control.setReturn(exit);
    m_fragments.scan(*function.body);
    if (m_context.emulator) {
        m_reductions = threadReductions(*function.body);
        m_allocations.setLaunchMemory(launchMemory(*function.body, m_reductions));
    }
    m_checks.notePart(ProgramPart::Kind::Function, function);
    // A function for a device that a host calls is a kernel, even when it names no thread axis.
    m_statements.emitScope(*function.body);
    if (exit.result)
        m_control.noteReturned(nullptr);
    m_builder.CreateBr(exit.block);

    m_builder.SetInsertPoint(exit.block);
    if (exit.result)
        m_builder.CreateRet(m_builder.CreateLoad(valueType(exit.dtype), exit.result));
    else
        m_builder.CreateRetVoid();
    m_context.finishPrologue();
}

void FunctionBody::emitEntry(const PrimFunc& function, llvm::Function* callee)
{
    m_context.setUpPrologue();
    Value* arguments = m_context.function->getArg(1);
    std::vector<Value*> values = {m_context.emulator, llvm::ConstantPointerNull::get(m_builder.getPtrTy()),
                                  llvm::ConstantPointerNull::get(m_builder.getPtrTy())};
    const auto take = [&](DType dtype) {
        const size_t offset = (values.size() - 3) * sizeof(void*);
        Value* slot = m_builder.CreateLoad(
            m_builder.getPtrTy(), m_builder.CreateConstGEP1_64(m_builder.getInt8Ty(), arguments, offset));
        values.push_back(dtype.isHandle() ? slot
                                          : m_forms.fromMemory(
                                                dtype, m_builder.CreateAlignedLoad(m_forms.memoryType(dtype),
                                                                                   slot, llvm::Align(1))));
    };
    for (const Var* param : function.params)
        take(param->dtype);
    for (const Var* size : ModuleEmitter::implicitSizes(function)) {
        take(Int64);
        values.back() = m_conversions.emitCast(size->dtype, Int64, values.back());
    }
    Value* result = m_builder.CreateCall(callee, values);
    if (const DType dtype = returnDType(function); !dtype.isVoid())
        m_builder.CreateAlignedStore(m_forms.toMemory(dtype, result), m_context.function->getArg(2),
                                     llvm::Align(1));
    m_builder.CreateRetVoid();
    m_context.finishPrologue();
}

void FunctionBody::emitThread(const Stmt& body, ThreadLaunch launch)
{
    m_context.target = launch.target;
    m_reductions = std::move(launch.reductions);
    m_axes.setExtents(launch.extents);
    m_coroutine.setLockstep(std::move(launch.lockstep));
    m_fragments.setShapes(std::move(launch.fragmentShapes));
    m_copies.setLate(launch.copiesLate);
    m_bindings.captureFrom(launch.site, m_context.function->getArg(3));
    if (launch.isCoroutine)
        m_coroutine.start();
    m_context.setUpPrologue();
    if (launch.isCoroutine)
        llvm::IRBuilder<>(&m_context.function->getEntryBlock()).CreateBr(m_context.prologue);
    llvm::BasicBlock* exit = newBlock("exit");
    m_control.setReturn({exit});
    const size_t mark = m_bindings.enterScope();
    for (const Buffer* buffer : launch.memory)
        m_allocations.emitThreadMemory(*buffer);
    m_statements.emitScope(body);
    m_bindings.leaveScope(mark);
    continueIn(exit);
    if (launch.isCoroutine)
        m_coroutine.finish();
    else
        m_builder.CreateRetVoid();
    m_context.finishPrologue();
}

void FunctionBody::emitOutlined(const Stmt& body, const std::vector<const Var*>& params,
                                const FunctionContext& site)
{
    m_context.startAt(site);
    m_context.setUpPrologue();
    for (size_t index = 0; index < params.size(); ++index) {
        llvm::Argument* argument = m_context.function->getArg(unsigned(index));
        argument->setName(std::string(params[index]->name));
        m_bindings.define(params[index], argument);
    }
    const Return exit{newBlock("return"),
                      llvm::IRBuilder<>(m_context.prologue).CreateAlloca(m_builder.getInt32Ty()), Int32};
    m_control.setReturn(exit);
    m_builder.CreateStore(int32Value(0), exit.result);
    m_statements.emitScope(body);
    m_builder.CreateBr(exit.block);
    m_builder.SetInsertPoint(exit.block);
    m_builder.CreateRet(m_builder.CreateLoad(m_builder.getInt32Ty(), exit.result));
    m_context.finishPrologue();
}

} // namespace tir::llvm_ir
