/// The return type of a function.

#pragma once

#include "core/ir/module.h"

namespace tir {

/// The type of the values that the function returns, also if its signature does not state it (lowered functions return
/// an error code); void if it returns nothing. A return inside a launch does not return from the function.
DType returnDType(const PrimFunc& function);

} // namespace tir
