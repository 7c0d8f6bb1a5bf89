// Statements. Loops that a machine may spread (parallel, vectorized) run one iteration after the other: their
// meaning is the same, or the loop is refused.

#include "core/analysis/carried_lanes.h"
#include "core/codegen/llvm_ir/check_sites.h"
#include "core/codegen/llvm_ir/function_emitter.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Module.h>

#include <utility>

namespace tir::llvm_ir {

void FunctionEmitter::emit(const Stmt& stmt)
{
    const PlaceScope place(*this, stmt);
    if (stmt.kind != NodeKind::SeqStmt) {
        m_statement = &stmt;
        noteStatement(stmt);
    }
    if (m_isCoroutine && m_lockstep.isBefore(stmt))
        wait(Wait::Step, "lockstep");
    if (!m_turns.empty() && stmt.kind != NodeKind::SeqStmt)
        return emitForTurns(stmt);
    emitAlone(stmt);
}

void FunctionEmitter::emitAlone(const Stmt& stmt)
{
    switch (stmt.kind) {
    case NodeKind::AllocBuffer:
        emitAllocation(to<AllocBuffer>(stmt));
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
            const Pointer pointer = pointerTo(*bind.value);
            define(bind.var, Binding{addressOf(pointer), nullptr, pointer});
            break;
        }
        Value* value =
            bind.var->dtype.isHandle() ? emitAs(*bind.value, Handle) : emitAs(*bind.value, bind.var->dtype);
        if (m_cursor && llvm::isa_and_nonnull<llvm::Instruction>(value) && !value->hasName())
            value->setName(std::string(bind.var->name)); // for readers
        define(bind.var, value);
        break;
    }
    case NodeKind::Break:
    case NodeKind::Continue:
        if (m_loops.empty()) {
            refuse(stmt, "there is no loop around to leave or to continue", Void);
            break;
        }
        m_builder->CreateBr(stmt.kind == NodeKind::Break ? m_loops.back().onBreak
                                                         : m_loops.back().onContinue);
        m_builder->SetInsertPoint(newBlock("unreached"));
        ++m_jumps;
        break;
    case NodeKind::BufferStore:
        emitStore(to<BufferStore>(stmt));
        break;
    case NodeKind::DeclBuffer: // found through its data variable when it is accessed
        break;
    case NodeKind::Evaluate:
        emit(*to<Evaluate>(stmt).value);
        break;
    case NodeKind::ExecScopeStmt:
        refuse(stmt,
               "scope '" + std::string(toString(to<ExecScopeStmt>(stmt).scope)) + "' has not been lowered",
               Void);
        break;
    case NodeKind::For:
        emitFor(to<For>(stmt));
        break;
    case NodeKind::IfThenElse:
        emitIf(to<IfThenElse>(stmt));
        break;
    case NodeKind::SBlockRealize:
        emitBlockRealize(to<SBlockRealize>(stmt));
        break;
    case NodeKind::SeqStmt:
        emitSequence(to<SeqStmt>(stmt));
        break;
    case NodeKind::TilePrimitiveCall:
        refuse(stmt,
               "tile primitive '" + std::string(to<TilePrimitiveCall>(stmt).op->name) +
                   "' has not been lowered",
               Void);
        break;
    case NodeKind::While:
        emitWhile(to<While>(stmt));
        break;
    default:
        refuse(stmt, std::string(toString(stmt.kind)) + " cannot stand alone", Void);
    }
}

/// for (index = begin; index < end; ++index), of 64 bits.
void FunctionEmitter::emitCount(Value* begin, Value* end, const std::function<void(Value*)>& body)
{
    llvm::IRBuilderBase& b = *m_builder;
    llvm::BasicBlock* head = newBlock("head");
    llvm::BasicBlock* inside = newBlock("body");
    llvm::BasicBlock* after = newBlock("after");
    llvm::BasicBlock* from = b.GetInsertBlock();
    continueIn(head);
    llvm::PHINode* index = b.CreatePHI(b.getInt64Ty(), 2);
    index->addIncoming(begin, from);
    b.CreateCondBr(b.CreateICmpSLT(index, end), inside, after);
    b.SetInsertPoint(inside);
    body(index);
    index->addIncoming(b.CreateAdd(index, int64Value(1)), b.GetInsertBlock());
    b.CreateBr(head);
    b.SetInsertPoint(after);
}

/// A body: what it defines ends with it.
void FunctionEmitter::emitScope(const Stmt& body)
{
    const size_t mark = enterScope();
    emit(body);
    leaveScope(mark);
}

void FunctionEmitter::emitSequence(const SeqStmt& sequence)
{
    size_t jumps = m_jumps;
    for (const Stmt* member : sequence.seq) {
        if (m_jumps != jumps) // the one before may have left
            notePart(ProgramPart::Kind::Rest, *member);
        jumps = m_jumps;
        emit(*member);
    }
}

