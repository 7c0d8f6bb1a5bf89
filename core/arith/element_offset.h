/// Offsets of elements in the memory of a buffer.

#pragma once

#include "core/arith/analyzer.h"
#include "core/ir/buffer.h"

namespace tir::arith {

/// The element at `indices`, counted from the data variable: one offset per group of dimensions that axis separators
/// divide, usually one. Simplified with the facts of the analyzer.
std::vector<const Expr*> elementOffset(Analyzer& analyzer, const Buffer& buffer, ExprList indices);

} // namespace tir::arith
