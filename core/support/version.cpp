#include "core/support/version.h"

namespace tir {

std::string_view version()
{
    return TIRSCOPE_VERSION;
}

std::string_view builtWithLlvm()
{
    return TIRSCOPE_LLVM_VERSION;
}

} // namespace tir
