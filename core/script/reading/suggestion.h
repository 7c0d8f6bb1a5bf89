/// The name that was probably meant.

#pragma once

#include <string_view>
#include <vector>

namespace tir::script {

/// The closest of `known` that is a slip of the pen away; empty when none is.
std::string_view closestName(std::string_view name, const std::vector<std::string_view>& known);

} // namespace tir::script
