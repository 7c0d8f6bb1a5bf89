/// Files of one tensor, as NumPy writes them (.npy, versions 1 to 3).

#pragma once

#include "core/runtime/tensor.h"
#include "core/support/result.h"

#include <string>
#include <string_view>

namespace tir {

/// The bytes of a file. Types that NumPy does not have (bf16, fp8) become the unsigned integers of their
/// width; lanes of a vector type become a last dimension.
std::string toNpy(const Tensor& tensor);

/// Little-endian files in C order; anything else, and every malformed file, is an error that says what is
/// wrong. Types as NumPy has them.
Result<Tensor> fromNpy(std::string_view file);

/// The tensor with elements of `dtype`, when its own type and shape are those that toNpy writes for it.
Result<Tensor> asType(const Tensor& tensor, DType dtype);

Result<Tensor> readNpy(const std::string& path);
/// Type and shape of a file, without its bytes.
Result<Tensor> readNpyHeader(const std::string& path);
/// Nothing half-written: the file appears complete or not at all.
Result<bool> writeNpy(const std::string& path, const Tensor& tensor);

} // namespace tir
