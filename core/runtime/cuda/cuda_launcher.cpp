#include "core/runtime/cuda/cuda_launcher.h"

#include "core/support/list_text.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>

namespace tir {
namespace {

/// More blocks in a cluster only run where the kernel allows it.
constexpr int64_t PortableClusterBlocks = 8;

/// TVM launches one block or thread if a program requests zero.
void replaceZeros(int64_t (&counts)[3])
{
    for (int64_t& count : counts)
        count = count == 0 ? 1 : count;
}

bool isGiven(const int64_t (&counts)[3])
{
    return std::any_of(std::begin(counts), std::end(counts), [](int64_t count) { return count != 0; });
}

int64_t product(const int64_t (&counts)[3])
{
    return counts[0] * counts[1] * counts[2];
}

/// The requirement of the launch that the device does not meet; empty if it meets all.
std::string tooMuch(const KernelLaunch& launch, const LoadedKernel& kernel, const CudaDeviceFacts& facts)
{
    for (size_t axis = 0; axis < 3; ++axis) {
        if (launch.grid[axis] < 0 || launch.grid[axis] > facts.maxGrid[axis])
            return "grid " + tupleText(launch.grid) + " has more than the device's " +
                   std::to_string(facts.maxGrid[axis]) + " blocks along one axis";
        if (launch.block[axis] < 0 || launch.block[axis] > facts.maxBlock[axis])
            return "block " + tupleText(launch.block) + " has more than the device's " +
                   std::to_string(facts.maxBlock[axis]) + " threads along one axis";
        if (launch.preferredCluster[axis] < 0 || launch.preferredCluster[axis] > facts.maxGrid[axis])
            return "it prefers clusters of " + tupleText(launch.preferredCluster) +
                   " blocks, but the device has at most " + std::to_string(facts.maxGrid[axis]) +
                   " along one axis";
    }
    const int threads = std::min(facts.maxThreadsPerBlock, kernel.maxThreads);
    if (product(launch.block) > threads)
        return "block " + tupleText(launch.block) + " has " + std::to_string(product(launch.block)) +
               " threads, but the " + (threads < facts.maxThreadsPerBlock ? "kernel" : "device") +
               " takes at most " + std::to_string(threads);
    const int64_t available = facts.maxSharedBytes - kernel.staticSharedBytes;
    if (launch.dynamicBytes < 0 || launch.dynamicBytes > available)
        return "it requests " + std::to_string(launch.dynamicBytes) + " bytes of dynamic and " +
               std::to_string(kernel.staticSharedBytes) +
               " bytes of static shared memory in a block, but the " + "device has " +
               std::to_string(facts.maxSharedBytes);
    if (launch.isCooperative && !facts.canCooperate)
        return "it needs all blocks at the same time (a cooperative launch), which the device cannot do";
    const int arch = std::atoi(facts.arch.c_str() + 3);
    if (isGiven(launch.cluster) && arch < 90)
        return "it requests clusters of blocks, which GPUs have from sm_90 on, but the device is " +
               facts.arch;
    if (isGiven(launch.preferredCluster) && arch < 100)
        return "it prefers clusters of another size, which GPUs take from sm_100 on, but the device is " +
               facts.arch;
    if (launch.isProgrammatic && arch < 90)
        return "it starts before the kernel ahead of it has ended, which GPUs do from sm_90 on, but the "
               "device is " +
               facts.arch;
    for (size_t axis = 0; axis < 3 && isGiven(launch.cluster); ++axis)
        if (launch.cluster[axis] <= 0 || launch.grid[axis] % launch.cluster[axis] != 0)
            return "grid " + tupleText(launch.grid) + " is not divisible into clusters of " +
                   tupleText(launch.cluster);
    return {};
}

cuda::LaunchAttribute attributeOf(cuda::LaunchAttributeId id)
{
    cuda::LaunchAttribute attribute;
    std::memset(&attribute, 0, sizeof attribute);
    attribute.id = id;
    return attribute;
}

std::vector<cuda::LaunchAttribute> attributesOf(const KernelLaunch& launch)
{
    using Id = cuda::LaunchAttributeId;
    std::vector<cuda::LaunchAttribute> attributes;
    const auto addFlag = [&](Id id) {
        attributes.push_back(attributeOf(id));
        attributes.back().value.flag = 1;
    };
    const auto addCluster = [&](Id id, const int64_t(&counts)[3]) {
        attributes.push_back(attributeOf(id));
        for (size_t axis = 0; axis < 3; ++axis)
            attributes.back().value.cluster[axis] = unsigned(std::max<int64_t>(counts[axis], 1));
    };
    if (launch.isCooperative)
        addFlag(Id::Cooperative);
    if (launch.isProgrammatic)
        addFlag(Id::ProgrammaticStreamSerialization);
    if (isGiven(launch.cluster))
        addCluster(Id::ClusterDimension, launch.cluster);
    if (isGiven(launch.preferredCluster))
        addCluster(Id::PreferredClusterDimension, launch.preferredCluster);
    return attributes;
}

ProgramError launchError(const std::string& kernel, const std::string& why)
{
    return {"LaunchError", kernel + " cannot be launched: " + why};
}

} // namespace

std::optional<ProgramError> CudaLauncher::launch(const KernelLaunch& launch)
{
    MadeLaunch made{.kernel = launch.kernel, .config = launch, .arguments = {}};
    made.config.kernel = nullptr;
    made.config.arguments = nullptr;
    replaceZeros(made.config.grid);
    replaceZeros(made.config.block);
    for (auto* cluster : {&made.config.cluster, &made.config.preferredCluster})
        if (isGiven(*cluster))
            replaceZeros(*cluster);
    made.arguments.resize(size_t(launch.argumentCount));
    std::memcpy(made.arguments.data(), launch.arguments, made.arguments.size() * KernelLaunch::ArgumentBytes);

    const Result<LoadedKernel*> found = m_context.kernel(made.kernel);
    if (!found)
        return launchError(made.kernel, found.diagnostics().front().message);
    LoadedKernel& kernel = **found;
    const std::string refusal = tooMuch(made.config, kernel, m_context.facts());
    if (!refusal.empty())
        return launchError(made.kernel, refusal);
    if (made.config.dynamicBytes + kernel.staticSharedBytes > kernel.sharedLimit)
        if (auto failure = m_context.raiseDynamicLimit(kernel, made.config.dynamicBytes))
            return launchError(made.kernel, failure->message);
    if (isGiven(made.config.cluster) && product(made.config.cluster) > PortableClusterBlocks)
        if (auto failure = m_context.allowLargeClusters(kernel))
            return launchError(made.kernel, failure->message);
    if (auto failure = repeat(made))
        return launchError(made.kernel, failure->message + ", with grid " + tupleText(made.config.grid) +
                                            ", block " + tupleText(made.config.block) + " and " +
                                            std::to_string(made.config.dynamicBytes) +
                                            " bytes of dynamic shared memory");
    made.giveBacks = m_context.giveBacks();
    m_launches.push_back(std::move(made));
    return std::nullopt;
}

bool CudaLauncher::canRepeat(const MadeLaunch& launch) const
{
    return std::none_of(launch.arguments.begin(), launch.arguments.end(), [&](const auto& argument) {
        void* value = nullptr;
        std::memcpy(&value, argument.data(), sizeof value);
        return m_context.isGivenBack(value, launch.giveBacks);
    });
}

CudaContext::Failure CudaLauncher::repeat(const MadeLaunch& launch)
{
    const Result<LoadedKernel*> kernel = m_context.kernel(launch.kernel);
    if (!kernel)
        return kernel.diagnostics().front();
    std::vector<cuda::LaunchAttribute> attributes = attributesOf(launch.config);
    cuda::LaunchConfig config = {};
    for (size_t axis = 0; axis < 3; ++axis) {
        config.grid[axis] = unsigned(launch.config.grid[axis]);
        config.block[axis] = unsigned(launch.config.block[axis]);
    }
    config.sharedBytes = unsigned(launch.config.dynamicBytes);
    config.attributes = attributes.data();
    config.attributeCount = unsigned(attributes.size());
    auto values = launch.arguments;
    std::vector<void*> addresses;
    for (auto& value : values)
        addresses.push_back(value.data());
    addresses.push_back(nullptr); // the driver knows the count; its stand-in in tests checks it
    return m_context.launch(config, **kernel, addresses.data());
}

void* CudaLauncher::allocate(int64_t bytes, std::optional<ProgramError>& failure)
{
    const Result<void*> memory =
        bytes < 0 ? Result<void*>(error("cuda", "a negative number of bytes")) : m_context.allocate(bytes);
    if (memory)
        return *memory;
    failure = {"MemoryError", memory.diagnostics().front().message};
    return nullptr;
}

} // namespace tir
