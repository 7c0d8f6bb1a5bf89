/// The tensors of a run, on the GPU.

#pragma once

#include "core/runtime/arguments.h"
#include "core/runtime/cuda/cuda_context.h"

namespace tir {

class DeviceTensors {
public:
    static Result<DeviceTensors> make(CudaContext& context, const std::vector<Argument>& params);

    /// By parameter; null for scalars.
    const std::vector<void*>& memory() const { return m_memory; }

    // `params` are those that it was made for.
    CudaContext::Failure copyIn(CudaContext& context, const std::vector<Argument>& params) const;
    CudaContext::Failure copyOut(CudaContext& context, std::vector<Argument>& params) const;

private:
    std::vector<void*> m_memory;
};

} // namespace tir
