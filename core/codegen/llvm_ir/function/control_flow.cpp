#include "core/codegen/llvm_ir/function/control_flow.h"

#include "core/codegen/llvm_ir/function/expressions.h"
#include "core/codegen/llvm_ir/function/memory_checks.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Module.h>

namespace tir::llvm_ir {

std::optional<llvm::Value*> ControlFlow::emitOperation(const Call& call)
{
    static constexpr Handler<ControlFlow> Handlers[] = {
        {OpId::break_loop, 0, &ControlFlow::emitJump},
        {OpId::continue_loop, 0, &ControlFlow::emitJump},
        {OpId::if_then_else, 2, &ControlFlow::emitIfThenElse},
        {OpId::ret, 0, &ControlFlow::emitReturn},
        {OpId::thread_return, 0, &ControlFlow::emitReturn},
    };
    return emitListed(*this, Handlers, call);
}

void ControlFlow::leaveIteration(const Node& node, bool isBreak)
{
    if (m_loops.empty()) {
        refuse(node, "there is no loop around to leave or to continue", Void);
        return;
    }
    m_builder.CreateBr(isBreak ? m_loops.back().onBreak : m_loops.back().onContinue);
    m_builder.SetInsertPoint(newBlock("unreached"));
    ++m_jumps;
}

ControlFlow::Caller ControlFlow::enterFunction(Return target)
{
    return {std::exchange(m_return, target), std::exchange(m_loops, {})};
}

void ControlFlow::leaveFunction(Caller caller)
{
    m_return = caller.target;
    m_loops = std::move(caller.loops);
}

llvm::Value* ControlFlow::emitJump(const Call& call)
{
    leaveIteration(call, call.isOp(OpId::break_loop));
    return undefined(call.dtype);
}

void ControlFlow::noteReturned(Value* value)
{
    llvm::IRBuilderBase& b = m_builder;
    b.CreateStore(value ? value : llvm::Constant::getNullValue(valueType(m_return.dtype)), m_return.result);
    if (m_context.emulator && m_context.side == Side::Host)
        b.CreateStore(b.getInt8(value ? 1 : 0),
                      m_module.output().getOrInsertGlobal("tirscope_returned", b.getInt8Ty()));
}

/// `ret` leaves the function; in a kernel it ends the thread.
llvm::Value* ControlFlow::emitReturn(const Call& call)
{
    llvm::IRBuilderBase& b = m_builder;
    if (!call.args.empty() && m_return.result)
        noteReturned(m_expressions.emitAs(*call.args[0], m_return.dtype));
    b.CreateBr(m_return.block);
    b.SetInsertPoint(newBlock("unreached"));
    ++m_jumps;
    return undefined(call.dtype);
}

llvm::Value* ControlFlow::emitIfThenElse(const Call& call)
{
    llvm::IRBuilderBase& b = m_builder;
    if (!call.args[0]->dtype.isScalar())
        return refuse(call, "if_then_else needs a scalar condition", call.dtype);
    llvm::BasicBlock* whenTrue = newBlock("then");
    llvm::BasicBlock* whenFalse = newBlock("else");
    llvm::BasicBlock* after = newBlock("after");
    Value* condition = m_expressions.emitBool(*call.args[0]);
    m_checks.noteValues(call, condition);
    b.CreateCondBr(condition, whenTrue, whenFalse);
    b.SetInsertPoint(whenTrue);
    Value* first = m_expressions.emitAs(*call.args[1], call.dtype);
    llvm::BasicBlock* firstEnd = b.GetInsertBlock();
    b.CreateBr(after);
    b.SetInsertPoint(whenFalse);
    Value* second =
        call.args.size() > 2 ? m_expressions.emitAs(*call.args[2], call.dtype) : undefined(call.dtype);
    llvm::BasicBlock* secondEnd = b.GetInsertBlock();
    continueIn(after);
    if (!first || !second)
        return nullptr;
    llvm::PHINode* result = b.CreatePHI(first->getType(), 2);
    result->addIncoming(first, firstEnd);
    result->addIncoming(second, secondEnd);
    return result;
}

} // namespace tir::llvm_ir
