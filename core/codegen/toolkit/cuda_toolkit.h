/// Where the tools and files of the CUDA toolkit lie. All of it is optional: what is absent is said by name.

#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace tir {

/// A program by name ("ptxas"): below CUDA_HOME or CUDA_PATH, on the PATH, where the toolkit is usually put.
std::optional<std::string> findCudaTool(std::string_view name);

/// libdevice.10.bc, the mathematics of kernels as LLVM bitcode.
std::optional<std::string> findLibdevice();

} // namespace tir
