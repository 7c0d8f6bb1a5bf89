/// Conversions of values to other types.

#pragma once

#include "core/codegen/llvm_ir/function/function_part.h"

namespace tir::llvm_ir {

class Platform;
class ValueForms;

class Conversions : public FunctionPart {
public:
    Conversions(FunctionContext& context, Platform& platform, ValueForms& forms)
        : FunctionPart(context),
          m_platform(platform),
          m_forms(forms)
    {}

    static bool canCast(DType from, DType to);
    static std::string whyNoCast(DType from, DType to);
    Value* emitCast(DType to, DType from, Value* value);

private:
    /// Rounds towards zero; out of range and NaN: the nearest value and 0.
    Value* floatToInt(DType to, DType from, Value* value);

    Platform& m_platform;
    ValueForms& m_forms;
};

} // namespace tir::llvm_ir
