/// Features of the target GPU. LLVM aborts the process at instructions that the architecture lacks, so they are
/// rejected before. Private to this folder.

#pragma once

#include "core/codegen/llvm_ir/function/function_part.h"

namespace tir::llvm_ir {

struct FunctionParts;
class NvptxModuleEmitter;

class NvptxArch : public FunctionPart {
public:
    NvptxArch(NvptxModuleEmitter& module, FunctionParts& parts);

    /// Whether the GPU has a feature that sm_`number` introduced. Else rejects `node`.
    bool has(int number, const Node& node, std::string_view what);
    bool hasClusters(const Node& node);
    bool hasAsyncCopies(const Node& node);

private:
    NvptxModuleEmitter& m_gpu;
};

} // namespace tir::llvm_ir
