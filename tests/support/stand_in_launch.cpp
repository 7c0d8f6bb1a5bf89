// Launches of the stand-in for the CUDA driver: what it checks, and how it executes kernels.

#include "tests/support/stand_in_device.h"
#include "tests/support/stand_in_state.h"

#include <algorithm>
#include <cstdio>
#include <cstring>

using namespace tir::testing;
using namespace tir::testing::stand_in;

namespace {

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

/// The error in an argument, which is in memory of ArgumentBytes; may be empty.
std::string wrongArgument(const ImageParameter& parameter, const void* argument)
{
    if (!argument)
        return "there is no value";
    if (parameter.bytes > StandInLaunch::ArgumentBytes)
        return "it has " + std::to_string(parameter.bytes) + " bytes, more than a value has";
    const auto* bytes = static_cast<const unsigned char*>(argument);
    if (std::any_of(bytes + parameter.bytes, bytes + StandInLaunch::ArgumentBytes,
                    [](unsigned char byte) { return byte != 0; }))
        return "the value has more than its " + std::to_string(parameter.bytes) + " bytes";
    if (parameter.bytes != sizeof(DevicePointer))
        return {};
    DevicePointer value;
    std::memcpy(&value, argument, sizeof value);
    const bool isOfDevice = (value >> 62) == 1;
    if (isOfDevice && !memoryAt(value, 0))
        return "it is an address of memory that was freed, or of none";
    return parameter.isPointer && value != 0 && !isOfDevice ? "it is not an address of the GPU" : "";
}

/// The error in the arguments, whose addresses end with null; may be empty.
std::string wrongArguments(const ImageKernel& kernel, void** arguments)
{
    for (size_t i = 0; i < kernel.parameters.size(); ++i)
        if (const std::string wrong = wrongArgument(kernel.parameters[i], arguments[i]); !wrong.empty())
            return "argument " + std::to_string(i) + ": " + wrong;
    if (arguments[kernel.parameters.size()])
        return "there are more than " + std::to_string(kernel.parameters.size()) + " arguments";
    return {};
}

/// Whether a launch can have these extents.
Status checkedExtents(const LaunchConfig& config, const FunctionObject& function)
{
    using Attribute = DeviceAttribute;
    static constexpr Attribute Blocks[] = {Attribute::MaxGridX, Attribute::MaxGridY, Attribute::MaxGridZ};
    static constexpr Attribute Threads[] = {Attribute::MaxBlockX, Attribute::MaxBlockY, Attribute::MaxBlockZ};
    for (size_t axis = 0; axis < 3; ++axis)
        if (config.grid[axis] == 0 || config.grid[axis] > unsigned(attributeOf(Blocks[axis])) ||
            config.block[axis] == 0 || config.block[axis] > unsigned(attributeOf(Threads[axis])))
            return InvalidValue;
    if (config.block[0] * config.block[1] * config.block[2] >
        unsigned(attributeOf(Attribute::MaxThreadsPerBlock)))
        return InvalidValue;
    constexpr unsigned PortableBlocks = 8;
    constexpr unsigned MostBlocks = 16;
    for (unsigned i = 0; i < config.attributeCount; ++i) {
        const LaunchAttribute& attribute = config.attributes[i];
        if (attribute.id != LaunchAttributeId::ClusterDimension &&
            attribute.id != LaunchAttributeId::PreferredClusterDimension)
            continue;
        const auto& cluster = attribute.value.cluster;
        for (size_t axis = 0; axis < 3; ++axis)
            if (cluster[axis] == 0 || config.grid[axis] % cluster[axis] != 0)
                return InvalidValue;
        const unsigned blocks = cluster[0] * cluster[1] * cluster[2];
        if (blocks > (function.hasLargeClusters ? MostBlocks : PortableBlocks))
            return InvalidClusterSize;
    }
    return Success;
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
    if (const std::string wrong = wrongArguments(kernel, arguments); !wrong.empty()) {
        std::fprintf(stderr, "stand-in: %s: %s\n", function->name.c_str(), wrong.c_str());
        state().complaint = wrong;
        return InvalidValue;
    }
    if (const Status status = checkedExtents(*config, *function))
        return status;
    ++state().launches;
    submit(nanoseconds("STAND_IN_CUDA_LAUNCH_NS", 125000));
    if (extra || int(config->sharedBytes) > function->maxDynamicBytes)
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
