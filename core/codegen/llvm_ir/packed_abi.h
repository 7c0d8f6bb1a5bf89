/// The packed calling convention, as memory: what MakePackedAPI's functions read their arguments from.
/// Layouts are those of TVM's FFI and of DLPack.

#pragma once

#include <cstdint>

namespace tir {

/// TVMFFIAny.
struct PackedValue {
    int32_t typeIndex;
    int32_t padding;
    union {
        int64_t integer;
        double real;
        void* pointer;
    };
};
static_assert(sizeof(PackedValue) == 16);

/// Type indices of PackedValue.
enum class PackedType : int32_t {
    None = 0,
    Int = 1,
    Bool = 2,
    Float = 3,
    OpaquePointer = 4,
    DLTensor = 7,
    RawString = 8
};

/// DLTensor.
struct PackedTensor {
    void* data;
    int32_t deviceType;
    int32_t deviceId;
    int32_t dimensions;
    uint8_t typeCode;
    uint8_t typeBits;
    uint16_t typeLanes;
    int64_t* shape;
    int64_t* strides; ///< null: compact
    uint64_t byteOffset;
};
static_assert(sizeof(PackedTensor) == 48);

/// Third argument of tvm_struct_get and tvm_struct_set: TVM's numbers.
enum class PackedField : int64_t {
    TensorAddress = 0,
    TensorData = 1,
    TensorShape = 2,
    TensorStrides = 3,
    TensorDimensions = 4,
    TensorTypeCode = 5,
    TensorTypeBits = 6,
    TensorTypeLanes = 7,
    TensorByteOffset = 8,
    TensorDeviceId = 9,
    TensorDeviceType = 10,
    ValueTypeIndex = 13,
    ValuePadding = 14,
    ValueContent = 15,
    Int64Element = 17,
};

} // namespace tir