void FunctionEmitter::emitAttr(const AttrStmt& node)
{
    if (isVirtualThread(node))
        return emitVirtualThreads(node, *node.iterVar()->var, nullptr, *node.value, *node.body);
    if (node.key == attr::ThreadExtent) {
        if (const IterVar* axis = node.iterVar())
            emitThreadExtent(node, *axis);
        else
            refuse(node, "thread_extent needs an iteration variable", Void);
        return;
    }
    const auto* region = node.key == attr::Target ? as<Target>(node.node.node()) : nullptr;
    if (region && m_side == Side::Host && deviceType(*region) != DeviceType::CPU) {
        notePart(ProgramPart::Kind::Launch, node);
        const Target* target = std::exchange(m_target, region);
        emitLaunch(*node.body, m_function->getName().str() + "_region", {}, nullptr);
        m_target = target;
        return;
    }
    // What describes a matrix fragment is around its allocation only, which is seen beyond.
    if (node.key == "fragment_shape" || node.key == "fragment_layout")
        return emit(*node.body);
    if (node.key == "async_commit_queue_scope") {
        emitScope(*node.body);
        return commitCopies();
    }
    const auto* inner = as<AttrStmt>(node.body);
    if (node.key == "async_wait_queue_scope" && inner && inner->key == "async_wait_inflight_count")
        waitForCopies(*inner->value);
    const auto* reducer = as<CommReducer>(node.node.node());
    if (reducer)
        m_reducers.push_back(reducer);
    emitScope(*node.body); // all others are hints of other passes
    if (reducer)
        m_reducers.pop_back();
}

void FunctionEmitter::emitFor(const For& node)
{
    if (const auto axis = threadAxis(node))
        return emitThreads(node, node.loopVar, node.min, *axis, *node.body);
    if (isVirtualThread(node))
        return emitVirtualThreads(node, *node.loopVar, node.min, *node.extent, *node.body);
    if (const Node* carried = m_emulator ? carriedAccess(node) : nullptr) {
        refuse(*carried,
               "the iterations of the vectorized loop over '" + std::string(node.loopVar->name) +
                   "' depend on each other here: as lanes of a vector they compute something else",
               Void);
        return;
    }
    const DType dtype = node.loopVar->dtype;
    Value* min = emitAs(*node.min, dtype);
    Value* extent = emitAs(*node.extent, dtype);
    Value* step = node.step ? emitAs(*node.step, dtype) : llvm::ConstantInt::get(valueType(dtype), 1);
    emitLoop(node.loopVar, min, extent, step, *node.body);
}

/// for (var = min; var < min + extent; var += step)
void FunctionEmitter::emitLoop(const Var* var, Value* min, Value* extent, Value* step, const Stmt& body)
{
    llvm::IRBuilderBase& b = *m_builder;
    llvm::BasicBlock* head = newBlock("head");
    llvm::BasicBlock* inside = newBlock("body");
    llvm::BasicBlock* next = newBlock("next");
    llvm::BasicBlock* after = newBlock("after");
    Value* end = b.CreateAdd(min, extent);
    llvm::BasicBlock* from = b.GetInsertBlock();
    continueIn(head);
    llvm::PHINode* index = b.CreatePHI(min->getType(), 2, std::string(var->name));
    index->addIncoming(min, from);
    Value* isInside = var->dtype.isInt() ? b.CreateICmpSLT(index, end) : b.CreateICmpULT(index, end);
    b.CreateCondBr(isInside, inside, after);

    b.SetInsertPoint(inside);
    const size_t mark = enterScope();
    define(var, index);
    m_loops.push_back({after, next});
    if (!llvm::isa<llvm::ConstantInt>(extent)) // else it runs
        notePart(ProgramPart::Kind::Branch, body);
    emit(body);
    m_loops.pop_back();
    leaveScope(mark);
    continueIn(next);
    index->addIncoming(b.CreateAdd(index, step), b.GetInsertBlock());
    b.CreateBr(head);
    b.SetInsertPoint(after);
}

void FunctionEmitter::emitWhile(const While& node)
{
    llvm::BasicBlock* head = newBlock("head");
    llvm::BasicBlock* inside = newBlock("body");
    llvm::BasicBlock* after = newBlock("after");
    continueIn(head);
    if (m_isCoroutine && m_lockstep.isInHead(node))
        wait(Wait::Step, "lockstep");
    m_builder->CreateCondBr(emitBool(*node.condition), inside, after);
    m_builder->SetInsertPoint(inside);
    m_loops.push_back({after, head});
    notePart(ProgramPart::Kind::Branch, *node.body);
    emitScope(*node.body);
    m_loops.pop_back();
    m_builder->CreateBr(head);
    m_builder->SetInsertPoint(after);
}

