/// SimtEmulator code in this process: optimizes the LLVM IR of a program, compiles it for this processor, and runs its
/// entry. Faults of the program (wild stores, endless loops) affect this process, which is why only the worker does
/// this.

#pragma once

#include "core/codegen/llvm_ir/emit.h"
#include "core/runtime/simt/emulator.h"

#include <memory>
#include <optional>
#include <span>

namespace tir {

class CpuProgram {
public:
    static Result<CpuProgram> compile(const LlvmProgram& program);
    CpuProgram(CpuProgram&&) noexcept;
    CpuProgram& operator=(CpuProgram&&) noexcept;
    ~CpuProgram();

    /// `arguments` and `result` as documented at LlvmProgram. Nothing if the program succeeded.
    std::optional<ProgramError> run(void* const* arguments, void* result,
                                    const EmulatorOptions& options = {}) const;
    /// The same for host code that drives a GPU (LlvmOptions::drivesDevice).
    std::optional<ProgramError> drive(DeviceRuntime& device, void* const* arguments, void* result) const;

    /// A byte for each of LlvmProgram::parts: 1 when a run has reached it.
    std::span<const uint8_t> reachedParts() const;

private:
    struct Impl;
    explicit CpuProgram(std::unique_ptr<Impl> impl);
    std::unique_ptr<Impl> m_impl;
};

} // namespace tir
