/// Expressions, whose kinds other than calls, loads, and arithmetic are emitted here.

#pragma once

#include "core/codegen/llvm_ir/function/function_part.h"

namespace tir::llvm_ir {

class Accesses;
class Arithmetic;
class Bindings;
class Calls;
class Conversions;
class MemoryChecks;
class ValueForms;
class VirtualThreads;

class Expressions : public FunctionPart {
public:
    Expressions(FunctionContext& context, Bindings& bindings, ValueForms& forms, Conversions& conversions,
                MemoryChecks& checks, Arithmetic& arithmetic, Accesses& accesses,
                VirtualThreads& virtualThreads, Calls& calls)
        : FunctionPart(context),
          m_bindings(bindings),
          m_forms(forms),
          m_conversions(conversions),
          m_checks(checks),
          m_arithmetic(arithmetic),
          m_accesses(accesses),
          m_virtualThreads(virtualThreads),
          m_calls(calls)
    {}

    Value* emit(const Expr& expr);
    Value* emitBool(const Expr& expr);
    Value* emitAs(const Expr& expr, DType dtype);

private:
    Value* emitLet(const Let& node);
    Value* emitShuffle(const Shuffle& node);

    Bindings& m_bindings;
    ValueForms& m_forms;
    Conversions& m_conversions;
    MemoryChecks& m_checks;
    Arithmetic& m_arithmetic;
    Accesses& m_accesses;
    VirtualThreads& m_virtualThreads;
    Calls& m_calls;
};

} // namespace tir::llvm_ir
