// The packed calling convention: fields of arguments and tensors from inside, calls from outside.

#include "core/codegen/llvm_ir/function_emitter.h"
#include "core/codegen/llvm_ir/packed_abi.h"
#include "core/ir/packed_fields.h"

#include <llvm/IR/IRBuilder.h>

#include <algorithm>
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
    switch (StructField(field)) {
    case StructField::TensorAddress:
        return FieldPlace{Tensor, 0, Handle};
    case StructField::Data:
        return FieldPlace{Tensor, offsetof(PackedTensor, data), Handle};
    case StructField::Shape:
        return FieldPlace{Tensor, offsetof(PackedTensor, shape), Handle};
    case StructField::Strides:
        return FieldPlace{Tensor, offsetof(PackedTensor, strides), Handle};
    case StructField::Rank:
        return FieldPlace{Tensor, offsetof(PackedTensor, dimensions), Int32};
    case StructField::TypeCode:
        return FieldPlace{Tensor, offsetof(PackedTensor, typeCode), UInt8};
    case StructField::TypeBits:
        return FieldPlace{Tensor, offsetof(PackedTensor, typeBits), UInt8};
    case StructField::TypeLanes:
        return FieldPlace{Tensor, offsetof(PackedTensor, typeLanes), UInt16};
    case StructField::ByteOffset:
        return FieldPlace{Tensor, offsetof(PackedTensor, byteOffset), UInt64};
    case StructField::DeviceId:
        return FieldPlace{Tensor, offsetof(PackedTensor, deviceId), Int32};
    case StructField::DeviceType:
        return FieldPlace{Tensor, offsetof(PackedTensor, deviceType), Int32};
    case StructField::AnyTypeIndex:
        return FieldPlace{Value, offsetof(PackedValue, typeIndex), Int32};
    case StructField::AnyZeroPadding:
        return FieldPlace{Value, offsetof(PackedValue, padding), Int32};
    case StructField::AnyValue:
        return FieldPlace{Value, offsetof(PackedValue, integer), Void};
    case StructField::Int64Element:
        return FieldPlace{sizeof(int64_t), 0, Int64};
    }
    return std::nullopt;
}

/// A function that MakePackedAPI has converted, by the symbol it had before; null when there is none.
const ModuleEntry* packedFunction(const Module& module, std::string_view symbol)
{
    constexpr std::string_view Prefix = "__tvm_ffi_";
    for (const ModuleEntry& entry : module.functions) {
        const auto* function = as<PrimFunc>(entry.function);
        if (!function || callingConv(*function) != CallingConv::CPackedFunc)
            continue;
        const std::string_view own = globalSymbol(*function);
        if (own.starts_with(Prefix) && own.substr(Prefix.size()) == symbol)
            return &entry;
    }
    return nullptr;
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
    if (StructField(field->value) == StructField::TensorAddress)
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

/// tvm_call_cpacked(symbol, arguments…): the callee reads tagged values and answers with one.
llvm::Value* FunctionEmitter::emitCPackedCall(const Call& call)
{
    llvm::IRBuilderBase& b = *m_builder;
    const auto* symbol = call.args.empty() ? nullptr : as<StringImm>(call.args[0]);
    const ModuleEntry* callee = symbol ? packedFunction(m_module.module(), symbol->value) : nullptr;
    if (!callee)
        return refuse(
            call, "packed function '" + std::string(symbol ? symbol->value : "?") + "' is not in the module",
            call.dtype);
    constexpr int64_t Size = sizeof(PackedValue);
    const ExprList args = call.args.subspan(1);
    Value* values = stackMemory(std::max<int64_t>(1, int64_t(args.size())) * Size, alignof(PackedValue));
    const auto store = [&](Value* base, size_t offset, Value* value) {
        b.CreateStore(value, b.CreateConstGEP1_64(b.getInt8Ty(), base, offset));
    };
    const auto storeTagged = [&](Value* place, Value* tag, Value* content) {
        store(place, offsetof(PackedValue, typeIndex), tag);
        store(place, offsetof(PackedValue, padding), b.getInt32(0));
        store(place, offsetof(PackedValue, integer), content);
    };
    const auto tag = [&](TypeIndex type) { return b.getInt32(uint32_t(type)); };
    for (size_t i = 0; i < args.size(); ++i) {
        Value* place = b.CreateConstGEP1_64(b.getInt8Ty(), values, i * uint64_t(Size));
        const DType type = args[i]->dtype;
        if (type.isHandle()) {
            Value* pointer = emit(*args[i]);
            storeTagged(place,
                        b.CreateSelect(b.CreateIsNull(pointer), tag(TypeIndex::None),
                                       tag(TypeIndex::OpaquePointer)),
                        pointer);
        } else if (type.isAnyFloat()) {
            storeTagged(place, tag(TypeIndex::Float), emitAs(*args[i], Float64));
        } else {
            storeTagged(place, tag(type.isBool() ? TypeIndex::Bool : TypeIndex::Int),
                        emitAs(*args[i], Int64));
        }
    }
    Value* result = stackMemory(Size, alignof(PackedValue));
    storeTagged(result, tag(TypeIndex::None), int64Value(0));
    Value* null = llvm::ConstantPointerNull::get(b.getPtrTy());
    b.CreateCall(m_module.function(*callee, m_side),
                 {m_machine, m_block, m_thread, null, values, b.getInt32(uint32_t(args.size())), result});
    if (call.dtype.isVoid())
        return nullptr;
    const DType content = call.dtype.isAnyFloat() ? Float64 : call.dtype.isHandle() ? Handle : Int64;
    Value* address = b.CreateConstGEP1_64(b.getInt8Ty(), result, offsetof(PackedValue, integer));
    return emitCast(call.dtype, content, b.CreateLoad(valueType(content), address));
}

} // namespace tir::llvm_ir
