#include "core/runtime/cuda/cuda_version.h"

#include <charconv>

namespace tir {

CudaVersion cudaVersion(std::string_view text)
{
    CudaVersion version;
    const char* const end = text.data() + text.size();
    const auto [rest, failure] = std::from_chars(text.data(), end, version.major);
    if (failure == std::errc() && rest != end && *rest == '.')
        std::from_chars(rest + 1, end, version.minor);
    return version;
}

/// CUDA 11.0 came with PTX 7.0, and each version with the next one; only 12.6 kept the PTX of 12.5.
CudaVersion newestPtx(CudaVersion driver)
{
    const bool isLater = driver.major == 12 && driver.minor >= 6;
    return {driver.major - 4, driver.minor - (isLater ? 1 : 0)};
}

std::string whyTooNew(const std::string& compiler, std::string_view version, std::string_view driver)
{
    // Drivers load the output of compilers of their own major version, and of older ones.
    if (driver.empty() || cudaVersion(version).major <= cudaVersion(driver).major)
        return {};
    return compiler + " is newer than the driver, which serves CUDA " + std::string(driver);
}

std::string whyPtxTooNew(std::string_view ptx, std::string_view driver)
{
    const std::string_view version = ptxDirective(ptx, ".version");
    const CudaVersion newest = newestPtx(cudaVersion(driver));
    if (driver.empty() || cudaVersion(version) <= newest)
        return {};
    return "the kernels need PTX " + std::string(version) + ", but the driver, which serves CUDA " +
           std::string(driver) + ", knows PTX up to " + std::to_string(newest.major) + "." +
           std::to_string(newest.minor);
}

std::string_view ptxDirective(std::string_view ptx, std::string_view name)
{
    const size_t at = ptx.find(std::string(name) + " ");
    if (at == ptx.npos)
        return {};
    const std::string_view rest = ptx.substr(at + name.size() + 1);
    return rest.substr(0, rest.find_first_of(" ,\n"));
}

} // namespace tir
