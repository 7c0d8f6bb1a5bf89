// Holds cuda_abi.h to the toolkit's header, where there is one.

#include "core/runtime/cuda/cuda_abi.h"

#if TIR_HAS_CUDA_HEADERS
#include <cuda.h>

namespace tir::cuda {

static_assert(Success == CUDA_SUCCESS && NoDevice == CUDA_ERROR_NO_DEVICE);
static_assert(sizeof(DevicePointer) == sizeof(CUdeviceptr) && sizeof(Device) == sizeof(CUdevice));

static_assert(int(DeviceAttribute::MaxThreadsPerBlock) == CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK);
static_assert(int(DeviceAttribute::MaxBlockX) == CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_X);
static_assert(int(DeviceAttribute::MaxBlockY) == CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_Y);
static_assert(int(DeviceAttribute::MaxBlockZ) == CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_Z);
static_assert(int(DeviceAttribute::MaxGridX) == CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_X);
static_assert(int(DeviceAttribute::MaxGridY) == CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_Y);
static_assert(int(DeviceAttribute::MaxGridZ) == CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_Z);
static_assert(int(DeviceAttribute::ClockKilohertz) == CU_DEVICE_ATTRIBUTE_CLOCK_RATE);
static_assert(int(DeviceAttribute::Multiprocessors) == CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT);
static_assert(int(DeviceAttribute::MemoryKilohertz) == CU_DEVICE_ATTRIBUTE_MEMORY_CLOCK_RATE);
static_assert(int(DeviceAttribute::MemoryBusBits) == CU_DEVICE_ATTRIBUTE_GLOBAL_MEMORY_BUS_WIDTH);
static_assert(int(DeviceAttribute::L2Bytes) == CU_DEVICE_ATTRIBUTE_L2_CACHE_SIZE);
static_assert(int(DeviceAttribute::Major) == CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR);
static_assert(int(DeviceAttribute::Minor) == CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR);
static_assert(int(DeviceAttribute::CooperativeLaunch) == CU_DEVICE_ATTRIBUTE_COOPERATIVE_LAUNCH);
static_assert(int(DeviceAttribute::MaxSharedPerBlock) ==
              CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN);

static_assert(NoDevice == CUDA_ERROR_NO_DEVICE && NotReady == CUDA_ERROR_NOT_READY &&
              InvalidImage == CUDA_ERROR_INVALID_IMAGE && NoBinaryForGpu == CUDA_ERROR_NO_BINARY_FOR_GPU &&
              InvalidPtx == CUDA_ERROR_INVALID_PTX &&
              JitCompilerNotFound == CUDA_ERROR_JIT_COMPILER_NOT_FOUND &&
              UnsupportedPtxVersion == CUDA_ERROR_UNSUPPORTED_PTX_VERSION &&
              JitCompilationDisabled == CUDA_ERROR_JIT_COMPILATION_DISABLED);

static_assert(int(FunctionAttribute::MaxThreadsPerBlock) == CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK);
static_assert(int(FunctionAttribute::SharedBytes) == CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES);
static_assert(int(FunctionAttribute::LocalBytes) == CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES);
static_assert(int(FunctionAttribute::Registers) == CU_FUNC_ATTRIBUTE_NUM_REGS);
static_assert(int(FunctionAttribute::MaxDynamicSharedBytes) ==
              CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES);
#if CUDA_VERSION >= 12000
static_assert(int(FunctionAttribute::NonPortableClusterSize) ==
              CU_FUNC_ATTRIBUTE_NON_PORTABLE_CLUSTER_SIZE_ALLOWED);
static_assert(int(LaunchAttributeId::Cooperative) == CU_LAUNCH_ATTRIBUTE_COOPERATIVE);
static_assert(int(LaunchAttributeId::ClusterDimension) == CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION);
static_assert(int(LaunchAttributeId::ProgrammaticStreamSerialization) ==
              CU_LAUNCH_ATTRIBUTE_PROGRAMMATIC_STREAM_SERIALIZATION);
static_assert(sizeof(LaunchAttribute) == sizeof(CUlaunchAttribute) &&
              offsetof(LaunchAttribute, value) == offsetof(CUlaunchAttribute, value));
static_assert(sizeof(LaunchConfig) == sizeof(CUlaunchConfig) &&
              offsetof(LaunchConfig, block) == offsetof(CUlaunchConfig, blockDimX) &&
              offsetof(LaunchConfig, sharedBytes) == offsetof(CUlaunchConfig, sharedMemBytes) &&
              offsetof(LaunchConfig, stream) == offsetof(CUlaunchConfig, hStream) &&
              offsetof(LaunchConfig, attributes) == offsetof(CUlaunchConfig, attrs) &&
              offsetof(LaunchConfig, attributeCount) == offsetof(CUlaunchConfig, numAttrs));
#endif
#if CUDA_VERSION >= 12080
static_assert(int(LaunchAttributeId::PreferredClusterDimension) ==
              CU_LAUNCH_ATTRIBUTE_PREFERRED_CLUSTER_DIMENSION);
#endif

static_assert(int(JitOption::InfoLog) == CU_JIT_INFO_LOG_BUFFER);
static_assert(int(JitOption::InfoLogBytes) == CU_JIT_INFO_LOG_BUFFER_SIZE_BYTES);
static_assert(int(JitOption::ErrorLog) == CU_JIT_ERROR_LOG_BUFFER);
static_assert(int(JitOption::ErrorLogBytes) == CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES);
static_assert(int(JitOption::LogVerbose) == CU_JIT_LOG_VERBOSE);

} // namespace tir::cuda
#endif
