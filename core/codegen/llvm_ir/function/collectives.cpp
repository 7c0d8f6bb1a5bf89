#include "core/codegen/llvm_ir/function/collectives.h"

#include "core/codegen/llvm_ir/check_sites.h"
#include "core/codegen/llvm_ir/emulator_abi.h"
#include "core/codegen/llvm_ir/function/conversions.h"
#include "core/codegen/llvm_ir/function/coroutine.h"
#include "core/codegen/llvm_ir/function/expressions.h"
#include "core/codegen/llvm_ir/function/value_forms.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Module.h>

#include <cstddef>

namespace tir::llvm_ir {

std::optional<llvm::Value*> Collectives::emitOperation(const Call& call)
{
    if (!m_context.emulator)
        return std::nullopt;
    static constexpr Handler<Collectives> Handlers[] = {
        {OpId::cuda_activemask, 0, &Collectives::emitActiveMask},
        {OpId::cuda_ballot_sync, 2, &Collectives::emitVote},
        {OpId::cuda_reduce_add_sync_u32, 2, &Collectives::emitVote},
        {OpId::cuda_reduce_min_sync_u32, 2, &Collectives::emitVote},
        {OpId::cuda_syncthreads_and, 1, &Collectives::emitVote},
        {OpId::cuda_syncthreads_or, 1, &Collectives::emitVote},
        {OpId::ptx_any_sync, 2, &Collectives::emitVote},
        {OpId::tvm_warp_activemask, 0, &Collectives::emitActiveMask},
    };
    return emitListed(*this, Handlers, call);
}

/// Every lane offers its value, waits for the others, and reads the one it chose.
llvm::Value* Collectives::emitShuffle(const Call& call, const WarpShuffle& shuffle)
{
    llvm::IRBuilderBase& b = m_builder;
    const DType dtype = shuffle.value->dtype;
    if (!m_coroutine.isUsed())
        return refuse(call, "a shuffle between lanes is outside of any launch", call.dtype);
    if (dtype.vectorBytes() > int(sizeof(GpuThread::offered[0])))
        return refuse(call, "lanes exchange at most 8 bytes at a time", call.dtype);
    llvm::Type* pointer = b.getPtrTy();
    llvm::Type* word = b.getInt32Ty();
    Value* value = m_forms.toMemory(dtype, m_expressions.emit(*shuffle.value));
    Value* operand = m_expressions.emitAs(*shuffle.operand, Int32);
    Value* width = m_expressions.emitAs(*shuffle.width, Int32);
    b.CreateAlignedStore(
        value, b.CreateCall(m_module.external("tirscope_offer", pointer, {pointer}), {m_context.thread}),
        llvm::Align(1));
    CheckSites* checks = m_module.checks();
    if (checks)
        b.CreateCall(m_module.external("tirscope_check_offer", b.getVoidTy(), {pointer, pointer}),
                     {m_context.emulator, m_context.thread});
    m_coroutine.wait(Wait::Warp, "shuffle", m_expressions.emitAs(*call.args[0], UInt32));
    if (checks)
        b.CreateCall(m_module.external("tirscope_check_receive", b.getVoidTy(),
                                       {pointer, pointer, pointer, word, word, word, word}),
                     {m_context.emulator, m_context.block, m_context.thread,
                      int32Value(checks->receive(call, m_context.statement)),
                      int32Value(uint32_t(shuffle.choice)), operand, width});
    llvm::Function* offered =
        m_module.external("tirscope_offered", pointer, {pointer, pointer, word, word, word});
    Value* source = b.CreateCall(
        offered, {m_context.block, m_context.thread, int32Value(uint32_t(shuffle.choice)), operand, width});
    return m_forms.fromMemory(dtype, b.CreateAlignedLoad(m_forms.memoryType(dtype), source, llvm::Align(1)));
}

/// The lanes that are here when the others of the warp wait elsewhere or have ended.
llvm::Value* Collectives::emitActiveMask(const Call& call)
{
    if (!m_coroutine.canExchange(call))
        return undefined(call.dtype);
    m_coroutine.wait(Wait::Reconverge, "active lanes");
    Value* mask =
        m_builder.CreateLoad(m_builder.getInt32Ty(), m_coroutine.threadField(offsetof(GpuThread, mask)));
    return m_conversions.emitCast(call.dtype, UInt32, mask);
}

/// Combines a word of every lane (or of every thread of the block).
llvm::Value* Collectives::emitVote(const Call& call)
{
    if (!m_coroutine.canExchange(call))
        return undefined(call.dtype);
    llvm::IRBuilderBase& b = m_builder;
    llvm::Type* pointer = b.getPtrTy();
    const bool isOfBlock = call.isOp(OpId::cuda_syncthreads_and) || call.isOp(OpId::cuda_syncthreads_or);
    const Vote vote = call.isOp(OpId::cuda_ballot_sync)           ? Vote::Ballot
                      : call.isOp(OpId::cuda_reduce_add_sync_u32) ? Vote::Sum
                      : call.isOp(OpId::cuda_reduce_min_sync_u32) ? Vote::Min
                      : call.isOp(OpId::cuda_syncthreads_and)     ? Vote::All
                                                                  : Vote::Any;
    const Expr& operand = *call.args[isOfBlock ? 0 : 1];
    const bool isNumber = vote == Vote::Sum || vote == Vote::Min;
    Value* value = isNumber ? m_expressions.emitAs(operand, UInt32)
                            : m_conversions.emitCast(UInt32, Bool, m_expressions.emitBool(operand));
    Value* mask = isOfBlock ? int32Value(AllLanes) : m_expressions.emitAs(*call.args[0], UInt32);
    b.CreateAlignedStore(
        value, b.CreateCall(m_module.external("tirscope_offer", pointer, {pointer}), {m_context.thread}),
        llvm::Align(1));
    m_coroutine.wait(isOfBlock ? Wait::Block : Wait::Warp, "vote", mask);
    llvm::Function* count = m_module.external(
        "tirscope_vote", b.getInt32Ty(), {pointer, pointer, b.getInt32Ty(), b.getInt32Ty(), b.getInt1Ty()});
    count->addParamAttr(4, llvm::Attribute::ZExt);
    Value* result = b.CreateCall(
        count, {m_context.block, m_context.thread, int32Value(uint32_t(vote)), mask, b.getInt1(isOfBlock)});
    return m_conversions.emitCast(call.dtype, UInt32, result);
}

} // namespace tir::llvm_ir
