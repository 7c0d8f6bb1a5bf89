#include "core/support/gpu_arch.h"

#include "core/support/text_format.h"

#include <algorithm>
#include <charconv>

namespace tir {
namespace {

constexpr std::string_view Prefix = "sm_";

// Limits are those of the CUDA programming guide and cuda_occupancy.h; throughputs are those of its table and, for
// matrices, of the data sheets of GPUs. CUDA 13 calls 10.1 of CUDA 12 11.0.
constexpr GpuArch Archs[] = {
    {50, "", 48},
    {52, "", 48},
    {53, "", 48},
    {60, "", 48},
    {61, "", 48},
    {62, "", 48},
    {70, "", 96, {64, 32, 96}, {32, 64, 128, 0, 64, {0, 0, 512, 0, 0}}},
    {72, "", 96, {64, 32, 96}, {32, 64, 128, 0, 64, {0, 0, 512, 0, 1024}}},
    {75, "", 64, {32, 16, 64}, {2, 64, 128, 0, 64, {0, 0, 512, 0, 1024}}},
    {80, "", 163, {64, 32, 164}, {32, 64, 256, 128, 64, {64, 512, 1024, 0, 2048}}},
    {86, "", 99, {48, 16, 100}, {2, 128, 128, 128, 64, {0, 256, 512, 0, 1024}}},
    {87, "", 163, {48, 16, 164}, {2, 128, 128, 128, 64, {0, 512, 1024, 0, 2048}}},
    {88, "", 99, {48, 16, 100}, {}},
    {89, "", 99, {48, 24, 100}, {2, 128, 128, 128, 64, {0, 256, 512, 1024, 1024}}},
    {90, "a", 227, {64, 32, 228}, {64, 128, 256, 256, 64, {128, 1024, 2048, 4096, 4096}}},
    {100, "af", 227, {64, 32, 228}, {64, 128, 256, 256, 64, {64, 2048, 4096, 8192, 8192}}},
    {101, "af", 227, {48, 24, 228}, {0, 128, 0, 0, 0, {0, 0, 4096, 8192, 0}}},
    {103, "af", 227, {64, 32, 228}, {2, 128, 256, 256, 64, {2, 2048, 4096, 8192, 256}}},
    {110, "af", 227, {48, 24, 228}, {0, 128, 0, 0, 0, {0, 0, 4096, 8192, 0}}},
    {120, "af", 99, {48, 24, 100}, {2, 128, 128, 128, 128, {0, 256, 512, 1024, 1024}}},
    {121, "af", 99, {48, 24, 100}, {2, 128, 128, 128, 128, {0, 256, 512, 1024, 1024}}},
};

/// A name in its parts.
struct ArchName {
    int number = 0; ///< 0: it is not the name of an architecture
    std::string_view suffix = {};
};

ArchName parsed(std::string_view name)
{
    if (!name.starts_with(Prefix))
        return {};
    const char* end = name.data() + name.size();
    ArchName parts;
    const auto [rest, error] = std::from_chars(name.data() + Prefix.size(), end, parts.number);
    parts.suffix = {rest, size_t(end - rest)};
    const bool isSuffix = parts.suffix.empty() || parts.suffix == "a" || parts.suffix == "f";
    return error == std::errc() && parts.number > 0 && isSuffix ? parts : ArchName();
}

const GpuArch* archOf(int number)
{
    const auto found = std::ranges::find(Archs, number, &GpuArch::number);
    return found == std::end(Archs) ? nullptr : &*found;
}

bool hasSuffix(const GpuArch* arch, std::string_view suffix)
{
    return suffix.empty() || (arch && arch->suffixes.find(suffix) != std::string_view::npos);
}

} // namespace

std::span<const GpuArch> gpuArchs()
{
    return Archs;
}

const GpuArch* findGpuArch(std::string_view name)
{
    const ArchName parts = parsed(name);
    const GpuArch* arch = archOf(parts.number);
    return hasSuffix(arch, parts.suffix) ? arch : nullptr;
}

int computeCapability(std::string_view arch)
{
    const ArchName parts = parsed(arch);
    return hasSuffix(archOf(parts.number), parts.suffix) ? parts.number : 0;
}

std::string whyUnknownArch(std::string_view name)
{
    const std::string noSuch = "there is no CUDA architecture " + quoted(name) + "; expected ";
    const ArchName parts = parsed(name);
    if (parts.number == 0)
        return noSuch + "sm_ and a number, such as sm_90";
    const GpuArch* arch = archOf(parts.number);
    if (!arch)
        return "there is no GPU of architecture " + quoted(name) + " that is known here";
    if (hasSuffix(arch, parts.suffix))
        return {};
    const std::string plain = std::string(Prefix) + std::to_string(parts.number);
    std::string names = plain;
    for (const char suffix : arch->suffixes)
        names += " or " + plain + suffix;
    return noSuch + names;
}

} // namespace tir
