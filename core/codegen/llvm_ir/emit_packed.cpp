// The packed calling convention from inside: fields of arguments and tensors.

#include "core/codegen/llvm_ir/function_emitter.h"
#include "core/codegen/llvm_ir/packed_abi.h"

#include <llvm/IR/IRBuilder.h>

#include <cstddef>
#include <optional>

namespace tir::llvm_ir {
namespace {

struct FieldPlace {
    int64_t stride; ///< from one element of the array to the next
    int64_t offset;
    DType dtype; ///< as it lies in memory; void: that of the access
};

std::optional<FieldPlace> fieldPlace(int64_t field)
{
    constexpr int64_t Tensor = sizeof(PackedTensor);
    constexpr int64_t Value = sizeof(PackedValue);
    constexpr DType UInt16{TypeCode::UInt, 16, 1};
    switch (PackedField(field)) {
    case PackedField::TensorAddress:
        return FieldPlace{Tensor, 0, Handle};
    case PackedField::TensorData:
        return FieldPlace{Tensor, offsetof(PackedTensor, data), Handle};
    case PackedField::TensorShape:
        return FieldPlace{Tensor, offsetof(PackedTensor, shape), Handle};
    case PackedField::TensorStrides:
        return FieldPlace{Tensor, offsetof(PackedTensor, strides), Handle};
    case PackedField::TensorDimensions:
        return FieldPlace{Tensor, offsetof(PackedTensor, dimensions), Int32};
    case PackedField::TensorTypeCode:
        return FieldPlace{Tensor, offsetof(PackedTensor, typeCode), UInt8};
    case PackedField::TensorTypeBits:
        return FieldPlace{Tensor, offsetof(PackedTensor, typeBits), UInt8};
    case PackedField::TensorTypeLanes:
        return FieldPlace{Tensor, offsetof(PackedTensor, typeLanes), UInt16};
    case PackedField::TensorByteOffset:
        return FieldPlace{Tensor, offsetof(PackedTensor, byteOffset), UInt64};
    case PackedField::TensorDeviceId:
        return FieldPlace{Tensor, offsetof(PackedTensor, deviceId), Int32};
    case PackedField::TensorDeviceType:
        return FieldPlace{Tensor, offsetof(PackedTensor, deviceType), Int32};
    case PackedField::ValueTypeIndex:
        return FieldPlace{Value, offsetof(PackedValue, typeIndex), Int32};
    case PackedField::ValuePadding:
        return FieldPlace{Value, offsetof(PackedValue, padding), Int32};
    case PackedField::ValueContent:
        return FieldPlace{Value, offsetof(PackedValue, integer), Void};
    case PackedField::Int64Element:
        return FieldPlace{sizeof(int64_t), 0, Int64};
    }
    return std::nullopt;
}

} // namespace

/// tvm_struct_get(pointer, index, field) and tvm_struct_set(pointer, index, field, value).
llvm::Value* FunctionEmitter::emitStructAccess(const Call& call)
{
    llvm::IRBuilderBase& b = *m_builder;
    const bool isStore = call.isOp("tirx.tvm_struct_set");
    const auto* field = call.args.size() == (isStore ? 4 : 3) ? as<IntImm>(call.args[2]) : nullptr;
    const std::optional<FieldPlace> place = field ? fieldPlace(field->value) : std::nullopt;
    if (!place)
        return refuse(call,
                      std::string(call.op->printedName) + " of field " +
                          (field ? std::to_string(field->value) : std::string("?")) + " cannot be run",
                      call.dtype);
    Value* index = emitAs(*call.args[1], Int64);
    Value* offset = b.CreateAdd(b.CreateMul(index, int64Value(place->stride)), int64Value(place->offset));
    Value* address = b.CreateGEP(b.getInt8Ty(), emit(*call.args[0]), offset);
    if (PackedField(field->value) == PackedField::TensorAddress)
        return address;

    const llvm::Align alignment(1);
    const DType accessed = isStore ? call.args[3]->dtype : call.dtype;
    const DType dtype = place->dtype.isVoid() ? accessed : place->dtype;
    if (!isStore)
        return emitCast(accessed, dtype,
                        fromMemory(dtype, b.CreateAlignedLoad(memoryType(dtype), address, alignment)));
    // A content narrower than its place leaves no bits of an older one behind.
    if (place->dtype.isVoid())
        b.CreateAlignedStore(int64Value(0), address, alignment);
    b.CreateAlignedStore(toMemory(dtype, emitAs(*call.args[3], dtype)), address, alignment);
    return call.dtype.isVoid() ? nullptr : llvm::Constant::getNullValue(valueType(call.dtype));
}

} // namespace tir::llvm_ir
