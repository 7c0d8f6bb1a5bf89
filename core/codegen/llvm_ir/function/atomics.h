/// Atomic operations on the CPU.

#pragma once

#include "core/codegen/llvm_ir/function/call_part.h"
#include "core/codegen/llvm_ir/scan.h"

namespace tir::llvm_ir {

class Conversions;
class Expressions;
class MemoryChecks;
class Pointers;
class ValueForms;
class WorkCounting;

class Atomics : public CallPart {
public:
    Atomics(FunctionContext& context, ValueForms& forms, Conversions& conversions, MemoryChecks& checks,
            WorkCounting& work, Expressions& expressions, Pointers& pointers)
        : CallPart(context),
          m_forms(forms),
          m_conversions(conversions),
          m_checks(checks),
          m_work(work),
          m_expressions(expressions),
          m_pointers(pointers)
    {}

    std::optional<Value*> emitOperation(const Call& call) override;

    Value* emitAtomic(const Call& call, const AtomicOperation& operation);

private:
    ValueForms& m_forms;
    Conversions& m_conversions;
    MemoryChecks& m_checks;
    WorkCounting& m_work;
    Expressions& m_expressions;
    Pointers& m_pointers;
};

} // namespace tir::llvm_ir
