/// The name that was probably meant.

#pragma once

#include <string_view>
#include <vector>

namespace tir::script {

/// The name of `known` that `name` is most likely a misspelling of; empty if there is none.
std::string_view closestName(std::string_view name, const std::vector<std::string_view>& known);

} // namespace tir::script
