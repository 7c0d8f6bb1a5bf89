/// Calls the entry of a compiled program: passes its arguments in its calling convention, and formats its result.
/// Shared by the CPU and host code that drives a GPU.

#pragma once

#include "core/codegen/llvm_ir/emit.h"
#include "core/runtime/arguments.h"
#include "core/runtime/simt/emulator.h"
#include "passes/workbench/execution/run_request.h"

#include <functional>

namespace tir {

/// The function whose parameters describe the arguments: the entry itself, or its form before MakePackedAPI. Fails if
/// it is not known.
Result<const PrimFunc*> signatureOf(const RunRequest& request, const std::string& entry,
                                    const PrimFunc& function);

/// Options for the arguments of `function`. Sizes that are not given are derived from the request's signature, not from
/// the body of one step, so that all steps run with the same arguments.
ArgumentOptions argumentOptions(const RunRequest& request, const std::string& entry,
                                const PrimFunc& function);

struct EntryCall {
    const PrimFunc& function; ///< as it was compiled
    const LlvmProgram& program;
    const Sizes& sizes; ///< of the buffers of the signature
    DType returnDType;  ///< of the signature: packed, all integers and all floats are alike
    /// Runs the compiled entry.
    std::function<std::optional<ProgramError>(void* const* arguments, void* result)> run;
    /// The address of each argument on a device; empty: its bytes on the host. Null for scalars.
    std::vector<void*> deviceMemory = {};
};

/// `params` in parameter order; the program writes to them, or to the device. Sets what `report` says about the value
/// that is returned, if there is one.
std::optional<ProgramError> callEntry(const EntryCall& call, std::vector<Argument>& params,
                                      RunReport& report);

} // namespace tir
