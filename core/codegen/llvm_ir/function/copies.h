/// Copy operations: guarded copies, and asynchronous ones (cp.async), which complete when the thread waits for them.

#pragma once

#include "core/codegen/llvm_ir/function/call_part.h"

namespace tir::llvm_ir {

class Expressions;
class MemoryChecks;
class Platform;
class Pointers;
class ValueForms;
class WorkCounting;

class Copies : public CallPart {
public:
    Copies(FunctionContext& context, Platform& platform, ValueForms& forms, MemoryChecks& checks,
           WorkCounting& work, Expressions& expressions, Pointers& pointers)
        : CallPart(context),
          m_platform(platform),
          m_forms(forms),
          m_checks(checks),
          m_work(work),
          m_expressions(expressions),
          m_pointers(pointers)
    {}

    std::optional<Value*> emitOperation(const Call& call) override;

    void commitCopies();
    void waitForCopies(const Expr& groupsLeft);

    /// Whether asynchronous copies happen when they are waited for.
    bool areLate() const { return m_areLate; }
    void setLate(bool areLate) { m_areLate = areLate; }

private:
    Value* emitGuardedLoad(const Call& call);
    Value* emitCopyAsync(const Call& call);
    Value* emitCopyCommit(const Call& call);
    Value* emitCopyWait(const Call& call);

    Platform& m_platform;
    ValueForms& m_forms;
    MemoryChecks& m_checks;
    WorkCounting& m_work;
    Expressions& m_expressions;
    Pointers& m_pointers;

    bool m_areLate = false;
};

} // namespace tir::llvm_ir
