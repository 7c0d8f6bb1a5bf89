/// Launches of a program's host code, carried out by the CUDA driver: checked against the limits of the device, with
/// messages that name the limit, and recorded, so that they can be repeated and timed.

#pragma once

#include "core/runtime/cuda/cuda_context.h"
#include "core/runtime/simt/device_runtime.h"

#include <array>
#include <vector>

namespace tir {

/// One launch, with its arguments.
struct MadeLaunch {
    std::string kernel;
    KernelLaunch config = {}; ///< without the addresses that were valid during the call
    std::vector<std::array<std::byte, KernelLaunch::ArgumentBytes>> arguments;
    size_t giveBacks = 0; ///< CudaContext::giveBacks() at the time
};

class CudaLauncher : public DeviceRuntime {
public:
    /// The context has the kernels loaded and outlives this.
    explicit CudaLauncher(CudaContext& context) : m_context(context) {}

    std::optional<ProgramError> launch(const KernelLaunch& launch) override;
    void* allocate(int64_t bytes, std::optional<ProgramError>& failure) override;
    bool release(void* memory) override { return m_context.release(memory); }

    const std::vector<MadeLaunch>& launches() const { return m_launches; }
    /// Whether all memory that the launch used is still allocated.
    bool canRepeat(const MadeLaunch& launch) const;
    /// Makes a launch again. Precondition: canRepeat().
    CudaContext::Failure repeat(const MadeLaunch& launch);

private:
    CudaContext& m_context;
    std::vector<MadeLaunch> m_launches;
};

} // namespace tir
