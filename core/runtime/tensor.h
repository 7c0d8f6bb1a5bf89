/// Tensors in memory: the inputs and outputs of a run.

#pragma once

#include "core/ir/dtype.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace tir {

/// Compact, row-major. An element of a vector type is its lanes one after the other.
struct Tensor {
    DType dtype;
    std::vector<int64_t> shape; ///< empty: one element
    std::vector<std::byte> bytes;

    bool operator==(const Tensor&) const = default;
};

/// Product of the extents; negative when it overflows or an extent is negative.
int64_t elementCount(const std::vector<int64_t>& shape);

/// Bytes of an element in memory: lanes take whole bytes, also those of less than eight bits.
int64_t elementBytes(DType dtype);

/// A tensor of zeros. Precondition: elementCount(shape) >= 0.
Tensor makeTensor(DType dtype, std::vector<int64_t> shape);

/// Element `index` (a lane, for vector types) as a number. Precondition: it exists.
double numberAt(const Tensor& tensor, int64_t index);
/// The same in bytes that are elsewhere.
double numberAt(DType dtype, const std::byte* bytes, int64_t index);
/// The same of an integer type, which double may have to round; the bits of an uint64.
int64_t integerAt(DType dtype, const std::byte* bytes, int64_t index);
/// The element as text: all digits of an integer, so many significant ones of a float.
std::string numberText(DType dtype, const std::byte* bytes, int64_t index, int digits);
/// Stores a number, converted to the type: rounded for floats, truncated and wrapped for integers.
void setNumber(Tensor& tensor, int64_t index, double value);
/// The same in memory of a scalar type.
void writeNumber(DType dtype, std::byte* target, double value);
/// Elements times lanes.
int64_t numberCount(const Tensor& tensor);

} // namespace tir
