#include "core/codegen/host_functions.h"

#include "core/support/result.h"

namespace tir {

std::vector<const ModuleEntry*> hostFunctions(const Module& module)
{
    std::vector<const ModuleEntry*> found;
    for (const ModuleEntry& entry : module.functions) {
        const auto* function = as<PrimFunc>(entry.function);
        if (!function || callingConv(*function) == CallingConv::DeviceKernelLaunch)
            continue;
        const Target* target = targetOf(*function);
        if (callingConv(*function) == CallingConv::CPackedFunc ||
            (target && deviceType(*target) == DeviceType::CPU && function->bufferMap.empty()))
            found.push_back(&entry);
    }
    return found;
}

Diagnostic noHostFunctions()
{
    return error("no-host-function",
                 "the module has no host function that can be called from outside; MakePackedAPI makes them");
}

} // namespace tir
