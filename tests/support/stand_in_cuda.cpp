// The CUDA driver's part that cuda_abi.h declares, without a GPU behind it. See stand_in_cuda.h.

#include "tests/support/stand_in_cuda.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

using namespace tir::cuda;
using namespace tir::testing;

namespace tir::cuda {
struct ContextObject {};
struct ModuleObject {
    std::string image;
};
struct FunctionObject {
    std::string name;
    int maxDynamicBytes = 48 << 10;
};
struct EventObject {
    bool isRecorded = false;
};
} // namespace tir::cuda

namespace {

constexpr Status InvalidValue = 1;
constexpr Status OutOfMemory = 2;
constexpr Status InvalidImage = 200;
constexpr Status NotFound = 500;

/// No address of a process on this processor has this bit alone: the host cannot dereference it.
constexpr DevicePointer DeviceBit = DevicePointer(1) << 62;

constexpr int SharedLimit = 232448; ///< of an H100

struct State {
    std::map<DevicePointer, std::vector<std::byte>> memory;
    std::set<Event> events;
    std::set<Module> modules;
    std::vector<std::unique_ptr<FunctionObject>> functions;
    ContextObject context;
    int contextCount = 0;
    StandInKernel kernel = nullptr;
};

State& state()
{
    static State all;
    return all;
}

const char* variable(const char* name)
{
    const char* value = std::getenv(name);
    return value ? value : "";
}

/// Logs the call; the code it is told to answer.
Status called(const char* name, const std::string& arguments = {})
{
    if (std::FILE* log = std::fopen(variable("STAND_IN_CUDA_LOG"), "a")) {
        std::fprintf(log, "%s %s\n", name, arguments.c_str());
        std::fclose(log);
    }
    const std::string failing = variable("STAND_IN_CUDA_FAIL");
    const size_t equals = failing.find('=');
    return equals != failing.npos && failing.substr(0, equals) == name ? std::stoi(failing.substr(equals + 1))
                                                                       : Success;
}

/// Where `bytes` bytes from the address on lie; null when they are not all of one allocation.
std::byte* memoryAt(DevicePointer address, size_t bytes)
{
    const auto after = state().memory.upper_bound(address);
    if (after == state().memory.begin())
        return nullptr;
    auto& [start, content] = *std::prev(after);
    const size_t offset = size_t(address - start);
    return offset + bytes <= content.size() ? content.data() + offset : nullptr;
}

std::string inWords(const unsigned (&counts)[3])
{
    return "(" + std::to_string(counts[0]) + "," + std::to_string(counts[1]) + "," +
           std::to_string(counts[2]) + ")";
}

/// samples/elementwise.py: C = max(alpha * A + B, 0).
void elementwise(const StandInLaunch& launch)
{
    DevicePointer pointers[3];
    float alpha;
    int count;
    for (int i = 0; i < 3; ++i)
        std::memcpy(&pointers[i], launch.arguments[i], sizeof pointers[i]);
    std::memcpy(&alpha, launch.arguments[3], sizeof alpha);
    std::memcpy(&count, launch.arguments[5], sizeof count);
    const size_t bytes = size_t(count) * sizeof(float);
    const auto* a = reinterpret_cast<const float*>(memoryAt(pointers[0], bytes));
    const auto* b = reinterpret_cast<const float*>(memoryAt(pointers[1], bytes));
    auto* c = reinterpret_cast<float*>(memoryAt(pointers[2], bytes));
    for (int i = 0; a && b && c && i < count; ++i)
        c[i] = std::max(alpha * a[i] + b[i], 0.0f);
}

int capability()
{
    const char* arch = variable("STAND_IN_CUDA_ARCH");
    return *arch ? std::atoi(arch) : 90;
}

int attributeOf(DeviceAttribute which)
{
    switch (which) {
    case DeviceAttribute::MaxThreadsPerBlock:
    case DeviceAttribute::MaxBlockX:
    case DeviceAttribute::MaxBlockY:
        return 1024;
    case DeviceAttribute::MaxBlockZ:
        return 64;
    case DeviceAttribute::MaxGridX:
        return 2147483647;
    case DeviceAttribute::MaxGridY:
    case DeviceAttribute::MaxGridZ:
        return 65535;
    case DeviceAttribute::ClockKilohertz:
        return 1000000;
    case DeviceAttribute::Multiprocessors:
        return 10;
    case DeviceAttribute::MemoryKilohertz:
        return 1000000;
    case DeviceAttribute::MemoryBusBits:
        return 4096;
    case DeviceAttribute::Major:
        return capability() / 10;
    case DeviceAttribute::Minor:
        return capability() % 10;
    case DeviceAttribute::CooperativeLaunch:
        return 1;
    case DeviceAttribute::MaxSharedPerBlock:
        return SharedLimit;
    }
    return 0;
}

} // namespace

