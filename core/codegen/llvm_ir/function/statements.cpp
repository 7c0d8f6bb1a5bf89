#include "core/codegen/llvm_ir/function/statements.h"

#include "core/analysis/carried_lanes.h"
#include "core/codegen/llvm_ir/function/accesses.h"
#include "core/codegen/llvm_ir/function/all_reduce.h"
#include "core/codegen/llvm_ir/function/allocations.h"
#include "core/codegen/llvm_ir/function/bindings.h"
#include "core/codegen/llvm_ir/function/blocks.h"
#include "core/codegen/llvm_ir/function/control_flow.h"
#include "core/codegen/llvm_ir/function/copies.h"
#include "core/codegen/llvm_ir/function/coroutine.h"
#include "core/codegen/llvm_ir/function/expressions.h"
#include "core/codegen/llvm_ir/function/failures.h"
#include "core/codegen/llvm_ir/function/launches.h"
#include "core/codegen/llvm_ir/function/memory_checks.h"
#include "core/codegen/llvm_ir/function/platform.h"
#include "core/codegen/llvm_ir/function/pointers.h"
#include "core/codegen/llvm_ir/function/thread_axes.h"
#include "core/codegen/llvm_ir/function/virtual_threads.h"
#include "core/support/text_format.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Module.h>

#include <utility>

