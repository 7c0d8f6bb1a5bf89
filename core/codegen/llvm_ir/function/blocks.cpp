#include "core/codegen/llvm_ir/function/blocks.h"

#include "core/codegen/llvm_ir/check_sites.h"
#include "core/codegen/llvm_ir/function/allocations.h"
#include "core/codegen/llvm_ir/function/bindings.h"
#include "core/codegen/llvm_ir/function/buffer_addresses.h"
#include "core/codegen/llvm_ir/function/conversions.h"
#include "core/codegen/llvm_ir/function/expressions.h"
#include "core/codegen/llvm_ir/function/memory_checks.h"
#include "core/codegen/llvm_ir/function/statements.h"
#include "core/codegen/llvm_ir/function/virtual_threads.h"
#include "core/codegen/llvm_ir/thread_reductions.h"
#include "core/support/text_format.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Module.h>

#include <utility>

namespace tir::llvm_ir {

/// A buffer that is a part of another one: its variables are bound, and its elements are found in the other.
void Blocks::emitMatch(const MatchBufferRegion& match)
{
    llvm::IRBuilderBase& b = m_builder;
    const Buffer& view = *match.buffer;
    const Buffer& source = *match.source->buffer;
    std::vector<const Expr*> first;
    for (const Range* range : match.source->region)
        first.push_back(range->min);
    if (!m_addresses.isAddressable(match, source, first.size()) || view.shape.size() > first.size()) {
        refuse(match, "buffer " + quoted(view.name) + " does not match its region", Void);
        return;
    }
    m_bindings.define(view.data, m_addresses.dataPointer(match, source));
    const auto bind = [&](const Expr* what, Value* value) {
        if (const auto* var = as<Var>(what); var && !m_bindings.lookup(var))
            m_bindings.define(var, m_conversions.emitCast(var->dtype, Int64, value));
    };
    BufferMatch result{m_addresses.elementIndex(source, first), std::vector<Value*>(view.shape.size())};
    bind(view.elemOffset, result.offset);
    Value* compact = int64Value(1);
    for (size_t axis = first.size(); axis-- > 0;) {
        Value* stride = m_addresses.strideOf(source, axis, compact);
        compact = b.CreateMul(compact, m_expressions.emitAs(*source.shape[axis], Int64));
        const size_t missing = first.size() - view.shape.size(); // leading dimensions of extent 1
        if (axis < missing)
            continue;
        result.strides[axis - missing] = stride;
        bind(view.shape[axis - missing], m_expressions.emitAs(*match.source->region[axis]->extent, Int64));
        if (!view.strides.empty())
            bind(view.strides[axis - missing], stride);
    }
    m_addresses.addMatch(view, std::move(result));
}

/// Passes rely on the domains, whatever the values are.
void Blocks::checkDomains(const SBlockRealize& node)
{
    llvm::IRBuilderBase& b = m_builder;
    for (const IterVar* axis : node.block->iterVars) {
        if (!axis->dom || !m_bindings.lookup(axis->var))
            continue;
        Value* value = m_conversions.emitCast(Int64, axis->var->dtype, m_bindings.lookup(axis->var));
        Value* min = m_expressions.emitAs(*axis->dom->min, Int64);
        Value* end = b.CreateAdd(min, m_expressions.emitAs(*axis->dom->extent, Int64));
        m_checks.checkDomain(*axis, node, value,
                             b.CreateAnd(b.CreateICmpSGE(value, min), b.CreateICmpSLT(value, end)));
    }
}

/// A block of an unlowered function: its variables bound, its buffers allocated, `init` before the first
/// step of its reduction.
void Blocks::emitBlockRealize(const SBlockRealize& node)
{
    llvm::IRBuilderBase& b = m_builder;
    const SBlock& block = *node.block;
    const size_t mark = m_bindings.enterScope();
    if (block.init && m_virtualThreads.takeTurns()) {
        refuse(block, "a reduction of virtual threads with a barrier inside cannot be executed on the CPU",
               Void);
        return;
    }
    m_virtualThreads.emitForEach([&] {
        for (size_t index = 0; index < block.iterVars.size() && index < node.iterValues.size(); ++index)
            m_bindings.define(
                block.iterVars[index]->var,
                m_expressions.emitAs(*node.iterValues[index], block.iterVars[index]->var->dtype));
    });
    Value* isFirst = b.getTrue();
    for (const IterVar* axis : block.iterVars)
        if (block.init && axis->iterType == IterType::CommReduce && axis->dom)
            isFirst =
                b.CreateAnd(isFirst, b.CreateICmpEQ(m_bindings.lookup(axis->var),
                                                    m_expressions.emitAs(*axis->dom->min, axis->var->dtype)));
    llvm::BasicBlock* inside = newBlock("block");
    llvm::BasicBlock* after = newBlock("after");
    b.CreateCondBr(m_expressions.emitBool(*node.predicate), inside, after);
    b.SetInsertPoint(inside);
    if (m_module.checks())
        checkDomains(node);
    m_checks.notePart(ProgramPart::Kind::Branch, *block.body);
    const size_t inner = m_bindings.enterScope();
    m_virtualThreads.emitForEach([&] {
        for (const Buffer* buffer : block.allocBuffers)
            m_allocations.emitBlockAllocation(block, *buffer);
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
        m_checks.notePart(ProgramPart::Kind::Branch, *block.init);
        m_statements.emitScope(*block.init);
        continueIn(rest);
    }
    m_statements.emitScope(*block.body);
    if (checks)
        checks->setReducing(isReducing);
    m_bindings.leaveScope(inner);
    continueIn(after);
    m_bindings.leaveScope(mark);
}

} // namespace tir::llvm_ir
