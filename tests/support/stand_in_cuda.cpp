// The part of the CUDA driver that cuda_abi.h declares, without a GPU. See stand_in_cuda.h.

#include "tests/support/stand_in_device.h"
#include "tests/support/stand_in_state.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <utility>

#include <dlfcn.h>

using namespace tir::testing;
using namespace tir::testing::stand_in;

namespace {

/// The code for loading an image of the kind.
Status rejection(const std::string& kind)
{
    const std::string rejected = variable("STAND_IN_CUDA_REJECT");
    return rejected.starts_with(kind + "=") ? std::stoi(rejected.substr(kind.size() + 1)) : Success;
}

} // namespace

extern "C" {

const char* standInComplaint()
{
    return state().complaint.c_str();
}

void standInSetKernel(StandInKernel kernel)
{
    state().kernel = kernel;
}

void* standInMemory(DevicePointer address)
{
    return memoryAt(address, 1);
}

int standInCountCalls(int failing)
{
    state().failingCall = failing;
    return std::exchange(state().calls, 0);
}

int standInLeaks()
{
    return int(state().memory.size() + state().events.size() + state().modules.size()) + state().contextCount;
}

void standInForget()
{
    state().memory.clear();
    for (Event event : std::exchange(state().events, {}))
        delete event;
    for (Module module : std::exchange(state().modules, {}))
        delete module;
    state().contextCount = 0;
    state().launches = 0;
    state().hostNs = 0;
    state().deviceNs = 0;
}

Status cuInit(unsigned flags)
{
    const Status status = called("cuInit");
    return flags == 0 ? status : InvalidValue;
}

Status cuDriverGetVersion(int* version)
{
    if (const Status status = called("cuDriverGetVersion"))
        return status;
    *version = servedVersion();
    return Success;
}

Status cuGetErrorName(Status status, const char** name)
{
    static const std::map<Status, const char*> Names = {
        {InvalidValue, "CUDA_ERROR_INVALID_VALUE"},
        {OutOfMemory, "CUDA_ERROR_OUT_OF_MEMORY"},
        {NoDevice, "CUDA_ERROR_NO_DEVICE"},
        {InvalidImage, "CUDA_ERROR_INVALID_IMAGE"},
        {NotFound, "CUDA_ERROR_NOT_FOUND"},
        {StandInFailure, "CUDA_ERROR_CHOSEN"},
        {InvalidContext, "CUDA_ERROR_INVALID_CONTEXT"},
        {InvalidHandle, "CUDA_ERROR_INVALID_HANDLE"},
        {NotSupported, "CUDA_ERROR_NOT_SUPPORTED"},
        {LaunchFailed, "CUDA_ERROR_LAUNCH_FAILED"},
        {NoBinaryForGpu, "CUDA_ERROR_NO_BINARY_FOR_GPU"},
        {InvalidPtx, "CUDA_ERROR_INVALID_PTX"},
        {UnsupportedPtxVersion, "CUDA_ERROR_UNSUPPORTED_PTX_VERSION"},
        {InvalidClusterSize, "CUDA_ERROR_INVALID_CLUSTER_SIZE"},
        {700, "CUDA_ERROR_ILLEGAL_ADDRESS"}};
    const auto found = Names.find(status);
    *name = found == Names.end() ? nullptr : found->second;
    return found == Names.end() ? InvalidValue : Success;
}

Status cuGetErrorString(Status status, const char** text)
{
    *text = status == 700 ? "an illegal memory access was encountered" : "in words";
    return Success;
}

Status cuDeviceGetCount(int* count)
{
    const char* devices = variable("STAND_IN_CUDA_DEVICES");
    *count = *devices ? std::atoi(devices) : 1;
    return called("cuDeviceGetCount");
}

Status cuDeviceGet(Device* device, int ordinal)
{
    *device = 100 + ordinal; // no number that could be taken for the ordinal
    return called("cuDeviceGet", std::to_string(ordinal));
}

Status cuDeviceGetName(char* name, int size, Device device)
{
    std::snprintf(name, size_t(size), "Stand-in %d", device - 100);
    return called("cuDeviceGetName");
}

Status cuDeviceGetAttribute(int* value, DeviceAttribute which, Device device)
{
    const Status status = called("cuDeviceGetAttribute", std::to_string(int(which)));
    if (status != Success || device < 100)
        return status != Success ? status : InvalidValue;
    *value = attributeOf(which);
    return Success;
}

Status cuDevicePrimaryCtxRetain(Context* context, Device device)
{
    if (const Status status = called("cuDevicePrimaryCtxRetain", std::to_string(device - 100)))
        return status;
    *context = &state().context;
    ++state().contextCount;
    return Success;
}

Status cuDevicePrimaryCtxRelease_v2(Device)
{
    --state().contextCount;
    return called("cuDevicePrimaryCtxRelease_v2");
}

Status cuCtxSetCurrent(Context context)
{
    if (const Status status = called("cuCtxSetCurrent"))
        return status;
    if (context != &state().context && context)
        return InvalidContext;
    currentContext = context;
    return Success;
}

Status cuCtxSynchronize()
{
    waitUntil(state().deviceNs);
    return calledInContext("cuCtxSynchronize");
}

Status cuModuleLoadDataEx(Module* module, const void* image, unsigned count, JitOption* options,
                          void** values)
{
    const std::string kind = isCubin(image) ? "cubin" : "ptx";
    Status answer = calledInContext("cuModuleLoadDataEx", kind);
    answer = answer == Success ? rejection(kind) : answer;
    std::optional<Image> read = answer == Success ? readImage(image) : std::nullopt;
    const bool isForAnother = read && !runs(read->capability, read->isOfOne, kind == "cubin");
    const bool isTooNew = read && read->ptxVersion > newestPtx();
    const Status status = answer != Success ? answer
                          : isTooNew        ? UnsupportedPtxVersion
                          : isForAnother    ? (kind == "cubin" ? NoBinaryForGpu : InvalidPtx)
                          : read            ? Success
                                            : InvalidImage;
    for (unsigned i = 0; i < count; ++i)
        if (options[i] == JitOption::ErrorLog && status != Success)
            std::snprintf(static_cast<char*>(values[i]), 64, "ptxas error: the stand-in refuses");
    if (status != Success) {
        if (read && read->library)
            dlclose(read->library);
        return status;
    }
    *module = new ModuleObject{*std::move(read)};
    state().modules.insert(*module);
    return Success;
}

Status cuModuleUnload(Module module)
{
    if (state().modules.erase(module) == 0)
        return InvalidValue;
    if (module->image.library)
        dlclose(module->image.library);
    delete module;
    return called("cuModuleUnload");
}

Status cuModuleGetFunction(Function* function, Module module, const char* name)
{
    if (const Status status = calledInContext("cuModuleGetFunction", name))
        return status;
    if (!state().modules.contains(module))
        return InvalidHandle;
    if (!module->image.kernels.contains(name))
        return NotFound;
    state().functions.push_back(
        std::make_unique<FunctionObject>(FunctionObject{.name = name, .module = module}));
    *function = state().functions.back().get();
    return Success;
}

Status cuFuncGetAttribute(int* value, FunctionAttribute which, Function)
{
    if (const Status status = calledInContext("cuFuncGetAttribute", std::to_string(int(which))))
        return status;
    switch (which) {
    case FunctionAttribute::MaxThreadsPerBlock:
        *value = 1024;
        return Success;
    case FunctionAttribute::SharedBytes:
        *value = 256;
        return Success;
    case FunctionAttribute::LocalBytes:
        *value = 16;
        return Success;
    case FunctionAttribute::Registers:
        *value = 40;
        return Success;
    case FunctionAttribute::MaxDynamicSharedBytes:
    case FunctionAttribute::NonPortableClusterSize:
        break;
    }
    return InvalidValue;
}

Status cuFuncSetAttribute(Function function, FunctionAttribute which, int value)
{
    if (const Status status =
            calledInContext("cuFuncSetAttribute", std::to_string(int(which)) + " " + std::to_string(value)))
        return status;
    if (which == FunctionAttribute::MaxDynamicSharedBytes && value > sharedLimit())
        return InvalidValue;
    if (which == FunctionAttribute::MaxDynamicSharedBytes)
        function->maxDynamicBytes = value;
    if (which == FunctionAttribute::NonPortableClusterSize)
        function->hasLargeClusters = value != 0;
    return Success;
}

Status cuMemGetInfo_v2(size_t* free, size_t* total)
{
    *free = freeMemory();
    *total = totalMemory();
    return calledInContext("cuMemGetInfo_v2");
}

Status cuMemAlloc_v2(DevicePointer* address, size_t bytes)
{
    if (const Status status = calledInContext("cuMemAlloc_v2", std::to_string(bytes)))
        return status;
    if (bytes == 0)
        return InvalidValue;
    if (bytes > freeMemory())
        return OutOfMemory;
    std::vector<std::byte> content(bytes);
    *address = reinterpret_cast<DevicePointer>(content.data()) | DeviceBit;
    state().memory.emplace(*address, std::move(content));
    return Success;
}

Status cuMemFree_v2(DevicePointer address)
{
    const Status status = calledInContext("cuMemFree_v2");
    return state().memory.erase(address) == 1 ? status : InvalidValue;
}

Status cuMemcpyHtoD_v2(DevicePointer to, const void* from, size_t bytes)
{
    const Status status = calledInContext("cuMemcpyHtoD_v2", std::to_string(bytes));
    waitUntil(state().deviceNs);
    std::byte* memory = memoryAt(to, bytes);
    if (!memory || status != Success)
        return memory ? status : InvalidValue;
    std::memcpy(memory, from, bytes);
    return Success;
}

Status cuMemcpyDtoH_v2(void* to, DevicePointer from, size_t bytes)
{
    const Status status = calledInContext("cuMemcpyDtoH_v2", std::to_string(bytes));
    waitUntil(state().deviceNs);
    const std::byte* memory = memoryAt(from, bytes);
    if (!memory || status != Success)
        return memory ? status : InvalidValue;
    std::memcpy(to, memory, bytes);
    return Success;
}

Status cuMemsetD8_v2(DevicePointer address, unsigned char value, size_t bytes)
{
    std::byte* memory = memoryAt(address, bytes);
    if (!memory)
        return InvalidValue;
    std::memset(memory, value, bytes);
    submit(nanoseconds("STAND_IN_CUDA_MEMSET_NS", 20000));
    return calledInContext("cuMemsetD8_v2");
}

Status cuEventCreate(Event* event, unsigned)
{
    if (const Status status = calledInContext("cuEventCreate"))
        return status;
    *event = new EventObject;
    state().events.insert(*event);
    return Success;
}

Status cuEventDestroy_v2(Event event)
{
    if (state().events.erase(event) == 0)
        return InvalidValue;
    delete event;
    return calledInContext("cuEventDestroy_v2");
}

Status cuEventRecord(Event event, Stream stream)
{
    if (const Status status = calledInContext("cuEventRecord"))
        return status;
    if (!state().events.contains(event) || stream)
        return InvalidHandle;
    event->launches = state().launches;
    submit(0);
    event->ns = state().deviceNs;
    return Success;
}

Status cuEventQuery(Event event)
{
    const Status status = calledInContext("cuEventQuery");
    if (!state().events.contains(event) || event->launches < 0)
        return InvalidHandle;
    const char* endless = variable("STAND_IN_CUDA_BUSY");
    if (*endless && event->launches > std::atoi(endless))
        return NotReady;
    // The host goes on when the event has happened, so that it does not have to poll.
    const bool hasHappened = event->ns <= state().hostNs;
    waitUntil(event->ns);
    return hasHappened || status != Success ? status : NotReady;
}

Status cuEventElapsedTime(float* milliseconds, Event start, Event stop)
{
    *milliseconds = float(double(stop->ns - start->ns) / 1e6);
    return start->launches >= 0 && stop->launches >= 0 ? called("cuEventElapsedTime") : InvalidValue;
}

} // extern "C"
