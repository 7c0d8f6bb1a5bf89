/// The part of the CUDA driver's interface that is used here: numbers and layouts of cuda.h, which never
/// change, so that nothing of the toolkit is needed to build. cuda_abi_check.cpp holds them to cuda.h where
/// it is installed.

#pragma once

#include <cstddef>
#include <cstdint>

namespace tir::cuda {

using Status = int; ///< CUresult; 0: done
using Device = int;
using DevicePointer = unsigned long long;
using Context = struct ContextObject*;
using Module = struct ModuleObject*;
using Function = struct FunctionObject*;
using Event = struct EventObject*;
using Stream = struct StreamObject*;

inline constexpr Status Success = 0;
inline constexpr Status NoDevice = 100;
inline constexpr Status NotReady = 600;
// The driver cannot use an image.
inline constexpr Status InvalidImage = 200;
inline constexpr Status NoBinaryForGpu = 209;
inline constexpr Status InvalidPtx = 218;
inline constexpr Status JitCompilerNotFound = 221;
inline constexpr Status UnsupportedPtxVersion = 222;
inline constexpr Status JitCompilationDisabled = 223;

/// CUdevice_attribute.
enum class DeviceAttribute : int {
    MaxThreadsPerBlock = 1,
    MaxBlockX = 2,
    MaxBlockY = 3,
    MaxBlockZ = 4,
    MaxGridX = 5,
    MaxGridY = 6,
    MaxGridZ = 7,
    ClockKilohertz = 13,
    Multiprocessors = 16,
    MemoryKilohertz = 36,
    MemoryBusBits = 37,
    L2Bytes = 38,
    Major = 75,
    Minor = 76,
    CooperativeLaunch = 95,
    MaxSharedPerBlock = 97, ///< with the limit raised
};

/// CUfunction_attribute.
enum class FunctionAttribute : int {
    MaxThreadsPerBlock = 0,
    SharedBytes = 1,
    LocalBytes = 3,
    Registers = 4,
    MaxDynamicSharedBytes = 8,
    NonPortableClusterSize = 14,
};

/// CUjit_option.
enum class JitOption : int {
    InfoLog = 3,
    InfoLogBytes = 4,
    ErrorLog = 5,
    ErrorLogBytes = 6,
    LogVerbose = 12
};

/// CUlaunchAttributeID.
enum class LaunchAttributeId : int {
    Cooperative = 2,
    ClusterDimension = 4,
    ProgrammaticStreamSerialization = 6,
    PreferredClusterDimension = 11,
};

struct LaunchAttribute {
    LaunchAttributeId id;
    char padding[4];
    union {
        char bytes[64];
        unsigned cluster[3];
        int flag;
    } value;
};

struct LaunchConfig {
    unsigned grid[3];
    unsigned block[3];
    unsigned sharedBytes;
    Stream stream;
    LaunchAttribute* attributes;
    unsigned attributeCount;
};

/// The functions by their exported names.
struct Functions {
    Status (*cuInit)(unsigned) = nullptr;
    Status (*cuDriverGetVersion)(int*) = nullptr;
    Status (*cuGetErrorName)(Status, const char**) = nullptr;
    Status (*cuGetErrorString)(Status, const char**) = nullptr;
    Status (*cuDeviceGetCount)(int*) = nullptr;
    Status (*cuDeviceGet)(Device*, int) = nullptr;
    Status (*cuDeviceGetName)(char*, int, Device) = nullptr;
    Status (*cuDeviceGetAttribute)(int*, DeviceAttribute, Device) = nullptr;
    Status (*cuDevicePrimaryCtxRetain)(Context*, Device) = nullptr;
    Status (*cuDevicePrimaryCtxRelease_v2)(Device) = nullptr;
    Status (*cuCtxSetCurrent)(Context) = nullptr;
    Status (*cuCtxSynchronize)() = nullptr;
    Status (*cuModuleLoadDataEx)(Module*, const void*, unsigned, JitOption*, void**) = nullptr;
    Status (*cuModuleUnload)(Module) = nullptr;
    Status (*cuModuleGetFunction)(Function*, Module, const char*) = nullptr;
    Status (*cuFuncGetAttribute)(int*, FunctionAttribute, Function) = nullptr;
    Status (*cuFuncSetAttribute)(Function, FunctionAttribute, int) = nullptr;
    Status (*cuMemGetInfo_v2)(size_t*, size_t*) = nullptr;
    Status (*cuMemAlloc_v2)(DevicePointer*, size_t) = nullptr;
    Status (*cuMemFree_v2)(DevicePointer) = nullptr;
    Status (*cuMemcpyHtoD_v2)(DevicePointer, const void*, size_t) = nullptr;
    Status (*cuMemcpyDtoH_v2)(void*, DevicePointer, size_t) = nullptr;
    Status (*cuMemsetD8_v2)(DevicePointer, unsigned char, size_t) = nullptr;
    Status (*cuEventCreate)(Event*, unsigned) = nullptr;
    Status (*cuEventDestroy_v2)(Event) = nullptr;
    Status (*cuEventRecord)(Event, Stream) = nullptr;
    Status (*cuEventQuery)(Event) = nullptr;
    Status (*cuEventElapsedTime)(float*, Event, Event) = nullptr;
    Status (*cuLaunchKernelEx)(const LaunchConfig*, Function, void**, void**) = nullptr;
};

} // namespace tir::cuda
