/// Calls of operations on the bits of values.

#pragma once

#include "core/codegen/llvm_ir/function/call_part.h"

namespace tir::llvm_ir {

class Conversions;
class Expressions;
class ValueForms;

class BitOperations : public CallPart {
public:
    BitOperations(FunctionContext& context, ValueForms& forms, Conversions& conversions,
                  Expressions& expressions)
        : CallPart(context),
          m_forms(forms),
          m_conversions(conversions),
          m_expressions(expressions)
    {}

    std::optional<Value*> emitOperation(const Call& call) override;

    Value* emitReinterpret(const Call& call);

private:
    Value* emitBitwise(const Call& call);
    Value* emitIsNull(const Call& call);
    Value* emitWideConstant(const Call& call);
    Value* emitShift(const Call& call);
    Value* emitActiveLanes(const Call& call);

    ValueForms& m_forms;
    Conversions& m_conversions;
    Expressions& m_expressions;
};

} // namespace tir::llvm_ir
