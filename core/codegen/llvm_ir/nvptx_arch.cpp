#include "core/codegen/llvm_ir/nvptx_arch.h"

#include "core/codegen/llvm_ir/function/function_parts.h"
#include "core/codegen/llvm_ir/nvptx_module.h"

namespace tir::llvm_ir {

NvptxArch::NvptxArch(NvptxModuleEmitter& module, FunctionParts& parts)
    : FunctionPart(parts.context),
      m_gpu(module)
{}

bool NvptxArch::has(int number, const Node& node, std::string_view what)
{
    if (m_gpu.architecture() < number)
        refuse(node, "sm_" + std::to_string(m_gpu.architecture()) + " has no " + std::string(what), Void);
    return m_gpu.architecture() >= number;
}

bool NvptxArch::hasClusters(const Node& node)
{
    return has(90, node, "clusters of blocks");
}

bool NvptxArch::hasAsyncCopies(const Node& node)
{
    return has(80, node, "asynchronous copies");
}

} // namespace tir::llvm_ir
