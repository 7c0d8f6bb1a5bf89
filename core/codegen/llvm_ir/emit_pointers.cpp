// Pointers that a program hands to an operation: addresses of elements, access pointers, offsets from another
// pointer. A checked program keeps apart where the memory starts and how far the pointer goes, so that one
// that leaves its memory is still told in the words of the buffer it comes from.

#include "core/codegen/llvm_ir/check_sites.h"
#include "core/codegen/llvm_ir/function_emitter.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Module.h>

namespace tir::llvm_ir {

FunctionEmitter::Pointer FunctionEmitter::pointerTo(const Expr& expr)
{
    if (const auto* call = as<Call>(&expr)) {
        if (call->isOp(OpId::address_of) && !call->args.empty())
            return pointerToElement(*call);
        // (type annotation, data, offset, extent, mask): offset counts elements of the annotated type.
        if (call->isOp(OpId::tvm_access_ptr) && call->args.size() >= 3)
            return moved(pointerTo(*call->args[1]), call->args[0]->dtype, emitAs(*call->args[2], Int64));
        if (call->isOp(OpId::handle_add_byte_offset) && call->args.size() >= 2)
            return moved(pointerTo(*call->args[0]), Int8, emitAs(*call->args[1], Int64));
    }
    const auto* var = as<Var>(&expr);
    if (const Binding* known = var ? findBinding(var) : nullptr; known && known->pointer.base)
        return known->pointer;
    CheckSites* checks = m_module.checks();
    return {emitAs(expr, Handle), int64Value(0), var && checks ? checks->bufferOf(*var) : nullptr};
}

FunctionEmitter::Pointer FunctionEmitter::pointerToElement(const Call& call)
{
    if (const auto* load = as<BufferLoad>(call.args[0])) {
        const Buffer& buffer = *load->buffer;
        if (!isAddressable(*load, buffer, load->indices.size()))
            return {undefined(Handle), int64Value(0), nullptr};
        Value* index = elementIndex(buffer, load->indices);
        if (index->getType()->isVectorTy())
            index = m_builder->CreateExtractElement(index, uint64_t(0));
        return moved({dataPointer(*load, buffer), int64Value(0), &buffer}, buffer.dtype, index);
    }
    if (const auto* var = as<Var>(call.args[0]); var && var->dtype.isHandle())
        return pointerTo(*var);
    refuse(call, "only the address of an element of a buffer can be taken", call.dtype);
    return {undefined(Handle), int64Value(0), nullptr};
}

FunctionEmitter::Pointer FunctionEmitter::moved(const Pointer& pointer, DType dtype, Value* elements)
{
    Value* bytes = m_builder->CreateMul(elements, int64Value(std::max(dtype.vectorBytes(), 1)));
    const auto* before = llvm::dyn_cast<llvm::ConstantInt>(pointer.offset);
    const bool isFirst = before && before->isZero();
    return {pointer.base, isFirst ? bytes : m_builder->CreateAdd(pointer.offset, bytes), pointer.buffer};
}

llvm::Value* FunctionEmitter::addressOf(const Pointer& pointer)
{
    return m_builder->CreateGEP(m_builder->getInt8Ty(), pointer.base, pointer.offset);
}

llvm::Value* FunctionEmitter::emitPointer(const Call& call)
{
    return addressOf(pointerTo(call));
}

/// A pointer followed by an offset in elements.
FunctionEmitter::Pointer FunctionEmitter::offsetPointer(const Call& call, size_t index, DType dtype)
{
    return moved(pointerTo(*call.args[index]), dtype, emitAs(*call.args[index + 1], Int64));
}

/// Where `bytes` at the pointer are to be accessed: there, or in checked programs where it does no harm.
llvm::Value* FunctionEmitter::checkedPointer(SiteKind kind, const Node& node, const Pointer& pointer,
                                             int64_t bytes, int64_t alignment)
{
    CheckSites* checks = m_module.checks();
    if (!checks)
        return addressOf(pointer);
    return checkedPointer(checks->pointerAccess(kind, node, m_statement, {pointer.buffer, bytes, alignment}),
                          pointer);
}

llvm::Value* FunctionEmitter::checkedPointer(uint32_t site, const Pointer& pointer)
{
    llvm::IRBuilderBase& b = *m_builder;
    llvm::Type* type = b.getPtrTy();
    llvm::Function* check = m_module.external("tirscope_check_access", type,
                                              {type, type, type, b.getInt32Ty(), type, b.getInt64Ty()});
    return b.CreateCall(check,
                        {m_emulator, m_block, m_thread, int32Value(site), pointer.base, pointer.offset});
}

} // namespace tir::llvm_ir
