/// The default layout of a buffer, as the text that Layout nodes hold. (tvmscript.md 9.4)

#pragma once

#include "core/ir/expr.h"

#include <string>

namespace tir::script {

/// Row-major strides on the memory axis: `T.TileLayout(T.S[(8, 16):(16, 1)])`.
std::string defaultLayoutText(ExprList shape);

} // namespace tir::script
