/// What a function answers.

#pragma once

#include "core/ir/module.h"

namespace tir {

/// The type of the values that the function returns, also where its signature leaves it open (lowered
/// functions return an error code); void when it returns nothing. What threads return in a launch is not
/// returned by the function.
DType returnDType(const PrimFunc& function);

} // namespace tir
