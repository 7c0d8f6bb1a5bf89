/// The memory layout of the packed calling convention: the arguments of functions after MakePackedAPI. Layouts are
/// those of TVM's FFI and of DLPack; the field numbers in programs are in packed_fields.h.

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

} // namespace tir
