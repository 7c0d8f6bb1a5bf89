#include "core/analysis/shared_memory_limit.h"

#include "core/support/gpu_arch.h"

namespace tir {
namespace {

constexpr int64_t KiB = 1024;
constexpr int64_t StaticBytes = 48 * KiB; ///< of every CUDA architecture

} // namespace

std::optional<SharedMemoryLimit> sharedMemoryLimit(std::string_view arch)
{
    const GpuArch* known = findGpuArch(arch);
    if (!known)
        return std::nullopt;
    return SharedMemoryLimit{"sm_" + std::to_string(known->number), StaticBytes, known->blockSharedKiB * KiB};
}

std::optional<SharedMemoryLimit> sharedMemoryLimit(const Target& target)
{
    if (deviceType(target) == DeviceType::CUDA) {
        const AttrValue* arch = find(target.attrs, "arch");
        return arch ? sharedMemoryLimit(arch->text()) : std::nullopt;
    }
    const AttrValue* attribute = find(target.attrs, "max_shared_memory_per_block");
    int64_t bytes = 0;
    if (!attribute || !attribute->toInt(bytes))
        return std::nullopt;
    return SharedMemoryLimit{std::string(target.kindName), bytes, bytes};
}

std::string overLimit(const SharedMemoryLimit& limit, int64_t staticBytes, int64_t totalBytes)
{
    if (totalBytes > limit.totalBytes)
        return std::to_string(totalBytes) + " bytes of shared memory, but a block has at most " +
               std::to_string(limit.totalBytes) + " on " + limit.device;
    if (staticBytes > limit.staticBytes)
        return std::to_string(staticBytes) +
               " bytes of static shared memory, but a kernel may declare at most " +
               std::to_string(limit.staticBytes) + " on " + limit.device +
               "; dynamic ones (shared.dyn) are granted up to " + std::to_string(limit.totalBytes);
    return {};
}

} // namespace tir
