/// Which functions of a module the generators for CUDA take.

#pragma once

#include "core/ir/module.h"

namespace tir {

/// Compiled for CUDA; without a target, a kernel.
inline bool isForCuda(const PrimFunc& function)
{
    const Target* target = targetOf(function);
    return target ? deviceType(*target) == DeviceType::CUDA
                  : callingConv(function) == CallingConv::DeviceKernelLaunch;
}

} // namespace tir
