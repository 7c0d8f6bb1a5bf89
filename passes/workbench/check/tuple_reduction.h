/// Reductions of several values at once, such as the largest number and its index. Where numbers are equal, each of their
/// indices is a result: threads reduce in another order than a loop, and choose another one.

#pragma once

#include "passes/workbench/check/compare_runs.h"

namespace tir {

/// Whether a block of the module starts a reduction of several values.
bool reducesTuples(const Module& module);

/// Whether tensors differ, but only those of integers, as indices are.
bool isOtherChoice(const RunComparison& comparison, const RunReport& reference);

} // namespace tir
