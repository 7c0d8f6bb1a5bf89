/// The version of Tirscope, as the build knows it.

#pragma once

#include <string_view>

namespace tir {

/// Three numbers separated by dots.
std::string_view version();

} // namespace tir
