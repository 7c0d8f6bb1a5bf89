/// Names that belong to Python itself.

#pragma once

#include <string_view>

namespace tir::script {

/// `len`, `tuple`, `range` …
bool isPythonName(std::string_view name);

} // namespace tir::script
