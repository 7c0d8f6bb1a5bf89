#include "core/codegen/llvm_ir/function/packed_calls.h"

#include "core/codegen/llvm_ir/function/conversions.h"
#include "core/codegen/llvm_ir/function/expressions.h"
#include "core/codegen/llvm_ir/function/value_forms.h"
#include "core/codegen/llvm_ir/packed_abi.h"
#include "core/ir/packed_fields.h"
#include "core/support/text_format.h"

#include <llvm/IR/IRBuilder.h>

#include <algorithm>
#include <cstddef>
#include <optional>

namespace tir::llvm_ir {
namespace {

struct FieldPlace {
    int64_t stride; ///< from one element of the array to the next
    int64_t offset;
    DType dtype; ///< as it is in memory; void: that of the access
};

constexpr int64_t ValueBytes = sizeof(PackedValue);

void storeTagged(llvm::IRBuilderBase& b, llvm::Value* place, llvm::Value* tag, llvm::Value* content)
{
    const auto store = [&](size_t offset, llvm::Value* value) {
        b.CreateStore(value, b.CreateConstGEP1_64(b.getInt8Ty(), place, offset));
    };
    store(offsetof(PackedValue, typeIndex), tag);
    store(offsetof(PackedValue, padding), b.getInt32(0));
    store(offsetof(PackedValue, integer), content);
}

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

/// A function that MakePackedAPI has converted, by the symbol it had before; null if there is none.
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

std::optional<llvm::Value*> PackedCalls::emitOperation(const Call& call)
{
    static constexpr Handler<PackedCalls> Handlers[] = {
        {OpId::tvm_call_cpacked, 1, &PackedCalls::emitCPackedCall},
        {OpId::tvm_call_cpacked_lowered, 4, &PackedCalls::emitLoweredCPackedCall},
        {OpId::tvm_stack_alloca, 2, &PackedCalls::emitStackMemory},
        {OpId::tvm_struct_get, 3, &PackedCalls::emitStructAccess},
        {OpId::tvm_struct_set, 3, &PackedCalls::emitStructAccess},
    };
    return emitListed(*this, Handlers, call);
}

/// tvm_struct_get(pointer, index, field) and tvm_struct_set(pointer, index, field, value).
llvm::Value* PackedCalls::emitStructAccess(const Call& call)
{
    llvm::IRBuilderBase& b = m_builder;
    const bool isStore = call.isOp(OpId::tvm_struct_set);
    const auto* field = call.args.size() == (isStore ? 4 : 3) ? as<IntImm>(call.args[2]) : nullptr;
    const std::optional<FieldPlace> place = field ? fieldPlace(field->value) : std::nullopt;
    if (!place)
        return refuse(call,
                      std::string(call.op->printedName) + " of field " +
                          (field ? std::to_string(field->value) : std::string("?")) + " cannot be executed",
                      call.dtype);
    Value* index = m_expressions.emitAs(*call.args[1], Int64);
    Value* offset = b.CreateAdd(b.CreateMul(index, int64Value(place->stride)), int64Value(place->offset));
    Value* address = b.CreateGEP(b.getInt8Ty(), m_expressions.emitAs(*call.args[0], Handle), offset);
    if (StructField(field->value) == StructField::TensorAddress)
        return address;

    const llvm::Align alignment(1);
    const DType accessed = isStore ? call.args[3]->dtype : call.dtype;
    const DType dtype = place->dtype.isVoid() ? accessed : place->dtype;
    if (!isStore)
        return m_conversions.emitCast(
            accessed, dtype,
            m_forms.fromMemory(dtype, b.CreateAlignedLoad(m_forms.memoryType(dtype), address, alignment)));
    // A value narrower than its slot clears the bits of the previous value.
    if (place->dtype.isVoid())
        b.CreateAlignedStore(int64Value(0), address, alignment);
    b.CreateAlignedStore(m_forms.toMemory(dtype, m_expressions.emitAs(*call.args[3], dtype)), address,
                         alignment);
    return emitNothing(call);
}

/// The called function of the packed convention; null, after a rejection, if the module does not contain it.
const ModuleEntry* PackedCalls::packedCallee(const Call& call)
{
    const auto* symbol = call.args.empty() ? nullptr : as<StringImm>(call.args[0]);
    const ModuleEntry* callee = symbol ? packedFunction(m_module.module(), symbol->value) : nullptr;
    if (!callee)
        refuse(call, "packed function " + quoted(symbol ? symbol->value : "?") + " is not in the module",
               Void);
    return callee;
}

/// tvm_call_cpacked(symbol, arguments…): the callee reads tagged values and returns one.
llvm::Value* PackedCalls::emitCPackedCall(const Call& call)
{
    llvm::IRBuilderBase& b = m_builder;
    const ModuleEntry* callee = packedCallee(call);
    if (!callee)
        return undefined(call.dtype);
    const ExprList args = call.args.subspan(1);
    Value* values =
        stackMemory(std::max<int64_t>(1, int64_t(args.size())) * ValueBytes, alignof(PackedValue));
    const auto tag = [&](TypeIndex type) { return b.getInt32(uint32_t(type)); };
    for (size_t i = 0; i < args.size(); ++i) {
        Value* place = taggedValue(values, int64Value(int64_t(i)));
        const DType type = args[i]->dtype;
        if (type.isHandle()) {
            Value* pointer = m_expressions.emit(*args[i]);
            storeTagged(
                b, place,
                b.CreateSelect(b.CreateIsNull(pointer), tag(TypeIndex::None), tag(TypeIndex::OpaquePointer)),
                pointer);
        } else if (type.isAnyFloat()) {
            storeTagged(b, place, tag(TypeIndex::Float), m_expressions.emitAs(*args[i], Float64));
        } else {
            storeTagged(b, place, tag(type.isBool() ? TypeIndex::Bool : TypeIndex::Int),
                        m_expressions.emitAs(*args[i], Int64));
        }
    }
    return callPackedFunction(call, *callee, values, int32Value(uint32_t(args.size())));
}

/// (symbol, tagged values, begin, end), as LowerTVMBuiltin leaves it.
llvm::Value* PackedCalls::emitLoweredCPackedCall(const Call& call)
{
    const ModuleEntry* callee = packedCallee(call);
    if (!callee)
        return undefined(call.dtype);
    Value* begin = m_expressions.emitAs(*call.args[2], Int64);
    Value* count = m_builder.CreateSub(m_expressions.emitAs(*call.args[3], Int64), begin);
    return callPackedFunction(call, *callee, taggedValue(m_expressions.emitAs(*call.args[1], Handle), begin),
                              m_conversions.emitCast(Int32, Int64, count));
}

llvm::Value* PackedCalls::callPackedFunction(const Call& call, const ModuleEntry& callee, Value* values,
                                             Value* count)
{
    llvm::IRBuilderBase& b = m_builder;
    Value* result = stackMemory(ValueBytes, alignof(PackedValue));
    storeTagged(b, result, b.getInt32(uint32_t(TypeIndex::None)), int64Value(0));
    Value* null = llvm::ConstantPointerNull::get(b.getPtrTy());
    b.CreateCall(m_module.function(callee, m_context.side),
                 {m_context.emulator, m_context.block, m_context.thread, null, values, count, result});
    return contentOf(call.dtype, result);
}

/// The content of a tagged value, read as the type that the program expects; null for void.
llvm::Value* PackedCalls::contentOf(DType dtype, Value* tagged)
{
    if (dtype.isVoid())
        return nullptr;
    const DType content = contentType(dtype);
    Value* address =
        m_builder.CreateConstGEP1_64(m_builder.getInt8Ty(), tagged, offsetof(PackedValue, integer));
    return m_conversions.emitCast(dtype, content, m_builder.CreateLoad(valueType(content), address));
}

llvm::Value* PackedCalls::taggedValue(Value* values, Value* index)
{
    return m_builder.CreateGEP(m_builder.getInt8Ty(), values,
                               m_builder.CreateMul(index, int64Value(ValueBytes)));
}

/// (kind of the elements, count)
llvm::Value* PackedCalls::emitStackMemory(const Call& call)
{
    constexpr int64_t TensorMapBytes = 128;
    const auto* kind = as<StringImm>(call.args[0]);
    const auto* count = as<IntImm>(call.args[1]);
    const std::string_view word = kind ? kind->value : std::string_view();
    const int64_t bytes = word == "shape"         ? int64_t(sizeof(int64_t))
                          : word == "array"       ? int64_t(sizeof(PackedTensor))
                          : word == "tvm_ffi_any" ? int64_t(sizeof(PackedValue))
                          : word == "tensormap"   ? TensorMapBytes
                                                  : 0;
    if (bytes == 0 || !count || count->value < 0)
        return refuse(call,
                      "tvm_stack_alloca of " + std::string(word) + " needs a known kind and a constant count",
                      call.dtype);
    return stackMemory(std::max<int64_t>(count->value, 1) * bytes, word == "tensormap" ? 64 : 16);
}

} // namespace tir::llvm_ir
