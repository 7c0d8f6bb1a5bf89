/// Literals in the printer's spelling, and the identifiers that it may print.

#pragma once

#include <string>
#include <string_view>

namespace tir::script {

/// With double quotes and escapes; bytes outside of printable ASCII as `\xHH`.
std::string stringLiteral(std::string_view bytes);

/// `1.0`, `0.10000000000000001`, `"inf"`.
std::string floatText(double value);

/// Names joined by dots, as after `T.`.
bool isDottedName(std::string_view text);

} // namespace tir::script
