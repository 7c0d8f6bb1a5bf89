/// The packed calling convention: fields of arguments and tensors from inside, calls from outside.

#pragma once

#include "core/codegen/llvm_ir/function/call_part.h"

namespace tir::llvm_ir {

class Conversions;
class Expressions;
class ValueForms;

class PackedCalls : public CallPart {
public:
    PackedCalls(FunctionContext& context, ValueForms& forms, Conversions& conversions,
                Expressions& expressions)
        : CallPart(context),
          m_forms(forms),
          m_conversions(conversions),
          m_expressions(expressions)
    {}

    std::optional<Value*> emitOperation(const Call& call) override;

    Value* contentOf(DType dtype, Value* tagged);
    Value* taggedValue(Value* values, Value* index);

private:
    Value* emitStructAccess(const Call& call);
    const ModuleEntry* packedCallee(const Call& call);
    Value* emitCPackedCall(const Call& call);
    Value* emitLoweredCPackedCall(const Call& call);
    Value* callPackedFunction(const Call& call, const ModuleEntry& callee, Value* values, Value* count);
    Value* emitStackMemory(const Call& call);

    ValueForms& m_forms;
    Conversions& m_conversions;
    Expressions& m_expressions;
};

} // namespace tir::llvm_ir
