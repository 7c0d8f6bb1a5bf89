#include "core/support/gpu_arch.h"

#include <charconv>

namespace tir {

int computeCapability(std::string_view arch)
{
    constexpr std::string_view Prefix = "sm_";
    if (!arch.starts_with(Prefix))
        return 0;
    const char* end = arch.data() + arch.size();
    int number = 0;
    const auto [rest, error] = std::from_chars(arch.data() + Prefix.size(), end, number);
    const bool hasSuffix = rest != end;
    if (error != std::errc() || number <= 0 ||
        (hasSuffix && (end - rest != 1 || (*rest != 'a' && *rest != 'f'))))
        return 0;
    return number;
}

} // namespace tir