void FunctionEmitter::emitIf(const IfThenElse& node)
{
    llvm::BasicBlock* whenTrue = newBlock("then");
    llvm::BasicBlock* after = newBlock("after");
    llvm::BasicBlock* whenFalse = node.elseCase ? newBlock("else") : after;
    m_builder->CreateCondBr(emitBool(*node.condition), whenTrue, whenFalse);
    m_builder->SetInsertPoint(whenTrue);
    notePart(ProgramPart::Kind::Branch, *node.thenCase);
    emitScope(*node.thenCase);
    m_builder->CreateBr(after);
    if (node.elseCase) {
        m_builder->SetInsertPoint(whenFalse);
        notePart(ProgramPart::Kind::Branch, *node.elseCase);
        emitScope(*node.elseCase);
        m_builder->CreateBr(after);
    }
    m_builder->SetInsertPoint(after);
}

void FunctionEmitter::emitAssert(const AssertStmt& node)
{
    std::string message;
    for (const Expr* part : node.messageParts)
        if (const auto* text = as<StringImm>(part))
            message += text->value;
    failUnless(emitBool(*node.condition), node.errorKind.empty() ? "RuntimeError" : node.errorKind,
               message.empty() ? "assertion failed" : message);
}

/// A buffer that is a part of another one: its variables are bound, and its elements are found in the other.
void FunctionEmitter::emitMatch(const MatchBufferRegion& match)
{
    llvm::IRBuilderBase& b = *m_builder;
    const Buffer& view = *match.buffer;
    const Buffer& source = *match.source->buffer;
    std::vector<const Expr*> first;
    for (const Range* range : match.source->region)
        first.push_back(range->min);
    if (!isAddressable(match, source, first.size()) || view.shape.size() > first.size()) {
        refuse(match, "buffer '" + std::string(view.name) + "' does not match its region", Void);
        return;
    }
    define(view.data, dataPointer(match, source));
    const auto bind = [&](const Expr* what, Value* value) {
        if (const auto* var = as<Var>(what); var && !lookup(var))
            define(var, emitCast(var->dtype, Int64, value));
    };
    Match result{elementIndex(source, first), std::vector<Value*>(view.shape.size())};
    bind(view.elemOffset, result.offset);
    Value* compact = int64Value(1);
    for (size_t axis = first.size(); axis-- > 0;) {
        Value* stride = strideOf(source, axis, compact);
        compact = b.CreateMul(compact, emitAs(*source.shape[axis], Int64));
        const size_t missing = first.size() - view.shape.size(); // leading dimensions of extent 1
        if (axis < missing)
            continue;
        result.strides[axis - missing] = stride;
        bind(view.shape[axis - missing], emitAs(*match.source->region[axis]->extent, Int64));
        if (!view.strides.empty())
            bind(view.strides[axis - missing], stride);
    }
    m_matches[&view] = std::move(result);
}

/// A block of an unlowered function: its variables bound, its buffers allocated, `init` before the first
/// step of its reduction.
void FunctionEmitter::emitBlockRealize(const SBlockRealize& node)
{
    llvm::IRBuilderBase& b = *m_builder;
    const SBlock& block = *node.block;
    const size_t mark = enterScope();
    if (block.init && !m_turns.empty()) {
        refuse(block, "a reduction of virtual threads with a barrier inside cannot be run on the CPU", Void);
        return;
    }
    emitForEach([&] {
        for (size_t index = 0; index < block.iterVars.size() && index < node.iterValues.size(); ++index)
            define(block.iterVars[index]->var,
                   emitAs(*node.iterValues[index], block.iterVars[index]->var->dtype));
    });
    Value* isFirst = b.getTrue();
    for (const IterVar* axis : block.iterVars)
        if (block.init && axis->iterType == IterType::CommReduce && axis->dom)
            isFirst = b.CreateAnd(
                isFirst, b.CreateICmpEQ(lookup(axis->var), emitAs(*axis->dom->min, axis->var->dtype)));
    llvm::BasicBlock* inside = newBlock("block");
    llvm::BasicBlock* after = newBlock("after");
    b.CreateCondBr(emitBool(*node.predicate), inside, after);
    b.SetInsertPoint(inside);
    notePart(ProgramPart::Kind::Branch, *block.body);
    const size_t inner = enterScope();
    emitForEach([&] {
        for (const Buffer* buffer : block.allocBuffers)
            emitBlockAllocation(block, *buffer);
    });
    for (const MatchBufferRegion* match : block.matchBuffers)
        emitMatch(*match);
    CheckSites* checks = m_module.checks();
    const bool isReducing = checks && checks->setReducing(m_reductions.blocks.contains(&block));
    if (block.init) {
        llvm::BasicBlock* first = newBlock("init");
        llvm::BasicBlock* rest = newBlock("rest");
        b.CreateCondBr(isFirst, first, rest);
        b.SetInsertPoint(first);
        notePart(ProgramPart::Kind::Branch, *block.init);
        emitScope(*block.init);
        continueIn(rest);
    }
    emitScope(*block.body);
    if (checks)
        checks->setReducing(isReducing);
    leaveScope(inner);
    continueIn(after);
    leaveScope(mark);
}

} // namespace tir::llvm_ir
