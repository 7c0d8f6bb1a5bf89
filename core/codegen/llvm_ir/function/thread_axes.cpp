#include "core/codegen/llvm_ir/function/thread_axes.h"

#include "core/codegen/llvm_ir/emulator_abi.h"
#include "core/codegen/llvm_ir/function/bindings.h"
#include "core/codegen/llvm_ir/function/conversions.h"
#include "core/codegen/llvm_ir/function/expressions.h"
#include "core/codegen/llvm_ir/function/launches.h"
#include "core/codegen/llvm_ir/function/memory_checks.h"
#include "core/codegen/llvm_ir/function/platform.h"
#include "core/codegen/llvm_ir/function/statements.h"
#include "core/support/text_format.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Module.h>

#include <cstddef>

namespace tir::llvm_ir {

void ThreadAxes::emitThreadExtent(const AttrStmt& node, const IterVar& axis)
{
    if (m_platform.emitThreadExtent(node, axis))
        return;
    const auto number = threadAxis(axis.threadTag);
    if (!number) {
        refuse(node, "thread axis " + quoted(axis.threadTag) + " cannot be executed on the CPU", Void);
        return;
    }
    emitThreads(node, axis.var, nullptr, *number, *node.body);
}

/// One axis of a launch: the host launches `axisStmt`, a thread is at one place of the axis.
void ThreadAxes::emitThreads(const Stmt& axisStmt, const Var* var, const Expr* min, ThreadAxis axis,
                             const Stmt& body)
{
    if (m_context.side == Side::Host) {
        m_checks.notePart(ProgramPart::Kind::Launch, axisStmt);
        m_launches.emitLaunch(axisStmt, m_context.function->getName().str() + "_launch", {}, nullptr);
        return;
    }
    const size_t mark = m_bindings.enterScope();
    m_axisOf[var] = axis;
    Value* index = m_conversions.emitCast(var->dtype, UInt32, threadIndex(axis));
    m_bindings.define(var, min ? m_builder.CreateAdd(m_expressions.emitAs(*min, var->dtype), index) : index);
    const auto* loop = as<For>(&axisStmt);
    if (!loop || isExtentOf(axis, *loop->extent)) {
        m_statements.emit(body);
        return m_bindings.leaveScope(mark);
    }
    // Another loop over the same axis is longer: the threads beyond this extent do nothing.
    llvm::BasicBlock* inside = newBlock("inside");
    llvm::BasicBlock* after = newBlock("after");
    m_builder.CreateCondBr(m_builder.CreateICmpULT(index, m_expressions.emitAs(*loop->extent, var->dtype)),
                           inside, after);
    m_builder.SetInsertPoint(inside);
    m_statements.emit(body);
    m_bindings.leaveScope(mark);
    continueIn(after);
}

std::optional<ThreadAxis> ThreadAxes::axisOf(const Var& var) const
{
    const auto found = m_axisOf.find(&var);
    return found == m_axisOf.end() ? std::nullopt : std::optional(found->second);
}

bool ThreadAxes::isExtentOf(ThreadAxis axis, const Expr& extent) const
{
    const auto* launched = as<IntImm>(m_extents[size_t(axis)]);
    const auto* own = as<IntImm>(&extent);
    return m_extents[size_t(axis)] == &extent || (launched && own && launched->value == own->value);
}

/// Position of the thread (or its block) on the axis; read once, in the prologue.
llvm::Value* ThreadAxes::threadIndex(ThreadAxis axis)
{
    if (Value* own = m_platform.threadIndex(axis))
        return own;
    Value*& known = m_threadIndices[size_t(axis)];
    if (!known) {
        llvm::IRBuilder<> prologue(m_context.prologue);
        const bool isBlock = axis < ThreadAxis::ThreadX;
        const size_t number = size_t(axis) % 3;
        const size_t offset = isBlock ? offsetof(GpuBlock, index) : offsetof(GpuThread, index);
        known = prologue.CreateLoad(prologue.getInt32Ty(),
                                    prologue.CreateConstGEP1_64(prologue.getInt8Ty(),
                                                                isBlock ? m_context.block : m_context.thread,
                                                                offset + number * sizeof(uint32_t)),
                                    std::string(toString(axis)));
    }
    return known;
}

} // namespace tir::llvm_ir
