/// How many roundings the sums of a program take, from its loops: the tolerance for passes that change the order of sums.

#pragma once

#include "core/ir/module.h"

#include <cstdint>

namespace tir {

/// How far the results of two orders of the sums of the module may be apart, relative to the largest number of a tensor.
/// For each float type, the terms of all its stores add up to the `terms` of sumError (core/runtime/rounding.h): a store
/// whose value reads the same buffer has as many as the loops and reduction axes around it repeat it for one element,
/// any other store has one. An extent that is not constant counts as `largestExtent`.
double sumErrorOf(const Module& module, int64_t largestExtent);

} // namespace tir
