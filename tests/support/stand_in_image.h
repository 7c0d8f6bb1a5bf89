/// The content of a loaded image for the stand-in for the CUDA driver: its kernels and their parameters. It reads cubins,
/// PTX, which it interprets (host_ptx), and the output of tests/support/host_toolkit, whose kernels it can run.

#pragma once

#include "tests/support/host_ptx/ptx_program.h"

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace tir::testing {

struct ImageParameter {
    size_t bytes = 0;
    bool isPointer = false; ///< false if the image does not state it
};

struct ImageKernel {
    std::vector<ImageParameter> parameters;
    /// Of a host image: runs all blocks; returns null, or an error. Addresses of the GPU may have the bit that marks
    /// them.
    const char* (*run)(const unsigned* grid, const unsigned* block, void** arguments) = nullptr;
};

struct Image {
    std::map<std::string, ImageKernel> kernels;
    int capability = 0;      ///< of the GPUs that it is for: 90 for sm_90; 0: of all, as a host image is
    bool isOfOne = false;    ///< not for later GPUs: sm_90a
    int ptxVersion = 0;      ///< of PTX: 84 for 8.4
    void* library = nullptr; ///< of a host image, to be closed
    std::shared_ptr<const PtxText> ptx;
};

bool isCubin(const void* bytes);

/// Nothing if it has another format.
std::optional<Image> readImage(const void* bytes);

} // namespace tir::testing
