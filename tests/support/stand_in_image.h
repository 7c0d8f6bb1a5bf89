/// What the stand-in for the CUDA driver knows of a loaded image: its kernels and what each takes. It reads PTX, cubins,
/// and what tests/support/host_toolkit compiles, whose kernels it can run.

#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace tir::testing {

struct ImageParameter {
    size_t bytes = 0;
    bool isPointer = false; ///< false where the image does not say
};

struct ImageKernel {
    std::vector<ImageParameter> parameters;
    /// Of a host image: runs all blocks; null, or what went wrong. Addresses of the GPU may have the bit that marks them.
    const char* (*run)(const unsigned* grid, const unsigned* block, void** arguments) = nullptr;
};

struct Image {
    std::map<std::string, ImageKernel> kernels;
    void* library = nullptr; ///< of a host image, to be closed
};

bool isCubin(const void* bytes);

/// Nothing where it is none of the three.
std::optional<Image> readImage(const void* bytes);

} // namespace tir::testing
