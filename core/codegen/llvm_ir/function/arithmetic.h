/// Binary operations. Integer arithmetic wraps, which checked programs report where it is undefined; divisions by zero end the run with an error, because the
/// processor would end the process.

#pragma once

#include "core/codegen/llvm_ir/function/function_part.h"

namespace tir::llvm_ir {

class Expressions;
class Failures;
class MemoryChecks;
class Platform;
class ValueForms;
class WorkCounting;

class Arithmetic : public FunctionPart {
public:
    Arithmetic(FunctionContext& context, Platform& platform, ValueForms& forms, Failures& failures,
               MemoryChecks& checks, WorkCounting& work, Expressions& expressions)
        : FunctionPart(context),
          m_platform(platform),
          m_forms(forms),
          m_failures(failures),
          m_checks(checks),
          m_work(work),
          m_expressions(expressions)
    {}

    Value* emitBinary(const Binary& node);

private:
    void noteLimit(const Binary& node, Value* left, Value* right);
    Value* guardedDivisor(const Binary& node, Value* dividend, Value*& divisor);
    Value* emitIntDivision(const Binary& node, Value* a, Value* b);
    Value* emitFloatBinary(BinaryOp op, DType dtype, Value* a, Value* b);

    Platform& m_platform;
    ValueForms& m_forms;
    Failures& m_failures;
    MemoryChecks& m_checks;
    WorkCounting& m_work;
    Expressions& m_expressions;
};

} // namespace tir::llvm_ir
