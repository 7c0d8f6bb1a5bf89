/// NVIDIA's assembler and disassembler, as programs of the toolkit: PTX to a cubin, the resources of each kernel, a
/// cubin to SASS.

#pragma once

#include "core/codegen/artifact.h"
#include "core/support/result.h"

namespace tir {

struct AssembledKernels {
    std::string cubin;
    std::vector<ResourceReport> resources; ///< one for each kernel, in order of the cubin
};

/// Fails with the code "no-tool" without ptxas, and with the message of ptxas where it rejects the PTX.
Result<AssembledKernels> assemblePtx(const std::string& ptx, const std::string& arch);

/// The machine code as text; nvdisasm's or cuobjdump's.
Result<std::string> disassembleCubin(const std::string& cubin);

/// Parses the output of `ptxas -v`.
std::vector<ResourceReport> readResources(const std::string& messages);

} // namespace tir
