#include "core/codegen/toolkit/kernel_way.h"

namespace tir {

std::string_view toString(KernelWay way)
{
    switch (way) {
    case KernelWay::Nvrtc:
        return "nvrtc";
    case KernelWay::Nvcc:
        return "nvcc";
    case KernelWay::Nvptx:
        return "nvptx";
    }
    return "";
}

std::optional<KernelWay> kernelWayFromString(std::string_view word)
{
    for (const KernelWay way : AllKernelWays)
        if (toString(way) == word)
            return way;
    return std::nullopt;
}

} // namespace tir
