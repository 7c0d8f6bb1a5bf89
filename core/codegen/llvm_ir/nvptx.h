/// PTX for the kernels of a module, through LLVM: optimised, with libdevice's mathematics linked in.

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

/// What has no counterpart in PTX is refused by name, with the place in the module, and so is
/// mathematics where libdevice is not found. Functions that no kernel calls are left out.
Result<PtxProgram> emitPtx(const Module& module, const CodegenOptions& options);

} // namespace tir
