// The part of the CUDA driver that cuda_abi.h declares, without a GPU. See stand_in_cuda.h.

#include "tests/support/stand_in_cuda.h"

#include "tests/support/host_ptx/ptx_machine.h"
#include "tests/support/stand_in_image.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <dlfcn.h>

using namespace tir::cuda;
using namespace tir::testing;

namespace tir::cuda {
struct ContextObject {};
struct ModuleObject {
    Image image;
    std::map<std::string, PtxProgram> programs = {}; ///< of PTX, those that were launched
};
struct FunctionObject {
    std::string name;
    Module module = nullptr;
    int maxDynamicBytes = 48 << 10;
};
struct EventObject {
    int launches = -1; ///< before it was recorded; negative: it was not
};
} // namespace tir::cuda

namespace {

constexpr Status InvalidValue = 1;
constexpr Status OutOfMemory = 2;
constexpr Status InvalidContext = 201;
constexpr Status InvalidHandle = 400;
constexpr Status NotFound = 500;
constexpr Status LaunchFailed = 719;
constexpr Status NotSupported = 801;

/// No address of a process on this processor has this bit alone: the host cannot dereference it.
constexpr DevicePointer DeviceBit = DevicePointer(1) << 62;

struct State {
    std::map<DevicePointer, std::vector<std::byte>> memory;
    std::set<Event> events;
    std::set<Module> modules;
    std::vector<std::unique_ptr<FunctionObject>> functions;
    ContextObject context;
    int contextCount = 0;
    StandInKernel kernel = nullptr;
    int launches = 0;
    int calls = 0;
    int failingCall = 0;   ///< the number of the call that fails; 0: none
    std::string complaint; ///< about the last launch that failed
};

thread_local Context currentContext = nullptr;

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

/// Logs the call; returns the configured code.
Status called(const char* name, const std::string& arguments = {})
{
    State& all = state();
    if (const char* number = variable("STAND_IN_CUDA_FAIL_CALL"); all.calls == 0 && *number)
        all.failingCall = std::atoi(number);
    const bool isFailing = ++all.calls == all.failingCall;
    if (std::FILE* log = std::fopen(variable("STAND_IN_CUDA_LOG"), "a")) {
        std::fprintf(log, "%s %s\n", name, arguments.c_str());
        std::fclose(log);
    }
    if (isFailing)
        return StandInFailure;
    const std::string failing = variable("STAND_IN_CUDA_FAIL");
    const size_t equals = failing.find('=');
    return equals != failing.npos && failing.substr(0, equals) == name ? std::stoi(failing.substr(equals + 1))
                                                                       : Success;
}

/// The code for loading an image of the kind.
Status rejection(const std::string& kind)
{
    const std::string rejected = variable("STAND_IN_CUDA_REJECT");
    return rejected.starts_with(kind + "=") ? std::stoi(rejected.substr(kind.size() + 1)) : Success;
}

/// The same for calls that need the thread's context.
Status calledInContext(const char* name, const std::string& arguments = {})
{
    const Status status = called(name, arguments);
    return currentContext && state().contextCount > 0 ? status : InvalidContext;
}

/// The address of `bytes` bytes from `address`; null if they are not all in one allocation.
std::byte* memoryAt(DevicePointer address, size_t bytes)
{
    const auto after = state().memory.upper_bound(address);
    if (after == state().memory.begin())
        return nullptr;
    auto& [start, content] = *std::prev(after);
    const size_t offset = size_t(address - start);
    return offset + bytes <= content.size() ? content.data() + offset : nullptr;
}

size_t totalMemory()
{
    const char* bytes = variable("STAND_IN_CUDA_MEMORY");
    return *bytes ? std::strtoull(bytes, nullptr, 10) : size_t(8) << 30;
}

size_t freeMemory()
{
    size_t used = 0;
    for (const auto& [address, content] : state().memory)
        used += content.size();
    return used < totalMemory() ? totalMemory() - used : 0;
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

/// Of a block, with the limit raised.
int sharedLimit()
{
    switch (capability()) {
    case 70:
        return 98304;
    case 75:
        return 65536;
    case 80:
    case 87:
        return 166912;
    case 86:
    case 89:
    case 120:
        return 101376;
    default:
        return 232448;
    }
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
    case DeviceAttribute::L2Bytes:
        return 1 << 20;
    case DeviceAttribute::Major:
        return capability() / 10;
    case DeviceAttribute::Minor:
        return capability() % 10;
    case DeviceAttribute::CooperativeLaunch:
        return 1;
    case DeviceAttribute::MaxSharedPerBlock:
        return sharedLimit();
    }
    return 0;
}

/// Whether the GPU supports the launch attribute.
bool hasLaunchAttribute(LaunchAttributeId id)
{
    switch (id) {
    case LaunchAttributeId::Cooperative:
        return true;
    case LaunchAttributeId::ClusterDimension:
    case LaunchAttributeId::ProgrammaticStreamSerialization:
        return capability() >= 90;
    case LaunchAttributeId::PreferredClusterDimension:
        return capability() >= 100;
    }
    return false;
}

/// The error in an argument; may be empty.
std::string wrongArgument(const ImageParameter& parameter, const void* argument)
{
    if (!argument)
        return "there is no value";
    if (parameter.bytes != sizeof(DevicePointer))
        return {};
    DevicePointer value;
    std::memcpy(&value, argument, sizeof value);
    const bool isOfDevice = (value >> 62) == 1;
    if (isOfDevice && !memoryAt(value, 0))
        return "it is an address of memory that was freed, or of none";
    return parameter.isPointer && value != 0 && !isOfDevice ? "it is not an address of the GPU" : "";
}

/// What went wrong; empty: nothing.
std::string interpretPtx(const FunctionObject& function, const LaunchConfig& config, void** arguments)
{
    const auto [program, isNew] = function.module->programs.try_emplace(function.name);
    if (isNew)
        program->second = linkPtx(*function.module->image.ptx, function.name);
    if (!program->second.complaint.empty())
        return program->second.complaint;
    PtxLaunch launch{.grid = config.grid,
                     .block = config.block,
                     .cluster = {1, 1, 1},
                     .dynamicBytes = config.sharedBytes,
                     .arguments = arguments,
                     .memoryAt = [](uint64_t address, size_t bytes) { return memoryAt(address, bytes); }};
    for (unsigned i = 0; i < config.attributeCount; ++i)
        if (config.attributes[i].id == LaunchAttributeId::ClusterDimension)
            std::copy_n(config.attributes[i].value.cluster, 3, launch.cluster.begin());
    return PtxMachine(program->second, launch).run();
}

/// What went wrong; empty: nothing.
std::string execute(const FunctionObject& function, const LaunchConfig& config, void** arguments)
{
    const std::string_view wanted = variable("STAND_IN_CUDA_KERNEL");
    const StandInLaunch launch{function.name.c_str(), &config, arguments};
    const ImageKernel& kernel = function.module->image.kernels.at(function.name);
    if (state().kernel)
        state().kernel(launch);
    else if (wanted == "elementwise")
        elementwise(launch);
    else if (kernel.run && wanted.empty()) {
        const char* failure = kernel.run(config.grid, config.block, arguments);
        return failure ? failure : "";
    } else if (function.module->image.ptx && wanted.empty())
        return interpretPtx(function, config, arguments);
    return {};
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
}

Status cuInit(unsigned flags)
{
    const Status status = called("cuInit");
    return flags == 0 ? status : InvalidValue;
}

Status cuDriverGetVersion(int* version)
{
    const char* served = variable("STAND_IN_CUDA_VERSION");
    *version = *served ? std::atoi(served) : 13000;
    return called("cuDriverGetVersion");
}

Status cuGetErrorName(Status status, const char** name)
{
    static const std::map<Status, const char*> Names = {{InvalidValue, "CUDA_ERROR_INVALID_VALUE"},
                                                        {OutOfMemory, "CUDA_ERROR_OUT_OF_MEMORY"},
                                                        {NoDevice, "CUDA_ERROR_NO_DEVICE"},
                                                        {InvalidImage, "CUDA_ERROR_INVALID_IMAGE"},
                                                        {NotFound, "CUDA_ERROR_NOT_FOUND"},
                                                        {StandInFailure, "CUDA_ERROR_CHOSEN"},
                                                        {InvalidContext, "CUDA_ERROR_INVALID_CONTEXT"},
                                                        {InvalidHandle, "CUDA_ERROR_INVALID_HANDLE"},
                                                        {NotSupported, "CUDA_ERROR_NOT_SUPPORTED"},
                                                        {LaunchFailed, "CUDA_ERROR_LAUNCH_FAILED"},
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
    return calledInContext("cuCtxSynchronize");
}

Status cuModuleLoadDataEx(Module* module, const void* image, unsigned count, JitOption* options,
                          void** values)
{
    const std::string kind = isCubin(image) ? "cubin" : "ptx";
    Status told = calledInContext("cuModuleLoadDataEx", kind);
    told = told == Success ? rejection(kind) : told;
    std::optional<Image> read = told == Success ? readImage(image) : std::nullopt;
    const Status status = told != Success ? told : read ? Success : InvalidImage;
    for (unsigned i = 0; i < count; ++i)
        if (options[i] == JitOption::ErrorLog && status != Success)
            std::snprintf(static_cast<char*>(values[i]), 64, "ptxas error: the stand-in refuses");
    if (status != Success)
        return status;
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
    std::byte* memory = memoryAt(to, bytes);
    if (!memory || status != Success)
        return memory ? status : InvalidValue;
    std::memcpy(memory, from, bytes);
    return Success;
}

Status cuMemcpyDtoH_v2(void* to, DevicePointer from, size_t bytes)
{
    const Status status = calledInContext("cuMemcpyDtoH_v2", std::to_string(bytes));
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
    return Success;
}

Status cuEventQuery(Event event)
{
    const Status status = calledInContext("cuEventQuery");
    if (!state().events.contains(event) || event->launches < 0)
        return InvalidHandle;
    const char* endless = variable("STAND_IN_CUDA_BUSY");
    return *endless && event->launches > std::atoi(endless) ? NotReady : status;
}

Status cuEventElapsedTime(float* milliseconds, Event start, Event stop)
{
    const char* nanoseconds = variable("STAND_IN_CUDA_LAUNCH_NS");
    const double launchMs = (*nanoseconds ? std::atof(nanoseconds) : 125000) / 1e6;
    *milliseconds = float(launchMs * (stop->launches - start->launches));
    return start->launches >= 0 && stop->launches >= 0 ? called("cuEventElapsedTime") : InvalidValue;
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
    if (const Status status = calledInContext("cuLaunchKernelEx", words))
        return status;
    if (!state().modules.contains(function->module) || config->stream)
        return InvalidHandle; // only the default stream is supported
    for (unsigned i = 0; i < config->attributeCount; ++i)
        if (!hasLaunchAttribute(config->attributes[i].id))
            return NotSupported;
    const ImageKernel& kernel = function->module->image.kernels.at(function->name);
    for (size_t i = 0; i < kernel.parameters.size(); ++i)
        if (const std::string wrong = wrongArgument(kernel.parameters[i], arguments[i]); !wrong.empty()) {
            std::fprintf(stderr, "stand-in: argument %zu of %s: %s\n", i, function->name.c_str(),
                         wrong.c_str());
            return InvalidValue;
        }
    ++state().launches;
    const unsigned threads = config->block[0] * config->block[1] * config->block[2];
    if (threads == 0 || threads > 1024 || extra || int(config->sharedBytes) > function->maxDynamicBytes)
        return InvalidValue;
    if (const char* line = variable("STAND_IN_CUDA_PRINT"); *line)
        std::puts(line);
    state().complaint = execute(*function, *config, arguments);
    if (!state().complaint.empty()) {
        std::fprintf(stderr, "stand-in: %s: %s\n", function->name.c_str(), state().complaint.c_str());
        return LaunchFailed;
    }
    return Success;
}

} // extern "C"
