#include "core/codegen/llvm_ir/function/pointers.h"

#include "core/codegen/llvm_ir/check_sites.h"
#include "core/codegen/llvm_ir/function/bindings.h"
#include "core/codegen/llvm_ir/function/buffer_addresses.h"
#include "core/codegen/llvm_ir/function/expressions.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Module.h>

namespace tir::llvm_ir {

std::optional<llvm::Value*> Pointers::emitOperation(const Call& call)
{
    static constexpr Handler<Pointers> Handlers[] = {
        {OpId::address_of, 1, &Pointers::emitPointer},
        {OpId::handle_add_byte_offset, 2, &Pointers::emitPointer},
        {OpId::tvm_access_ptr, 3, &Pointers::emitPointer},
    };
    return emitListed(*this, Handlers, call);
}

Pointer Pointers::pointerTo(const Expr& expr)
{
    if (const auto* call = as<Call>(&expr)) {
        if (call->isOp(OpId::address_of) && !call->args.empty())
            return pointerToElement(*call);
        // (type annotation, data, offset, extent, mask): offset counts elements of the annotated type.
        if (call->isOp(OpId::tvm_access_ptr) && call->args.size() >= 3)
            return moved(pointerTo(*call->args[1]), call->args[0]->dtype,
                         m_expressions.emitAs(*call->args[2], Int64));
        if (call->isOp(OpId::handle_add_byte_offset) && call->args.size() >= 2)
            return moved(pointerTo(*call->args[0]), Int8, m_expressions.emitAs(*call->args[1], Int64));
    }
    const auto* var = as<Var>(&expr);
    if (const Binding* known = var ? m_bindings.findBinding(var) : nullptr; known && known->pointer.base)
        return known->pointer;
    CheckSites* checks = m_module.checks();
    return {m_expressions.emitAs(expr, Handle), int64Value(0),
            var && checks ? checks->bufferOf(*var) : nullptr};
}

Pointer Pointers::pointerToElement(const Call& call)
{
    if (const auto* load = as<BufferLoad>(call.args[0])) {
        const Buffer& buffer = *load->buffer;
        if (!m_addresses.isAddressable(*load, buffer, load->indices.size()))
            return {undefined(Handle), int64Value(0), nullptr};
        Value* index = m_addresses.elementIndex(buffer, load->indices);
        if (index->getType()->isVectorTy())
            index = m_builder.CreateExtractElement(index, uint64_t(0));
        return moved({m_addresses.dataPointer(*load, buffer), int64Value(0), &buffer}, buffer.dtype, index);
    }
    if (const auto* var = as<Var>(call.args[0]); var && var->dtype.isHandle())
        return pointerTo(*var);
    refuse(call, "only the address of an element of a buffer can be taken", call.dtype);
    return {undefined(Handle), int64Value(0), nullptr};
}

Pointer Pointers::moved(const Pointer& pointer, DType dtype, Value* elements)
{
    Value* bytes = m_builder.CreateMul(elements, int64Value(std::max(dtype.vectorBytes(), 1)));
    const auto* before = llvm::dyn_cast<llvm::ConstantInt>(pointer.offset);
    const bool isFirst = before && before->isZero();
    return {pointer.base, isFirst ? bytes : m_builder.CreateAdd(pointer.offset, bytes), pointer.buffer};
}

llvm::Value* Pointers::addressOf(const Pointer& pointer)
{
    return m_builder.CreateGEP(m_builder.getInt8Ty(), pointer.base, pointer.offset);
}

llvm::Value* Pointers::emitPointer(const Call& call)
{
    return addressOf(pointerTo(call));
}

/// A pointer followed by an offset in elements.
Pointer Pointers::offsetPointer(const Call& call, size_t index, DType dtype)
{
    return moved(pointerTo(*call.args[index]), dtype, m_expressions.emitAs(*call.args[index + 1], Int64));
}

} // namespace tir::llvm_ir
