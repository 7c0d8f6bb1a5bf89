/// Files of one tensor, as NumPy writes them (.npy, versions 1 to 3).

#pragma once

#include "core/runtime/tensor.h"
#include "core/support/output_file.h"
#include "core/support/result.h"

#include <span>
#include <string>
#include <string_view>

namespace tir {

/// The bytes of a file. Types that NumPy does not have (bf16, fp8) become the unsigned integers of their
/// width; lanes of a vector type become a last dimension.
std::string toNpy(const Tensor& tensor);

/// Little-endian files in C order; any other or malformed file is an error. Types as in NumPy.
Result<Tensor> fromNpy(std::string_view file);

/// The tensor with elements of `dtype`, if its own type and shape are those that toNpy writes for it.
Result<Tensor> asType(const Tensor& tensor, DType dtype);

Result<Tensor> readNpy(const std::string& path);
/// Type and shape of a file, without its bytes.
Result<Tensor> readNpyHeader(const std::string& path);
/// Nothing half-written: the file appears complete or not at all.
Result<bool> writeNpy(const std::string& path, const Tensor& tensor);

/// Files that replace older ones together, as OutputFiles.
class NpyFiles {
public:
    Result<bool> add(const std::string& path, DType dtype, const std::vector<int64_t>& shape,
                     std::span<const std::byte> bytes);
    Result<bool> commit();

private:
    OutputFiles m_files;
};

} // namespace tir
