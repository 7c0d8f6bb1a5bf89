#include "core/codegen/llvm_ir/function/buffer_addresses.h"

#include "core/codegen/llvm_ir/function/bindings.h"
#include "core/codegen/llvm_ir/function/expressions.h"
#include "core/ir/make.h"
#include "core/support/text_format.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Module.h>

#include <algorithm>
#include <utility>

namespace tir::llvm_ir {
bool BufferAddresses::isAddressable(const Node& access, const Buffer& buffer, size_t indexCount)
{
    if (indexCount != buffer.shape.size()) {
        refuse(access,
               "buffer " + quoted(buffer.name) + " has " + std::to_string(buffer.shape.size()) +
                   " dimensions, but " + std::to_string(indexCount) + " indices are given",
               Void);
        return false;
    }
    if (!buffer.dtype.isScalable() &&
        (buffer.dtype.isBool() || buffer.dtype.bits % 8 == 0 ||
         (m_context.emulator && buffer.dtype.isScalar() && buffer.dtype.bits < 8)))
        return true;
    refuse(access,
           "buffer " + quoted(buffer.name) + " of " + tir::toString(buffer.dtype) +
               " packs several elements into a byte, which cannot be executed",
           buffer.dtype);
    return false;
}

llvm::Value* BufferAddresses::dataPointer(const Node& access, const Buffer& buffer)
{
    const Binding* binding = m_bindings.findBinding(buffer.data);
    if (binding && binding->perLaunch) {
        refuse(access,
               "buffer " + quoted(buffer.name) +
                   " is in shared memory, which belongs to a block of threads; it is accessed outside of "
                   "any launch",
               Handle);
        return undefined(Handle);
    }
    if (Value* pointer = m_bindings.lookup(buffer.data))
        return pointer;
    return refuse(access,
                  "buffer " + quoted(buffer.name) + " is accessed where no definition of its data " +
                      quoted(buffer.data->name) + " is in scope",
                  Handle);
}

/// The position of the element, as int64 (or a vector of them): row-major, or by strides. After FlattenBuffer, the
/// indices of flat buffers include the offset, so all generators address them from the data pointer.
llvm::Value* BufferAddresses::elementIndex(const Buffer& buffer, ExprList indices, std::vector<Value*>* parts)
{
    llvm::IRBuilderBase& b = m_builder;
    const auto matched = [&](Value*& left, Value*& right) {
        if (isVector(left) == isVector(right))
            return;
        Value*& scalar = isVector(left) ? right : left;
        scalar = b.CreateVectorSplat(
            llvm::cast<llvm::FixedVectorType>((isVector(left) ? left : right)->getType())->getNumElements(),
            scalar);
    };
    const auto wide = [&](const Expr& expr) {
        const bool isInIndex = std::exchange(m_context.isInIndex, true);
        Value* value = m_expressions.emitAs(expr, Int64.withLanes(expr.dtype.lanes));
        m_context.isInIndex = isInIndex;
        return value;
    };

    Value* result = int64Value(0);
    if (const auto match = m_matches.find(&buffer); match != m_matches.end()) {
        result = match->second.offset;
        for (size_t axis = 0; axis < indices.size(); ++axis) {
            Value* index = wide(*indices[axis]);
            if (parts)
                parts->push_back(index);
            Value* stride = match->second.strides[axis];
            matched(index, stride);
            index = b.CreateMul(index, stride);
            matched(result, index);
            result = b.CreateAdd(result, index);
        }
        return result;
    }
    for (size_t axis = 0; axis < indices.size(); ++axis) {
        Value* index = wide(*indices[axis]);
        if (parts)
            parts->push_back(index);
        if (!buffer.strides.empty()) {
            Value* stride = wide(*buffer.strides[axis]);
            matched(index, stride);
            index = b.CreateMul(index, stride);
        } else if (axis > 0) {
            result = b.CreateMul(result, wide(*buffer.shape[axis]));
        }
        matched(result, index);
        result = b.CreateAdd(result, index);
    }
    if (countsOffset(buffer)) {
        Value* offset = wide(*buffer.elemOffset);
        matched(result, offset);
        result = b.CreateAdd(result, offset);
    }
    return result;
}

bool BufferAddresses::countsOffset(const Buffer& buffer) const
{
    return buffer.shape.size() > 1 || !buffer.strides.empty() || m_module.countsOffsets();
}

ElementLayout BufferAddresses::layoutOf(const Buffer& buffer) const
{
    if (m_matches.contains(&buffer))
        return {-1, {}};
    const auto constant = [](const Expr* expr) {
        const auto* number = as<IntImm>(expr);
        return number ? number->value : -1;
    };
    ElementLayout layout{countsOffset(buffer) ? constant(buffer.elemOffset) : 0, {}};
    for (const Expr* stride : buffer.strides)
        layout.strides.push_back(constant(stride));
    return layout;
}

/// `compact`: the stride if the buffer does not state one.
llvm::Value* BufferAddresses::strideOf(const Buffer& buffer, size_t axis, Value* compact)
{
    if (const auto match = m_matches.find(&buffer); match != m_matches.end())
        return match->second.strides[axis];
    return buffer.strides.empty() ? compact : m_expressions.emitAs(*buffer.strides[axis], Int64);
}

llvm::Value* BufferAddresses::elementAddress(Value* data, DType dtype, Value* index)
{
    Value* offset = m_builder.CreateMul(index, int64Value(std::max(dtype.vectorBytes(), 1)));
    return m_builder.CreateGEP(m_builder.getInt8Ty(), data, offset);
}

/// Consecutive elements of a buffer of scalars, which are accessed together.
bool BufferAddresses::isContiguousIndex(const Buffer& buffer, ExprList indices) const
{
    return buffer.dtype.isScalar() && buffer.dtype.bits >= 8 && buffer.strides.empty() &&
           !m_matches.contains(&buffer) && !indices.empty() && indices.back()->kind == NodeKind::Ramp &&
           isConstInt(to<Ramp>(*indices.back()).stride, 1);
}

} // namespace tir::llvm_ir
