#include "passes/workbench/worker/device_tensors.h"

namespace tir {

Result<DeviceTensors> DeviceTensors::make(CudaContext& context, const std::vector<Argument>& params)
{
    DeviceTensors tensors;
    for (const Argument& param : params) {
        tensors.m_memory.push_back(nullptr);
        if (param.isScalar)
            continue;
        const Result<void*> memory = context.allocate(int64_t(param.value.bytes.size()));
        if (!memory)
            return memory.diagnostics();
        tensors.m_memory.back() = *memory;
    }
    return tensors;
}

CudaContext::Failure DeviceTensors::copyIn(CudaContext& context, const std::vector<Argument>& params) const
{
    for (size_t index = 0; index < params.size(); ++index)
        if (m_memory[index])
            if (CudaContext::Failure failure =
                    context.copyIn(m_memory[index], params[index].value.bytes.data(),
                                   int64_t(params[index].value.bytes.size())))
                return failure;
    return std::nullopt;
}

CudaContext::Failure DeviceTensors::copyOut(CudaContext& context, std::vector<Argument>& params) const
{
    for (size_t index = 0; index < params.size(); ++index)
        if (m_memory[index])
            if (CudaContext::Failure failure =
                    context.copyOut(params[index].value.bytes.data(), m_memory[index],
                                    int64_t(params[index].value.bytes.size())))
                return failure;
    return std::nullopt;
}

} // namespace tir
