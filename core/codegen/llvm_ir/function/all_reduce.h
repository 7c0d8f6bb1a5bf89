/// Reductions of the threads of a block on the CPU: tvm_thread_allreduce.

#pragma once

#include "core/codegen/llvm_ir/function/call_part.h"

#include <array>

namespace tir::llvm_ir {

class Accesses;
class Bindings;
class Conversions;
class Coroutine;
class Expressions;
class MemoryChecks;
class Pointers;
class ThreadAxes;
class ValueForms;
class WorkCounting;

class AllReduce : public CallPart {
public:
    AllReduce(FunctionContext& context, Bindings& bindings, ValueForms& forms, Conversions& conversions,
              MemoryChecks& checks, WorkCounting& work, Expressions& expressions, Pointers& pointers,
              Accesses& accesses, ThreadAxes& axes, Coroutine& coroutine)
        : CallPart(context),
          m_bindings(bindings),
          m_forms(forms),
          m_conversions(conversions),
          m_checks(checks),
          m_work(work),
          m_expressions(expressions),
          m_pointers(pointers),
          m_accesses(accesses),
          m_axes(axes),
          m_coroutine(coroutine)
    {}

    std::optional<Value*> emitOperation(const Call& call) override;

    /// Enters an attribute with a reducer, which applies to its body.
    void enterReducer(const CommReducer& reducer) { m_reducers.push_back(&reducer); }
    void leaveReducer() { m_reducers.pop_back(); }

private:
    using ReducedAxes = std::array<bool, 3>; ///< x, y, z

    Value* emitAllReduce(const Call& call);
    static DType typeOf(const CommReducer& reducer, size_t index);
    std::vector<Value*> emitOperands(const CommReducer& reducer, ExprList values, const Expr& condition);
    void emitCombinations(const CommReducer& reducer, const ReducedAxes& isReduced,
                          const std::vector<Value*>& sums);
    void emitResult(const Call& call, const Expr& target, DType dtype, Value* memory);
    void emitCombination(const CommReducer& reducer, const std::vector<Value*>& sums, Value* other);

    Bindings& m_bindings;
    ValueForms& m_forms;
    Conversions& m_conversions;
    MemoryChecks& m_checks;
    WorkCounting& m_work;
    Expressions& m_expressions;
    Pointers& m_pointers;
    Accesses& m_accesses;
    ThreadAxes& m_axes;
    Coroutine& m_coroutine;

    std::vector<const CommReducer*> m_reducers; ///< of the attributes around, outermost first
};

} // namespace tir::llvm_ir
