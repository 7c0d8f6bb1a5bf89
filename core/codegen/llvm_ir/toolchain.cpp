#include "core/codegen/llvm_ir/toolchain.h"

#include <llvm-c/Core.h>

namespace tir {

std::string llvmVersion()
{
    unsigned major = 0;
    unsigned minor = 0;
    unsigned patch = 0;
    LLVMGetVersion(&major, &minor, &patch);
    return std::to_string(major) + '.' + std::to_string(minor) + '.' + std::to_string(patch);
}

} // namespace tir
