#include "core/runtime/cuda/cuda_driver.h"

#include "core/runtime/arithmetic_peak.h"
#include "core/support/text_format.h"

#include <cstdlib>
#include <dlfcn.h>

namespace tir {
namespace {

constexpr const char* DriverVariable = "TIRSCOPE_CUDA_DRIVER";
constexpr const char* DriverLibrary = "libcuda.so.1";

/// The first function that the library lacks; null when it has all.
const char* loadFunctions(void* library, cuda::Functions& functions)
{
    const char* missing = nullptr;
    const auto load = [&](const char* name, auto& function) {
        function = reinterpret_cast<std::remove_reference_t<decltype(function)>>(dlsym(library, name));
        if (!function && !missing)
            missing = name;
    };
#define TIR_LOAD(name) load(#name, functions.name)
    TIR_LOAD(cuInit);
    TIR_LOAD(cuDriverGetVersion);
    TIR_LOAD(cuGetErrorName);
    TIR_LOAD(cuGetErrorString);
    TIR_LOAD(cuDeviceGetCount);
    TIR_LOAD(cuDeviceGet);
    TIR_LOAD(cuDeviceGetName);
    TIR_LOAD(cuDeviceGetAttribute);
    TIR_LOAD(cuDevicePrimaryCtxRetain);
    TIR_LOAD(cuDevicePrimaryCtxRelease_v2);
    TIR_LOAD(cuCtxSetCurrent);
    TIR_LOAD(cuCtxSynchronize);
    TIR_LOAD(cuModuleLoadDataEx);
    TIR_LOAD(cuModuleUnload);
    TIR_LOAD(cuModuleGetFunction);
    TIR_LOAD(cuFuncGetAttribute);
    TIR_LOAD(cuFuncSetAttribute);
    TIR_LOAD(cuMemGetInfo_v2);
    TIR_LOAD(cuMemAlloc_v2);
    TIR_LOAD(cuMemFree_v2);
    TIR_LOAD(cuMemcpyHtoD_v2);
    TIR_LOAD(cuMemcpyDtoH_v2);
    TIR_LOAD(cuMemsetD8_v2);
    TIR_LOAD(cuEventCreate);
    TIR_LOAD(cuEventDestroy_v2);
    TIR_LOAD(cuEventRecord);
    TIR_LOAD(cuEventQuery);
    TIR_LOAD(cuEventElapsedTime);
    TIR_LOAD(cuLaunchKernelEx);
#undef TIR_LOAD
    return missing;
}

Diagnostic noDriver(const std::string& why)
{
    return error("no-driver", "no CUDA driver can be used, so nothing can run on a GPU: " + why);
}

} // namespace

Result<CudaDriver> CudaDriver::open()
{
    const char* named = std::getenv(DriverVariable);
    const std::string path = named && *named ? named : DriverLibrary;
    void* library = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (!library) {
        const char* why = dlerror();
        return noDriver(quoted(path) + " cannot be opened (" + std::string(why ? why : "no reason given") +
                        "); it comes with NVIDIA's driver");
    }
    // One library a process, kept until its end.
    static cuda::Functions functions;
    if (const char* missing = loadFunctions(library, functions))
        return noDriver(quoted(path) + " has no " + missing + "; a driver for CUDA 11.8 or later is needed");

    CudaDriver driver;
    driver.m_functions = &functions;
    cuda::Status status = functions.cuInit(0);
    if (status == cuda::NoDevice)
        return error("no-device", "there is a CUDA driver, but no GPU that it can use");
    if (status != cuda::Success)
        return noDriver("it does not start: " + driver.statusText(status));
    int version = 0;
    if (functions.cuDriverGetVersion(&version) == cuda::Success)
        driver.m_version = std::to_string(version / 1000) + "." + std::to_string(version % 1000 / 10);
    status = functions.cuDeviceGetCount(&driver.m_deviceCount);
    if (status != cuda::Success)
        return driver.failure("cuDeviceGetCount", status);
    if (driver.m_deviceCount == 0)
        return error("no-device", "there is a CUDA driver, but no GPU that it can use");
    return driver;
}

std::string CudaDriver::statusText(cuda::Status status) const
{
    const char* name = nullptr;
    const char* text = nullptr;
    m_functions->cuGetErrorName(status, &name);
    m_functions->cuGetErrorString(status, &text);
    return (name ? std::string(name) : "error " + std::to_string(status)) + (text ? ": " : "") +
           (text ? text : "");
}

Diagnostic CudaDriver::failure(const std::string& what, cuda::Status status) const
{
    return error("cuda", what + ": " + statusText(status));
}

Result<CudaDeviceFacts> CudaDriver::facts(int ordinal) const
{
    if (ordinal < 0 || ordinal >= m_deviceCount)
        return error("no-device", "there is no GPU number " + std::to_string(ordinal) +
                                      ": the driver knows " + std::to_string(m_deviceCount) +
                                      ", counted from 0");
    cuda::Device device = 0;
    char name[256] = {};
    cuda::Status status = m_functions->cuDeviceGet(&device, ordinal);
    if (status == cuda::Success)
        status = m_functions->cuDeviceGetName(name, sizeof name - 1, device);
    const auto attribute = [&](cuda::DeviceAttribute which) {
        int value = 0;
        const cuda::Status answer = m_functions->cuDeviceGetAttribute(&value, which, device);
        status = status == cuda::Success ? answer : status;
        return value;
    };
    // 0 is: not known.
    const auto optionalAttribute = [&](cuda::DeviceAttribute which) {
        int value = 0;
        return m_functions->cuDeviceGetAttribute(&value, which, device) == cuda::Success ? value : 0;
    };
    using Attribute = cuda::DeviceAttribute;
    const int major = attribute(Attribute::Major);
    const int minor = attribute(Attribute::Minor);
    CudaDeviceFacts facts{.ordinal = ordinal,
                          .name = name,
                          .arch = "sm_" + std::to_string(major * 10 + minor),
                          .maxThreadsPerBlock = attribute(Attribute::MaxThreadsPerBlock),
                          .maxBlock = {attribute(Attribute::MaxBlockX), attribute(Attribute::MaxBlockY),
                                       attribute(Attribute::MaxBlockZ)},
                          .maxGrid = {attribute(Attribute::MaxGridX), attribute(Attribute::MaxGridY),
                                      attribute(Attribute::MaxGridZ)},
                          .maxSharedBytes = attribute(Attribute::MaxSharedPerBlock),
                          .canCooperate = attribute(Attribute::CooperativeLaunch) != 0,
                          .multiprocessors = attribute(Attribute::Multiprocessors)};
    facts.l2Bytes = optionalAttribute(Attribute::L2Bytes);
    // Memory transfers on both edges of its clock.
    facts.peakBytesPerSecond = 2.0 * 1e3 * optionalAttribute(Attribute::MemoryKilohertz) *
                               optionalAttribute(Attribute::MemoryBusBits) / 8;
    facts.clockHertz = 1e3 * optionalAttribute(Attribute::ClockKilohertz);
    facts.peakOperationsPerSecond =
        operationsPerClock(facts.arch, Float32, false) * facts.multiprocessors * facts.clockHertz;
    if (status != cuda::Success)
        return failure("reading the attributes of GPU number " + std::to_string(ordinal), status);
    return facts;
}

} // namespace tir
