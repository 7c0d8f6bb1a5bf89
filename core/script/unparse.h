/// Syntax back to text in the spelling of the printer: for what is kept as text, such as layouts.

#pragma once

#include "core/script/syntax.h"

#include <string>

namespace tir::script {

std::string unparse(const Syntax& syntax);

/// `TileLayout`, `SwizzleLayout` …: calls of these names (after the prefix) make layouts.
bool isLayoutConstructor(std::string_view path);

} // namespace tir::script
