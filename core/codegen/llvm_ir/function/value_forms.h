/// The two forms of a value: in a register (booleans are i1, floats narrower than 32 bits are float32 that is
/// rounded after every operation, which is exact for each single operation) and in memory (booleans are bytes,
/// narrow floats their bits, scalars of less than a byte take one).

#pragma once

#include "core/codegen/llvm_ir/function/function_part.h"

namespace tir::llvm_ir {

class Platform;

/// The type of a value of the scalar or vector type in a register.
llvm::Type* valueType(llvm::LLVMContext& context, DType dtype);

class ValueForms : public FunctionPart {
public:
    ValueForms(FunctionContext& context, Platform& platform) : FunctionPart(context), m_platform(platform) {}

    llvm::Type* memoryType(DType dtype);
    Value* toMemory(DType dtype, Value* value);
    Value* fromMemory(DType dtype, Value* value);
    Value* rounded(DType dtype, Value* value);
    Value* lanewise(Value* vector, DType dtype, llvm::Type* laneResult,
                    const std::function<Value*(Value*)>& one);
    /// A float, or a vector of them, in more bits.
    Value* widenedFloat(Value* value, DType to);

private:
    Platform& m_platform;
};

} // namespace tir::llvm_ir
