/// The function of a thread that waits for others: a coroutine that suspends at barriers. (LLVM's switched-resume
/// coroutines: the handle's first word is the resume function.)

#pragma once

#include "core/codegen/llvm_ir/emulator_abi.h"
#include "core/codegen/llvm_ir/function/function_part.h"
#include "core/codegen/llvm_ir/lockstep.h"

namespace tir::llvm_ir {

class Coroutine : public FunctionPart {
public:
    explicit Coroutine(FunctionContext& context) : FunctionPart(context) {}

    void start();
    void finish();
    void emitBarrier(const Call& call, std::string_view scope);
    Value* threadField(size_t offset);
    void wait(Wait wait, std::string_view scope, Value* mask = nullptr);

    bool isUsed() const { return m_isUsed; }
    const LockstepPlan& lockstep() const { return m_lockstep; }
    void setLockstep(LockstepPlan plan) { m_lockstep = std::move(plan); }
    /// Waits where threads in lockstep do: before the statement, and before the condition of the loop.
    void stepBefore(const Stmt& stmt);
    void stepInHead(const While& loop);
    /// Whether there are threads to exchange values with, as the operation requires; else rejects it.
    bool canExchange(const Call& call);

private:
    void suspend(llvm::BasicBlock* next);

    LockstepPlan m_lockstep;
    bool m_isUsed = false;
    uint32_t m_barrierCount = 0;
    llvm::BasicBlock* m_suspend = nullptr;
    Value* m_handle = nullptr;
};

} // namespace tir::llvm_ir
