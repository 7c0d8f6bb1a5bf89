/// Versions, as the build knows them.

#pragma once

#include <string_view>

namespace tir {

/// Of Tirscope: three numbers separated by dots.
std::string_view version();

/// Of the LLVM that tirc-worker is built with: three numbers separated by dots.
std::string_view builtWithLlvm();

} // namespace tir
