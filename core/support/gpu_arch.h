/// Names of CUDA architectures: "sm_90", "sm_90a".

#pragma once

#include <string_view>

namespace tir {

/// Compute capability times ten: 90 for "sm_90" and "sm_90a"; 0 for anything that is not such a name.
int computeCapability(std::string_view arch);

} // namespace tir
