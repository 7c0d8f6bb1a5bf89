/// The packed calling convention as programs name it: the fields that `tvm_struct_get` and
/// `tvm_struct_set` reach, and the kinds of values. TVM's numbers.

#pragma once

#include "core/ir/dtype.h"

#include <cstdint>

namespace tir {

enum class StructField : int64_t {
    TensorAddress = 0, ///< of the tensor description itself
    Data = 1,
    Shape = 2,
    Strides = 3,
    Rank = 4,
    TypeCode = 5,
    TypeBits = 6,
    TypeLanes = 7,
    ByteOffset = 8,
    DeviceId = 9,
    DeviceType = 10,
    AnyTypeIndex = 13,
    AnyZeroPadding = 14,
    AnyValue = 15,
    Int64Element = 17,
};

enum class TypeIndex : int32_t {
    None = 0,
    Int = 1,
    Bool = 2,
    Float = 3,
    OpaquePointer = 4,
    TensorPointer = 7, ///< to a DLTensor of the caller
    RawString = 8,     ///< a C string of the caller
    FirstObject = 64,  ///< this and everything above is an object
    Tensor = 70,       ///< an object whose header is followed by a DLTensor
};

/// The type that holds the content of a value that the program reads as `type`.
inline DType contentType(DType type)
{
    return type.isHandle() ? Handle : type.isAnyFloat() ? Float64 : Int64;
}

} // namespace tir
