/// The calls of a program's host code to a real GPU. The SimtEmulator forwards them; cuda_launcher.h implements them.

#pragma once

#include "core/codegen/llvm_ir/emulator_abi.h"
#include "core/runtime/simt/emulator.h"

#include <optional>

namespace tir {

class DeviceRuntime {
public:
    virtual ~DeviceRuntime() = default;

    /// Nothing when the launch was accepted.
    virtual std::optional<ProgramError> launch(const KernelLaunch& launch) = 0;
    /// Memory of the device; null and an error if there is not enough.
    virtual void* allocate(int64_t bytes, std::optional<ProgramError>& failure) = 0;
    /// Ends the lifetime of memory that allocate() gave; false for other memory.
    virtual bool release(void* memory) = 0;
};

} // namespace tir
