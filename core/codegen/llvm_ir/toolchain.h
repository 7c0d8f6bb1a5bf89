/// The tools of the code generators, as found at run time.

#pragma once

#include <string>

namespace tir {

/// Version of the LLVM library that is loaded, three numbers separated by dots.
std::string llvmVersion();

} // namespace tir
