#include "core/analysis/shared_memory_limit.h"

#include <algorithm>
#include <iterator>

namespace tir {
namespace {

constexpr int64_t KiB = 1024;
constexpr int64_t StaticBytes = 48 * KiB; ///< of every CUDA architecture

struct Architecture {
    std::string_view name;
    int64_t totalBytes;
};

constexpr Architecture Architectures[] = {
    {"sm_50", 48 * KiB},   {"sm_52", 48 * KiB},  {"sm_53", 48 * KiB},   {"sm_60", 48 * KiB},
    {"sm_61", 48 * KiB},   {"sm_62", 48 * KiB},  {"sm_70", 96 * KiB},   {"sm_72", 96 * KiB},
    {"sm_75", 64 * KiB},   {"sm_80", 163 * KiB}, {"sm_86", 99 * KiB},   {"sm_87", 163 * KiB},
    {"sm_89", 99 * KiB},   {"sm_90", 227 * KiB}, {"sm_100", 227 * KiB}, {"sm_103", 227 * KiB},
    {"sm_110", 227 * KiB}, {"sm_120", 99 * KiB}, {"sm_121", 99 * KiB},
};

} // namespace

std::optional<SharedMemoryLimit> sharedMemoryLimit(std::string_view arch)
{
    // sm_90a has the limits of sm_90.
    while (!arch.empty() && arch.back() >= 'a' && arch.back() <= 'z')
        arch.remove_suffix(1);
    const auto found = std::ranges::find(Architectures, arch, &Architecture::name);
    if (found == std::end(Architectures))
        return std::nullopt;
    return SharedMemoryLimit{std::string(arch), StaticBytes, found->totalBytes};
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
