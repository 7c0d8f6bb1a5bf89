/// Versions of CUDA, and which code a driver takes. Compilers and drivers state their versions as "12.4".

#pragma once

#include <compare>
#include <string>
#include <string_view>

namespace tir {

struct CudaVersion {
    int major = 0;
    int minor = 0;
    auto operator<=>(const CudaVersion&) const = default;
};

/// Of "12.4"; zeros if it is not a version.
CudaVersion cudaVersion(std::string_view text);

/// The newest PTX that a driver for this CUDA compiles.
CudaVersion newestPtx(CudaVersion driver);

/// Why a driver for the CUDA `driver` does not load machine code of the compiler with this version; empty if it does, or if
/// `driver` is empty.
std::string whyTooNew(const std::string& compiler, std::string_view version, std::string_view driver);

/// Likewise for PTX, by the version that it states.
std::string whyPtxTooNew(std::string_view ptx, std::string_view driver);

/// The word after a directive of PTX: "8.1" after ".version"; empty if it does not have it.
std::string_view ptxDirective(std::string_view ptx, std::string_view name);

} // namespace tir
