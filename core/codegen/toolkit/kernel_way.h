/// The ways to compile kernels for a GPU.

#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace tir {

enum class KernelWay : uint8_t {
    Nvrtc, ///< CUDA C, by the library
    Nvcc,  ///< CUDA C, by the program
    Nvptx, ///< PTX through LLVM, by the driver
};
inline constexpr KernelWay AllKernelWays[] = {KernelWay::Nvrtc, KernelWay::Nvcc, KernelWay::Nvptx};
std::string_view toString(KernelWay way); ///< "nvrtc"
std::optional<KernelWay> kernelWayFromString(std::string_view word);

} // namespace tir
