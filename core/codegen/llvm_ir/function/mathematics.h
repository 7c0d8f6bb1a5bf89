/// Mathematics: LLVM's intrinsics where the processor has an instruction, the C library for the rest. Floats
/// narrower than 32 bits are computed in float32 and rounded once.

#pragma once

#include "core/codegen/llvm_ir/function/function_part.h"

namespace tir::llvm_ir {

class Conversions;
class Expressions;
class Platform;
class ValueForms;
class WorkCounting;

class Mathematics : public FunctionPart {
public:
    Mathematics(FunctionContext& context, Platform& platform, ValueForms& forms, Conversions& conversions,
                WorkCounting& work, Expressions& expressions)
        : FunctionPart(context),
          m_platform(platform),
          m_forms(forms),
          m_conversions(conversions),
          m_work(work),
          m_expressions(expressions)
    {}

    Value* emitLibraryCall(std::string_view function, DType dtype, const std::vector<Value*>& args);
    Value* emitMath(const Call& call, std::string_view name, bool& known);

private:
    static ExprList operands(const Call& call);
    Value* emitListed(std::string_view name, ExprList args);
    Value* emitOfFloats(const Call& call, std::string_view name, ExprList args);
    Value* emitOfIntegers(const Call& call, std::string_view name, ExprList args);
    /// A function of mathematics by its name for float64, for elements of this type.
    llvm::Function* libraryFunction(std::string_view function, DType element,
                                    const std::vector<llvm::Type*>& params);

    Platform& m_platform;
    ValueForms& m_forms;
    Conversions& m_conversions;
    WorkCounting& m_work;
    Expressions& m_expressions;
};

} // namespace tir::llvm_ir
