/// Calling the entry of a compiled program: its arguments in the convention it has, its result in words. The
/// same for the CPU and for host code that drives a GPU.

#pragma once

#include "core/codegen/llvm_ir/emit.h"
#include "core/runtime/arguments.h"
#include "core/runtime/simt/emulator.h"
#include "passes/workbench/execution/run_request.h"

#include <functional>

namespace tir {

/// The function whose parameters say what the arguments are: the entry itself, or what it was before
/// MakePackedAPI. Fails when nothing says it.
Result<const PrimFunc*> signatureOf(const RunRequest& request, const std::string& entry,
                                    const PrimFunc& function);

/// How the arguments of `function` are made. Sizes that are not given are those of the request's signature: what
/// the body of one step allows does not decide about them, so that all steps run with the same arguments.
ArgumentOptions argumentOptions(const RunRequest& request, const std::string& entry,
                                const PrimFunc& function);

struct EntryCall {
    const PrimFunc& function; ///< as it was compiled
    const LlvmProgram& program;
    const Sizes& sizes; ///< of the buffers of the signature
    /// Runs the compiled entry.
    std::function<std::optional<ProgramError>(void* const* arguments, void* result)> run;
    /// Where each argument is on a device; empty: in its own bytes. Null for scalars.
    std::vector<void*> deviceMemory = {};
};

/// `params` in parameter order; what the program writes goes into them, or to the device. `returnValue` is
/// left alone when there is none.
std::optional<ProgramError> callEntry(const EntryCall& call, std::vector<Argument>& params,
                                      std::string& returnValue);

} // namespace tir
