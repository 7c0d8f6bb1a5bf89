#include "core/support/version.h"

namespace tir {

std::string_view version()
{
    return TIRSCOPE_VERSION;
}

} // namespace tir
