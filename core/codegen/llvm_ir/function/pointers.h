/// Pointer arguments of operations: addresses of elements, access pointers, offsets from another pointer. A checked
/// program passes the base of the memory and the offset separately, so that a pointer outside of its memory is still
/// reported with the name of its buffer.

#pragma once

#include "core/codegen/llvm_ir/function/binding.h"
#include "core/codegen/llvm_ir/function/call_part.h"

namespace tir::llvm_ir {

class Bindings;
class BufferAddresses;
class Expressions;

class Pointers : public CallPart {
public:
    Pointers(FunctionContext& context, Bindings& bindings, Expressions& expressions,
             BufferAddresses& addresses)
        : CallPart(context),
          m_bindings(bindings),
          m_expressions(expressions),
          m_addresses(addresses)
    {}

    std::optional<Value*> emitOperation(const Call& call) override;

    Pointer pointerTo(const Expr& expr);
    Pointer moved(const Pointer& pointer, DType dtype, Value* elements);
    Value* addressOf(const Pointer& pointer);
    Pointer offsetPointer(const Call& call, size_t index, DType dtype);

private:
    Pointer pointerToElement(const Call& call);
    Value* emitPointer(const Call& call);

    Bindings& m_bindings;
    Expressions& m_expressions;
    BufferAddresses& m_addresses;
};

} // namespace tir::llvm_ir
