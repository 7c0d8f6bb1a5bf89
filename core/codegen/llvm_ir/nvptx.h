/// PTX for the kernels of a module, through LLVM: optimized, with libdevice's mathematics linked in.

#pragma once

#include "core/codegen/generators.h"
#include "core/codegen/llvm_ir/place_marks.h"
#include "core/ir/module.h"
#include "core/support/result.h"

#include <string>
#include <vector>

namespace tir {

struct PtxProgram {
    llvm_ir::PlacedText text;
    std::vector<std::string> kernels; ///< symbols, in order of the module
};

/// Rejects by name, with the place in the module, what has no counterpart in PTX, and mathematical functions if
/// libdevice is not found. Skips functions that no kernel calls.
Result<PtxProgram> emitPtx(const Module& module, const CodegenOptions& options);

} // namespace tir
