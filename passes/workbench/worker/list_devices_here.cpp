// listDevicesHere: the CPU, and the devices of the CUDA driver.

#include "core/runtime/cuda/cuda_driver.h"
#include "passes/workbench/execution/list_devices.h"

namespace tir {

std::vector<RunDevice> listDevicesHere()
{
    std::vector<RunDevice> devices{{"cpu", "CPU", ""}};
    const Result<CudaDriver> driver = CudaDriver::open();
    if (!driver) {
        devices.push_back({"cuda", "CUDA", driver.diagnostics().front().message});
        return devices;
    }
    for (int ordinal = 0; ordinal < driver->deviceCount(); ++ordinal) {
        const std::string id = "cuda:" + std::to_string(ordinal);
        const Result<CudaDeviceFacts> facts = driver->facts(ordinal);
        if (facts)
            devices.push_back({id, facts->name + " (" + facts->arch + ")", ""});
        else
            devices.push_back({id, id, facts.diagnostics().front().message});
    }
    return devices;
}

} // namespace tir