extern "C" {

void standInSetKernel(StandInKernel kernel)
{
    state().kernel = kernel;
}

void* standInMemory(DevicePointer address)
{
    return memoryAt(address, 1);
}

int standInLeaks()
{
    return int(state().memory.size() + state().events.size() + state().modules.size()) + state().contextCount;
}

Status cuInit(unsigned flags)
{
    const Status status = called("cuInit");
    return flags == 0 ? status : InvalidValue;
}

Status cuDriverGetVersion(int* version)
{
    *version = 13000;
    return called("cuDriverGetVersion");
}

Status cuGetErrorName(Status status, const char** name)
{
    static const std::map<Status, const char*> Names = {
        {InvalidValue, "CUDA_ERROR_INVALID_VALUE"}, {OutOfMemory, "CUDA_ERROR_OUT_OF_MEMORY"},
        {NoDevice, "CUDA_ERROR_NO_DEVICE"},         {InvalidImage, "CUDA_ERROR_INVALID_IMAGE"},
        {NotFound, "CUDA_ERROR_NOT_FOUND"},         {700, "CUDA_ERROR_ILLEGAL_ADDRESS"}};
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
    *value = attributeOf(which);
    return device >= 100 ? Success : InvalidValue;
}

Status cuDevicePrimaryCtxRetain(Context* context, Device device)
{
    *context = &state().context;
    ++state().contextCount;
    return called("cuDevicePrimaryCtxRetain", std::to_string(device - 100));
}

Status cuDevicePrimaryCtxRelease_v2(Device)
{
    --state().contextCount;
    return called("cuDevicePrimaryCtxRelease_v2");
}

Status cuCtxSetCurrent(Context context)
{
    const Status status = called("cuCtxSetCurrent");
    return context == &state().context ? status : InvalidValue;
}

Status cuCtxSynchronize()
{
    return called("cuCtxSynchronize");
}

Status cuModuleLoadDataEx(Module* module, const void* image, unsigned count, JitOption* options,
                          void** values)
{
    const auto* bytes = static_cast<const char*>(image);
    const bool isCubin = std::memcmp(bytes,
                                     "\x7f"
                                     "ELF",
                                     4) == 0;
    // A cubin does not say its size here: its names are looked for in what surely belongs to it.
    const std::string text = isCubin ? std::string() : std::string(bytes);
    const Status told = called("cuModuleLoadDataEx", isCubin ? "cubin" : "ptx");
    const bool isPtx = !isCubin && text.find(".target") != text.npos;
    const Status status = told != Success ? told : isCubin || isPtx ? Success : InvalidImage;
    for (unsigned i = 0; i < count; ++i)
        if (options[i] == JitOption::ErrorLog && status != Success)
            std::snprintf(static_cast<char*>(values[i]), 64, "ptxas error: the stand-in refuses");
    if (status != Success)
        return status;
    *module = new ModuleObject{text};
    state().modules.insert(*module);
    return Success;
}

Status cuModuleUnload(Module module)
{
    if (state().modules.erase(module) == 0)
        return InvalidValue;
    delete module;
    return called("cuModuleUnload");
}

Status cuModuleGetFunction(Function* function, Module module, const char* name)
{
    if (const Status status = called("cuModuleGetFunction", name))
        return status;
    if (!state().modules.contains(module))
        return InvalidValue;
    if (!module->image.empty() &&
        module->image.find(std::string(".entry ") + name + "(") == std::string::npos)
        return NotFound;
    state().functions.push_back(std::make_unique<FunctionObject>(FunctionObject{.name = name}));
    *function = state().functions.back().get();
    return Success;
}

Status cuFuncGetAttribute(int* value, FunctionAttribute which, Function)
{
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
    if (which == FunctionAttribute::MaxDynamicSharedBytes)
        function->maxDynamicBytes = value;
    return called("cuFuncSetAttribute", std::to_string(int(which)) + " " + std::to_string(value));
}

Status cuMemAlloc_v2(DevicePointer* address, size_t bytes)
{
    if (const Status status = called("cuMemAlloc_v2", std::to_string(bytes)))
        return status;
    if (bytes == 0)
        return InvalidValue;
    std::vector<std::byte> content(bytes);
    *address = reinterpret_cast<DevicePointer>(content.data()) | DeviceBit;
    state().memory.emplace(*address, std::move(content));
    return Success;
}

Status cuMemFree_v2(DevicePointer address)
{
    const Status status = called("cuMemFree_v2");
    return state().memory.erase(address) == 1 ? status : InvalidValue;
}

Status cuMemcpyHtoD_v2(DevicePointer to, const void* from, size_t bytes)
{
    const Status status = called("cuMemcpyHtoD_v2", std::to_string(bytes));
    std::byte* memory = memoryAt(to, bytes);
    if (!memory)
        return InvalidValue;
    std::memcpy(memory, from, bytes);
    return status;
}

Status cuMemcpyDtoH_v2(void* to, DevicePointer from, size_t bytes)
{
    const Status status = called("cuMemcpyDtoH_v2", std::to_string(bytes));
    const std::byte* memory = memoryAt(from, bytes);
    if (!memory)
        return InvalidValue;
    std::memcpy(to, memory, bytes);
    return status;
}

Status cuMemsetD8_v2(DevicePointer address, unsigned char value, size_t bytes)
{
    std::byte* memory = memoryAt(address, bytes);
    if (!memory)
        return InvalidValue;
    std::memset(memory, value, bytes);
    return called("cuMemsetD8_v2");
}

Status cuEventCreate(Event* event, unsigned)
{
    *event = new EventObject;
    state().events.insert(*event);
    return called("cuEventCreate");
}

Status cuEventDestroy_v2(Event event)
{
    if (state().events.erase(event) == 0)
        return InvalidValue;
    delete event;
    return called("cuEventDestroy_v2");
}

Status cuEventRecord(Event event, Stream)
{
    event->isRecorded = true;
    return called("cuEventRecord");
}

Status cuEventSynchronize(Event event)
{
    return event->isRecorded ? called("cuEventSynchronize") : InvalidValue;
}

/// Every launch takes 125 µs here.
Status cuEventElapsedTime(float* milliseconds, Event start, Event stop)
{
    *milliseconds = 0.125f;
    return start->isRecorded && stop->isRecorded ? called("cuEventElapsedTime") : InvalidValue;
}

Status cuLaunchKernelEx(const LaunchConfig* config, Function function, void** arguments, void** extra)
{
    std::string words = function->name + " grid " + inWords(config->grid) + " block " +
                        inWords(config->block) + " shared " + std::to_string(config->sharedBytes);
    for (unsigned i = 0; i < config->attributeCount; ++i) {
        const LaunchAttribute& attribute = config->attributes[i];
        words += " attribute " + std::to_string(int(attribute.id)) + " ";
        const bool isCluster = attribute.id == LaunchAttributeId::ClusterDimension ||
                               attribute.id == LaunchAttributeId::PreferredClusterDimension;
        words += isCluster ? inWords(attribute.value.cluster) : std::to_string(attribute.value.flag);
    }
    if (const Status status = called("cuLaunchKernelEx", words))
        return status;
    const unsigned threads = config->block[0] * config->block[1] * config->block[2];
    if (threads == 0 || threads > 1024 || extra || int(config->sharedBytes) > function->maxDynamicBytes)
        return InvalidValue;
    if (const char* line = variable("STAND_IN_CUDA_PRINT"); *line)
        std::puts(line);
    const StandInLaunch launch{function->name.c_str(), config, arguments};
    if (state().kernel)
        state().kernel(launch);
    else if (variable("STAND_IN_CUDA_KERNEL") == std::string_view("elementwise"))
        elementwise(launch);
    return Success;
}

} // extern "C"
