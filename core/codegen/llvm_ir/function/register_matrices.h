/// PTX's matrix instructions on the CPU: every lane shows where its registers are, all wait, and the runtime
/// computes each lane's part (core/runtime/simt/emulator_matrix.cpp).

#pragma once

#include "core/codegen/llvm_ir/function/call_part.h"

namespace tir::llvm_ir {

class BufferAddresses;
class Coroutine;
class Expressions;
class MemoryChecks;
class Pointers;
class ThreadAxes;
class ValueForms;
class WorkCounting;

class RegisterMatrices : public CallPart {
public:
    RegisterMatrices(FunctionContext& context, ValueForms& forms, MemoryChecks& checks, WorkCounting& work,
                     Expressions& expressions, Pointers& pointers, BufferAddresses& addresses,
                     ThreadAxes& axes, Coroutine& coroutine)
        : CallPart(context),
          m_forms(forms),
          m_checks(checks),
          m_work(work),
          m_expressions(expressions),
          m_pointers(pointers),
          m_addresses(addresses),
          m_axes(axes),
          m_coroutine(coroutine)
    {}

    std::optional<Value*> emitOperation(const Call& call) override;

private:
    Value* emitRegisterFill(const Call& call);
    Value* emitRegisterStore(const Call& call);
    Value* emitMatrixLoad(const Call& call);
    Value* emitMatrixProduct(const Call& call);

    ValueForms& m_forms;
    MemoryChecks& m_checks;
    WorkCounting& m_work;
    Expressions& m_expressions;
    Pointers& m_pointers;
    BufferAddresses& m_addresses;
    ThreadAxes& m_axes;
    Coroutine& m_coroutine;
};

} // namespace tir::llvm_ir
