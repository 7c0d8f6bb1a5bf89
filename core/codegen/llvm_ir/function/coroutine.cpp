#include "core/codegen/llvm_ir/function/coroutine.h"

#include "core/codegen/llvm_ir/check_sites.h"
#include "core/codegen/llvm_ir/emulator_abi.h"
#include "core/support/text_format.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Intrinsics.h>
#include <llvm/IR/Module.h>

#include <cstddef>

namespace tir::llvm_ir {
namespace {

/// Alignment that tirscope_frame promises.
constexpr uint32_t FrameAlignment = 64;

} // namespace

void Coroutine::start()
{
    m_isUsed = true;
    m_context.function->setPresplitCoroutine();
    llvm::IRBuilder<> b(newBlock("entry"));
    llvm::Value* none = llvm::ConstantPointerNull::get(b.getPtrTy());
    llvm::Value* id =
        b.CreateIntrinsic(llvm::Intrinsic::coro_id, {}, {b.getInt32(FrameAlignment), none, none, none});
    llvm::Value* bytes = b.CreateIntrinsic(llvm::Intrinsic::coro_size, {b.getInt64Ty()}, {});
    llvm::Function* frame = m_module.external("tirscope_frame", b.getPtrTy(), {b.getPtrTy(), b.getInt64Ty()});
    llvm::Value* memory = b.CreateCall(frame, {m_context.block, bytes});
    m_handle = b.CreateIntrinsic(llvm::Intrinsic::coro_begin, {}, {id, memory});
    m_suspend = newBlock("suspend");
}

/// Suspends; resumes in `next`, which is null at the end of the thread.
void Coroutine::suspend(llvm::BasicBlock* next)
{
    llvm::IRBuilderBase& b = m_builder;
    llvm::Value* none = llvm::ConstantTokenNone::get(m_module.context());
    llvm::Value* result = b.CreateIntrinsic(llvm::Intrinsic::coro_suspend, {}, {none, b.getInt1(!next)});
    llvm::SwitchInst* targets = b.CreateSwitch(result, m_suspend, 1);
    // 0: resumed. 1, destroyed, never happens: frames end with their block.
    if (next) {
        targets->addCase(b.getInt8(0), next);
        b.SetInsertPoint(next);
    }
}

void Coroutine::finish()
{
    llvm::IRBuilderBase& b = m_builder;
    suspend(nullptr);
    b.SetInsertPoint(m_suspend);
    b.CreateIntrinsic(llvm::Intrinsic::coro_end, {},
                      {m_handle, b.getFalse(), llvm::ConstantTokenNone::get(m_module.context())});
    b.CreateRet(m_handle);
}

void Coroutine::emitBarrier(const Call& call, std::string_view scope)
{
    const bool isBlock = scope == "shared" || scope == "shared.dyn";
    if (!isBlock && scope != "warp") {
        refuse(call, "a barrier of scope " + quoted(scope) + " cannot be executed on the CPU", Void);
        return;
    }
    if (!m_isUsed) {
        refuse(call, "barrier " + quoted(call.op->printedName) + " is outside of any launch", Void);
        return;
    }
    wait(isBlock ? Wait::Block : Wait::Warp, scope);
}

bool Coroutine::canExchange(const Call& call)
{
    if (!m_isUsed)
        refuse(call, "operation " + quoted(call.op->printedName) + " is outside of any launch", call.dtype);
    return m_isUsed;
}

void Coroutine::stepBefore(const Stmt& stmt)
{
    if (m_isUsed && m_lockstep.isBefore(stmt))
        wait(Wait::Step, "lockstep");
}

void Coroutine::stepInHead(const While& loop)
{
    if (m_isUsed && m_lockstep.isInHead(loop))
        wait(Wait::Step, "lockstep");
}

/// Of GpuThread.
llvm::Value* Coroutine::threadField(size_t offset)
{
    return m_builder.CreateConstGEP1_64(m_builder.getInt8Ty(), m_context.thread, offset);
}

/// Suspends until the other threads have reached the same place. `mask`: lanes to wait for; null: all.
void Coroutine::wait(Wait wait, std::string_view scope, Value* mask)
{
    const auto set = [&](size_t offset, Value* value) { m_builder.CreateStore(value, threadField(offset)); };
    ++m_barrierCount;
    set(offsetof(GpuThread, wait), int32Value(uint32_t(wait)));
    set(offsetof(GpuThread, barrier),
        textValue("barrier " + std::to_string(m_barrierCount) + " (" + quoted(scope) + ")"));
    set(offsetof(GpuThread, place), int32Value(m_barrierCount));
    set(offsetof(GpuThread, mask), mask ? mask : int32Value(AllLanes));
    if (CheckSites* checks = m_module.checks(); checks && m_context.statement)
        set(offsetof(GpuThread, site),
            int32Value(checks->at(SiteKind::Barrier, *m_context.statement, m_context.statement)));
    suspend(newBlock("resumed"));
}

} // namespace tir::llvm_ir