namespace tir::llvm_ir {

void Statements::emit(const Stmt& stmt)
{
    const PlaceScope place(m_context, stmt);
    if (stmt.kind != NodeKind::SeqStmt) {
        m_context.statement = &stmt;
        m_checks.noteStatement(stmt);
    }
    m_coroutine.stepBefore(stmt);
    if (m_virtualThreads.takeTurns() && stmt.kind != NodeKind::SeqStmt)
        return m_virtualThreads.emitForTurns(stmt);
    emitAlone(stmt);
}

void Statements::emitAlone(const Stmt& stmt)
{
    switch (stmt.kind) {
    case NodeKind::AllocBuffer:
        m_allocations.emitAllocation(to<AllocBuffer>(stmt));
        break;
    case NodeKind::AssertStmt:
        emitAssert(to<AssertStmt>(stmt));
        break;
    case NodeKind::AttrStmt:
        emitAttr(to<AttrStmt>(stmt));
        break;
    case NodeKind::Bind: {
        const auto& bind = to<Bind>(stmt);
        if (m_module.checks() && bind.var->dtype.isHandle()) {
            const Pointer pointer = m_pointers.pointerTo(*bind.value);
            m_bindings.define(bind.var, Binding{m_pointers.addressOf(pointer), nullptr, pointer});
            break;
        }
        Value* value = bind.var->dtype.isHandle() ? m_expressions.emitAs(*bind.value, Handle)
                                                  : m_expressions.emitAs(*bind.value, bind.var->dtype);
        if (m_context.cursor && llvm::isa_and_nonnull<llvm::Instruction>(value) && !value->hasName())
            value->setName(std::string(bind.var->name)); // for readers
        m_bindings.define(bind.var, value);
        break;
    }
    case NodeKind::Break:
    case NodeKind::Continue:
        m_control.leaveIteration(stmt, stmt.kind == NodeKind::Break);
        break;
    case NodeKind::BufferStore:
        m_accesses.emitStore(to<BufferStore>(stmt));
        break;
    case NodeKind::DeclBuffer: // found through its data variable when it is accessed
        break;
    case NodeKind::Evaluate: {
        const Expr& value = *to<Evaluate>(stmt).value;
        const auto* call = as<Call>(&value);
        if (!call || !call->isOp(OpId::assume)) // which passes use
            m_expressions.emit(value);
        break;
    }
    case NodeKind::ExecScopeStmt:
        refuse(stmt, "scope " + quoted(toString(to<ExecScopeStmt>(stmt).scope)) + " has not been lowered",
               Void);
        break;
    case NodeKind::For:
        emitFor(to<For>(stmt));
        break;
    case NodeKind::IfThenElse:
        emitIf(to<IfThenElse>(stmt));
        break;
    case NodeKind::SBlockRealize:
        m_blocks.emitBlockRealize(to<SBlockRealize>(stmt));
        break;
    case NodeKind::SeqStmt:
        emitSequence(to<SeqStmt>(stmt));
        break;
    case NodeKind::TilePrimitiveCall:
        refuse(stmt,
               "tile primitive " + quoted(to<TilePrimitiveCall>(stmt).op->name) + " has not been lowered",
               Void);
        break;
    case NodeKind::While:
        emitWhile(to<While>(stmt));
        break;
    default:
        refuse(stmt, std::string(toString(stmt.kind)) + " is not a statement", Void);
    }
}

/// A body: its definitions end with it.
void Statements::emitScope(const Stmt& body)
{
    const size_t mark = m_bindings.enterScope();
    emit(body);
    m_bindings.leaveScope(mark);
}

void Statements::emitSequence(const SeqStmt& sequence)
{
    size_t jumps = m_control.jumps();
    for (const Stmt* member : sequence.seq) {
        if (m_control.jumps() != jumps) // the one before may have left
            m_checks.notePart(ProgramPart::Kind::Rest, *member);
        jumps = m_control.jumps();
        emit(*member);
    }
}

void Statements::emitAttr(const AttrStmt& node)
{
    if (m_platform.emitAttr(node))
        return;
    if (isVirtualThread(node))
        return m_virtualThreads.emitVirtualThreads(node, *node.iterVar()->var, nullptr, *node.value,
                                                   *node.body);
    if (node.key == attr::ThreadExtent) {
        if (const IterVar* axis = node.iterVar())
            m_axes.emitThreadExtent(node, *axis);
        else
            refuse(node, "thread_extent needs an iteration variable", Void);
        return;
    }
    const auto* region = node.key == attr::Target ? as<Target>(node.node.node()) : nullptr;
    if (region && m_context.side == Side::Host && deviceType(*region) != DeviceType::CPU) {
        m_checks.notePart(ProgramPart::Kind::Launch, node);
        const Target* target = std::exchange(m_context.target, region);
        m_launches.emitLaunch(*node.body, m_context.function->getName().str() + "_region", {}, nullptr);
        m_context.target = target;
        return;
    }
    // Attributes of a matrix fragment are around its allocation only, which is visible beyond.
    if (node.key == "fragment_shape" || node.key == "fragment_layout")
        return emit(*node.body);
    if (node.key == "async_commit_queue_scope") {
        emitScope(*node.body);
        return m_copies.commitCopies();
    }
    const auto* inner = as<AttrStmt>(node.body);
    if (node.key == "async_wait_queue_scope" && inner && inner->key == "async_wait_inflight_count")
        m_copies.waitForCopies(*inner->value);
    const auto* reducer = as<CommReducer>(node.node.node());
    if (reducer)
        m_allReduce.enterReducer(*reducer);
    emitScope(*node.body); // all others are hints of other passes
    if (reducer)
        m_allReduce.leaveReducer();
}

void Statements::emitFor(const For& node)
{
    if (const auto axis = threadAxis(node))
        return m_axes.emitThreads(node, node.loopVar, node.min, *axis, *node.body);
    if (isVirtualThread(node))
        return m_virtualThreads.emitVirtualThreads(node, *node.loopVar, node.min, *node.extent, *node.body);
    if (const Node* carried = m_context.emulator ? carriedAccess(node) : nullptr) {
        refuse(*carried,
               "the iterations of the vectorized loop over " + quoted(node.loopVar->name) +
                   " depend on each other here: as lanes of a vector they compute something else",
               Void);
        return;
    }
    const DType dtype = node.loopVar->dtype;
    Value* min = m_expressions.emitAs(*node.min, dtype);
    Value* extent = m_expressions.emitAs(*node.extent, dtype);
    Value* step =
        node.step ? m_expressions.emitAs(*node.step, dtype) : llvm::ConstantInt::get(valueType(dtype), 1);
    const bool isParallel = node.forKind == ForKind::Parallel && m_context.side == Side::Host;
    emitLoop(node.loopVar, min, extent, step, *node.body, isParallel);
}

/// for (var = min; var < min + extent; var += step)
void Statements::emitLoop(const Var* var, Value* min, Value* extent, Value* step, const Stmt& body,
                          bool isParallel)
{
    const auto note = [&](ParallelEvent event) {
        if (isParallel)
            m_checks.noteParallel(event);
    };
    llvm::IRBuilderBase& b = m_builder;
    llvm::BasicBlock* head = newBlock("head");
    llvm::BasicBlock* inside = newBlock("body");
    llvm::BasicBlock* next = newBlock("next");
    llvm::BasicBlock* after = newBlock("after");
    Value* end = b.CreateAdd(min, extent);
    note(ParallelEvent::Start);
    llvm::BasicBlock* from = b.GetInsertBlock();
    continueIn(head);
    llvm::PHINode* index = b.CreatePHI(min->getType(), 2, std::string(var->name));
    index->addIncoming(min, from);
    Value* isInside = var->dtype.isInt() ? b.CreateICmpSLT(index, end) : b.CreateICmpULT(index, end);
    b.CreateCondBr(isInside, inside, after);

    b.SetInsertPoint(inside);
    const size_t mark = m_bindings.enterScope();
    m_bindings.define(var, index);
    m_control.enterLoop({after, next});
    if (!llvm::isa<llvm::ConstantInt>(extent)) // else it runs
        m_checks.notePart(ProgramPart::Kind::Branch, body);
    note(ParallelEvent::Iteration);
    emit(body);
    m_control.leaveLoop();
    m_bindings.leaveScope(mark);
    continueIn(next);
    index->addIncoming(b.CreateAdd(index, step), b.GetInsertBlock());
    b.CreateBr(head);
    b.SetInsertPoint(after);
    note(ParallelEvent::End);
}

void Statements::emitWhile(const While& node)
{
    llvm::BasicBlock* head = newBlock("head");
    llvm::BasicBlock* inside = newBlock("body");
    llvm::BasicBlock* after = newBlock("after");
    continueIn(head);
    m_coroutine.stepInHead(node);
    m_builder.CreateCondBr(m_expressions.emitBool(*node.condition), inside, after);
    m_builder.SetInsertPoint(inside);
    m_control.enterLoop({after, head});
    m_checks.notePart(ProgramPart::Kind::Branch, *node.body);
    emitScope(*node.body);
    m_control.leaveLoop();
    m_builder.CreateBr(head);
    m_builder.SetInsertPoint(after);
}

void Statements::emitIf(const IfThenElse& node)
{
    llvm::BasicBlock* whenTrue = newBlock("then");
    llvm::BasicBlock* after = newBlock("after");
    llvm::BasicBlock* whenFalse = node.elseCase ? newBlock("else") : after;
    m_builder.CreateCondBr(m_expressions.emitBool(*node.condition), whenTrue, whenFalse);
    m_builder.SetInsertPoint(whenTrue);
    m_checks.notePart(ProgramPart::Kind::Branch, *node.thenCase);
    emitScope(*node.thenCase);
    m_builder.CreateBr(after);
    if (node.elseCase) {
        m_builder.SetInsertPoint(whenFalse);
        m_checks.notePart(ProgramPart::Kind::Branch, *node.elseCase);
        emitScope(*node.elseCase);
        m_builder.CreateBr(after);
    }
    m_builder.SetInsertPoint(after);
}

void Statements::emitAssert(const AssertStmt& node)
{
    if (m_platform.emitAssert(node))
        return;
    std::string message;
    for (const Expr* part : node.messageParts)
        if (const auto* text = as<StringImm>(part))
            message += text->value;
    m_failures.failUnless(m_expressions.emitBool(*node.condition),
                          node.errorKind.empty() ? "RuntimeError" : node.errorKind,
                          message.empty() ? "assertion failed" : message);
}

} // namespace tir::llvm_ir
